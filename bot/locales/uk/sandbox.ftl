### The sandbox, in Ukrainian: the bot in a browser on one's own machine.

## The command line

sandbox-about = Запустити Herald у браузері без Discord: ви граєте проти суперників або за кожну людину по черзі.
sandbox-option-port = де показувати сторінку (0 — будь-який вільний порт; без цього — 8000 або вільний, якщо той зайнято)
sandbox-option-people = скільки людей сидить за столом, який для вас відкрито (без цього — одна, проти суперників)
sandbox-option-rivals = скільки там ще суперників (без цього — стільки, щоб з однією людиною було четверо, а з кількома — жодного)
sandbox-option-level = як добре грають суперники
sandbox-option-watch = лише дивитися: суперники грають і за людей
sandbox-option-game = гра за цим столом
sandbox-option-no-table = не відкривати столу: почати з порожнього каналу
sandbox-option-record = показати завершену гру з цього запису замість того, щоб відкривати стіл
sandbox-option-language = мова сторінки й сервера (без цього — мова з налаштувань)
sandbox-ready =
    Herald готовий. Відкрийте у браузері { $address }.
    Ви — { $player }. Суперники грають самі; за людей грайте, перемикаючись на них. Завершити: Ctrl-C.
sandbox-not-installed = Для гри в браузері бракує кількох пакунків: їх установлює `.venv/bin/pip install -c constraints.txt -e ".[sandbox]"` або `make play`.
sandbox-port-taken = Порт { $port } уже зайнято або не дозволено; спробуйте інший за допомогою --port.
sandbox-seats = --people: у цю гру грають від { $low } до { $high } людей.
sandbox-no-table = Не вдалося відкрити стіл: { $why }.
sandbox-no-command = немає команди /{ $command }
sandbox-no-post = після /{ $command } стіл не з’явився
sandbox-no-lobby = на /{ $command } Herald відповідає: «{ $said }»
sandbox-no-button = { $person } не може натиснути «{ $button }»
sandbox-no-answer = { $person } натискає «{ $button }», а відповіді немає
sandbox-too-busy = Цей комп’ютер зараз надто зайнятий. Закрийте інші програми або трохи зачекайте й спробуйте ще раз.

## The little Discord

sandbox-server = Замок
# Lower case, with hyphens for spaces, as Discord writes names of channels.
sandbox-channel = тронна-зала
sandbox-forum = столи
# Dana is from abroad, and reads English.
sandbox-person = { $who ->
        [bo] Богдан
        [cy] Катря
        [dana] Дана
        [olena] Олена
        [finn] Федір
        [gus] Гнат
        [hana] Ганна
       *[ann] Анна
    }

## The page

sandbox-people = Грати за
sandbox-you-are = Ви —
sandbox-reads = { $language ->
        [uk] читає українською
       *[en] читає англійською
    }
sandbox-channels = Канали
sandbox-dms = Приватні повідомлення
sandbox-asked = — є що прочитати
sandbox-composer = Напишіть щось або / для команд
sandbox-send = Надіслати
sandbox-command-run = Виконати
sandbox-everybody = Стіл для всіх
sandbox-everybody-ready = Відкрито ще один стіл, за яким ви граєте за всіх.
sandbox-restart = Перезапустити бота
sandbox-restarting = Перезапуск…
sandbox-restarted = Бота зупинено й запущено знову. Усі столи такі, як були.
sandbox-morning = Наступний ранок
sandbox-morning-came = Минула доба: бот спав і прокинувся. Роздача дня скінчилася, починається інша.
sandbox-private = Це бачите лише ви
sandbox-dismiss = Прибрати
sandbox-used = { $who } використовує /{ $command }
sandbox-edited = (змінено)
# The tag that Discord puts behind a bot's name.
sandbox-app = ДОДАТОК
sandbox-enlarge = Збільшити зображення
sandbox-close = Закрити
sandbox-thinking = Herald думає…
sandbox-today = Сьогодні о
sandbox-jump = До найновішого
sandbox-pick = Обрати
sandbox-done = Готово
sandbox-nothing = Нічого не підходить
sandbox-submit = Надіслати
sandbox-cancel = Скасувати
sandbox-yes = Так
sandbox-no = Ні
sandbox-answer-failed = Бот не відповів вчасно.
sandbox-general-error = Не вдалося.
sandbox-not-allowed = Discord такого не дозволяє.
sandbox-gone = Цієї кнопки щойно не стало.
sandbox-typed-command = Команди «/{ $command }» тут немає. Напишіть /, щоб побачити всі.
sandbox-typed-option = У /{ $command } немає «{ $option }». Можна написати { $options } і після кожного — значення.
sandbox-typed-nothing = Команду /{ $command } пишуть саму: «{ $option }» сюди не пасує.
sandbox-typed-value = { $option }: не може бути «{ $value }». Можливо: { $possible }.
sandbox-typed-missing = Для /{ $command } потрібне ще й { $option }:
sandbox-dead = Бота не вдалося запустити знову. Зупиніть пісочницю й запустіть її ще раз.
sandbox-connection-lost = Пісочницю зупинено. Запустіть її знову, щоб грати далі.
sandbox-hint =
    Усі тут — це ви, крім суперників 🤖: це зброєносці, найлагідніші, якщо ви не обрали інших. Червоне число — чий хід: натисніть
    відповідь або «{ button-play }» під найновішим повідомленням. Імена вгорі перемикають людей.
sandbox-hint-close = Зрозуміло
sandbox-learn = { button-learn }

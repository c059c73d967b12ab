### What the host reads at the terminal, in Ukrainian: the command line, its answers, and why Herald can't start or has stopped.

## The command line. Helps begin in lower case and have no full stop, as everywhere on command lines.

host-about = Herald проводить настільні ігри в Discord.
host-run = під’єднатися до Discord (так і без команди)
host-sandbox = грати у браузері на цьому комп’ютері, без Discord
host-verify = перевірити, чи база даних така, як її записано
host-backup = скопіювати базу даних, також під час роботи бота
host-target = файл, у який записати копію, або папка для копій із датою
host-keep = скільки копій лишати в папці ({ $count }, якщо не вказано)
host-restore = замінити базу даних резервною копією, поки бота зупинено
host-restore-file = резервна копія; вона лишається й там, де є
host-restore-damaged = узяти копію, навіть якщо вона не ціла
host-move = скопіювати базу даних туди, де її ще немає, у файл або в PostgreSQL, поки бота зупинено
host-move-target = файл або адреса на зразок `postgresql://herald@localhost/herald`
host-doctor = перевірити все, що потрібно Herald, тут і в Discord, нічого не змінюючи
host-health = сказати, чи все гаразд із ботом, що працює: для HEALTHCHECK тощо

host-forget = видалити людину так само, як /privacy delete, поки бота зупинено
host-user = ідентифікатор людини в Discord

arguments-command = що зробити
arguments-usage = використання:
arguments-words = слова
arguments-options = параметри
arguments-help = показати цю довідку й завершити
arguments-unknown = Невідомі слова: { $words }. Довідка: --help.
arguments-wrong = { $argument }: такого значення не може бути. Довідка: --help.
arguments-missing = Чогось бракує, або щось незрозуміле. Довідка: --help.

## How it went. `why` is one of the sentences below.

host-cant-start = Herald не може запуститися: { $why }
host-has-stopped = Herald зупинено: { $why }
host-no-token = Бракує DISCORD_TOKEN: запишіть токен бота у файл .env або в середовище.
host-token-refused = Discord не приймає токен із DISCORD_TOKEN.
host-unreachable = Discord недосяжний за адресою { $address }: { $why }.
host-no-api = За адресою { $address } відповідає щось інше, ніж API Discord; перевірте DISCORD_API_URL.
host-discord-fails = Discord зараз не працює за адресою { $address } (помилка { $status }); запустіть Herald пізніше.
host-too-many = Discord отримав звідси забагато запитів, каже { $address }; запустіть Herald пізніше й не надто часто.
host-error = Discord відповів помилкою { $status } за адресою { $address }.
host-token-reset = Discord більше не приймає токен із DISCORD_TOKEN: його скинуто, тож запишіть новий.
host-intents = Discord не надає ботові дозволів на події (intents), про які той просить; Herald не потребує жодного з привілейованих, тож цей застосунок, мабуть, обмежено.
host-sharding = Discord хоче, щоб бот розподілив свої сервери між більшою кількістю з’єднань (shards); запустіть Herald знову, і він запитає, скільки їх треба.
host-turned-out = Discord розірвав з’єднання й не хоче його відновлювати (код { $code }).
host-port-taken = Порт { $port } із METRICS_PORT зайнятий іншою програмою.
host-port = Порт { $port } із METRICS_PORT не можна використати: { $why }.
host-backed-up = Базу { $path } скопійовано в { $target }.
host-pg-dump = PostgreSQL копіює свої бази даних сам, навіть поки бот працює: `(umask 077; pg_dump --format=custom --file={ $target } { $path })`
host-pg-restore = PostgreSQL повертає свої бази даних сам: `pg_restore --dbname={ $path } { $file }`, у порожню базу. Перш ніж Herald запрацює на базі, старішій за те, що люди вже бачили, скопіюйте її у файл командою `python -m bot move`, відновіть цей файл і перенесіть назад: як саме, сказано в `docs/scale.md`.
host-moved = Базу { $path } скопійовано в { $target }; базу перевірено, вона ціла: { $count ->
    [one] { $count } стіл
    [few] { $count } столи
    [many] { $count } столів
   *[other] { $count } столу
}. Назвіть її в `DATABASE`, і бот продовжить там.
host-forgotten = Покинуто нерозпочатих столів: { $left }. Закрито приватних столів: { $ended }. Завершених столів, що забули людину: { $over }. Столів, що забудуть її після завершення: { $waiting }. У резервних копіях людина лишається, доки ви їх не видалите.
# $files are paths.
host-forgotten-beside = Те, що відклали оновлення й відновлення, ще містить цю людину, доки його не видалить Herald через { $days } днів або ви самі: { $files }
host-nobody = Людини з ідентифікатором { $user } тут немає, тож нікого не вилучено.
host-restored = Тепер { $path } — це { $file }.
host-restored-aside = Те, що було там раніше, відкладено як { $path }.
host-restored-kept = { $count ->
        [0] Про жоден стіл не можна сказати, що він нічого не втрачає.
        [one] { $count } стіл нічого не втрачає.
        [few] { $count } столи нічого не втрачають.
        [many] { $count } столів нічого не втрачають.
       *[other] { $count } столу нічого не втрачають.
    }
host-restored-table = Стіл { NUMBER($table, useGrouping: 0) }: { $fate ->
        [gone] його більше немає; зникає { $count ->
            [one] { $count } хід
            [few] { $count } ходи
            [many] { $count } ходів
           *[other] { $count } ходу
        }.
        [returns] він повертається після ходу { NUMBER($move, useGrouping: 0) }.
        [unknown] він стоїть після ходу { NUMBER($move, useGrouping: 0) }; скільки ходів зникає, невідомо.
       *[set-back] він повертається до стану після ходу { NUMBER($move, useGrouping: 0) }; { $count ->
            [0] жоден хід не зникає
            [one] зникає { $count } хід
            [few] зникає { $count } ходи
            [many] зникає { $count } ходів
           *[other] зникає { $count } ходу
        }.
    }
host-whole = { $path }: усе так, як записано.
host-faults = { $path }: знайдено { $count ->
        [one] { $count } помилку
        [few] { $count } помилки
        [many] { $count } помилок
       *[other] { $count } помилки
    }.
host-fault = { $table ->
        [0] { $what }
       *[other] Стіл { NUMBER($table, useGrouping: 0) }, після ходу { NUMBER($move, useGrouping: 0) }: { $what }
    }

## Settings that can't be used; none of these may mention a value. What begins with a variable's name is a part of a
## sentence: `settings-wrong` puts the full stop.

settings-wrong = { $faults }.
settings-both = { $first }; { $second }
settings-file = { $path } не вдається прочитати як текстовий файл.
settings-unreadable = { $path } не вдається прочитати: { $why }.
settings-unclear = У { $path } є рядки, яких не вдається зрозуміти, тож їх пропущено; кожен має бути таким: `NAME=VALUE`. Їхні номери: { $names }.
settings-unknown = У { $path } є назви, яких немає серед налаштувань Herald, тож їх пропущено: { $names }.
setting-token = { $variable } має містити лише токен, без пробілів чи інших знаків довкола або всередині
setting-address = { $variable } має бути адресою, що починається з http:// або https://, наприклад { $example }
setting-choice = { $variable } має бути одним із цих значень: { $choices }
setting-count = { $variable } має бути цілим числом від { $low } до { $high }
setting-zone = { $variable } має бути часовим поясом, наприклад { $example }
setting-unclear = { $variable } має незрозуміле значення
setting-shard-ids = { $variable } має називати шарди за номерами, наприклад { $example } або 0,2
settings-shards = SHARDS, SHARD_IDS і PROCESSES суперечать одне одному: називати шарди чи ділити їх між процесами можна лише в межах тих, що лічить SHARDS.
settings-one-file = Кілька процесів не можуть ділити файл { $path }: їм потрібен PostgreSQL (`docs/scale.md`); один процес може мати скільки завгодно шардів.
setting-database = { $variable } має бути шляхом до файлу або адресою на зразок { $example }

## The database can't be used

storage-missing = Бази даних { $path } немає.
storage-target-taken = { $path } уже існує.
storage-no-directory = Папки, у якій мав би бути { $path }, не існує.
storage-foreign = { $path } — це не база даних Herald.
storage-newer = Базу { $path } записано новішою версією Herald (версія бази даних { $found }, а ця знає { $known }).
storage-older = Базу { $path } записано старішою версією Herald; один раз запустіть із нею цю версію, щоб перенести дані.
storage-unreleased = Базу { $path } записано між двома випусками (версія бази { $found }), і перенести її не можна: поставте на її місце копію іншої версії.
storage-running = Інший Herald уже працює з { $path }.
storage-older-runs = З { $path } працює старіша версія Herald, яка не може продовжувати поруч із цією: зупиніть усі, потім запустіть нові.
storage-shares = Усі шарди бази { $path } вже обслуговують інші процеси.
storage-shards-differ = З { $path } працює Herald з іншою кількістю SHARDS; вона має бути однакова в усіх.
storage-full = На диску немає місця для { $path }.
storage-damaged = Базу { $path } пошкоджено; відновіть резервну копію: `python -m bot restore FILE`.
storage-busy = Базу { $path } використовує інша програма.
storage-read-only = Користувач, від імені якого це запущено, не може писати в { $path }; перевірте дозволи файлу та його папки.
storage-no-access = { $path } не вдається відкрити; перевірте дозволи файлу та його папки.
storage-disk = Збій диска під час роботи з { $path }.
storage-unusable = Базу { $path } не вдається використати: { $why }.
storage-table-damaged = Стіл { $table } пошкоджено; `python -m bot verify` покаже, де саме.
storage-vanished = Файл { $path } видалено, замінено або спорожнено під час роботи Herald, тож зберігати туди більше нічого не можна. Поверніть його або відновіть резервну копію: `python -m bot restore FILE`.
storage-empty = Файл { $path } порожній, хоча не завжди був таким: поруч є { $found }. Відновіть резервну копію: `python -m bot restore FILE`, або видаліть його, щоб почати з нуля.
storage-restoring = Відновлення { $path } перервано; запустіть `python -m bot restore FILE` ще раз.
storage-copy-damaged = Файл { $path } не такий, як його записано, тож нічого не відновлено; --damaged бере його попри це.
storage-copy-older = { $path } — копія бази, яку записав старіший Herald, тому її не перевірено; наступну буде перевірено, щойно ви запустите цей Herald.
storage-copy-itself = { $path } — це сама база даних.
storage-outcome-unknown = База { $path } не відповіла вчасно, тож невідомо, чи зберегла вона зміну.
storage-closed = Базу даних закрито.
storage-address = Це не шлях і не адреса на зразок { $example }.
storage-server-away = { $path } не відповідає; погляньте, чи PostgreSQL там працює і чи до нього можна дістатися.
storage-server-address = Адресою { $path } не можна скористатися: хибні сервер, порт або те, що стоїть після `?`.
storage-server-schema = { $path } не має схеми для свого користувача; погляньте на `search_path`.
storage-server-plain = { $path } і Herald не домовилися про шифроване з’єднання; погляньте на `sslmode` у `DATABASE` та на сертифікат сервера.
storage-server-refused = { $path } нікого не впускає з таким іменем і паролем.
storage-server-full = На диску PostgreSQL більше немає місця для { $path }.
storage-server-crowded = { $path } не приймає більше з’єднань; `max_connections` у PostgreSQL замале.
storage-server-encoding = { $path } не може зберігати літери всіх мов; створіть цю базу наново командою `createdb --encoding=UTF8`.
storage-server-read-only = У { $path } не можна писати; можливо, це резервний сервер.
storage-server-no-access = { $path } не дозволяє своєму користувачеві створювати чи змінювати те, що потрібно Herald.
storage-server-damaged = Базу { $path } пошкоджено; перевірте її командою `python -m bot verify`, а PostgreSQL — його власними засобами.
storage-replaced = Інший Herald перейняв базу { $path }, поки цей не мав із нею зв’язку.
storage-move-damaged = База { $path } не така, як записано, тож нічого не скопійовано; спершу відновіть резервну копію.
storage-move-unlike = До { $path } дійшло не те, що мало бути скопійовано, тож там нічого не збережено.

## What `verify` finds

fault-sqlite = SQLite повідомляє: { $found }
fault-lost = { $part ->
        [wishes] Є прохання видалити людину, але немає столу.
        [people] Записано, хто грає за столом, але столу немає.
        [announcements] Є оголошення, але немає столу.
        [clocks] Є годинники, але немає столу.
        [tidings] Є запрошення до столу, але немає столу.
        [moves] Є ходи, але немає столу.
       *[checkpoints] Є контрольні точки, але немає столу.
    }
fault-numbers = Останній номер, який дістав стіл, не такий, як записано; якийсь номер може повторитися.
fault-people = Його люди або його час не такі, як записано.
fault-columns = Те, за чим шукають стіл, не відповідає самому столу.
fault-choices = { $part ->
    [person] Обране людиною не таке, як записано; вважається, що нічого не обрано.
    [habits] Обране людиною щодо часу не таке, як записано; вважається, що нічого не обрано, або воно запізниться.
    [follow] Хто стежить за грою, записано не так, як було; цю людину не буде покликано.
    [outages] Коли Herald не працював, записано не так, як було; після наступного запуску час для кожного рішення відлічиться заново.
    [server] Обране для сервера не таке, як записано; вважається, що нічого не обрано.
    [customs] Обране для сервера не таке, як записано; вважається, що нічого не обрано.
   *[other] Щось занотоване чи обране не таке, як записано; вважається, що цього не було.
}
fault-announced = Показане в Discord не таке, як записано; воно буде показане заново.
fault-clock = Годинники не такі, як записано; вони стоять, і стіл чекає на всіх.
fault-due = Час, коли треба глянути на годинники столу, не такий, як записано; наступний хід за ним це виправить.
fault-table = Стіл не такий, як записано.
fault-position = Позиція не така, як записано.
fault-orders = Доручене наперед не таке, як записано.
fault-start = Бракує початкової позиції.
fault-checkpoint = Контрольна точка не така, як записано.
fault-gap = Бракує ходів перед ходом { NUMBER($move, useGrouping: 0) }.
fault-move = Хід не такий, як записано після попереднього.
fault-end = Журнал закінчується ходом { NUMBER($last, useGrouping: 0) }, а позиція стоїть після ходу { NUMBER($position, useGrouping: 0) }.
fault-base = Немає позиції, з якої можна відтворити журнал.
fault-led = Журнал не веде до позиції.
fault-replay = Журнал не вдається відтворити: { $error }.

## What `health` answers

health-fine = З Herald усе гаразд.
health-no-setting = HEALTH_FILE не задано, тож ніхто не знає, чи все гаразд із Herald.
health-none = Файлу стану { $path } немає: Herald не запущено, або його запущено з іншим HEALTH_FILE.
health-stale = Herald нічого не записував у { $path } уже { $seconds ->
        [one] { $seconds } секунду
        [few] { $seconds } секунди
        [many] { $seconds } секунд
       *[other] { $seconds } секунди
    }: він завис або його зупинено силою.
health-disconnected = Herald не має зв’язку з Discord уже { $seconds ->
        [one] { $seconds } секунду
        [few] { $seconds } секунди
        [many] { $seconds } секунд
       *[other] { $seconds } секунди
    }.

## What `doctor` finds: one line each, such as "ok    Clock: It goes with Discord's."

doctor-ok = добре
doctor-warn = увага
doctor-fail = збій

doctor-minutes = { $count ->
        [one] { $count } хвилину
        [few] { $count } хвилини
        [many] { $count } хвилин
       *[other] { $count } хвилини
    }
doctor-hours = { $count ->
        [one] { $count } годину
        [few] { $count } години
        [many] { $count } годин
       *[other] { $count } години
    }
doctor-days = { $count ->
        [one] { $count } день
        [few] { $count } дні
        [many] { $count } днів
       *[other] { $count } дня
    }
doctor-just-now = менше хвилини

doctor-unchecked = Не перевірено; див. вище: { $check }.
doctor-unreadable = { $path } не вдається прочитати: { $why }.

doctor-disk = Диск
doctor-disk-fine = Вільно { $free } МБ; база даних займає { $size } МБ.
doctor-disk-short = Вільно лише { $free } МБ, а база даних займає { $size } МБ: оновлення й резервні копії її копіюють.
doctor-disk-full = Вільно лише { $free } МБ, а база даних займає { $size } МБ: незабаром Herald не зможе зберегти жодного ходу.

doctor-modes = Файли
doctor-modes-fine = { $env ->
        [file-seen] Ніхто інший на цьому комп’ютері не може прочитати бази даних, її копій чи .env.
        [server-seen] Ніхто інший на цьому комп’ютері не може прочитати .env чи того, що є в BACKUPS.
        [server-unseen] Ніхто інший на цьому комп’ютері не може прочитати того, що є в BACKUPS; .env у цій папці немає.
       *[file-unseen] Ніхто інший на цьому комп’ютері не може прочитати бази даних чи її копій; .env у цій папці немає.
    }
doctor-modes-open = Інші на цьому комп’ютері могли б прочитати карти гравців або токен у цих файлах: chmod 600 { $files }

doctor-copies = Копії
doctor-aside = { $count ->
        [one] Під час оновлення чи відновлення відкладено { $count } файл; його буде видалено
        [few] Під час оновлень і відновлень відкладено { $count } файли; їх буде видалено
        [many] Під час оновлень і відновлень відкладено { $count } файлів; їх буде видалено
       *[other] Під час оновлень і відновлень відкладено { $count } файлу; їх буде видалено
    } через { $days } днів. Там лишаються карти гравців і люди, яких видалено: { $files }

doctor-database = База даних
doctor-database-fine = { $path } читається і має теперішню версію.
doctor-database-none = { $path } ще немає; Herald створить її під час запуску.
doctor-database-empty = { $path } порожній; якщо там були столи, поставте на це місце резервну копію.

doctor-shards = Шарди
doctor-shards-fine = Обслуговуються всі: { $count }.
doctor-shards-free = { $count ->
        [1] Ніхто не обслуговує шард { $shards }
       *[other] Ніхто не обслуговує шарди { $shards }
    }: бракує процесу, або його саме замінюють.
doctor-shards-idle = Процеси, що ділять базу даних, не працюють.

doctor-wal = Журнал запису
doctor-wal-fine = Він займає { $size } МБ.
doctor-wal-large = Він займає { $size } МБ, тож щось не дає його спорожнити: можливо, програма, яка довго тримає базу даних відкритою.

doctor-tables-behind = Дописи
doctor-behind-none = У Discord опубліковано все.
doctor-behind = У Discord опубліковано не все про { $count ->
        [one] { $count } стіл
        [few] { $count } столи
        [many] { $count } столів
       *[other] { $count } столу
    }; найдавніше чекає { $age }.
doctor-behind-undated = У Discord опубліковано не все про { $count ->
        [one] { $count } стіл
        [few] { $count } столи
        [many] { $count } столів
       *[other] { $count } столу
    }.

doctor-tables = Столи
doctor-lobbies-fine = { $count ->
        [0] Жоден стіл не чекає на людей.
        [one] На людей чекає { $count } стіл.
        [few] На людей чекають { $count } столи.
        [many] На людей чекають { $count } столів.
       *[other] На людей чекають { $count } столу.
    }
doctor-lobbies-old = { $count ->
        [one] { $count } стіл чекає
        [few] { $count } столи чекають
        [many] { $count } столів чекають
       *[other] { $count } столу чекають
    } на людей понад тиждень.
doctor-suspended = { $count ->
        [one] { $count } стіл втратив
        [few] { $count } столи втратили
        [many] { $count } столів втратили
       *[other] { $count } столу втратили
    } свій канал або гілку.

doctor-backups = Резервні копії
doctor-backups-unset = BACKUPS не називає жодної папки, тож про них нічого не відомо.
doctor-backups-none = У { $path } немає жодної.
doctor-backup-age = Найновішу, { $path }, зроблено { $age } тому.
doctor-backup-old = Найновішу, { $path }, зроблено { $age } тому: усе, що сталося відтоді, є лише на одному диску.
doctor-backup-whole = { $path }: усе так, як записано.
doctor-backup-damaged = { $path } пошкоджено { $count ->
        [one] в { $count } місці
        [few] у { $count } місцях
        [many] у { $count } місцях
       *[other] у { $count } місцях
    }; зробіть зараз іншу.

doctor-api = API
doctor-api-fine = Discord відповів за { $milliseconds } мс.

doctor-token = Токен
doctor-token-fine = Discord його приймає; це токен бота { $name }.

doctor-intents = Intents (дозволи на події)
doctor-intents-fine = Жодного привілейованого (privileged intents) не ввімкнено, і Herald їх не потребує.
doctor-intents-needless = Увімкнено привілейовані (privileged intents), яких Herald не потребує; вимкніть їх на сторінці Bot застосунку.

doctor-gateway = Шлюз
doctor-gateway-starts = Він відповідає; сьогодні бот { $starts ->
        [0] більше не може під’єднатися
        [one] може під’єднатися ще { $starts } раз
        [few] може під’єднатися ще { $starts } рази
        [many] може під’єднатися ще { $starts } разів
       *[other] може під’єднатися ще { $starts } разу
    }.
doctor-gateway-shards = Discord хоче стільки шардів: { $wanted }, а SHARDS — { $shards }.

doctor-clock = Годинник
doctor-clock-fine = Він іде так, як у Discord.
doctor-clock-ahead = Він поспішає на { $seconds ->
        [one] { $seconds } секунду
        [few] { $seconds } секунди
        [many] { $seconds } секунд
       *[other] { $seconds } секунди
    } порівняно з Discord; нехай цей комп’ютер звіряє його через мережу.
doctor-clock-behind = Він відстає на { $seconds ->
        [one] { $seconds } секунду
        [few] { $seconds } секунди
        [many] { $seconds } секунд
       *[other] { $seconds } секунди
    } порівняно з Discord; нехай цей комп’ютер звіряє його через мережу.

doctor-permissions = Дозволи
doctor-permissions-fine = { $count ->
        [one] { $count } сервер дає
        [few] { $count } сервери дають
        [many] { $count } серверів дають
       *[other] { $count } сервера дають
    } Herald усе, що йому потрібно; окремий канал може давати менше.
doctor-permissions-lacking = { $server } не дає Herald таких дозволів: { $permissions }.
doctor-permissions-nowhere = Бот ще не на жодному сервері; адреса, що його запрошує, є в README.

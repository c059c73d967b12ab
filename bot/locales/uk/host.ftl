### What the host reads at the terminal, in Ukrainian: the command line, its answers, and why Herald can't start or has stopped.

## The command line. Helps begin in lower case and have no full stop, as everywhere on command lines.

host-about = Herald проводить настільні ігри в Discord.
host-run = під’єднатися до Discord (так і без команди)
host-sandbox = грати у браузері на цьому комп’ютері, без Discord
host-verify = перевірити, чи база даних така, як її записано
host-backup = скопіювати базу даних, також під час роботи бота
host-target = файл, у який записати копію, або папка для копій із датою
host-keep = скільки копій лишати в папці ({ $count }, якщо не вказано)
host-restore = поставити копію на місце бази даних, поки бота зупинено
host-restore-file = копія, яку туди поставити; вона лишається й там, де є
host-restore-damaged = узяти копію, навіть якщо вона не ціла

arguments-command = що зробити
arguments-usage = використання:
arguments-words = слова
arguments-options = параметри
arguments-help = показати цю довідку й завершити
arguments-unknown = Невідомі слова: { $words }. Довідка: --help.
arguments-wrong = { $argument }: так не можна. Довідка: --help.
arguments-missing = Чогось бракує, або щось незрозуміле. Довідка: --help.

## How it went. `why` is one of the sentences below.

host-cant-start = Herald не може запуститися: { $why }
host-has-stopped = Herald зупинено: { $why }
host-no-token = Бракує DISCORD_TOKEN: запишіть токен бота у файл .env або в середовище.
host-token-refused = Discord не приймає токен із DISCORD_TOKEN.
host-unreachable = Discord недосяжний за адресою { $address }: { $why }.
host-backed-up = { $path } скопійовано в { $target }.
host-restored = Тепер { $path } — це { $file }.
host-restored-aside = Те, що було там раніше, тепер { $path }.
host-restored-kept = { $count ->
        [0] Жоден стіл не лишився, як був.
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
        [returns] він повертається, після ходу { NUMBER($move, useGrouping: 0) }.
        [unknown] він стоїть після ходу { NUMBER($move, useGrouping: 0) }; скільки ходів зникає, невідомо.
       *[set-back] він повертається до стану після ходу { NUMBER($move, useGrouping: 0) }; зникає { $count ->
            [one] { $count } хід
            [few] { $count } ходи
            [many] { $count } ходів
           *[other] { $count } ходу
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
setting-token = { $variable } має бути лише токеном, без пробілів чи інших знаків довкола або всередині
setting-address = { $variable } має бути адресою, що починається з http:// або https://, наприклад { $example }
setting-choice = { $variable } має бути одним із цих значень: { $choices }
setting-unclear = { $variable } має незрозуміле значення

## The database can't be used

storage-missing = Бази даних { $path } немає.
storage-target-taken = { $path } уже існує.
storage-no-directory = Папки, у якій мав би бути { $path }, не існує.
storage-foreign = { $path } — це не база даних Herald.
storage-newer = { $path } записано новішою версією Herald (версія бази даних { $found }, а ця знає { $known }).
storage-older = { $path } записано старішою версією Herald; один раз запустіть із нею цю версію, щоб перенести дані.
storage-orphans = { $path } не вдається перенести на версію { $version }: деякі рядки втратили те, до чого належать.
storage-running = Інший Herald уже працює з { $path }.
storage-full = На диску немає місця для { $path }.
storage-damaged = { $path } пошкоджено; перевірте за допомогою `python -m bot verify` або відновіть резервну копію: `python -m bot restore FILE`.
storage-busy = { $path } використовує інша програма.
storage-read-only = У { $path } не можна писати; перевірте дозволи файлу та його папки.
storage-no-access = { $path } не вдається відкрити; перевірте дозволи файлу та його папки.
storage-disk = Збій диска під час роботи з { $path }.
storage-unusable = { $path } не вдається використати: { $why }.
storage-table-damaged = Стіл { $table } пошкоджено; `python -m bot verify` покаже, де саме.
storage-vanished = { $path } видалено, замінено або спорожнено під час роботи Herald, тож зберігати туди більше нічого не можна. Поверніть його або відновіть резервну копію: `python -m bot restore FILE`.
storage-restoring = Відновлення { $path } перервано; запустіть `python -m bot restore FILE` ще раз.
storage-copy-damaged = { $path } не такий, як його записано, тож нічого не відновлено; --damaged бере його попри це.
storage-copy-itself = { $path } — це сама база даних.
storage-closed = Базу даних закрито.

## What `verify` finds

fault-sqlite = SQLite повідомляє: { $found }
fault-lost = { $part ->
        [seats] Є місця, але немає столу.
        [announcements] Є оголошення, але немає столу.
        [moves] Є ходи, але немає столу.
       *[checkpoints] Є контрольні точки, але немає столу.
    }
fault-names = Імена на його місцях не вдається прочитати.
fault-seats = Місця має не кожен, хто грає.
fault-announced = Не вдається прочитати, що вже показано в Discord; воно буде показане заново.
fault-table = Стіл не такий, як записано.
fault-start = Бракує початкової позиції.
fault-checkpoint = Контрольна точка не така, як записано.
fault-gap = Бракує ходів перед ходом { NUMBER($move, useGrouping: 0) }.
fault-move = Хід не такий, як записано після попереднього.
fault-end = Журнал закінчується ходом { NUMBER($last, useGrouping: 0) }, а позиція стоїть після ходу { NUMBER($position, useGrouping: 0) }.
fault-base = Немає позиції, з якої можна відтворити журнал.
fault-position = Журнал не веде до позиції.
fault-replay = Журнал не вдається відтворити: { $error }.

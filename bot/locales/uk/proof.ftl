### What is proved of a finished match, and why a file proves nothing: for people at a table, and for hosts at a terminal.

## What is proved: one sentence each of the pledge, of the seed, and of the moves

# $pledge is a hash: 64 letters and digits.
proved-pledge = 1. Таємниця відповідає запоруці { $pledge }: якщо на столі до початку стояла саме ця, таємницю визначено раніше, ніж хтось міг щось додати.
proved-seed-pledge = 1. Зерно відповідає запоруці { $pledge }: якщо в дописі, яким почалася гра, стоїть саме ця, зерно відтоді не змінювали.
proved-words = 2. Зерно складено з таємниці та { $words ->
        [one] { $words } слова
        [few] { $words } слів
        [many] { $words } слів
       *[other] { $words } слова
    }, тож вибрати тасування не міг ніхто, хто не знав і таємниці, і кожного слова.
proved-words-message = 2. Зерно складено з таємниці, { $words ->
        [one] { $words } слова
        [few] { $words } слів
        [many] { $words } слів
       *[other] { $words } слова
    } та номера, який Discord дав першому повідомленню стола, тож вибрати тасування не міг ніхто, хто не знав їх усіх.
proved-message = 2. Зерно складено з таємниці та номера, який Discord дав першому повідомленню стола; слова ніхто не додав.
proved-alone = 2. Ніхто нічого не додав, тож зерно вибрав сам Herald: доведено, що його не змінювали, але не те, як його обрано.
proved-moves = 3. Від цього зерна { $moves ->
        [one] { $moves } хід відповідає правилам і веде
        [few] усі { $moves } ходи відповідають правилам і ведуть
        [many] усі { $moves } ходів відповідають правилам і ведуть
       *[other] усі { $moves } ходу відповідають правилам і ведуть
    } до того кінця, який усі бачили.
proved-not-replayed = 3. Ходи зроблено за давнішими правилами гри, і за сьогоднішніми їх не повторити.

## Why a file proves nothing

proof-file = Доказ: таємниця, що до неї додано, кожен хід і кінець.
proof-fails = Цей стіл довести не вдається: { $why }
proof-unreadable = Це не доказ, який Herald може прочитати.
proof-changed = Щось у ньому змінено після того, як Herald його написав.
proof-game = Його гра тут невідома.
proof-rules = Його зіграно за правилами, яких тут не знають; найновіші відомі мають версію { NUMBER($known, useGrouping: 0) }.
proof-older = Його ходи зроблено за давнішими правилами, і за сьогоднішніми їх не повторити.
proof-seats = Його місця не узгоджуються між собою.
proof-pledge = Таємниця не та, за яку дано запоруку.
proof-seed = Таємниця й додане не дають цього зерна.
proof-move = Ходу { NUMBER($move, useGrouping: 0) } не могли зробити.
proof-end = Ходи не ведуть до такого кінця.

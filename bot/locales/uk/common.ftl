### What Herald says whatever the game, in Ukrainian.
### Names of people and texts inside other texts come undeclined: each sentence has a place for a nominative.

## How values, cards and turns read

value = { $value }
fact = { $label }: { $value }
fact-noted = { $value }, { $note }
# $fact is a labelled value that $player holds.
fact-held = { $fact } → { $player }
# $ticks are what the values are counted by, such as the rounds.
chart = **{ $title }** ({ $ticks })
chart-chances = Шанси на перемогу у %, разом 100, хід за ходом
known = { $player } · { $title }
# A row in which nothing lies.
row-empty = **{ $title }:** { $empty }
card-times = { $card } ×{ $count }
copy = { $card } ({ $number } з { $count })
# The emblems of seats, for games that give their players none of their own.
emblem-seat-1 = 🔵
emblem-seat-2 = 🟥
emblem-seat-3 = 🔶
emblem-seat-4 = 🍀
emblem-seat-5 = 💧
emblem-seat-6 = 🌑
emblem-seat-7 = 🫒
emblem-seat-8 = 🔮
ask = ⏳ { $waiting }
ask-you = 👉 Ваш хід. { $prompt }
turn = 👉 { $player }: { $prompt }
turn-play = 👉 { $player } — ваш хід: **{ $button }**. Це бачите лише ви.
    -# { $waiting }
table-title = { $game } · стіл { $table }
table-brief = Стіл { $table }
table-title-practice = { $game } · стіл { $table } (вправа)
# $table is the number of the table that is played on from, $move that of the move, 0 for the beginning.
practice-then = -# 🎯 Вправа зі столу { $table }, від { $move ->
    [0] початку
   *[other] кроку { $move }
}: карти ті самі. Вона нічого не важить.
practice-anew = -# 🎯 Вправа зі столу { $table }, від { $move ->
    [0] початку
   *[other] кроку { $move }
}: приховане роздано наново. Вона нічого не важить.

## The lobby

lobby-open = { $player } запрошує за стіл. Натисніть **{ button-join }**, щоб зайняти місце.
lobby-full = { $player } запрошує за стіл, і всі місця вже зайнято.
# $taken of $seats are taken; $missing is how many that leaves.
lobby-seats =
    { $missing ->
        [0] За столом: **{ $taken } з { $seats }**
        [one] Уже за столом: **{ $taken } з { $seats }**, чекаємо ще на { $missing } гравця
        [few] Уже за столом: **{ $taken } з { $seats }**, чекаємо ще на { $missing } гравців
        [many] Уже за столом: **{ $taken } з { $seats }**, чекаємо ще на { $missing } гравців
       *[other] Уже за столом: **{ $taken } з { $seats }**, чекаємо ще на { $missing } гравця
    }
lobby-time = -# ⏱️ За звичайним столом на { $seats } — приблизно { $minutes } { $minutes ->
        [one] хвилину
        [few] хвилини
        [many] хвилин
       *[other] хвилини
    }. { $here }
# Що діє за цим столом; усе до слова — в умовах. $what — перелік із цього.
lobby-allowed = -# ✅ Тут діють { $what }.
allowed-advice = 💡 поради
allowed-orders = 📌 доручення наперед
allowed-by-dm = ✉️ карти в приватних повідомленнях
# One of these is the end of it, and the last one of all may follow.
lobby-here-daily =
    { $count ->
        [one] Приблизно { $count } рішення на день.
        [few] Приблизно { $count } рішення на день.
        [many] Приблизно { $count } рішень на день.
       *[other] Приблизно { $count } рішення на день.
    }
lobby-here = Тут гра може тривати й кілька днів.
lobby-here-alone = Тут усе залежить лише від вас.
lobby-here-days =
    Тут зазвичай — { $days ->
        [one] { $days } день
        [few] { $days } дні
        [many] { $days } днів
       *[other] { $days } дня
    }.
lobby-here-weeks =
    Тут зазвичай — { $low }–{ $high } { $high ->
        [one] тиждень
        [few] тижні
        [many] тижнів
       *[other] тижня
    }.
lobby-seat = { $number }. { $player }
lobby-seat-word = { $number }. { $player }
    -# слово { $digest }
# $pledge is the beginning of a hash: 32 letters and digits.
lobby-pledge = -# Запорука чесного тасування: { $pledge } · за бажання: **{ button-word }**.
table-pledge = -# Запорука чесного тасування: { $pledge }
# $pledge is the whole hash: 64 letters and digits.
joined-pledge = -# Збережіть запоруку чесного тасування: { $pledge }
joined-opens = -# Якщо стіл закриють достроково, я опублікую таємницю тасування, а з неї можна прочитати карти кожного.
newgame-opened = Стіл { $table } відкрито: { $channel }.
joined = Ви за столом { $table }.
word-offer = Якщо хочете, додайте до тасування слово: доки його немає, ніхто не знає, як ляжуть карти. Що пізніше ви його додасте, то менше можна спробувати після вас, навіть моєму господареві. Гра не чекає ні на чиє слово.
# All of these are whole: 64, 64 and 32 letters and digits.
word-added = Ваше слово враховано. Я зберігаю лише його геш (хеш), а слово забуваю.
    -# Збережіть, щоб потім перевірити тасування: геш `{ $digest }`
    -# сіль `{ $salt }` (слово й сіль разом дають геш)
    -# запорука `{ $pledge }`
    -# Допис, яким почнеться гра, має показати перші 32 знаки геша й запоруки.
resume-done = { $table }: гра йде далі тут, нічого не загублено. За мить покличу того, на кого чекаємо.
resume-open = { $table }: стіл тепер відкрито тут, нічого не загублено.
button-join = Приєднатися
button-word = Додати слово
button-opened = Що було закрито
button-leave = Вийти
button-start = Почати
button-cancel = Скасувати
# How the story begins in the channel; the log says the same in full, with one of the next two.
story-begins = 🎲 Гра починається. Порядок за столом: { $players }.
    -# Запорука чесного тасування: { $pledge } (повністю — **{ button-log }**)
story-begins-pledged = 🎲 Гра починається. Порядок за столом: { $players }.
    -# Запорука { $pledge } · додано: { $added } · геш початкового числа, яке з них вийшло: { $seed } (повністю — **{ button-log }**)
pledge-exchanged = ⚠️ Запорука тасування цього столу вже не та, яку було видно спочатку: таємницю підмінили. Краще скасуйте стіл і відкрийте інший.
shuffle-exchanged = ⚠️ Те, з чого складено це тасування, підмінили після роздачі: не довіряйте йому.
table-begins = 🎲 Гра починається. Порядок за столом: { $players }.
    -# Запорука чесного тасування (SHA-256 початкового числа): { $pledge }
table-begins-pledged = 🎲 Гра починається. Порядок за столом: { $players }.
    -# Запорука чесного тасування, як вона стояла до початку: { $pledge }
    -# До неї додано: { $added }. SHA-256 початкового числа, яке з них вийшло: { $seed }
# What was added to a shuffle: a list of these.
added-word = { $player } — слово ({ $digest })
added-message = номер першого повідомлення столу ({ $message })
added-nothing = нічого

## The table

table-over = Гру завершено.
# $player may also be somebody who has no seat.
table-ended = Цей стіл закрито раніше, ніж скінчилася гра.
table-ended-by = { $player } закриває цей стіл раніше, ніж скінчилася гра.
table-suspended = Місця цього столу вже немає, тож його призупинено, доки хтось не перенесе його деінде. Нічого не загублено.
table-canceled = Цей стіл скасовано ще до початку гри.
table-canceled-by = { $player } скасовує цей стіл.
table-expired = За { $days ->
        [one] { $days } день
        [few] { $days } дні
        [many] { $days } днів
       *[other] { $days } днів
    } ніхто не розпочав гру й не приєднався, тож я закриваю цей стіл. Новий відкрити недовго.
table-ended-post = 🏁 { $table }: стіл закрито раніше, ніж скінчилася гра.
table-ended-post-by = 🏁 { $table }: { $player } закриває стіл раніше, ніж скінчилася гра. Усе зігране лишається на видноті.
thread-name = { $game } · { $player }
# Above what a post has room for, where more has happened.
story-cut = -# … Що було раніше, показує **{ button-log }**.
# What stays of a message that called somebody; $link leads to the post that tells what came of it.
summons-answered = -# ✅ Відповідь є; далі — тут: { $link }
summons-gone = -# Це запитання вже знято; далі — тут: { $link }
summons-moved = -# Це запитання тепер тут: { $link }
summons-over = -# 🏁 Гру завершено; чим вона скінчилася — тут: { $link }
summons-ended = -# 🏁 Гру закрито достроково; що було доти — тут: { $link }
button-play = Зробити хід
button-otherwise = Інакше…
button-play-private = Відповісти приватно
button-hand = Мої карти
button-table = Увесь стіл
button-question = Назад до запитання
button-more = Більше
button-less = Менше
button-next-table = Наступний стіл
# Asked once more, in private, before a bid above one's means; $choice is the bid, such as "Bid 7 (more than you hold)".
sure = { $choice }: ви справді цього хочете?
sure-about = -# Ніхто інший цього запитання не бачить. `{ $settings-calls }` його вимикає.
button-sure = Так: { $choice }
button-not-sure = Ні, назад до запитання
button-log = Журнал
button-rules = Правила
button-number = Інше число…
button-more-cards = Ще карти ({ $page } з { $pages })
button-before = ◀ Назад
button-first = ⏮ Початок
button-last = Кінець ⏭
button-next = Далі ▶
pick = { $most ->
    [1] Оберіть карту
   *[other] { $least ->
        [1] Оберіть до { $most ->
            [one] { $most } карти
            [few] { $most } карт
            [many] { $most } карт
           *[other] { $most } карти
        }
       *[other] Оберіть { $most ->
            [one] { $most } карту
            [few] { $most } карти
            [many] { $most } карт
           *[other] { $most } карти
        }
    }
}
order-begin = -# Натискайте за порядком: від { $least } до { $most }.
order-picked = Поки що в такому порядку:
order-line = { $number }. { $choice }
order-next = Що далі?
button-order = Зіграти в такому порядку
button-start-over = Почати спочатку
number-noted = { $number } ({ $note })
dialog-number-title = Назвіть число
dialog-number-label = Ціле число від { $low } до { $high }
dialog-word-title = Слово для тасування
dialog-word-label = Будь-яке слово, до 100 знаків
dialog-word-salt = Сіль для вашого слова: `{ $salt }`. Її визначено ще до того, як ви щось напишете, тож ніхто не добере її до вашого слова.
told-secret = 🔓 Таємниця тасування: `{ $secret }`
secret-reads-hands = З неї тепер можна прочитати карти кожного, тож цими картами вже не грайте.
secret-of-canceled = Карт за нею не роздавали.
told-seed = 🔓 Початкове число тасування: `{ $seed }`
opened-title = Що було закрито: { $table }
opened-nothing = На столі вже все відкрито.
hand-empty = Зараз у вас немає нічого, що бачите лише ви.
log-title = Журнал: { $table } ({ $first }–{ $last } з { $count })
# $heading is a line under which the page before has begun.
log-goes-on = **{ $heading }** …
log-empty = Поки що нічого не сталося.
since-title = Нове
since-begun = Що вже було
# $when is how long ago that is, as Discord says it, such as "2 hours ago".
asked-when = запитано { $when }
# Told in the log and in the post after a move that was undone.
told-take-back = ↩️ { $player } скасовує свій хід.
    .you = ↩️ Ви скасовуєте свій хід.
told-rewind = ⏪ { $player } повертається до попереднього рішення.
    .you = ⏪ Ви повертаєтеся до попереднього рішення.
told-play-on = 🎯 { $player } грає звідси далі для вправи. Карти ті самі, що були.
    .you = 🎯 Ви граєте звідси далі для вправи. Карти ті самі, що були.
told-play-on-anew = 🎯 { $player } грає звідси далі для вправи. Усе, чого не видно з цього місця, роздано наново.
    .you = 🎯 Ви граєте звідси далі для вправи. Усе, чого ви не могли знати, роздано наново.
log-damaged = Тут був хід, запис про який уже не прочитати.

## Ending a table

end-confirm = { $table }: справді закрити стіл? Продовжити гру вже ніхто не зможе.
end-opens = -# Тоді я опублікую таємницю тасування: з неї можна прочитати карти кожного.
end-done = { $table }: стіл закрито.
# $players are the people who have a seat there.
cancel-confirm = { $table }: справді скасувати стіл? Місце там мають: { $players }.
cancel-done = { $table }: стіл скасовано.
button-cancel-table = Скасувати стіл
end-kept = Стіл лишається, як був.
button-end = Закрити стіл
button-keep = Нічого не змінювати
# Offered to moderators where several tables of a channel have not begun.
button-clear = Скасувати всі нерозпочаті столи ({ $count })
clear-done = { $count ->
    [0] Столів, що чекали б на людей, тут уже немає.
    [one] Скасовано { $count } стіл.
    [few] Скасовано { $count } столи.
    [many] Скасовано { $count } столів.
   *[other] Скасовано { $count } столів.
}

## Which table

which-title = Столів кілька. Який із них?
which-pick = Який стіл?
which-table = Стіл { $table }: { $game } ({ $players })

## Somebody's tables, on every server; $table is the name of one, with the way there

tables-title = Ваші столи
tables-none = Ви не граєте за жодним столом. Відкрийте стіл для всіх (`{ $newgame }`), зіграйте наодинці (`{ $alone }`), навчіться гри (`{ $learn }`) або спробуйте роздачу дня (`{ $daily }`).
tables-open = { $table }: гра ще не почалася
tables-rests = { $table }: призупинено, бо його місця вже немає
tables-resume = -# Стіл, місця якого вже немає, стоятиме там, де ви напишете `{ $table-resume }`.
tables-yours = { $table }: **ваш хід**
tables-waits = { $table }: чекає на відповідь ({ $players })
# Beside an open table: shows who has a seat there.
button-board = Хто тут

## Once more

# Under the name of an open table; $players are mentions.
rematch-invited = Реванш; запрошено: { $players }

## Refusals and troubles

refused = Зараз це неможливо.
refused-not-seated = Ви не граєте за цим столом.
refused-not-your-turn = { $count ->
    [0] Зараз тут ні на кого не чекають.
    [1] Зараз не ваш хід: чекаємо, що вирішить { $players }.
   *[other] Зараз не ваш хід: чекаємо, що вирішать { $players }.
}
refused-illegal = Зараз цього обрати не можна.
refused-stale = Те запитання вже минуло, тож нічого не змінилося. Ось що треба вирішити тепер.
view-outdated = Це вже застаріло, тож натискання нічого не змінило. Ось як усе є тепер.
refused-not-yours = Це може натиснути лише { $player }; нічого не змінилося. Ось ваше запитання.
refused-nothing-waits = Більше від вас нічого не треба.
refused-over = Гру завершено.
refused-seats = Для цієї гри гравців забагато або замало.
refused-no-table = Я не знаю такого столу.
refused-no-tables = Зараз ви тут ні в що не граєте. Відкрити стіл можна командою `{ $newgame }`.
refused-closed = Цей стіл закрито; грати за ним уже не можна.
refused-suspended = Місця цього столу вже немає, тож його призупинено. Гра піде далі там, де хтось із гравців або модератор напише `{ $table-resume }`.
refused-newer = Herald саме оновлюється, і за цим столом уже грає нова версія: спробуйте ще раз за хвилину.
refused-not-started = Гра ще не почалася.
refused-started = Гра вже почалася. Піти назовсім можна командою `{ $table-leave }`, а зайняти вільне місце — кнопкою під столом.
refused-already-seated = Ви вже граєте за цим столом.
refused-many-alone = Ви вже граєте наодинці за столами: { $most }. Спершу дограйте один із них або приберіть його.
refused-full = За цим столом уже немає вільних місць.
refused-too-few = Гравців замало: потрібно хоча б { $low }. Нехай спершу ще хтось натисне **{ button-join }**, або додайте суперника зі списку.
refused-shuffled = Гра почалася, і карти вже перетасовано, тож додати слово запізно. Нічого не змінилося.
refused-word-given = Ви вже додали слово до цього тасування, а те, що показано на столі, лишається.
refused-word = У слові має бути від 1 до { $most } літер чи знаків, в одному рядку. Нічого не змінилося.
# $points - скільки очок набрано.
refused-sealed = Цю роздачу ви зіграли: { $points } { $points ->
        [one] очко
        [few] очки
        [many] очок
       *[other] очка
    }. Решта відкриється, коли скінчиться день, для всіх одразу; тоді вашу гру покаже `{ $tables }`.
refused-not-over = Закрите відкривається, коли гру завершено, не раніше. До того часу діє запорука.
refused-not-opener = Це може лише той, хто відкрив стіл, або модератор.
refused-many-lobbies = У вас уже { $most ->
        [one] { $most } відкритий стіл, який
        [few] { $most } відкриті столи, які
        [many] { $most } відкритих столів, які
       *[other] { $most } відкритих столів, які
    } ще не розпочато. Розпочніть або скасуйте котрийсь, і зможете відкрити наступний.
refused-many-seats = Ви вже граєте за { $most ->
        [one] { $most } столом
        [few] { $most } столами
        [many] { $most } столами
       *[other] { $most } столами
    }, і більше нікому не варто на вас чекати. Щойно якусь гру дограють, можна буде сісти за наступний.
refused-channel-full = У цьому каналі вже { $most ->
        [one] { $most } стіл
        [few] { $most } столи
        [many] { $most } столів
       *[other] { $most } столів
    }. Щойно якусь гру тут дограють, звільниться місце для нового столу; може, воно є в гілці чи в іншому каналі.
refused-server-full = На цьому сервері вже { $most ->
        [one] { $most } стіл
        [few] { $most } столи
        [many] { $most } столів
       *[other] { $most } столів
    }. Щойно якусь гру тут дограють, звільниться місце для нового столу.
refused-too-soon = Ви щойно відкрили стіл. Зачекайте, будь ласка, { $seconds ->
        [one] { $seconds } секунду
        [few] { $seconds } секунди
        [many] { $seconds } секунд
       *[other] { $seconds } секунд
    } до наступного.
refused-too-fast = Забагато натискань за раз. Нічого не змінилося; зачекайте, будь ласка, { $seconds ->
        [one] { $seconds } секунду
        [few] { $seconds } секунди
        [many] { $seconds } секунд
       *[other] { $seconds } секунд
    } і натисніть ще раз.
refused-no-thread = Discord не дає мені відкрити тут гілку: можливо, бракує дозволу. Приберіть параметр про гілку, щоб грати просто тут.
refused-many-threads = На цьому сервері вже стільки відкритих гілок, скільки дозволяє Discord. Приберіть параметр про гілку, щоб грати просто тут, або спершу закрийте стару гілку.
refused-channel-gone = Цього каналу вже немає, тож відкрити тут стіл не вийде.
refused-outdated = Ваш Discord показує цю команду такою, якою вона була до мого останнього оновлення. Перезавантажте, будь ласка, Discord (Ctrl+R або закрийте й відкрийте застосунок) і спробуйте ще раз.
refused-number = Назвіть, будь ласка, ціле число від { $low } до { $high }. Нічого не змінилося.
refused-picks = Разом цього обрати не можна. Нічого не змінилося; оберіть, будь ласка, ще раз.
refused-unknown = Я не знаю такої кнопки. Нічого не змінилося.
refused-permissions = Я не можу відкрити тут стіл: { $count ->
        [one] бракує дозволу
        [few] бракує дозволів
        [many] бракує дозволів
       *[other] бракує дозволів
    } { $permissions }.
refused-read-only = Вам не можна тут писати, тож і я нічого тут за вас не публікую. Нічого не змінилося.
refused-elsewhere = Гілку можна відкрити лише в текстовому каналі. Приберіть параметр про гілку, щоб грати просто тут.
refused-still-there = За тим столом грають тут: { $channel }. Перенести його можна, лише якщо його каналу вже немає.
refused-nothing-rests = Жоден стіл, який ви могли б перенести сюди, не втратив каналу. `{ $table-show }` показує стіл цього каналу, `{ $newgame }` відкриває новий, а перерву закінчує **{ button-go-on }** під столом.
refused-server-only = Це можна зробити лише в каналі на сервері.
apology = З мого боку сталася помилка, і мій господар про неї вже знає. Нічого не втрачено; спробуйте, будь ласка, ще раз.
apology-storage = Зараз я не можу нічого записати, тож ця дія не збереглася; усе інше ціле. Мій господар знає; спробуйте, будь ласка, ще раз за мить.
apology-unknown = Мої записи поки не відповідають, тож я ще не знаю, чи збереглася ця дія. Усе інше ціле, і мій господар уже знає; за мить погляньте, будь ласка, на стіл, перш ніж пробувати ще раз.
apology-damaged = Записи цього столу пошкоджено, тож показати чи зіграти там нічого не можна. Мій господар знає й може відновити стіл із копії.
restored = ⚠️ Мені довелося повернутися до давнішої копії моїх записів, тож усе, що сталося за цим столом відтоді, зникло. Перепрошую. Гра йде далі з того місця, а давніші кнопки вже не діють.
restored-last = Останнє, що лишається чинним: { $event }
trouble-permission = ⚠️ Я не можу писати в каналі цього столу: бракує дозволу. Ваш хід збережено; скажіть про це, будь ласка, модераторові.
trouble-dm = ⚠️ Приватне повідомлення не дійшло, тож карти тут. Дозвольте їх від сервера й оберіть знову: `{ $settings-show }`.

## Permissions, as Discord names them

permission-view-channel = «Переглядати канал»
permission-send-messages = «Надсилати повідомлення»
permission-send-messages-in-threads = «Надсилати повідомлення в гілках»
permission-create-public-threads = «Створювати публічні гілки»
permission-embed-links = «Вбудовувати посилання»
permission-attach-files = «Прикріплювати файли»
permission-read-message-history = «Читати історію повідомлень»

agent-whim = Згодиться все, що має сенс: тут нічого не зважували.
agent-judgement = З досвіду цієї гри, кращого ходу немає.
agent-only = Усе інше тут не має сенсу.
agent-search = Так виграно приблизно { $chance } зі 100: це видно з { $worlds ->
        [one] { $worlds } уявної гри
        [few] { $worlds } уявних ігор
        [many] { $worlds } уявних ігор
       *[other] { $worlds } уявної гри
    } звідси.

## A private table, of one person against rivals

# $link веде до приватної розмови.
alone-in-dm = Стіл накрито: [до столу]({ $link }).

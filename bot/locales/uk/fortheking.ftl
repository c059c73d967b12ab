### For the King (and Me), in Ukrainian: every word that players read.
### $player is a person, $card the text of a card, $office the name of an office; all else is a number unless said.
### All of them come in the nominative: people are subjects of the present tense or stand behind a colon.

fortheking-name = За Короля (і за Мене)
    .command = за-короля
fortheking-tagline = Роздавайте картки, торгуйтеся тим, що лишили собі, і здобувайте найкращі посади при дворі.

## Emblems, names and cards

emblem-fortheking-office-diplomacy = 📜
    .letter = Д
emblem-fortheking-office-entertainment = 🎭
    .letter = Р
emblem-fortheking-office-livestock = 🐏
    .letter = Т
emblem-fortheking-office-architecture = 🏰
    .letter = А
emblem-fortheking-office-military = ⚔️
    .letter = В
emblem-fortheking-office-provisions = 🍇
    .letter = П
emblem-fortheking-gold = 🪙
emblem-fortheking-king = 👑

fortheking-office-diplomacy = Дипломатія
fortheking-office-entertainment = Розваги
fortheking-office-livestock = Тваринництво
fortheking-office-architecture = Архітектура
fortheking-office-military = Військова справа
fortheking-office-provisions = Придворна кухня

fortheking-duty-diplomacy-1 = Прибиральник нічних горщиків
fortheking-duty-diplomacy-2 = Відкривач листів
fortheking-duty-diplomacy-3 = Дверник
fortheking-duty-diplomacy-4 = Королівський речник
fortheking-duty-diplomacy-5 = Радник короля
fortheking-duty-diplomacy-6 = Великий камергер
fortheking-duty-entertainment-1 = Відчиняч вікон
fortheking-duty-entertainment-2 = Королівський гортальник сторінок
fortheking-duty-entertainment-3 = Придворний блазень
fortheking-duty-entertainment-4 = Перший кларнет
fortheking-duty-entertainment-5 = Королівський драматург
fortheking-duty-entertainment-6 = Композитор короля
fortheking-duty-livestock-1 = Прибиральник гною
fortheking-duty-livestock-2 = Скубальник птиці
fortheking-duty-livestock-3 = Вигулювач придворних собак
fortheking-duty-livestock-4 = Директор королівського звіринця
fortheking-duty-livestock-5 = Королівський єгер
fortheking-duty-livestock-6 = Головний королівський конюший
fortheking-duty-architecture-1 = Наглядач за ровом
fortheking-duty-architecture-2 = Натирач підлоги
fortheking-duty-architecture-3 = Королівський водопровідник
fortheking-duty-architecture-4 = Палацовий декоратор
fortheking-duty-architecture-5 = Садівник маєтку
fortheking-duty-architecture-6 = Архітектор короля
fortheking-duty-military-1 = Точильник мечів
fortheking-duty-military-2 = Інспектор катапульт
fortheking-duty-military-3 = Начальник нічної варти
fortheking-duty-military-4 = Очільник війська
fortheking-duty-military-5 = Генерал гарнізону
fortheking-duty-military-6 = Великий маршал
fortheking-duty-provisions-1 = Королівський куштувальник
fortheking-duty-provisions-2 = Опалювач печі
fortheking-duty-provisions-3 = Майстер чищення овочів
fortheking-duty-provisions-4 = Головний м’ясник
fortheking-duty-provisions-5 = Королівський соусник
fortheking-duty-provisions-6 = Розпорядник королівських бенкетів

# $title is the name of the duty.
fortheking-duty = { $value }, { $title }
fortheking-card-government = { $office } { $value } ({ $letter })
fortheking-card-gold = Золото { $value }
# $effect is one of the texts below.
fortheking-card-king = Король ({ $effect })
fortheking-effect-plus1 = +1
fortheking-effect-minus1 = −1
fortheking-effect-plus1x2 = +1 +1
fortheking-effect-minus1x2 = −1 −1
fortheking-effect-choice1 = +1 або −1
fortheking-effect-shift1 = +1, потім −1
fortheking-none = немає
fortheking-empty = поки нічого

## The table

fortheking-phase-share = Розподіл впливу · хід { $turn } з { $turns }
fortheking-phase-auction = Здобуття поваги · картка { $round } з { $rounds }
# $duties is a list of offices with their values.
fortheking-recap-share = Розподіл впливу завершено, ходів: { $turns }. Чільні посади: { $duties }.
fortheking-phase-over = Посади роздано
fortheking-fact-deck = Колода
fortheking-fact-favor = Стос прихильності
fortheking-fact-bid = Найвища ставка
fortheking-fact-bidder = Попереду
fortheking-fact-due = Ще сплатити
fortheking-fact-last = Попередні торги
fortheking-fact-last-short = Забракло на картку «{ $card }»
fortheking-brief = { $first }/{ $second }
fortheking-fact-duty = Посада
fortheking-fact-primary = Чільна посада
fortheking-fact-second = Другорядна посада
fortheking-fact-points = Очки
fortheking-fact-tie = За рівних сум
fortheking-tie = вирішує літера { $letter }
fortheking-fact-personal = Особиста колода
fortheking-fact-hand = Карток у руці
fortheking-fact-own-bid = Ставка
fortheking-fact-discarded = Сплачено карток долілиць
fortheking-fact-lost = Втрачено карток наосліп
fortheking-fact-total = Разом
fortheking-sale = { $card } — { $player }, ставка { $amount }
# Gold is paid with cards.
fortheking-sale-cards =
    { $card } — { $player }, ставка { $amount ->
        [one] { $amount } картка
        [few] { $amount } картки
        [many] { $amount } карток
       *[other] { $amount } картки
    }
fortheking-sale-none = { $card } — нікому
fortheking-short = { $player } (ставка { $amount })
fortheking-row-board = Урядові посади
fortheking-row-middle = Посередині стола
fortheking-row-room = Ще покласти
fortheking-zone-keep = Собі
fortheking-zone-middle = Посередині
fortheking-zone-favor = У стос прихильності
fortheking-row-kings = Королі, що вже сказали своє слово
fortheking-row-up = На торгах
fortheking-row-laid = На столі за цю картку
fortheking-row-paid = Золото, сплачене відкрито
fortheking-row-unsold = Картки прихильності, яких ніхто не взяв
fortheking-row-taken = взято відкрито
fortheking-row-earlier = взято відкрито, та могло вже піти
fortheking-row-shown = рука наприкінці
fortheking-row-drawn = Ви взяли
fortheking-row-personal = Ваша особиста колода
fortheking-row-hand = Ваша рука
fortheking-row-favored = Ви поклали в стос прихильності
fortheking-row-discarded = Ви сплатили долілиць
fortheking-row-lost = Ви втратили потай від інших
fortheking-opened-deck = Лишилося в колоді, наступна картка перша
fortheking-opened-box = Прибрано перед грою
fortheking-opened-favored = кладе в стос прихильності
fortheking-opened-discarded = сплачує долілиць
fortheking-opened-lost = втрачає потай від інших
fortheking-mark-adviser = радник
fortheking-mark-first = починає торги
fortheking-mark-highest = найвища ставка
fortheking-mark-passed = пас
fortheking-mark-out = поза цими торгами: забракло на ставку { $amount }
fortheking-mark-paying = має платити

## Questions

fortheking-ask-place = Ви берете з колоди картку «{ $card }». Куди її покласти?
fortheking-wait-place = { $player } бере картку з колоди й вирішує, куди її покласти.
fortheking-ask-take = Яку картку берете із середини стола?
fortheking-wait-take = { $player } бере картку із середини стола.
fortheking-ask-king-raise = «{ $card }»: яку чільну посаду підвищити на 1?
fortheking-wait-king-raise = { $player } підвищує чільну посаду на 1 за карткою «{ $card }».
fortheking-ask-king-lower = «{ $card }»: яку чільну посаду знизити на 1?
fortheking-wait-king-lower = { $player } знижує чільну посаду на 1 за карткою «{ $card }».
fortheking-ask-king-either = «{ $card }»: яку чільну посаду підвищити чи знизити на 1?
fortheking-wait-king-either = { $player } підвищує або знижує чільну посаду на 1 за карткою «{ $card }».
fortheking-ask-bid-first = На торгах картка «{ $card }». Скільки ставите?
fortheking-ask-bid-cards-first = На торгах картка «{ $card }». За золото ставлять кількість карток, які потім сплачують долілиць. Скільки карток ставите?
fortheking-wait-bid-first = { $player } робить ставку на картку «{ $card }» або пасує; ставок іще немає.
fortheking-wait-bid-cards-first = { $player } ставить певну кількість карток за «{ $card }» або пасує; ставок іще немає.
# $bidder is the person who holds the highest bid.
fortheking-ask-bid = { $bidder } ставить { $amount } за картку «{ $card }». Поставите більше?
fortheking-ask-bid-cards =
    { $bidder } ставить { $amount ->
        [one] { $amount } картку
        [few] { $amount } картки
        [many] { $amount } карток
       *[other] { $amount } картки
    } за «{ $card }». Поставите більше карток?
fortheking-wait-bid = { $player } ставить понад { $amount } за картку «{ $card }» або пасує; попереду { $bidder }.
fortheking-wait-bid-cards =
    { $player } ставить понад { $amount ->
        [one] { $amount } картку
        [few] { $amount } картки
        [many] { $amount } карток
       *[other] { $amount } картки
    } за «{ $card }» або пасує; попереду { $bidder }.
fortheking-ask-pay = Ви виграли картку «{ $card }»; ще треба сплатити золотом { $due }. Якими картками золота платите? Решти ніхто не дає.
fortheking-wait-pay = { $player } ще має сплатити золотом { $due } за картку «{ $card }».
fortheking-ask-discard =
    Ви виграли картку «{ $card }»; ще треба сплатити { $due ->
        [one] { $due } картку
        [few] { $due } картки
        [many] { $due } карток
       *[other] { $due } картки
    }. Обирайте з руки що завгодно: цього ніхто не побачить.
fortheking-wait-discard =
    { $player } ще має сплатити { $due ->
        [one] { $due } картку
        [few] { $due } картки
        [many] { $due } карток
       *[other] { $due } картки
    } за «{ $card }».
fortheking-option-keep = Лишити собі
fortheking-option-keep-king = Лишити собі: король діє одразу
fortheking-option-middle = Покласти посередині
fortheking-option-favor = Покласти в стос прихильності
fortheking-option-raise = { $office }: { $value } → { $after }
fortheking-option-lower = { $office }: { $value } → { $after }
fortheking-option-bid = { $amount }
fortheking-option-pass = Пас
# $cards is a list of gold cards.
fortheking-offer-pay = Сплатити { $total }: { $cards }

## What is told: Share Influence

fortheking-told-adviser = Хід { $turn } з { $turns }: { $player } стає радником.
fortheking-told-keep = { $player } лишає картку собі.
fortheking-told-keep-own = Ви лишаєте собі картку «{ $card }».
fortheking-told-middle = { $player } кладе посередині картку «{ $card }».
fortheking-told-favor = { $player } кладе картку в стос прихильності.
fortheking-told-favor-own = Ви кладете в стос прихильності картку «{ $card }».
fortheking-told-only-zone = Вільним лишилося одне місце: усе, що { $player } бере з колоди далі, лягає туди.
fortheking-told-only-card = { $player } не має вибору:
fortheking-told-take = { $player } бере із середини картку «{ $card }».
fortheking-told-king = { $player } відкриває картку «{ $card }».
fortheking-told-raised =
    { $player } підвищує чільну посаду: { $office }, тепер { $value } ({ $second ->
        [0] другорядної немає
       *[other] другорядна — { $second }
    }).
fortheking-told-lowered =
    { $player } знижує чільну посаду: { $office }, тепер { $value } ({ $second ->
        [0] другорядної немає
       *[other] другорядна — { $second }
    }).
fortheking-told-raised-alone = { $player } підвищує посаду: { $office }, тепер { $value }.
fortheking-told-lowered-alone = { $player } знижує посаду: { $office }, тепер { $value }.
fortheking-told-only-office = Можлива лише одна зміна:
fortheking-told-no-raise = «{ $card }»: підвищити нічого не можна.
fortheking-told-no-lower = «{ $card }»: знизити нічого не можна.

## What is told: Gain Esteem

fortheking-told-phase-auction = Колода скінчилася, і кожен бере в руку свою особисту колоду. Стос прихильності перетасовано; карток у ньому { $count }, і їх продають на торгах по одній. Першу ставку робить { $player }.
fortheking-told-up = На торгах ({ $round } з { $rounds }): «{ $card }». Починає { $player }.
# $players is a list of people.
fortheking-told-empty-hands =
    { $count ->
        [1] { $players } не має карток і пропускає торги.
       *[other] { $players } не мають карток і пропускають торги.
    }
fortheking-told-bid = { $player } ставить { $amount } за картку «{ $card }».
    .short = { $amount } { $player }
fortheking-told-bid-cards =
    { $player } ставить { $amount ->
        [one] { $amount } картку
        [few] { $amount } картки
        [many] { $amount } карток
       *[other] { $amount } картки
    } за «{ $card }».
    .short = { $amount } { $player }
fortheking-told-pass = { $player } пасує («{ $card }»).
    .short = { $player } пасує
fortheking-told-unsold = Картку «{ $card }» ніхто не бере, її відкладено.
fortheking-told-win = { $player } виграє картку «{ $card }» і має сплатити золотом { $amount }.
fortheking-told-win-gold =
    { $player } виграє картку «{ $card }» і має сплатити долілиць { $amount ->
        [one] { $amount } картку
        [few] { $amount } картки
        [many] { $amount } карток
       *[other] { $amount } картки
    }.
# $cards is a list of gold cards.
fortheking-told-paid-gold = { $player } платить золотом { $total } ({ $cards }) й отримує картку «{ $card }».
fortheking-told-paid-cards =
    { $player } сплачує долілиць { $count ->
        [one] { $count } картку
        [few] { $count } картки
        [many] { $count } карток
       *[other] { $count } картки
    } і бере в руку картку «{ $card }».
fortheking-told-discard-own = Ви сплачуєте долілиць картку «{ $card }».
# $neighbour is the left neighbour of $player.
fortheking-told-default = { $player } не має чим сплатити ставку { $amount } за картку «{ $card }» і вибуває з цих торгів. { $neighbour } наосліп витягує одну картку з цієї руки й відкладає її; яку саме, { $player } дізнається під кнопкою **Моя рука**.
fortheking-told-lost-own = Картка, яку ви втратили: «{ $card }».
fortheking-told-anew = Решта торгується за картку «{ $card }» знову, починаючи з 1.
fortheking-told-over = Стос прихильності скінчився. Усі руки відкрито, посади роздано.

## The result

# $duty is the value of a duty with its title, $total the sum of cards, $letter the earliest letter held.
fortheking-score-first = { $office }, чільна посада ({ $duty }): { $player }, сума { $total }.
fortheking-score-first-tied = { $office }, чільна посада ({ $duty }): { $player }, сума { $total }; нічию вирішує раніша літера { $letter }.
fortheking-score-second = { $office }, другорядна посада ({ $duty }): { $player }, сума { $total }.
fortheking-score-second-tied = { $office }, другорядна посада ({ $duty }): { $player }, сума { $total }; нічию вирішує раніша літера { $letter }.
fortheking-score-nobody = { $office }: карток ні в кого немає, тож посади лишаються королю.
fortheking-part = { $office } { $value }
fortheking-part-second = { $office }, другорядна посада { $value }
fortheking-plus = { $before } + { $part }
# $sum is made of the texts above, such as "Diplomacy 5 + Livestock second duty 1"; in older logs of numbers alone.
fortheking-score-points =
    { $player }: { $points ->
        [one] { $points } очко
        [few] { $points } очки
        [many] { $points } очок
       *[other] { $points } очка
    } ({ $sum }).
fortheking-won =
    🏆 { $player } перемагає і має { $points ->
        [one] { $points } очко
        [few] { $points } очки
        [many] { $points } очок
       *[other] { $points } очка
    }.
fortheking-won-gold = 🏆 { $player } перемагає: очок порівну ({ $points }), але золота в руці найбільше ({ $gold }).
# $best is a number.
fortheking-won-count = 🏆 { $player } перемагає: очок і золота порівну, але карток «{ $office }» найбільше ({ $best }).
# $best is a letter.
fortheking-won-letter = 🏆 { $player } перемагає: порівну й очок, і золота, і карток «{ $office }», але літера на них найраніша ({ $best }).
# $players is a list of people.
fortheking-won-shared =
    🏆 { $players } ділять перемогу і мають по { $points ->
        [one] { $points } очку
        [few] { $points } очки
        [many] { $points } очок
       *[other] { $points } очка
    }: більше розсудити нічим.

## The kinds of cards, and what each does

fortheking-glossary-government = Уряд і золото
fortheking-glossary-kings = Королі
fortheking-gold = Золото
# $titles are the six titles that a duty of the office can have, from value 1 to 6.
fortheking-about-pick = Що робить ця картка?
fortheking-about-government = Сфера: { $office }. Найбільша сума дістає чільну посаду, наступна — другорядну, якщо вона є. Нічию вирішує найраніша літера. Посади, від 1 очка до 6: { $titles }.
fortheking-about-gold = Ним на торгах платять за картки уряду й королів, горілиць і без решти. А коли на торгах саме золото, за нього платять будь-якими картками долілиць, і «Золото 3» там — лише одна картка, як і решта. Очок золото не дає, але коли в лідерів їх порівну, перемагає той, у кого більше золота.
fortheking-about-king-plus1 = Підвищте одну чільну посаду на 1, не вище ніж до 6. Це обов’язково й одразу, щойно король ваш; потім він виходить із гри.
fortheking-about-king-minus1 = Знизьте одну чільну посаду на 1, не нижче ніж до 1. Це обов’язково й одразу, щойно король ваш; потім він виходить із гри.
fortheking-about-king-plus1x2 = Підвищте дві різні чільні посади на 1 кожну, не вище ніж до 6. Якщо підвищити можна лише одну, зміниться тільки вона. Це обов’язково й одразу, щойно король ваш; потім він виходить із гри.
fortheking-about-king-minus1x2 = Знизьте дві різні чільні посади на 1 кожну, не нижче ніж до 1. Якщо знизити можна лише одну, зміниться тільки вона. Це обов’язково й одразу, щойно король ваш; потім він виходить із гри.
fortheking-about-king-choice1 = Підвищте або знизьте одну чільну посаду на 1, у межах від 1 до 6. Зробити одне з двох обов’язково й одразу, щойно король ваш; потім він виходить із гри.
fortheking-about-king-shift1 = Підвищте одну чільну посаду на 1, потім знизьте іншу на 1, у межах від 1 до 6. Якщо одне з двох неможливе, робиться тільки друге. Це обов’язково й одразу, щойно король ваш; потім він виходить із гри.

## The rules

fortheking-rules-1 =
    Юний король роздає посади при дворі, і вам хочеться найкращих.

    У кожній сфері, від дипломатії до військової справи, є **чільна посада** і **другорядна посада**; кожна дає очки. Наприкінці чільну обіймає той, у кого в цій сфері найбільший вплив, а другорядну — наступний за ним. Вплив — це сума ваших карток цієї сфери.

    Гра має дві половини.
    • **Розподіл впливу**: ви по черзі стаєте радниками й роздаєте всю колоду, картку за карткою.
    • **Здобуття поваги**: відкладені картки йдуть на торги, а платите ви тим, що назбирали.

    Усього є 54 картки уряду, 39 карток золота й 15 карток короля. Коли гравців менше п’яти, у грі немає придворної кухні, частини золота й частини королів. Ще кілька карток прибирають наосліп, тож на жодну не можна покладатися напевно. Спочатку всі чільні посади варті 3, другорядні — 1. Удвох грають без другорядних посад.

    Які значення трапляються на картках кожної сфери, ми взяли з *Biblios*, давнішої гри з такою самою колодою. Це лише наше припущення.
    .title = Про що ця гра
fortheking-rules-2 =
    Радник бере картку з колоди, дивиться на неї сам і кладе її, перш ніж узяти наступну. Місць є три:
    • **лишити собі**, в особистій колоді, долілиць: одну картку за хід;
    • покласти **посередині** стола, горілиць: по одній картці на кожного суперника;
    • покласти в **стос прихильності**, долілиць: одну картку за хід.

    Покладену картку вже не перекладають. Коли вільне лише одне місце, картка лягає туди сама, а вам скажуть, що це було.

    Потім суперники, починаючи із сусіда радника ліворуч, за годинниковою стрілкою беруть із середини по картці, доки нічого не лишиться. Відмовитися не можна. Далі радником стає сусід ліворуч, і так доки не скінчиться колода.

    Переглядати власну колоду можна будь-коли. Інші знають, скільки у вас карток і які з них ви взяли на очах у всіх, але не знають, що ви лишили собі.
    .title = Розподіл впливу
fortheking-rules-3 =
    Король ніколи не лишається серед ваших карток. Хоч би як він до вас потрапив — з колоди, із середини чи з торгів, — його відкривають, і ви **мусите** одразу застосувати його, наскільки це можливо. Що робить кожен із них, розповідає розділ **{ fortheking-glossary-kings }**.

    Змінюються тільки чільні посади, і лише в межах від 1 до 6. Другорядна йде слідом: це половина чільної, заокруглена вниз, тож за чільної 1 другорядної немає. Якщо можлива лише одна зміна, вона стається сама; якщо жодної — король нічого не змінює.

    Поки король лежить посередині або в стосі прихильності, він не діє.
    .title = Коли вам дістається король
fortheking-rules-4 =
    Коли колода скінчилася, кожен бере свою особисту колоду в руку, а стос прихильності тасують. Картки з нього відкривають по одній. Першим ходить сусід ліворуч від останнього радника; після кожної картки перший хід переходить до наступного гравця ліворуч, хоч би хто виграв.

    У свій хід ви робите **ставку** — ціле число, не менше за 1 і більше за попередню ставку — або кажете **пас**, і тоді за цю картку вже не торгуєтеся. Так ідуть по колу, доки не спасують усі, крім одного. Якщо ніхто нічого не поставив, картку відкладають.

    Чи є вам чим платити, ніхто не перевіряє: ставити можна й більше, ніж маєте (тут — до 99). Гравців без карток пропускають.

    Картку отримує переможець торгів: картка уряду чи золота йде в руку, а короля застосовують одразу.
    .title = Здобуття поваги
fortheking-rules-5 =
    • За **картку уряду** або **короля** платять картками золота, горілиць, доки сума не сягне ставки. Решти немає, а докладати більше карток, ніж потрібно, не можна.
    • За **картку золота** ставка рахує **картки**: стільки будь-яких карток ви віддаєте з руки долілиць. Навіть «Золото 3» тут лише одна картка, а та, яку ви купуєте, заплатити не допоможе.

    Якщо можете заплатити — мусите. Якщо не можете, ви не платите нічого, але сусід ліворуч наосліп витягує одну картку з вашої руки й відкладає її; яку саме, дізнаєтеся лише ви. У цих торгах ви більше не берете участі, а решта, навіть ті, хто вже спасував, торгується за ту саму картку знову, починаючи з 1. Якщо не може заплатити й наступний, вибуває і він, і так доки хтось не заплатить або картка нікому не буде потрібна.
    .title = Оплата — і коли платити нічим
fortheking-rules-6 =
    Після останньої картки прихильності всі показують руки. У кожній сфері:
    • найбільша сума дістає чільну посаду, наступна — другорядну;
    • за рівних сум вирішує картка з найранішою літерою, а хто програв нічию за чільну посаду, дістає другорядну;
    • без жодної картки сфери її посад не дістати.

    Складіть свої посади: найбільше очок перемагає. У разі нічиєї лідери порівнюють по черзі:
    • сумарну вартість золота в руці;
    • кількість карток дипломатії, а далі — найранішу літеру на них;
    • якщо дипломатії в жодного з них немає, так само розваги, потім тваринництво, архітектуру, військову справу й придворну кухню.

    Якщо нічого не вирішило, перемогу ділять. Нижчі місця за рівних очок завжди ділять.
    .title = Підрахунок

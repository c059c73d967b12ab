### For the King (and Me), in Ukrainian: every word that players read.
### $player is a person, $card the text of a card, $office the name of an office; all else is a number unless said.
### All of them come in the nominative: people are subjects of the present tense or stand behind a colon.

fortheking-name = За короля (і за мене)
    .command = за-короля
fortheking-tagline = Роздавайте карти, торгуйтеся тим, що лишили собі, і здобувайте найкращі посади при дворі.

## Emblems, names and cards

emblem-fortheking-office-diplomacy = 📜
emblem-fortheking-office-entertainment = 🎭
emblem-fortheking-office-livestock = 🐏
emblem-fortheking-office-architecture = 🏰
emblem-fortheking-office-military = ⚔️
emblem-fortheking-office-provisions = 🍇
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
fortheking-duty-diplomacy-3 = Придверник
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
fortheking-duty-provisions-2 = Королівський грубник
fortheking-duty-provisions-3 = Майстер чищення овочів
fortheking-duty-provisions-4 = Головний м’ясник
fortheking-duty-provisions-5 = Королівський кухар-соусник
fortheking-duty-provisions-6 = Розпорядник королівських бенкетів

# $title is the name of the duty.
fortheking-duty = { $value }, { $title }
fortheking-card-government = { $office } { $value } ({ $letter })
fortheking-card-gold = Золото { $value }
# $effect is one of the texts below.
fortheking-card-king = Король ({ $effect })
fortheking-effect-plus1 = +1
fortheking-effect-minus1 = −1
fortheking-effect-plus1x2 = +1 +1
fortheking-effect-minus1x2 = −1 −1
fortheking-effect-choice1 = +1 або −1
fortheking-effect-shift1 = +1, потім −1
fortheking-none = немає
fortheking-empty = поки нічого
fortheking-letters = Літера: за рівності — ближча до початку абетки

## The table

fortheking-phase-share = Розподіл впливу · хід { $turn } з { $turns }
fortheking-phase-auction = Здобуття поваги · карта { $round } з { $rounds }
# $duties is a list of offices with their values.
fortheking-recap-share = Розподіл впливу завершено, ходів: { $turns }. Чільні посади: { $duties }.
fortheking-phase-over = Посади роздано
fortheking-fact-deck = Колода
fortheking-fact-favor = Колода прихильності
fortheking-fact-bid = Найвища ставка
fortheking-fact-bidder = Найбільше дає
fortheking-fact-due = Ще сплатити
fortheking-fact-last = Попередні торги
fortheking-fact-last-short = Забракло на карту «{ $card }»
fortheking-brief = { $first }/{ $second ->
        [0] –
       *[other] { $second }
    }
fortheking-fact-duty = Посада
fortheking-fact-primary = Чільна посада
fortheking-fact-second = Другорядна посада
fortheking-fact-points = Очки
fortheking-fact-tie = Рівні суми
fortheking-tie = вирішила літера { $letter }
fortheking-fact-personal = Особиста колода
fortheking-fact-hand = Карт у руці
fortheking-fact-own-bid = Ставка
fortheking-fact-discarded = Сплачено карт долілиць
fortheking-fact-lost = Забрано карт наосліп
fortheking-fact-total = Разом
fortheking-sale = { $card } — { $player }, ставка { $amount }
# Gold is paid with cards.
fortheking-sale-cards =
    { $card } — { $player }, ставка { $amount ->
        [one] { $amount } карта
        [few] { $amount } карти
        [many] { $amount } карт
       *[other] { $amount } карти
    }
fortheking-sale-none = { $card } — нікому
fortheking-short = { $player } (ставка { $amount })
fortheking-chart-points = Очки, якби все скінчилося після стількох торгів
fortheking-row-board = Урядові посади
    .part = сфери і те, скільки зараз варті їхні чільні й другорядні посади
fortheking-row-middle = Посередині столу
    .part = карти, які радник кладе для суперників: кожен бере по одній
fortheking-row-room = Вільні місця
    .part = скільки карт радник ще може покласти і куди
fortheking-zone-keep = собі
fortheking-zone-middle = посередині
fortheking-zone-favor = у колоду прихильності
fortheking-row-kings = Зіграні королі
fortheking-row-up = На торгах
    .part = карта, за яку торгуються
fortheking-row-laid = На столі за цю карту
fortheking-row-paid = Золото, сплачене відкрито
fortheking-row-unsold = Карти прихильності, яких ніхто не взяв
fortheking-row-taken = взято відкрито
fortheking-row-earlier = взято відкрито (можливо, вже витрачено)
fortheking-row-shown = карти наприкінці
fortheking-row-drawn = Ви взяли
    .open = узято з колоди
fortheking-row-personal = Ваша особиста колода
    .open = особиста колода
fortheking-row-hand = Ваші карти
    .open = карти
fortheking-row-favored = Ви поклали в колоду прихильності
    .open = кладе в колоду прихильності
fortheking-row-discarded = Ви сплатили долілиць
    .open = сплачує долілиць
fortheking-row-lost = Забрано у вас потай
    .open = втрачено потай
# What a decision is about; $total is the sum of what $player has openly taken of an office.
fortheking-stake-duties = Посади варті
fortheking-stake-own = У вас
fortheking-stake-others = В інших щонайменше
fortheking-stake-means = Можете сплатити
fortheking-stake-other = { $player } { $total }
fortheking-opened-empty = нічого
fortheking-opened-deck = Лишилося в колоді, наступна карта перша
fortheking-opened-box = Прибрано перед грою
fortheking-opened-favored = кладе в колоду прихильності
fortheking-opened-discarded = сплачує долілиць
fortheking-opened-lost = забрано потай
fortheking-mark-adviser = радник
fortheking-mark-first = починає торги
fortheking-mark-began = почали звідси
fortheking-mark-highest = найвища ставка
fortheking-mark-passed = пас
fortheking-mark-empty = без карт
fortheking-mark-out = поза цими торгами: забракло на ставку { $amount }
fortheking-mark-paying = має платити

## Questions

fortheking-ask-place = Куди покласти карту з колоди, «{ $card }»?
fortheking-wait-place = { $player } вирішує, куди покласти карту з колоди.
fortheking-ask-take = Яку карту берете із середини столу?
fortheking-wait-take = { $player } обирає карту із середини столу.
fortheking-ask-king-raise = «{ $card }»: яку чільну посаду збільшити на 1?
fortheking-ask-king-raise-first = «{ $card }», перша з двох: яку чільну посаду збільшити на 1?
fortheking-ask-king-raise-other = «{ $card }»: яку іншу чільну посаду збільшити на 1?
fortheking-wait-king-raise = { $player } обирає, яку чільну посаду збільшити на 1 («{ $card }»).
fortheking-ask-king-lower = «{ $card }»: яку чільну посаду зменшити на 1?
fortheking-ask-king-lower-first = «{ $card }», перша з двох: яку чільну посаду зменшити на 1?
fortheking-ask-king-lower-other = «{ $card }»: яку іншу чільну посаду зменшити на 1?
fortheking-wait-king-lower = { $player } обирає, яку чільну посаду зменшити на 1 («{ $card }»).
fortheking-ask-king-either = «{ $card }»: яку чільну посаду збільшити чи зменшити на 1?
fortheking-wait-king-either = { $player } обирає, яку чільну посаду збільшити чи зменшити на 1 («{ $card }»).
fortheking-ask-bid-first = Скільки пропонуєте за карту «{ $card }»?
fortheking-ask-bid-cards-first = Скільки карт, сплачених долілиць, пропонуєте за «{ $card }»?
# The dialog for a bid: at most 45 characters each. $amount is the highest bid, $most the highest number.
fortheking-bid-title = Ваша ставка: { $card }
fortheking-bid-label = Понад { $amount }, до { $most }. Золота у вас: { $held }.
fortheking-bid-label-first = Від 1 до { $most }. Золота у вас: { $held }.
fortheking-bid-label-cards = Понад { $amount }, до { $most }. Карт у вас: { $held }.
fortheking-bid-label-cards-first = Від 1 до { $most }. Карт у вас: { $held }.
fortheking-bid-beyond = більше, ніж маєте
fortheking-wait-bid-first = { $player } має зробити ставку на карту «{ $card }» або спасувати. Ставок іще немає.
fortheking-wait-bid-cards-first = { $player } має запропонувати за «{ $card }» якусь кількість карт або спасувати. Ставок іще немає.
# $bidder is the person who holds the highest bid.
fortheking-ask-bid = { $bidder } пропонує { $amount } за карту «{ $card }»: запропонуєте більше?
fortheking-ask-bid-cards =
    { $bidder } пропонує { $amount ->
        [one] { $amount } карту
        [few] { $amount } карти
        [many] { $amount } карт
       *[other] { $amount } карти
    } за «{ $card }»: запропонуєте більше карт?
fortheking-wait-bid = { $player } має дати понад { $amount } за карту «{ $card }» або спасувати. Найбільше дає { $bidder }.
fortheking-wait-bid-cards =
    { $player } має дати понад { $amount ->
        [one] { $amount } карту
        [few] { $amount } карти
        [many] { $amount } карт
       *[other] { $amount } карти
    } за «{ $card }» або спасувати. Найбільше дає { $bidder }.
fortheking-ask-pay = Якими картами золота платите ще { $due } за карту «{ $card }»?
fortheking-details-pay = Решти ніхто не дає.
fortheking-wait-pay = { $player } ще має сплатити { $due } золотом за карту «{ $card }».
fortheking-ask-discard =
    { $due ->
        [1] Яку карту
        [one] Які { $due } карту
        [few] Які { $due } карти
        [many] Які { $due } карт
       *[other] Які { $due } карти
    } з руки потай сплачуєте за «{ $card }»?
fortheking-wait-discard =
    { $player } ще має сплатити { $due ->
        [one] { $due } карту
        [few] { $due } карти
        [many] { $due } карт
       *[other] { $due } карти
    } за «{ $card }».
fortheking-option-keep = Лишити собі
fortheking-option-keep-king = Лишити собі (діє одразу)
fortheking-option-middle = На середину
fortheking-option-favor = У колоду прихильності
# $after are the duties that it has then. Where it can be raised or lowered, each is a list under one of the two others.
fortheking-option-change = { $office }→{ $after }
fortheking-under-raise = ▲ Збільшити на 1…
fortheking-under-lower = ▼ Зменшити на 1…
fortheking-option-bid = { $amount }
# What a number means to who is asked, alone.
fortheking-ready-least = досить
fortheking-ready-usual = звично
fortheking-ready-held = усе
fortheking-option-pass = Пас
# $cards is a list of gold cards.
fortheking-offer-pay = Сплатити { $total }: { $cards }
fortheking-offer-discard = Сплатити всіма картами

## What is told: Share Influence

fortheking-told-adviser = Хід { $turn } з { $turns }: { $player } стає радником.
    .you = Хід { $turn } з { $turns }: ви стаєте радником.
fortheking-told-keep = { $player } лишає карту собі.
fortheking-told-keep-own = Ви лишаєте собі карту «{ $card }».
fortheking-told-middle = { $player } кладе посередині карту «{ $card }».
    .you = Ви кладете посередині карту «{ $card }».
fortheking-told-favor = { $player } кладе карту в колоду прихильності.
fortheking-told-favor-own = Ви кладете в колоду прихильності карту «{ $card }».
fortheking-told-only-zone = Вільним лишилося одне місце, тож { $player } кладе туди й решту карт.
    .you = Вільним лишилося одне місце, тож ви кладете туди й решту карт.
# In older logs.
fortheking-told-only-card = { $player } не має вибору: карта лишилася одна.
    .you = Ви не маєте вибору: карта лишилася одна.
fortheking-told-take = { $player } бере із середини карту «{ $card }».
    .you = Ви берете із середини карту «{ $card }».
fortheking-told-king = { $player } одразу застосовує карту «{ $card }».
    .you = Ви одразу застосовуєте карту «{ $card }».
fortheking-told-raised =
    { $player } збільшує чільну посаду: { $office }, тепер { $value } ({ $second ->
        [0] другорядної немає
       *[other] другорядна — { $second }
    }).
    .you = Ви збільшуєте чільну посаду: { $office }, тепер { $value } ({ $second ->
            [0] другорядної немає
           *[other] другорядна — { $second }
        }).
fortheking-told-lowered =
    { $player } зменшує чільну посаду: { $office }, тепер { $value } ({ $second ->
        [0] другорядної немає
       *[other] другорядна — { $second }
    }).
    .you = Ви зменшуєте чільну посаду: { $office }, тепер { $value } ({ $second ->
            [0] другорядної немає
           *[other] другорядна — { $second }
        }).
fortheking-told-raised-alone = { $player } збільшує посаду: { $office }, тепер { $value }.
    .you = Ви збільшуєте посаду: { $office }, тепер { $value }.
fortheking-told-lowered-alone = { $player } зменшує посаду: { $office }, тепер { $value }.
    .you = Ви зменшуєте посаду: { $office }, тепер { $value }.
fortheking-told-only-office = Можлива лише одна зміна.
fortheking-told-no-raise = «{ $card }»: збільшити нічого не можна.
fortheking-told-no-lower = «{ $card }»: зменшити нічого не можна.

## What is told: Gain Esteem

fortheking-told-phase-auction = Особисті колоди вже в руках. Перетасовані карти прихильності ({ $count }) продають по одній; починає { $player }.
    .you = Особисті колоди вже в руках. Перетасовані карти прихильності ({ $count }) продають по одній; починаєте ви.
fortheking-told-up = На торгах ({ $round } з { $rounds }): «{ $card }». Починає { $player }.
    .you = На торгах ({ $round } з { $rounds }): «{ $card }». Починаєте ви.
# $players is a list of people.
fortheking-told-empty-hands =
    { $count ->
        [1] { $players } не має карт і пропускає торги.
       *[other] { $players } не мають карт і пропускають торги.
    }
fortheking-told-bid = { $player } пропонує { $amount } за карту «{ $card }».
    .short = { $amount } { $player }
    .short-you = { $amount } ви
    .you = Ви пропонуєте { $amount } за карту «{ $card }».
fortheking-told-bid-cards =
    { $player } пропонує { $amount ->
        [one] { $amount } карту
        [few] { $amount } карти
        [many] { $amount } карт
       *[other] { $amount } карти
    } за «{ $card }».
    .short = { $amount } { $player }
    .short-you = { $amount } ви
    .you = Ви пропонуєте { $amount ->
            [one] { $amount } карту
            [few] { $amount } карти
            [many] { $amount } карт
           *[other] { $amount } карти
        } за «{ $card }».
fortheking-told-pass = { $player } пасує («{ $card }»).
    .short = { $player } пасує
    .short-you = Ви пасуєте
    .you = Ви пасуєте («{ $card }»).
fortheking-told-unsold = Карту «{ $card }» ніхто не бере, і вона виходить із гри.
fortheking-told-win = { $player } виграє карту «{ $card }» за { $amount }.
    .you = Ви виграєте карту «{ $card }» за { $amount }.
fortheking-told-win-gold =
    { $player } виграє карту «{ $card }» за { $amount ->
        [one] { $amount } карту
        [few] { $amount } карти
        [many] { $amount } карт
       *[other] { $amount } карти
    }.
    .you = Ви виграєте карту «{ $card }» за { $amount ->
            [one] { $amount } карту
            [few] { $amount } карти
            [many] { $amount } карт
           *[other] { $amount } карти
        }.
# $cards is a list of gold cards.
fortheking-told-paid-gold = { $player } платить { $total } золотом ({ $cards }) й отримує карту «{ $card }».
    .you = Ви платите { $total } золотом ({ $cards }) й отримуєте карту «{ $card }».
fortheking-told-paid-cards =
    { $player } сплачує долілиць { $count ->
        [one] { $count } карту
        [few] { $count } карти
        [many] { $count } карт
       *[other] { $count } карти
    } і бере в руку карту «{ $card }».
    .you = Ви берете в руку карту «{ $card }» за { $count ->
            [one] { $count } карту
            [few] { $count } карти
            [many] { $count } карт
           *[other] { $count } карти
        }.
fortheking-told-discard-own = Ви сплачуєте долілиць карту «{ $card }».
# $neighbour is the left neighbour of $player.
fortheking-told-default = { $player } не має чим сплатити ставку { $amount } за карту «{ $card }» і вибуває з цих торгів. Одну з карт, які має { $player }, наосліп витягує і скидає { $neighbour }. (Яка саме, { $player } бачить під кнопкою **{ button-hand }**.)
    .you = Ви не маєте чим сплатити ставку { $amount } за карту «{ $card }» і вибуваєте з цих торгів. Одну з ваших карт наосліп витягує і скидає { $neighbour }.
    .by-you = { $player } не має чим сплатити ставку { $amount } за карту «{ $card }» і вибуває з цих торгів. Одну з карт, які має { $player }, наосліп витягуєте і скидаєте ви. (Яка саме, { $player } бачить під кнопкою **{ button-hand }**.)
fortheking-told-lost-own = Карта, яку ви втратили: «{ $card }».
fortheking-told-anew = Решта торгується за карту «{ $card }» знову, починаючи з 1.
fortheking-told-over = Колода прихильності скінчилася. Усі карти відкрито, посади роздано.

## The result

# $duty is the value of a duty with its title, $total the sum of cards, $letter the earliest letter held.
fortheking-score-first = { $office }, чільна посада ({ $duty }): { $player }, сума { $total }.
fortheking-score-first-tied = { $office }, чільна посада ({ $duty }): { $player }, сума { $total }; за рівної суми вирішує літера { $letter }, ближча до початку абетки.
fortheking-score-second = { $office }, другорядна посада ({ $duty }): { $player }, сума { $total }.
fortheking-score-second-tied = { $office }, другорядна посада ({ $duty }): { $player }, сума { $total }; за рівної суми вирішує літера { $letter }, ближча до початку абетки.
fortheking-score-nobody = { $office }: карт ні в кого немає, тож посади лишаються королю.
fortheking-part = { $office } { $value }
fortheking-part-second = { $office }, другорядна посада { $value }
fortheking-plus = { $before } + { $part }
# $sum is made of the texts above, such as "Diplomacy 5 + Livestock second duty 1"; in older logs of numbers alone.
fortheking-score-points =
    { $points ->
        [0] { $player }: жодного очка.
        [one] { $player }: { $points } очко ({ $sum }).
        [few] { $player }: { $points } очки ({ $sum }).
        [many] { $player }: { $points } очок ({ $sum }).
       *[other] { $player }: { $points } очка ({ $sum }).
    }
fortheking-won =
    🏆 { $player } перемагає: { $points ->
        [one] { $points } очко
        [few] { $points } очки
        [many] { $points } очок
       *[other] { $points } очка
    }.
fortheking-won-gold = 🏆 { $player } перемагає: очок порівну ({ $points }), але золота найбільше ({ $gold }).
# $best is a number.
fortheking-won-count = 🏆 { $player } перемагає: очок і золота порівну, але карт «{ $office }» найбільше ({ $best }).
# $best is a letter.
fortheking-won-letter = 🏆 { $player } перемагає: порівну й очок, і золота, і карт «{ $office }», але літера на них найближча до початку абетки ({ $best }).
# $players is a list of people.
fortheking-won-shared =
    🏆 { $players } ділять перемогу, по { $points ->
        [one] { $points } очку
        [few] { $points } очки
        [many] { $points } очок
       *[other] { $points } очка
    }: розсудити їх більше нічим.

## What the game turned on, below the result

# $rival is a person; $number of $count auctions.
fortheking-highlight-lead = Перелом настав на торгах { $number } з { $count }: доти попереду { $rival }, відтоді й до кінця { $player }.
# $number is 0 before the first auction.
fortheking-highlight-ahead =
    { $number ->
        [0] Ще до перших торгів попереду { $player } — і так до самого кінця.
       *[other] Після торгів { $number } з { $count } попереду { $player } — і так до самого кінця.
    }
# $duty is the value of a duty with its title, $total and $missed are sums of cards.
fortheking-highlight-close = Найзапекліша боротьба: { $office } ({ $duty }). { $player } має { $total }, { $rival } — { $missed }.
fortheking-highlight-tied = Найзапекліша боротьба: { $office } ({ $duty }). { $player } і { $rival } мають по { $total }, тож вирішує літера.
fortheking-highlight-dear = Найдорожча карта: «{ $card }». Ціна — { $bid } золотом, платить { $player }.

## The kinds of cards, and what each does

fortheking-glossary-government = Уряд і золото
fortheking-glossary-kings = Королі
fortheking-gold = Золото
# $titles are the six titles that a duty of the office can have, from value 1 to 6.
fortheking-about-pick = Що робить ця карта?
fortheking-about-government = Сфера: { $office }. Хто має найбільшу суму, дістає чільну посаду, наступний — другорядну, якщо вона є. За рівних сум вирішує літера, найближча до початку абетки. Посади, від 1 очка до 6: { $titles }.
    .brief = хто має найбільшу суму, дістає чільну посаду, наступний — другорядну
fortheking-about-gold = Ним на торгах платять за карти уряду й королів, горілиць і без решти. А коли на торгах саме золото, за нього платять будь-якими картами долілиць, і «Золото 3» там — лише одна карта, як і решта. Очок золото не дає, але коли в лідерів їх порівну, перемагає той, у кого більше золота.
    .brief = платить за карти уряду й королів; вирішує, коли в лідерів очок порівну
fortheking-about-king-plus1 = Збільште значення однієї чільної посади на 1, але не більше ніж до 6. Це обов’язково і стається, щойно король дістався вам; потім він виходить із гри.
    .brief = збільште одну чільну посаду на 1
fortheking-about-king-minus1 = Зменште значення однієї чільної посади на 1, але не менше ніж до 1. Це обов’язково і стається, щойно король дістався вам; потім він виходить із гри.
    .brief = зменште одну чільну посаду на 1
fortheking-about-king-plus1x2 = Збільште значення двох різних чільних посад, кожне на 1, але не більше ніж до 6. Якщо збільшити можна лише одну, зміниться тільки вона. Це обов’язково і стається, щойно король дістався вам; потім він виходить із гри.
    .brief = збільште дві різні чільні посади на 1
fortheking-about-king-minus1x2 = Зменште значення двох різних чільних посад, кожне на 1, але не менше ніж до 1. Якщо зменшити можна лише одну, зміниться тільки вона. Це обов’язково і стається, щойно король дістався вам; потім він виходить із гри.
    .brief = зменште дві різні чільні посади на 1
fortheking-about-king-choice1 = Збільште або зменште значення однієї чільної посади на 1, у межах від 1 до 6. Це обов’язково і стається, щойно король дістався вам; потім він виходить із гри.
    .brief = збільште або зменште одну чільну посаду на 1
fortheking-about-king-shift1 = Збільште значення однієї чільної посади на 1, потім зменште значення іншої на 1, у межах від 1 до 6. Якщо одне з двох неможливе, робиться тільки друге. Це обов’язково і стається, щойно король дістався вам; потім він виходить із гри.
    .brief = збільште одну чільну посаду на 1, потім зменште іншу на 1

## The card distribution sheet

fortheking-box = Усі карти гри
# $letters are the first and the last letter of the cards of that value, such as "A–D".
fortheking-box-card = { $value } ({ $letters })

## The rules

fortheking-rules-1 =
    Юний король роздає посади при дворі, і вам хочеться найкращих.

    У кожній сфері, від дипломатії до військової справи, є **чільна посада** і **другорядна посада**; кожна дає очки. Наприкінці чільну обіймає той, у кого в цій сфері найбільший вплив, а другорядну — наступний за ним. Вплив — це сума ваших карт цієї сфери.

    Гра складається з двох частин.
    • **Розподіл впливу**: ви по черзі стаєте радниками й роздаєте всю колоду, карту за картою.
    • **Здобуття поваги**: відкладені карти йдуть на торги, а платите ви тим, що назбирали.

    Карти уряду дають вплив, золотом платять, а королі змінюють вартість посад. Коли гравців менше п’яти, придворної кухні у грі немає, а частину карт прибирають наосліп, тож на жодну не можна покладатися напевно. Скільки їх, розповідає розділ **{ fortheking-rules-box.title }**.

    Спочатку всі чільні посади варті 3, другорядні — 1. Удвох грають без другорядних посад.
    .title = Про що ця гра
fortheking-rules-2 =
    Першого радника обирає жереб. Радник бере карту з колоди, дивиться на неї сам і кладе її, перш ніж узяти наступну. Місць є три:
    • **лишити собі**, в особистій колоді, долілиць: одну карту за хід;
    • покласти **посередині** столу, горілиць: по одній карті на кожного суперника;
    • покласти в **колоду прихильності**, долілиць: одну карту за хід.

    Покладену карту вже не перекладають. Коли вільне лише одне місце, карта лягає туди сама, а вам скажуть, що це було.

    Потім суперники, починаючи із сусіда радника ліворуч, за годинниковою стрілкою беруть із середини по карті, доки нічого не лишиться. Відмовитися не можна. Далі радником стає сусід ліворуч, і так доки не скінчиться колода. Уп’ятьох троє з вас стають радниками по чотири рази, а двоє — по три; коли вас менше, усі порівну.

    Де можна доручати наперед, усі, хто обирає, одразу й таємно кажуть, яку карту хочуть найбільше, а яку — якщо тієї вже немає; я беру її за кожного, коли надходить його черга.

    Переглядати власну колоду можна будь-коли. Інші знають, скільки у вас карт і які з них ви взяли на очах у всіх, але не знають, що ви лишили собі.
    .title = Розподіл впливу
fortheking-rules-3 =
    Король ніколи не лишається серед ваших карт. Хоч би як він до вас потрапив — з колоди, із середини чи з торгів, — його відкривають, і ви **мусите** одразу застосувати його, наскільки це можливо. Якщо радник лишає короля собі, це і є та одна карта, яку можна лишити за хід. Що робить кожен із них, розповідає розділ **{ fortheking-glossary-kings }**.

    Змінюються тільки чільні посади, і лише в межах від 1 до 6. Другорядна йде слідом: це половина чільної, заокруглена вниз, тож за чільної 1 другорядної немає. Якщо можлива лише одна зміна, вона стається сама; якщо жодної — король нічого не змінює.

    Поки король лежить посередині або в колоді прихильності, він не діє.
    .title = Коли вам дістається король
fortheking-rules-4 =
    Коли колода скінчилася, кожен бере свою особисту колоду в руку, а колоду прихильності тасують. Карти з неї відкривають по одній. Першим ходить сусід ліворуч від останнього радника; після кожної карти перший хід переходить до наступного гравця ліворуч, хоч би хто виграв.

    У свій хід ви робите **ставку** — ціле число, не менше за 1 і більше за попередню ставку — або кажете **пас**, і тоді за цю карту вже не торгуєтеся. Спасувати можна вже першим ходом. Так ідуть по колу, доки не спасують усі, крім того, чия ставка найвища. Якщо всі інші спасували без ставок, останнього гравця ще питають: ставка чи пас. Якщо ніхто нічого не запропонував, карта виходить із гри.

    Чи є вам чим платити, іншим не кажуть: пропонувати можна й більше, ніж маєте (тут — до 99), а я лише приватно перепитаю. Гравців без карт пропускають.

    Де можна доручати наперед, усі одразу й таємно кажуть, до скількох торгуватися: тоді я роблю за кожного найменші можливі ставки, коли надходить його черга, ніби він натиснув сам. Хто хоче, того питаю про кожну ставку. Можна сказати це й про будь-яку карту чи завжди пасувати на картах певного виду. Цього не бачить ніхто; самі ставки показують, де спинився той, хто програв, і що миттєву відповідь на ставку хтось доручив наперед.

    Карту отримує переможець торгів: карта уряду чи золота йде в руку, а короля застосовують одразу.
    .title = Здобуття поваги
fortheking-rules-5 =
    • За **карту уряду** або **короля** викладають карти золота, горілиць, одну за одною, і спиняються, щойно сума сягне ставки. Решти немає. За ставки 3 можна викласти «Золото 2», а потім «Золото 3»; після «Золота 3» — більше нічого.
    • За **карту золота** ставка рахує **карти**: стільки будь-яких карт ви віддаєте з руки долілиць. Навіть «Золото 3» тут лише одна карта, а та, яку ви купуєте, заплатити не допоможе.

    Якщо можете заплатити — мусите. Якщо не можете, ви не платите нічого, але сусід ліворуч наосліп забирає одну з ваших карт, і вона виходить із гри; яка саме, дізнаєтеся лише ви. У цих торгах ви більше не берете участі, а решта, навіть ті, хто вже спасував, торгується за ту саму карту знову, від 1. Починає знову той, хто був першим, а якщо це ви, то наступний гравець ліворуч. Якщо не може заплатити й наступний, вибуває і він, і так доки хтось не заплатить або карта нікому не буде потрібна.

    Де можна доручати наперед, за карти уряду й королів я сплачую одразу: найменшу достатню суму, а з таких — найменше карт; хто воліє обирати, того я щоразу питаю. Карти, які ви віддали б за золото, теж можна назвати наперед. Коли комусь платити нічим, доручене про цю карту більше не діє.
    .title = Оплата — і коли платити нічим
fortheking-rules-6 =
    Після останньої карти прихильності всі показують свої карти. У кожній сфері:
    • хто має найбільшу суму, дістає чільну посаду, наступний — другорядну;
    • за рівних сум вирішує карта з літерою, найближчою до початку абетки, а хто поступився так за чільну посаду, дістає другорядну;
    • без жодної карти сфери її посад не дістати.

    Складіть свої посади: найбільше очок перемагає. У разі нічиєї лідери порівнюють по черзі:
    • сумарну вартість свого золота;
    • кількість карт дипломатії, а далі — літеру на них, найближчу до початку абетки;
    • якщо дипломатії в жодного з них немає, так само розваги, потім тваринництво, архітектуру, військову справу й придворну кухню.

    Якщо нічого не вирішило, перемогу ділять. Нижчі місця за рівних очок завжди ділять.
    .title = Підрахунок
fortheking-rules-box =
    Усього 108 карт. За рівних сум вирішує літера на карті уряду.

    У грі не всі. Коли гравців менше п’яти, немає придворної кухні й по одному королю кожного виду, крім «+1, потім −1». Золота кожної вартості вп’ятьох 13 карт, учотирьох 11, утрьох 10, удвох 9. Потім частину карт прибирають навмання, і ніхто не бачить які:
    • двоє гравців: 22 з 82; у колоді 60
    • троє гравців: 13 з 85; у колоді 72
    • четверо гравців: 8 з 88; у колоді 80
    • п’ятеро гравців: жодної; у колоді 108

    Які значення мають карти кожної сфери і скільки яких королів, ми взяли з *Biblios*, давнішої гри з такою самою колодою. Це наше припущення.
    .title = Карти гри
fortheking-rules-example =
    Грають Анна, Богдан і Катря. Радник зараз — Анна: кладе чотири карти, одну за одною.

    • Анна бере «Золото 3» і **лишає собі**. Інші знають тільки, що Анна лишила карту.
    • Анна бере «Військова справа 1» і кладе **посередині**, де її бачать усі.
    • Анна бере «Король (+1)» і теж кладе посередині. Поки що він не діє.
    • Вільна лише **колода прихильності**, тож четверта карта лягає туди сама. Тільки Анна знає, що це «Тваринництво 2».

    Богдан сидить ліворуч від Анни й обирає першим: короля. Його відкривають, і він діє одразу. Богдан збільшує значення військової справи з 3 до 4, а з нею другорядну посаду з 1 до 2. Катря бере те, що лишилося: «Військова справа 1». Тепер радник — Богдан.

    { "" }**Пізніше, на торгах**, карта «Тваринництво 2». Катря пропонує 1, Анна пропонує 2, Богдан пасує, Катря пропонує 3, Анна пасує. Катря викладає «Золото 2», якого замало, а тоді «Золото 3», і решти не дістає: карта коштувала 5.
    .title = Приклад ходу

## What a question is about, told once to each person

fortheking-hint-draw = Кожна взята карта йде вам, на середину столу для інших або на торги.
fortheking-hint-middle = Кожен суперник бере із середини столу одну карту, і всі бачать яку.
fortheking-hint-king = Збільшуйте те, що сподіваєтеся взяти, зменшуйте чуже.
fortheking-hint-auction = Найвища ставка виграє і платить: золотом, а за золото — будь-чим.
fortheking-hint-payment = Решти ніхто не дає: найближча сума найдешевша.
fortheking-hint-discard = За золото годяться будь-які карти: віддавайте ті, що не принесуть вам посад.

## What a question is about, told to whoever learns the game: at most 40 words each

fortheking-lesson-draw = Радник кладе кожну карту, перш ніж побачить наступну: одну собі, одну в колоду прихильності, по одній посередині для суперників. Лишайте те, що зміцнює вас у двох-трьох сферах: усі вам не потрібні.
fortheking-lesson-middle = Середина лежить відкрито, тож згадайте, що вже маєте. Друга карта у вашій найкращій сфері зазвичай цінніша за першу деінде, а за золото потім купують карти.
fortheking-lesson-king = Королі змінюють на 1 значення чільної посади, деякі — двох. Наприкінці її обіймає той, у кого в цій сфері найбільше впливу: збільшуйте там, де попереду ви, зменшуйте там, де хтось інший.
fortheking-lesson-auction = Пропонувати можна й більше, ніж маєте, та хто виграв, а платити нічим, не дістає нічого й втрачає випадкову карту. Подумайте, що карта дасть вам і що дала б суперникам: пасувати часто правильно.
fortheking-lesson-payment = Ви винні рівно стільки, скільки запропонували, а решти ніхто не дає. Платіть якомога точніше: великим за великі борги, щоб дрібне лишилося на торги, де рахують кожну одиницю.
fortheking-lesson-discard = За золото платять будь-якими своїми картами: скільки в ставці, стільки й карт, долілиць і назавжди. Віддавайте дрібне золото чи поодинокі карти зі сфер, де й так попереду хтось інший.

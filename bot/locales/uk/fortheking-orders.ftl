### For the King (and Me): what people order ahead, and what comes of it.
### $player is a person, $card the text of a card, $cards and $kinds are lists of names; all else is a number.

## What can be ordered

fortheking-order-limit = До скількох на цих торгах
fortheking-order-discards = Карти для сплати
fortheking-order-pick = Порядок уподобань
fortheking-order-never = Завжди пас
fortheking-order-gold = До скількох золотом щоразу
fortheking-order-cards = До скількох карт щоразу
fortheking-order-paying = Яким золотом платити

## Questions

fortheking-together-limit = Усі учасники торгів таємно вирішують, до скількох торгуватися за карту «{ $card }».
fortheking-together-pick = Карту можна обрати наперед, таємно.
fortheking-wait-limit = { $player } вирішує, до скількох торгуватися за карту «{ $card }».
fortheking-wait-pick = { $player } наперед вирішує, яку карту взяти із середини столу.
fortheking-ask-limit = Скільки золота за карту «{ $card }»?
fortheking-ask-limit-cards = Скільки карт за «{ $card }»?
fortheking-hint-order = Я зроблю це за вас у ваш хід; цього ніхто не бачить, і це ще можна змінити.
fortheking-details-limit = Я роблю ставки за вас, не більші, ніж треба.
fortheking-ask-discards = Якими картами платите, якщо виграєте карту «{ $card }»?
fortheking-details-discards = Спершу ту, якої найменше шкода. Я сплачую стільки карт, скільки ви запропонували.
fortheking-ask-pick = Яку карту берете із середини столу?
fortheking-details-pick = У ваш хід я беру першу з названих, що ще лежить.
fortheking-ask-never = На яких картах ви завжди пасуєте?
fortheking-details-never = Я роблю це за вас, щойно така карта потрапляє на торги.
fortheking-ask-gold = Скільки золота ви готові віддати за будь-яку карту уряду чи короля?
fortheking-details-gold = Більше, ніж тоді матимете, я не пропоную; сказане про саму карту важливіше.
fortheking-ask-cards = Скільки карт ви готові віддати за будь-яке золото?
fortheking-details-cards = Більше, ніж тоді матимете, я не пропоную; сказане про саму карту важливіше.
fortheking-ask-paying = Чи платити мені за вас одразу, коли ви виграєте карту за золото?
fortheking-details-paying = Я сплачую найменшу достатню суму, з рівних — ту, де найменше карт. Так ніхто не чекає на сплату.
# The dialogs: at most 45 characters each. $most is the highest number, $held what there is to pay with.
fortheking-limit-title = До скількох: { $card }?
fortheking-limit-label = Від 0 (пас) до { $most }. Золота у вас: { $held }.
fortheking-limit-label-cards = Від 0 (пас) до { $most }. Карт у вас: { $held }.
fortheking-up-to-label = Від 1 до { $most }
fortheking-option-limit =
    { $amount ->
        [0] Пас
       *[other] До { $amount }
    }
# What was said before.
fortheking-ready-former = як раніше
fortheking-option-step = Питати щоразу
fortheking-option-ask = Спитати мене тоді
fortheking-option-least = Платити за мене
fortheking-option-off-never = На жодних
fortheking-option-off-limit = Нічого наперед

## What an order will do

fortheking-does-limit = Я торгуюся за вас за карту «{ $card }», до { $amount } золотом.
fortheking-does-limit-cards =
    Я торгуюся за вас за карту «{ $card }», до { $amount ->
        [one] { $amount } карти
        [few] { $amount } карт
        [many] { $amount } карт
       *[other] { $amount } карти
    }.
fortheking-does-pass = Я пасую за вас («{ $card }»).
fortheking-does-step = Я питаю вас про кожну ставку за карту «{ $card }».
fortheking-does-limit-ended = Сказане вами про карту «{ $card }» більше не діє: ставку не вдалося сплатити.
fortheking-does-discards = Якщо виграєте карту «{ $card }», ви платите такими картами, за порядком і скільки треба: { $cards }. Якщо їх замало, я питаю вас.
fortheking-does-pick = У ваш хід я беру першу з них, що ще лежить: { $cards }.
fortheking-does-ask = Я питаю вас у ваш хід.
# Ends a list of cards.
fortheking-listed-ask = інакше питаю вас
fortheking-does-never = Я пасую за вас на кожній карті таких видів: { $kinds }.
fortheking-does-off-never = Я ніде не пасую, не спитавши вас.
fortheking-does-gold = Я пропоную до { $amount } золотом за кожну карту уряду й короля, ніколи не більше, ніж маєте.
fortheking-does-cards =
    Я пропоную до { $amount ->
        [one] { $amount } карти
        [few] { $amount } карт
        [many] { $amount } карт
       *[other] { $amount } карти
    } за будь-яке золото, ніколи не більше, ніж маєте.
fortheking-does-off-gold = Я питаю вас про кожну карту уряду й короля.
fortheking-does-off-cards = Я питаю вас про кожну карту золота.
fortheking-does-paying-least = Я одразу плачу за вас: найменшу достатню суму, а з таких — найменше карт.
fortheking-does-paying-ask = Я щоразу питаю вас, яким золотом платити.

## What an order did, told to its owner alone

fortheking-told-ordered-bid = 📌 Як ви й доручили: до { $amount }.
fortheking-told-ordered-outbid = 📌 Найвища ставка — { $bid } ({ $player }), а ви доручили: до { $amount }.
# In older logs.
fortheking-told-ordered-reached = 📌 Досягнуто вашої межі: { $amount }.
fortheking-told-ordered-pass = 📌 Як ви й доручили.
fortheking-told-ordered-paying = 📌 Це найменша достатня сума.
fortheking-told-ordered-discards =
    📌 Як ви й доручили: { $count ->
        [one] { $count } карта
        [few] { $count } карти
        [many] { $count } карт
       *[other] { $count } карти
    }.
fortheking-told-ordered-pick =
    { $number ->
        [1] 📌 Її ви назвали першою.
       *[other] 📌 У вашому переліку це номер { $number }.
    }

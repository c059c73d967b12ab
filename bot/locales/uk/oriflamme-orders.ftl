### Oriflamme: Ablaze: what people order ahead, and what comes of it.
### $player is a person, $card the name of an own card, $target what it is used on; all else is a
### number.

## What can be ordered

oriflamme-order-turn = Ваша карта { $number }: «{ $card }»
oriflamme-order-aim = Ціль вашої карти «{ $card }»
oriflamme-order-tokens = Очки впливу на карті «{ $card }»

## Questions

oriflamme-together = Закриті карти, наперед і таємно: лишити чи відкрити?
oriflamme-wait-turn = { $player } наперед вирішує, які карти лишити закритими, а які відкрити.
oriflamme-ask-turn = Ваша карта { $number }, «{ $card }»: лишити чи відкрити?
oriflamme-hint-order = Я зроблю це за вас у ваш хід; цього ніхто не бачить, і це ще можна змінити.
oriflamme-details-turn = Тепер по черзі, від карти 1, кожну закриту карту лишають або відкривають. Перш ніж відкрити вашу, я спитаю знову, якщо зміниться щось поруч, під нею чи серед відкритих карт.
oriflamme-ask-aim = На що спрямувати вашу карту «{ $card }», коли вона діятиме?
oriflamme-ask-aim-prince = Куди покласти «Близнюка», коли відкриють вашу карту «{ $card }»?
oriflamme-details-aim = Якщо тоді це буде неможливо, я спитаю вас.
oriflamme-ask-tokens = Чи брати мені кожне очко впливу з вашої карти «{ $card }», чи знову активувати за нього персонажа?
oriflamme-details-tokens = Якщо тоді це буде неможливо, я спитаю вас.
oriflamme-option-ask = Спитати мене тоді

## What an order will do

oriflamme-does-leave = Ваша карта «{ $card }» лишається закритою, і на неї лягає 1 очко впливу.
oriflamme-does-leave-last = Ваша карта «{ $card }» лишається закритою і нічого не дасть.
oriflamme-does-reveal = Я відкрию вашу карту «{ $card }», але спитаю знову, якщо зміниться щось поруч, під нею чи серед відкритих карт.
oriflamme-does-anew = «{ $card }»: ряд змінився, тож питаю знову.
oriflamme-does-ask-now = Як ви й доручили, тепер я питаю вас про карту «{ $card }».
oriflamme-does-ask-turn = Я спитаю вас про карту «{ $card }», коли дійде до неї.
oriflamme-does-aim = Для вашої карти «{ $card }» я обираю, якщо можна: { $target }.
oriflamme-does-ask-aim = Я спитаю вас, на що спрямувати карту «{ $card }».
oriflamme-does-gone = Того, що ви обрали для карти «{ $card }», уже немає, тож я спитаю вас.
oriflamme-does-gain = Я беру за вас очки впливу з вашого «Плану».
oriflamme-does-tokens = За кожне очко впливу на карті «{ $card }» я знову активую, якщо можна: { $target }.
oriflamme-does-ask-tokens = Я спитаю вас про кожне очко впливу на карті «{ $card }».

## What an order did, told to its owner alone

oriflamme-told-ordered-leave = 📌 Як ви й доручили.
oriflamme-told-ordered-reveal = 📌 Як ви й доручили.
oriflamme-told-ordered-used = 📌 Це я обираю для вашої карти «{ $card }», як ви й доручили.

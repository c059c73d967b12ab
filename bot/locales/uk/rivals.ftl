### Суперники: місця без людини, у лобі й за столом; місця, що переходять з рук у руки; і поради.

## Хто вони

# Імена суперників; так не звуть нікого в жодній грі.
rival-names = Мальва, Барвінок, Калина, Явір, Ластівка, Чебрець, Вільха, Волошка
level-squire = зброєносець
level-knight = лицар
level-champion = чемпіон

## У лобі

lobby-rival = { $number }. { $player } · { $level }
lobby-advice = 💡 Поради дозволені: кого питають, може спитати суперника, що зробив би він. Це бачать усі, а відповідь — ніхто.
rivals-pick = Суперники: місця без людини…
rival-add = Додати суперника: { $level }
rival-add-squire = робить будь-що розумне
rival-add-knight = грає за простими правилами досвіду
rival-add-champion = думає наперед і грає найсильніше
rival-remove = Відпустити: { $player } ({ $level })
advice-allow = Дозволити поради
advice-allow-about = кого питають, може спитати суперника, що зробив би він
advice-forbid = Без порад
advice-forbid-about = кожен грає своїм розумом
refused-no-rival = Цього суперника за столом уже немає.
option-rivals = суперники на інших місцях; коли їх досить, гра починається одразу
option-rivals-name = суперники
option-level = як добре грають суперники
option-level-name = рівень

## Місця, що переходять з рук у руки

# $player сідає на місце $was; $number — номер місця.
incident-seated = 🪑 { $player } сідає на місце, де досі грає { $was }, і продовжує звідси.
incident-cared = 🪑 Звідси за { $player } грає { $level }.
incident-back = 🪑 { $player } знову грає звідси.
incident-advised = 💡 { $player } питає поради: { $level }.
refused-witness = Карти цієї гри вам уже знайомі, тож інше місце в ній зайняти не можна.
handed-over = На цьому місці тепер грає хтось інший, тож його карт тут більше не видно.

## Поради

button-advice = Порада: { $level }
# $choice — що він обрав би, словами кнопок.
advice = 💡 { $level } обрав би **{ $choice }**. { $reason }
advice-steps = 💡 { $level } обрав би **{ $choices }**, саме в такому порядку. { $reason }
refused-no-advice = Тут зараз немає в кого питати поради.

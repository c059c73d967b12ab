### Місця, з яких ідуть під час гри: хто їх звільняє, хто займає і хто на це погоджується.

## At the table

# $player is the rival who plays there meanwhile.
seat-free = 🪑 Одне місце вільне. Доки його ніхто не зайняв, там грає { $player }.
# $player would like the seat where $rival plays; $players have to agree.
seat-asked = 🙋 { $player } просить місце, де грає { $rival }. Ще мають погодитися: { $players }.
seat-agreed = 🙋 { $player } може сісти на місце, де грає { $rival }: досить натиснути ще раз.
seat-voted = 🗳️ Місце, де грає { $player }, хочуть віддати комусь іншому. Ще мають погодитися: { $players }.
seat-decided = 🗳️ Місце, де грає { $player }, усі тут хочуть віддати комусь іншому: досить натиснути ще раз.
# $newcomer would like the seat where $rival plays; $player, who is called, has to agree, as everybody there.
seat-call = 🙋 { $player }, { $newcomer } просить місце, де грає { $rival }. Ви не проти? Потрібна згода всіх за столом.
# Замість імені людини в грі, яку іншим можна переглядати без нього.
seat-unnamed = Хтось
button-sit = Зайняти це місце
button-sit-of = Зайняти це місце: { $player }
button-welcome = Хай сідає { $player }
button-free = Звільнити місце: { $player }

## Leaving, and making room

leave-confirm = { $table }: справді піти назовсім? Доки ваше місце ніхто не займе, там гратиме суперник, а своїх карт ви більше не побачите.
leave-ends = -# За столом лишилася одна людина, тож на цьому він закриється.
leave-confirm-lobby = { $table }: покинути стіл?
button-leave-game = Покинути стіл
leave-done = Ви покинули стіл: { $table }.
replace-pick = { $table }: чиє місце звільнити? Доки його ніхто не займе, там гратиме суперник; повернути місце не можна.
replace-done = Місце вільне: { $player }.
vote-noted = Ваш голос враховано. Місце ({ $player }) буде вільне, щойно цього захочуть усі інші, хто тут є.
vote-done = Місце вільне: { $player }.

## Sitting down

sit-done = Місце ваше. Нижче ваші карти й те, що вже сталося; відтепер я кличу вас, коли ваш хід.
sit-asked = Щойно погодяться всі за столом, місце буде ваше, і я покличу вас, коли буде ваш хід. Якщо передумаєте, натисніть ще раз.
sit-withdrawn = Занотовано: це місце вам уже не потрібне.
welcome-noted = Ви погодилися. Мають погодитися й інші.
welcome-done = Усі погодилися, і місце зайнято.

## What can't be done

refused-no-vacancy = Це місце не вільне.
refused-no-candidate = Цього місця вже ніхто не просить.
refused-no-vote = Про чуже місце ніхто не вирішує сам, і не раніше, ніж вийде час. Звільнити його може модератор, який тут не грає.
refused-not-neutral = Звільнити чиєсь місце може лише модератор, який за цим столом не грає.

## The commands

command-table-leave = Піти назовсім із гри в цьому каналі; далі грає суперник.
    .name = піти
command-table-replace = Звільнити місце гравця, який більше не приходить.
    .name = замінити

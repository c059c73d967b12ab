### Replay: a finished game once more, move by move.

button-replay = Переглянути гру
# $move is the number of a move, 0 for the beginning, $moves how many the game had.
replay-move = { $move ->
    [0] початок гри, кроків попереду: { $moves }
   *[other] крок { $move } із { $moves }
}
replay-chapters = Перейти до …
replay-eyes = Чиїми очима?
replay-eyes-all = Що бачили всі
# $player is a player's name.
replay-eyes-seat = Очима гравця: { $player }
replay-eyes-open = Усі карти відкрито
replay-seen-by = 👁 Так гру бачив гравець { $player }; «ви» тут — { $player }.
replay-seen-open = 👁 Тут відкрито карти всіх; під час гри цього не бачив ніхто.
replay-untold = Крок, про який більше нікому не сказано.
# $move is the number of the last move that can be shown.
replay-until = Можу показати все до кроку { $move }: далі грали за старішими правилами, або цього вже не прочитати.
replay-older = Деякі з цих ходів зроблено за давнішими правилами. Тут вони такі, як за нинішніми, а кінець той самий.
refused-replay = Не можу показати цю гру: її грали за старішими правилами, або її ходи вже не прочитати. Що сталося, показує **{ button-log }**.
button-show-moment = Показати всім
button-walk-on = Дивитися далі звідси
# $player is who shows it.
replay-shown = { $player } показує момент цієї гри:
menu-from-here = Переглянути звідси
   .name = Переглянути звідси
refused-momentless = За цим повідомленням не видно, про який воно момент: воно давніше за цю можливість або взагалі не про гру. Під завершеним столом кнопка **{ button-replay }** веде до кожного ходу.
button-from-here = Звідси
button-so-far = Як було досі
# $step counts what the reader was told of, 0 for the beginning, $steps how much there is of it.
so-far-step = { $step ->
    [0] початок, кроків попереду: { $steps }
   *[other] крок { $step } із { $steps }
}
so-far-seen = 👁 Лише те, що ви бачили самі, таким, як воно було.
so-far-seated = Тут ви сіли за стіл. Що було раніше, лишається тим, хто це бачив.
so-far-until = Що було далі, показати не можу: грали за старішими правилами, або ходи вже не прочитати.
button-finished = Завершені ігри
finished-none = Ви ще не завершили жодної гри. Коли одна закінчиться, її можна буде переглянути тут знову.
# $count is how many are listed.
finished-some = { $count ->
    [1] Остання завершена гра, щоб глянути ще раз:
   *[other] Останні завершені ігри ({ $count }), щоб глянути ще раз:
}
finished-choose = Переглянути гру …
button-follow-walk = Дивитися разом
replay-following = 👣 Ви бачите кожен крок того, хто веде перегляд, чверть години.
replay-follow-ended = 👣 Спільний перегляд тут скінчився. З цього моменту можна дивитися далі самому чи самій.
# $count is how many people follow the reader.
replay-followers = { $count ->
    [one] 👣 Разом із вами дивиться { $count } людина.
    [few] 👣 Разом із вами дивляться { $count } людини.
    [many] 👣 Разом із вами дивиться { $count } людей.
   *[other] 👣 Разом із вами дивиться { $count } людини.
}
refused-not-shared = Цей перегляд уже ніхто не веде. Дивіться далі самі або ведіть свій: **{ button-show-moment }**.
button-play-on = Звідси, проти суперників
# $player is who held the seat.
practice-about = Зіграти звідси далі на місці, де сидить { $player }, за власним столом? Решту місць займуть суперники. Це вправа: вона нічого не важить, і її ніхто більше не бачить.
practice-seat = На чиєму місці?
button-cards-then = Карти ті самі, що були
button-cards-anew = Приховане роздати наново
button-back-to-replay = Назад до перегляду
# $tables is the command that lists one's tables.
practice-begun = Спробуйте самі: цей стіл лише ваш, годинник не йде, а повернутися можна через `{ $tables }`.
turning-points = **Що вирішило гру**: шанси на перемогу в того, хто ходив
# $before and $after are percent, $spread by how many they may be wrong.
chance-change = { $before }% → { $after }%
chance-at = { $before }%
# $change is how a chance changed.
chance-wide = { $change }, плюс-мінус { $spread }
# $player is who decided, $change how the chance of winning changed.
replay-chance = -# Шанси на перемогу, { $player }: { $change }
button-analyse = Що вирішило гру?
analysis-begun = Чемпіон переглядає цю гру ще раз. Дайте йому хвилину-дві, а тоді натисніть **{ button-table }**.
button-judged = А що зробив би чемпіон?
# $choice is what would have been chosen, $reason a sentence.
judged-same = Чемпіон зробив би так само: **{ $choice }**. { $reason }
# $worlds is how many games were imagined, $better and $played how many of a hundred were won.
judged-better = Чемпіон обрав би **{ $choice }**. З ігор, уявлених за тим, що ви тоді знали ({ $worlds }), так виграно { $better }%, а за вашим вибором { $played }%.
judged-even = Чемпіон обрав би **{ $choice }**, але й ваш вибір, наскільки він бачить, не гірший: з уявлених ігор ({ $worlds }) так виграно { $better }%, а за вашим вибором { $played }%.
judged-worse = Чемпіон обрав би **{ $choice }**, а ваш вибір кращий: з уявлених ігор ({ $worlds }) за вашим виграно { $played }%, а так { $better }%.
refused-verdict = Чемпіон збився з думки. Спитайте його ще раз за мить.
button-film = Гра за пів хвилини
# $link leads to the film, or to the channel.
refused-filmed = Фільм цієї гри вже є: { $link }
refused-filmed-alone = Фільм цієї гри у вас уже є, у наших повідомленнях.
refused-still-looking = Чемпіон ще переглядає цю гру, а у фільмі буде й те, що він знайде. Спробуйте за хвилину-дві.
refused-analysis = Надто багато ігор чекає, щоб чемпіон їх переглянув. Спробуйте ще раз за кілька хвилин.

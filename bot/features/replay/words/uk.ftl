### Replay: a finished game once more, move by move.

button-replay = Переглянути гру
# $move is the number of a move, 0 for the beginning, $moves how many the game had.
replay-move = { $move ->
    [0] початок гри, ходів попереду: { $moves }
   *[other] хід { $move } із { $moves }
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
replay-until = Можу показати ходи до { $move }: далі грали за старішими правилами, або ходи вже не прочитати.
refused-replay = Не можу показати цю гру: її грали за старішими правилами, або її ходи вже не прочитати. Що сталося, дивіться за кнопкою **{ button-log }**.
button-show-moment = Показати всім
button-walk-on = Дивитися далі звідси
# $player is who shows it.
replay-shown = { $player } показує момент цієї гри:

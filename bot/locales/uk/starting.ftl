### When the game of an open table begins.

# $player, $agreed, $missing and $opposed are people; $when is a moment as Discord shows it to each reader, such as "in 5 minutes".
starts-by-hand = Коли починати, вирішує { $player }: для цього є **{ button-start }**.
starts-waiting = Гра почнеться сама за хвилину після того, як { $players ->
        [one] збереться { $players } гравець
        [few] зберуться { $players } гравці
        [many] збереться { $players } гравців
       *[other] збереться { $players } гравця
    }.
starts-enough = Гра почнеться сама за хвилину після того, як { $players ->
        [one] збереться { $players } гравець
        [few] зберуться { $players } гравці
        [many] збереться { $players } гравців
       *[other] збереться { $players } гравця
    }. Хто хоче почати вже, натискає **{ button-start }**.
starts-full = Усі на місцях: гра почнеться { $when }. Доти ще можна додати слово до тасування.
starts-agreed = Усі тут хочуть почати: гра почнеться { $when }. Доти ще можна додати слово до тасування.
starts-asked = Почати вже хочуть: { $agreed }. Ще мають натиснути **{ button-start }**: { $missing }.
starts-unopposed = Якщо ніхто не натисне **{ button-not-yet }**, гра почнеться { $when }.
starts-opposed = Почати вже хочуть: { $agreed }. Воліють зачекати: { $opposed }. Гра почнеться, щойно **{ button-start }** натиснуть усі.
starts-at = Гра почнеться { $time }, { $when }.
starts-fill = Хоч коли почнеться гра, вільні місця займуть суперники.
starts-missed = Обраний час настав, але почати тоді не вийшло, тож стіл чекає далі.
# $player has opened the table.
starts-changed = Початок гри змінено ({ $player }).
starts-title = Як почнеться гра
# $seats is how many the table waits for, $low and $high are how many the game takes.
starts-awaited = 🪑 Стіл розраховано на { $seats } { $seats ->
        [one] гравця
        [few] гравців
        [many] гравців
       *[other] гравця
    }. Грати можуть від { $low } до { $high }.
starts-free = Місця, які тоді будуть вільні, так і лишаться вільними.
starts-players-pick = На скількох гравців чекає стіл?
starts-begins-pick = Коли почнеться гра?
starts-begins-about = Час, наприклад 20:00, або «{ option-begins-by-hand }». Порожньо — щойно сядуть усі ці гравці.
starts-fill-pick = Що робити з місцями, які тоді вільні?
starts-fill-on = Їх займуть суперники
starts-zone-pick = Де ви живете?
starts-zone-about = Найближче велике місто латинськими літерами або назва часового поясу; я запам’ятаю.
button-not-yet = Ще ні
option-players = На скількох гравців чекає стіл (інакше — на стількох, із якими гра найкраща).
    .name = гравці
option-begins = Коли почнеться гра: час, наприклад 20:00, або лише за вашим словом.
    .name = початок
option-begins-by-hand = коли я скажу
option-fill = Чи займуть суперники місця, які будуть вільні, коли гра почнеться.
    .name = заповнити
refused-not-wanted = Почати ніхто не просив, тож стіл чекає, як і досі.
refused-players = У цю гру грають від { $low } до { $high } гравців. Стіл не відкрито.
refused-time = Гра починається о певній годині, наприклад о `20:00`, або за вашим словом. Нічого не змінилося.
refused-zone = Я не знаю, де ви живете, тож не знаю, коли це. Назвіть латинкою велике місто поблизу або часовий пояс, наприклад { $example }; я запам’ятаю. Нічого не змінилося.

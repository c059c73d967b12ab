### Скільки можна думати, що буває, коли час вийшов, і як я нагадую.

## What a lobby agrees on

# $pace and $reserve are lengths of time, such as "a day".
time-none = 🕒 Тут немає годинника: кожен думає, скільки хоче.
time-rival = 🕒 На кожне рішення — { $pace }, ще й запас кожному: { $reserve }. Потім за гравця, доки його немає, грає суперник.
time-waits = 🕒 На кожне рішення — { $pace }, ще й запас кожному: { $reserve }. Потім стіл чекає.
time-weekends = У вихідні час стоїть (пояс: { $zone }).
time-quiet = Тихі години не зупиняють часу: тоді я лише нікого не кличу.
time-proposed = 🕰️ Натомість пропонують: { $terms } Так і буде, щойно { $players } та всі інші тут натиснуть **{ button-agree }**.
time-welcome = Покинуте місце можна зайняти одразу.
pace-hour = година
pace-half-day = дванадцять годин
pace-day = доба
pace-three-days = три доби
pace-week = тиждень
reserve-hour = три години
reserve-half-day = півтори доби
reserve-day = три доби
reserve-three-days = дев’ять діб
reserve-week = три тижні
button-time = Умови
button-terms = Обрати інакше
button-agree = Згода
time-title = Як грають за цим столом
time-about = -# Ваш час іде, лише поки питають вас, і стоїть, поки я не на зв’язку. Обирає той, хто відкрив стіл; коли місця зайняли й інші, щодо часу мають погодитися всі.
time-pace-pick = Скільки можна думати над рішенням?
time-pace-none = Скільки завгодно
time-pace-hour = Годину
time-pace-half-day = Дванадцять годин
time-pace-day = Добу
time-pace-three-days = Три доби
time-pace-week = Тиждень
time-then-pick = Що робити, коли чийсь час вийшов?
time-then-rival = За людину грає суперник
time-then-waits = Стіл чекає
time-weekends-pick = Чи рахуються вихідні?
time-weekends-count = Вихідні рахуються
# $zone is the name of a time zone, such as "Europe/Kyiv".
time-weekends-rest = У вихідні час стоїть ({ $zone })
time-newcomers-pick = Чи може будь-хто зайняти покинуте місце?
time-newcomers-asked = Лише коли всі згодні
time-newcomers-welcome = Так, одразу

lobby-hands-pick = Де люди бачать свої карти, якщо не обрали?
lobby-hands-here = У каналі, кожен бачить лише свої
lobby-hands-dm = Приватним повідомленням
lobby-by-dm = -# ✉️ Карти надходять приватним повідомленням усім, хто не обрав інакше.

## At the table

# $time and $when are times as Discord shows them: with the date, and as "in 3 hours".
time-until = 🕒 { $player }: крайній термін — { $time } ({ $when })
time-until-brief = 🕒 { $when }
time-stands = ⏸️ годинник стоїть
late-rival = ⏰ { $player }: час вийшов, і за це місце грає суперник, доки гравець не повернеться.
late-waits = ⏰ { $player }: час вийшов, і стіл чекає.
time-rests = 💤 Тут давно нікого не було, тож стіл заснув. Хто має тут місце, розбудить його будь-яким натисканням.

## Reminders

# $player is named or called, $when is how far away the end of the time is, as Discord says it: "in 3 hours".
reminder-first = 🔔 { $player }, ми ще чекаємо на вас. Час спливає { $when }.
reminder-last-rival = ⏰ { $player }, ваш час спливає { $when }. Потім за вас гратиме суперник, доки ви не повернетеся.
reminder-last-waits = ⏰ { $player }, ваш час спливає { $when }. Потім стіл чекатиме, а ваше місце можуть віддати комусь іншому.
reminder-alone = Усі інші вже відповіли: стіл чекає лише на вас.
button-hush = Більше не нагадувати
hush-done = Про це запитання я більше не нагадую. Час іде далі.
# $count is how many lines follow, one for each table.
digest = ☕ Столи, що на вас чекають: { $count }.

## Pauses, and being away

time-paused = ⏸️ Усі тут погодилися на перерву: час стоїть, доки хтось не натисне **{ button-go-on }**.
time-pause-wanted = ⏸️ Перерви хочуть: { $players }. Вона почнеться, коли всі тут натиснуть **{ button-pause }**.
# Whose word was missing has left, or their time is up.
time-pause-decided = ⏸️ Перерви хочуть усі тут: досить ще раз натиснути **{ button-pause }**.
time-away = 🌴 { $player } у відпустці, повернення { $when }; доти цей годинник стоїть.
# As above, at a table without a pace.
time-away-at-leisure = 🌴 { $player } у відпустці, повернення { $when }; доти ніхто не кличе.
button-pause = Перерва
button-go-on = Далі
pause-wanted = Час зупиниться, щойно перерви захочуть усі тут.
pause-begun = Час зупинено для всіх.
pause-over = Час знову йде для всіх.
refused-no-clock = За цим столом час не рахують, тож зупиняти нічого.
away-title = Відпустка
away-about = Поки вас немає, ваш час стоїть, за кожним столом щонайбільше чотирнадцять днів. Це бачать усі, і вас ніхто не кличе.
away-nowhere = За жодним столом ви не у відпустці.
# $when is a date as Discord shows it.
away-meanwhile = - За столами, що почнуться тим часом або де ви сядете: повернення { $when }
# $table is the name of a table, $when a date as Discord shows it.
away-at = - { $table }: повернення { $when }
away-pick = На скільки ви йдете?
away-days = { $days ->
    [one] { $days } день
    [few] { $days } дні
    [many] { $days } днів
   *[other] { $days } дня
}
button-back = Я вже тут
# $example is a day that would do.
refused-day = Потрібен день, як-от `{ $example }`, у найближчі чотирнадцять днів. Нічого не змінилося.
button-wake = Грати далі
time-awake = Стіл прокинувся, і в усіх знову є час.

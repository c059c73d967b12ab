### /daily: роздача дня, яку кожен грає один раз проти тих самих суперників.

command-daily = Зіграти роздачу дня: ті самі карти для всіх.
    .name = роздача
option-daily-game = Гра, роздачу якої ви хочете зіграти.
    .name = гра
command-settings-daily = Обрати, як мене показувати в підсумках роздачі дня.
    .name = роздача
daily-heading = Роздача дня
# $when - коли скінчиться день.
daily-about = Ті самі карти й ті самі три лицарі для всіх, раз на день. Як зіграли інші, відкриється { $when }.
# $game - назва гри, тут і далі.
daily-waits = { $game }: ви ще не грали.
daily-runs = { $game }: ви саме граєте.
daily-ended = { $game }: ви почали грати й прибрали цей стіл. Завтра буде інша роздача.
daily-unreadable = { $game }: ви почали грати, але зараз цей стіл не прочитати.
# $points - скільки очок набрано, тут і далі.
daily-done = { $game }: у вас { $points } { $points ->
        [one] очко
        [few] очки
        [many] очок
       *[other] очка
    }. Решта відкриється, коли скінчиться день.
daily-off = { $game }: сьогоднішню роздачу скасовано, бо оновилися правила. Ваші дні поспіль не пропадуть.
# $count - скільки днів поспіль.
daily-streak = 🔥 { $count ->
        [one] { $count } день поспіль.
        [few] { $count } дні поспіль.
        [many] { $count } днів поспіль.
       *[other] { $count } дня поспіль.
    }
daily-past = Ваші останні підсумки:
# $date - день, наприклад 2026-11-27.
daily-result = { $date }, { $game }: { $points } { $points ->
        [one] очко
        [few] очки
        [many] очок
       *[other] очка
    }
# $count - на скільки очок попереду найкращого суперника або позаду.
daily-ahead = на { $count } попереду найкращого суперника
daily-behind = на { $count } позаду найкращого суперника
daily-level = нарівні з найкращим суперником
# $pledge - те, що зв’язує таємницю тасування.
daily-pledge = -# 🔒 { $game }: { $pledge }
button-daily = Зіграти: { $game }
button-daily-on = Далі: { $game }
button-daily-today = Сьогоднішня роздача
# $daily - команда.
daily-begun = Роздача дня, однакова для всіх. Її грають один раз, і скасувати хід не можна. Повернутися сюди можна через `{ $daily }`.
daily-ask = У підсумках
daily-shown-pick = Як вас там показати, коли день скінчиться?
daily-shown-named = З моїм ім’ям
daily-shown-unnamed = Без імені
daily-shown-hidden = Ніяк; тоді й ігор моїх ніхто не переглядає
daily-shown-named-now = У підсумках роздачі дня я показую вас з іменем.
daily-shown-unnamed-now = У підсумках роздачі дня я показую вас без імені.
daily-shown-hidden-now = У підсумках роздачі дня я вас не показую.
daily-shared-pick = Чи можна іншим тоді переглянути вашу гру?
daily-shared-on = Так, з іменем чи без нього, як у підсумках
daily-shared-off = Ні
daily-shared-on-now = Ваші ігри останніх п’яти тижнів інші можуть переглядати, коли їхній день скінчився, з іменем чи без нього, як у підсумках.
daily-shared-off-now = Ваших ігор дня ніхто інший не переглядає.
daily-standings = Роздача за { $date }
# $place - число, $name - чиєсь ім’я.
daily-place = { $place } · { $name }: { $points } { $points ->
        [one] очко
        [few] очки
        [many] очок
       *[other] очка
    }
daily-somebody = хтось
# $count - скільки ще підсумків.
daily-more = … і ще { $count }
# $level - вид суперника, наприклад лицар.
daily-par = -# Для порівняння, { $level }: { $points }
daily-parted = Де думки розійшлися найбільше:
# $question - про що питали, $choices - що хто обрав.
daily-moment = ↔ *{ $question }* { $choices }
# $choice - що обрано, $count - скількома.
daily-chose = { $choice } × { $count }
# $game - гра, $secret - чим тасовано її карти.
daily-opened = -# 🔓 { $game }: { $secret }
# $game - гра, $place - перше місце в переліку партій.
daily-look = { $place ->
        [1] { $game }: переглянути чиюсь гру
       *[other] { $game }: переглянути чиюсь гру, від місця { $place }
    }
daily-week = Тиждень: скількох хто випередив
# $beaten - скільки інших позаду, половина за рівних, $deals - на скількох роздачах.
daily-week-line = { $place } · { $name }: { $beaten }, на { $deals ->
        [one] { $deals } роздачі
        [few] { $deals } роздачах
        [many] { $deals } роздачах
       *[other] { $deals } роздачах
    }
daily-board-pick = Де показувати підсумки дня?
daily-board-about = Роздача дня: одне тихе повідомлення на день, і лише якщо тут хтось грав. Порожньо — ніде.
daily-board-none = Ніде
# $channel - канал.
daily-board-now = Підсумки роздачі дня я публікую тут: { $channel }.
daily-board-off-now = Підсумків роздачі дня я ніде не публікую.
refused-daily-off = Сьогоднішню роздачу скасовано, бо оновилися правила. Ваші дні поспіль не пропадуть, а завтра буде інша.
refused-daily-over = День цієї роздачі скінчився; наступний скоро почнеться.
refused-daily-dealt = Вам саме здають карти. Спробуйте за мить.
refused-daily-played = Сьогоднішню роздачу ви вже зіграли. Завтра буде інша.
daily-name = роздача дня
daily-follow-channel-now = Коли на цьому сервері з’являться підсумки роздачі дня, я покличу вас там.
daily-follow-dm-now = Коли на цьому сервері з’являться підсумки роздачі дня, я напишу вам.
# $date - день, $link веде до повідомлення.
# $players кличуть у каналі.
daily-called = 🔔 { $players }, підсумки роздачі за { $date } вже тут: { $link }
daily-told = 🔔 Підсумки роздачі за { $date } вже тут: { $link }
privacy-deals-of-the-day = - Як показувати вас у підсумках роздачі дня, скільки днів поспіль ви граєте і ваші підсумки за п’ять тижнів.

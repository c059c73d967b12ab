### Oriflamme: Ablaze, in Ukrainian: every word that players read.
### $player and $owner are people, $card the name of a card, $family the name of a family with its letter; $number is
### a position in the queue, counted from 1; all else is a number unless said.
### All of them come in the nominative: people are subjects of the present tense, or stand in brackets or behind a colon.

oriflamme-name = Орифлама: Полум’я війни
    .command = орифлама
oriflamme-tagline = Підкладайте карти в ряд подій, відкривайте їх у слушну мить і здобудьте більше впливу, ніж інші родини.

## Emblems, families and cards

emblem-oriflamme-family-red = 🔴
    .letter = Ч
emblem-oriflamme-family-blue = 🔷
    .letter = С
emblem-oriflamme-family-green = 🟩
    .letter = З
emblem-oriflamme-family-yellow = ⭐
    .letter = Ж
emblem-oriflamme-family-black = 🐗
    .letter = Н
emblem-oriflamme-prince = 🤴
emblem-oriflamme-twin = 👥
emblem-oriflamme-queen = 👑
emblem-oriflamme-cutthroat = 🗡️
emblem-oriflamme-apothecary = ⚗️
emblem-oriflamme-felon = 🦹
emblem-oriflamme-schemer = 🕸️
emblem-oriflamme-impersonation = 🎭
emblem-oriflamme-plot = 📜
emblem-oriflamme-trap = 🪤
emblem-oriflamme-bribery = 💰

oriflamme-family-red = Червона (Ч)
oriflamme-family-blue = Синя (С)
oriflamme-family-green = Зелена (З)
oriflamme-family-yellow = Жовта (Ж)
oriflamme-family-black = Чорна (Н)
oriflamme-badge-red = { emblem-oriflamme-family-red } { oriflamme-family-red }
oriflamme-badge-blue = { emblem-oriflamme-family-blue } { oriflamme-family-blue }
oriflamme-badge-green = { emblem-oriflamme-family-green } { oriflamme-family-green }
oriflamme-badge-yellow = { emblem-oriflamme-family-yellow } { oriflamme-family-yellow }
oriflamme-badge-black = { emblem-oriflamme-family-black } { oriflamme-family-black }

oriflamme-card-prince = Принц
oriflamme-card-twin = Близнюк
oriflamme-card-queen = Королева
oriflamme-card-cutthroat = Шибайголова
oriflamme-card-apothecary = Аптекар
oriflamme-card-felon = Злочинець
oriflamme-card-schemer = Інтриганка
oriflamme-card-impersonation = Підміна
oriflamme-card-plot = План
oriflamme-card-trap = Пастка
oriflamme-card-bribery = Підкуп
oriflamme-face-down = закрита
oriflamme-none = немає
oriflamme-queue-empty = порожній

## The table

oriflamme-phase-placement = Раунд { $round } з { $rounds } · викладання карт
oriflamme-phase-resolution = Раунд { $round } з { $rounds } · активація ряду
oriflamme-phase-over = Останній раунд завершено
oriflamme-row-queue = Ряд подій (карта 1 діє першою)
    .part = карти в порядку активації: чия кожна, що відкрито, скільки на ній очок впливу і яка висота стосу
oriflamme-row-pile = вибули з ряду
oriflamme-row-absent = точно у грі
oriflamme-row-left = лишилося в руці
oriflamme-row-aside = відкладено
oriflamme-row-chosen = Ваш вибір
    .open = обрано
oriflamme-row-own-family = Ви
    .open = у цій грі
oriflamme-fact-family = Ваша родина
    .open = родина
oriflamme-chart-influence = Вплив після кожного раунду
oriflamme-row-hand = Ваші карти в руці
    .open = у руці
oriflamme-row-hidden = Ваші закриті карти в ряді
    .open = закриті в ряді
oriflamme-row-own-aside = Ваші відкладені карти
    .open = відкладено
oriflamme-position = { $number }. { $player }, { $family }: { $card }
oriflamme-position-now = ▶ { $number }. { $player }, { $family }: { $card }
# What is read alone by whom the card belongs to.
oriflamme-position-yours = { $number }. ваша карта «{ $card }»
oriflamme-position-yours-now = ▶ { $number }. ваша карта «{ $card }»
# What its owner reads of a face-down card, and nobody else.
oriflamme-position-own = { $number }. ваша карта «{ $card }» (закрита)
oriflamme-position-own-now = ▶ { $number }. ваша карта «{ $card }» (закрита)
# The same as short as can be, in the row that a decision is about; a question mark is what lies face down.
oriflamme-short-empty = ряд порожній
oriflamme-short-of = { $number } { $player }: { $card }
oriflamme-short-yours = { $number } ви: { $card }
# The next card of the same person.
oriflamme-short-next = { $number } { $card }
oriflamme-short-hidden = ?
oriflamme-short-own = { $card } (?)
# $tokens is the Influence on a position, $stack the number of its cards.
oriflamme-brief = { $tokens ->
        [0] {""}
       *[other] (+{ $tokens }){" "}
    }{ $stack ->
        [1] {""}
       *[other] ×{ $stack }
    }
oriflamme-fact-tokens = Очок впливу на ній
oriflamme-fact-round = Викладена в раунді
# The value is the family that the cardboard belongs to, or the text below.
oriflamme-fact-bribed = Підкуплена; її рідна родина
# A family has put its Bribery token on a card of its own colour.
oriflamme-bribed-own = ця сама (на карті її жетон)
oriflamme-fact-stack = Карт у стосі
# The value is a list of cards, from top to bottom.
oriflamme-fact-under = Під нею
oriflamme-under-bribed = { $card } (підкуплена; рідна родина: { $family })
# $card is the name of a card, or "face down".
oriflamme-under-hidden = { $card } (раунд { $round }{ $tokens ->
        [0] {""}
       *[other] , очок на ній: { $tokens }
    })
oriflamme-under-own = ваша карта «{ $card }», закрита (раунд { $round }{ $tokens ->
        [0] {""}
       *[other] , очок на ній: { $tokens }
    })
oriflamme-own-at = { $card } (карта { $number })
oriflamme-own-now = { $card } (▶ карта { $number })
oriflamme-own-below = { $card } (у стосі { $number })
oriflamme-fact-influence = Вплив
oriflamme-fact-hand = Карт у руці
oriflamme-fact-aside = Відкладено
oriflamme-mark-first = починає раунд
oriflamme-mark-laid = карту викладено
oriflamme-mark-twin = Близнюка зіграно
oriflamme-fact-plot = Зараз діє
oriflamme-plot = «План» ({ $player }), очок на ньому: { $tokens }
oriflamme-fact-last = Останній вибір
oriflamme-last-lay-first = { $player } кладе карту на початок ряду
oriflamme-last-lay-last = { $player } кладе карту в кінець ряду
oriflamme-last-lay-on = { $player } накриває карту «{ $card }»
oriflamme-last-lay-covered = { $player } накриває закриту карту
oriflamme-last-twin-first = { $player } кладе «Близнюка» на початок ряду
oriflamme-last-twin-last = { $player } кладе «Близнюка» в кінець ряду
oriflamme-last-twin-on = { $player } кладе «Близнюка» на карту «{ $card }»
oriflamme-last-twin-covered = { $player } кладе «Близнюка» на закриту карту
oriflamme-last-leave = { $player } лишає карту закритою
oriflamme-last-reveal = { $player } відкриває карту «{ $card }»
# $victim is the name of the card that $card was used on, $owner whose it was.
oriflamme-last-eliminate = { $player }: карта «{ $card }» вилучає карту «{ $victim }» ({ $owner })
oriflamme-last-itself = { $player }: карта «{ $card }» вилучає сама себе
oriflamme-last-bribe = { $player }: карта «{ $card }» переманює карту «{ $victim }» ({ $owner })
oriflamme-last-activate = { $player } активує «Планом» карту «{ $card }»
oriflamme-last-activate-bribed = { $player } активує «Планом» карту «{ $card }» (рідна родина: { $family })
oriflamme-last-gain = { $player } бере з «Плану» 1 очко впливу

## Questions

oriflamme-ask-card = Яку карту кладете долілиць у ряд подій?
oriflamme-ask-place = Куди кладете карту «{ $card }»?
# Over the list of the other cards in hand.
oriflamme-ask-instead = Іншу карту замість цієї
oriflamme-wait-lay = { $player } обирає карту, щоб покласти її долілиць у ряд подій.
oriflamme-ask-reveal = Ваша карта { $number }, «{ $card }»: лишити чи відкрити?
oriflamme-wait-reveal =
    { $player } вирішує, лишити карту { $number } закритою чи відкрити{ $tokens ->
        [0] {""}
        [one] {" "}(на ній { $tokens } очко впливу)
        [few] {" "}(на ній { $tokens } очки впливу)
        [many] {" "}(на ній { $tokens } очок впливу)
       *[other] {" "}(на ній { $tokens } очка впливу)
    }.
oriflamme-ask-cutthroat = Яку карту вилучає ваш «Шибайголова» (карта { $number })?
oriflamme-wait-cutthroat = { $player } обирає, яку карту вилучає «Шибайголова» (карта { $number }).
oriflamme-ask-apothecary = Яку карту вилучає ваш «Аптекар» (карта { $number })?
oriflamme-wait-apothecary = { $player } обирає, яку карту вилучає «Аптекар» (карта { $number }).
oriflamme-ask-impersonation = Яку карту вилучає ваша «Підміна» (карта { $number })?
oriflamme-wait-impersonation = { $player } обирає, яку карту вилучає «Підміна» (карта { $number }).
oriflamme-ask-bribery = Якого персонажа переманює ваш «Підкуп» (карта { $number })?
oriflamme-wait-bribery = { $player } обирає, якого персонажа переманює «Підкуп» (карта { $number }).
oriflamme-ask-prince = Ваш «Принц» кличе «Близнюка»: куди його покласти?
oriflamme-wait-prince = { $player } обирає, куди покласти «Близнюка», якого кличе «Принц» (карта { $number }).
oriflamme-ask-plot = Якого персонажа активує ваш «План»?
oriflamme-wait-plot = { $player } обирає, якого персонажа активує «План».
oriflamme-ask-token =
    Ваш «План», лишилося { $tokens ->
        [one] { $tokens } очко впливу
        [few] { $tokens } очки впливу
        [many] { $tokens } очок впливу
       *[other] { $tokens } очка впливу
    }: взяти 1 чи активувати за нього персонажа?
oriflamme-wait-token = { $player } вирішує, взяти з «Плану» 1 очко впливу чи знову активувати персонажа (очок лишилося: { $tokens }).
# Куди лягає карта, ще до її вибору.
oriflamme-opening-first = На початок…
oriflamme-opening-last = У кінець…
oriflamme-option-first = На початок
oriflamme-option-last = У кінець
oriflamme-option-shown = { $number }: { $card } ({ $player })
oriflamme-option-hidden = { $number }: закрита ({ $player })
oriflamme-option-yours = { $number }: { $card } (ваша)
oriflamme-option-own = { $number }: { $card } (ваша, закрита)
# What is laid on; otherwise as above.
# Якщо таких багато, вони стають списком.
oriflamme-under-on = На карту…
oriflamme-option-on-shown = На { $number }: { $card } ({ $player })
oriflamme-option-on-hidden = На { $number }: закрита ({ $player })
oriflamme-option-on-yours = На { $number }: { $card } (ваша)
oriflamme-option-on-own = На { $number }: { $card } (ваша, закрита)
oriflamme-option-back = Обрати іншу карту
oriflamme-option-leave = Лишити: +1 очко
oriflamme-option-leave-last = Лишити: без очок
oriflamme-option-reveal = Відкрити
oriflamme-option-gain = Взяти 1 очко впливу

## What is told

# $players is a list of people with their points.
oriflamme-recap = Після раунду { $round }: { $players }.
oriflamme-recap-player = { $player } { $points }
oriflamme-told-round = Починається раунд { $round } з { $rounds }. Першу карту кладе { $player }.
    .you = Починається раунд { $round } з { $rounds }. Першу карту кладете ви.
oriflamme-told-lay-only = { $player } кладе карту долілиць; ряд був порожній.
oriflamme-told-lay-first = { $player } кладе карту долілиць на початок ряду.
oriflamme-told-lay-last = { $player } кладе карту долілиць у кінець ряду.
oriflamme-told-lay-on = { $player } кладе карту долілиць на карту { $number }.
oriflamme-told-lay-own = Ви кладете долілиць карту «{ $card }»; її номер { $number }.
oriflamme-told-resolution = Усі виклали по карті. Тепер ряд активується, починаючи з карти 1.
oriflamme-told-leave =
    { $player } лишає карту { $number } закритою; тепер на ній { $tokens ->
        [one] { $tokens } очко впливу
        [few] { $tokens } очки впливу
        [many] { $tokens } очок впливу
       *[other] { $tokens } очка впливу
    }.
    .you = Ви лишаєте карту { $number } закритою; тепер на ній { $tokens ->
            [one] { $tokens } очко впливу
            [few] { $tokens } очки впливу
            [many] { $tokens } очок впливу
           *[other] { $tokens } очка впливу
        }.
oriflamme-told-leave-own = Ви лишаєте карту { $number } «{ $card }» закритою.
oriflamme-told-reveal-bare = { $player } відкриває карту { $number }: «{ $card }».
    .you = Ви відкриваєте карту { $number }: «{ $card }».
oriflamme-told-reveal =
    { $player } відкриває карту { $number } «{ $card }» і забирає з неї { $tokens ->
        [one] { $tokens } очко впливу
        [few] { $tokens } очки впливу
        [many] { $tokens } очок впливу
       *[other] { $tokens } очка впливу
    }.
    .you = Ви відкриваєте карту { $number } «{ $card }» і забираєте з неї { $tokens ->
            [one] { $tokens } очко впливу
            [few] { $tokens } очки впливу
            [many] { $tokens } очок впливу
           *[other] { $tokens } очка впливу
        }.
oriflamme-told-reveal-lost = { $player } відкриває карту { $number } «{ $card }»; очки впливу з неї ({ $tokens }) повертаються до запасу.
    .you = Ви відкриваєте карту { $number } «{ $card }»; очки впливу з неї ({ $tokens }) повертаються до запасу.
oriflamme-told-reveal-kept =
    { $player } відкриває карту { $number } «{ $card }», на якій { $tokens ->
        [one] { $tokens } очко впливу
        [few] { $tokens } очки впливу
        [many] { $tokens } очок впливу
       *[other] { $tokens } очка впливу
    }.
    .you = Ви відкриваєте карту { $number } «{ $card }», на якій { $tokens ->
            [one] { $tokens } очко впливу
            [few] { $tokens } очки впливу
            [many] { $tokens } очок впливу
           *[other] { $tokens } очка впливу
        }.
oriflamme-told-forced = Карта { $number } — єдина ціль.
oriflamme-told-gain =
    { $player } отримує { $points ->
        [one] { $points } очко впливу
        [few] { $points } очки впливу
        [many] { $points } очок впливу
       *[other] { $points } очка впливу
    } за карту { $number } «{ $card }».
    .you = Ви отримуєте { $points ->
            [one] { $points } очко впливу
            [few] { $points } очки впливу
            [many] { $points } очок впливу
           *[other] { $points } очка впливу
        } за карту { $number } «{ $card }».
oriflamme-told-idle = Карта { $number } «{ $card }» ({ $player }) не знаходить, на кого подіяти.
    .you = Ваша карта { $number } «{ $card }» не знаходить, на кого подіяти.
oriflamme-told-spent = Карта «{ $card }» ({ $player }) іде у скид.
    .you = Ваша карта «{ $card }» іде у скид.
oriflamme-told-disarm =
    { $player } отримує { $points ->
        [one] { $points } очко впливу
        [few] { $points } очки впливу
        [many] { $points } очок впливу
       *[other] { $points } очка впливу
    } за карту «{ $card }», і вона йде у скид.
    .you = Ви отримуєте { $points ->
            [one] { $points } очко впливу
            [few] { $points } очки впливу
            [many] { $points } очок впливу
           *[other] { $points } очка впливу
        } за карту «{ $card }», і вона йде у скид.
oriflamme-told-schemer-out = Карта { $number } «{ $card }» ({ $player }) лежить поруч зі стосом і йде у скид.
    .you = Ваша карта { $number } «{ $card }» лежить поруч зі стосом і йде у скид.
oriflamme-told-felon =
    { $points ->
        [0] { $player } не має чого втрачати через карту { $number } «{ $card }».
        [one] { $player } втрачає { $points } очко впливу через карту { $number } «{ $card }».
        [few] { $player } втрачає { $points } очки впливу через карту { $number } «{ $card }».
        [many] { $player } втрачає { $points } очок впливу через карту { $number } «{ $card }».
       *[other] { $player } втрачає { $points } очка впливу через карту { $number } «{ $card }».
    }
    .you =
        { $points ->
            [0] Ви не маєте чого втрачати через карту { $number } «{ $card }».
            [one] Ви втрачаєте { $points } очко впливу через карту { $number } «{ $card }».
            [few] Ви втрачаєте { $points } очки впливу через карту { $number } «{ $card }».
            [many] Ви втрачаєте { $points } очок впливу через карту { $number } «{ $card }».
           *[other] Ви втрачаєте { $points } очка впливу через карту { $number } «{ $card }».
        }
oriflamme-told-twin-first = { $player } кладе карту «{ $card }» горілиць на початок ряду.
    .you = Ви кладете карту «{ $card }» горілиць на початок ряду.
oriflamme-told-twin-last = { $player } кладе карту «{ $card }» горілиць у кінець ряду.
    .you = Ви кладете карту «{ $card }» горілиць у кінець ряду.
oriflamme-told-twin-on = { $player } кладе карту «{ $card }» горілиць на карту { $number }.
    .you = Ви кладете карту «{ $card }» горілиць на карту { $number }.
# $victims is a list of the two texts that follow.
oriflamme-told-eliminate =
    Карта { $number } «{ $card }» ({ $player }) вилучає { $victims }. { $points ->
        [0] За одну карту очок не дають.
        [one] { $player } отримує { $points } очко впливу.
        [few] { $player } отримує { $points } очки впливу.
        [many] { $player } отримує { $points } очок впливу.
       *[other] { $player } отримує { $points } очка впливу.
    }
    .you =
        Ваша карта { $number } «{ $card }» вилучає { $victims }. { $points ->
            [0] За одну карту очок не дають.
            [one] Ви отримуєте { $points } очко впливу.
            [few] Ви отримуєте { $points } очки впливу.
            [many] Ви отримуєте { $points } очок впливу.
           *[other] Ви отримуєте { $points } очка впливу.
        }
oriflamme-told-eliminate-itself =
    Карта { $number } «{ $card }» ({ $player }) вилучає сама себе. { $player } отримує { $points ->
        [one] { $points } очко впливу
        [few] { $points } очки впливу
        [many] { $points } очок впливу
       *[other] { $points } очка впливу
    }.
    .you = Ваша карта { $number } «{ $card }» вилучає сама себе. Ви отримуєте { $points ->
            [one] { $points } очко впливу
            [few] { $points } очки впливу
            [many] { $points } очок впливу
           *[other] { $points } очка впливу
        }.
oriflamme-victim-shown = карту { $number } «{ $card }» ({ $player })
    .you = вашу карту { $number } «{ $card }»
oriflamme-victim-hidden = закриту карту { $number } «{ $card }» ({ $player }{ $tokens ->
        [0] {""}
       *[other] ; втрачено очок на ній: { $tokens }
    })
    .you = вашу закриту карту { $number } «{ $card }»{ $tokens ->
        [0] {""}
       *[other] {" "}(втрачено очок на ній: { $tokens })
        }
oriflamme-told-queens =
    { $points ->
        [1] За «Королеву» суперника { $player } отримує додатково 1 очко впливу.
        [one] За «Королев» суперників { $player } отримує додатково { $points } очко впливу.
        [few] За «Королев» суперників { $player } отримує додатково { $points } очки впливу.
        [many] За «Королев» суперників { $player } отримує додатково { $points } очок впливу.
       *[other] За «Королев» суперників { $player } отримує додатково { $points } очка впливу.
    }
    .you =
        { $points ->
            [1] За «Королеву» суперника ви отримуєте додатково 1 очко впливу.
            [one] За «Королев» суперників ви отримуєте додатково { $points } очко впливу.
            [few] За «Королев» суперників ви отримуєте додатково { $points } очки впливу.
            [many] За «Королев» суперників ви отримуєте додатково { $points } очок впливу.
           *[other] За «Королев» суперників ви отримуєте додатково { $points } очка впливу.
        }
# $card is what sprang the trap.
oriflamme-told-trap =
    «Пастка» ({ $owner }) спрацьовує: карта «{ $card }» іде у скид, { $points ->
        [0] але { $player } не має очок впливу, які можна вкрасти
        [one] а { $owner } краде { $points } очко впливу (втрачає { $player })
        [few] а { $owner } краде { $points } очки впливу (втрачає { $player })
        [many] а { $owner } краде { $points } очок впливу (втрачає { $player })
       *[other] а { $owner } краде { $points } очка впливу (втрачає { $player })
    }.
    .you =
        «Пастка» ({ $owner }) спрацьовує: ваша карта «{ $card }» іде у скид, { $points ->
            [0] але ви не маєте очок впливу, які можна вкрасти
            [one] а { $owner } краде у вас { $points } очко впливу
            [few] а { $owner } краде у вас { $points } очки впливу
            [many] а { $owner } краде у вас { $points } очок впливу
           *[other] а { $owner } краде у вас { $points } очка впливу
        }.
    .yours =
        Ваша «Пастка» спрацьовує: карта «{ $card }» іде у скид, { $points ->
            [0] але { $player } не має очок впливу, які можна вкрасти
            [one] а ви крадете { $points } очко впливу (втрачає { $player })
            [few] а ви крадете { $points } очки впливу (втрачає { $player })
            [many] а ви крадете { $points } очок впливу (втрачає { $player })
           *[other] а ви крадете { $points } очка впливу (втрачає { $player })
        }.
# $partner is the name of the card that was eliminated: the Prince, or the Twin.
oriflamme-told-partner = Карта «{ $card }» ({ $player }) іде у скид слідом за картою «{ $partner }».
    .you = Ваша карта «{ $card }» іде у скид слідом за картою «{ $partner }».
oriflamme-told-partner-hidden =
    Закрита досі карта «{ $card }» ({ $player }) іде у скид слідом за картою «{ $partner }»{ $tokens ->
        [0] {""}
       *[other] ; втрачено очок на ній: { $tokens }
    }.
    .you =
        Ваша закрита досі карта «{ $card }» іде у скид слідом за картою «{ $partner }»{ $tokens ->
            [0] {""}
           *[other] ; втрачено очок на ній: { $tokens }
        }.
oriflamme-told-replaced-pile = Власна карта «{ $card }» ({ $player }) повертається на це місце горілиць.
    .you = Ваша власна карта «{ $card }» повертається на це місце горілиць.
oriflamme-told-replaced-aside = Відкладена досі карта «{ $card }» ({ $player }) лягає на це місце горілиць.
    .you = Ваша відкладена досі карта «{ $card }» лягає на це місце горілиць.
oriflamme-told-twin-waits = Карта «{ $card }» ({ $player }) ще не була у грі й не може лягти на це місце.
    .you = Ваша карта «{ $card }» ще не була у грі й не може лягти на це місце.
oriflamme-told-not-replaced = { $player } не має карти «{ $card }» серед відкладених, скинутих і вилучених, тож це місце зникає.
    .you = Ви не маєте карти «{ $card }» серед відкладених, скинутих і вилучених, тож це місце зникає.
oriflamme-told-bribe = { $player } підкуповує карту { $number } «{ $card }» ({ $owner }) і приймає її до своєї родини.
    .you = Ви підкуповуєте карту { $number } «{ $card }» ({ $owner }) і приймаєте її до своєї родини.
    .yours = { $player } підкуповує вашу карту { $number } «{ $card }» і приймає її до своєї родини.
oriflamme-told-bribe-own = { $player } підкуповує карту { $number } «{ $card }», яка й без того належить до цієї родини.
    .you = Ви підкуповуєте карту { $number } «{ $card }», яка й без того належить до вашої родини.
oriflamme-told-token-back = Жетон підкупу з карти «{ $card }» повертається до власника: { $player }.
    .you = Жетон підкупу з карти «{ $card }» повертається до вас.
oriflamme-told-plot-first = «План» ({ $player }) активує карту { $number } «{ $card }».
    .you = Ваш «План» активує карту { $number } «{ $card }».
oriflamme-told-plot-again = { $player } віддає 1 очко впливу з «Плану» й активує карту { $number } «{ $card }».
    .you = Ви віддаєте 1 очко впливу з «Плану» й активуєте карту { $number } «{ $card }».
oriflamme-told-plot-gain =
    { $player } бере з «Плану» { $points ->
        [one] { $points } очко впливу
        [few] { $points } очки впливу
        [many] { $points } очок впливу
       *[other] { $points } очка впливу
    }.
    .you = Ви берете з «Плану» { $points ->
            [one] { $points } очко впливу
            [few] { $points } очки впливу
            [many] { $points } очок впливу
           *[other] { $points } очка впливу
        }.
oriflamme-told-plot-nobody = «План» ({ $player }) не знаходить у своїй родині відкритого персонажа.
    .you = Ваш «План» не знаходить у вашій родині відкритого персонажа.
oriflamme-told-over = Шостий раунд завершено. Усе приховане відкрито.

## The result

# $earned and $lost are lists of the texts that follow.
oriflamme-score =
    { $player }: { $points ->
        [one] { $points } очко впливу
        [few] { $points } очки впливу
        [many] { $points } очок впливу
       *[other] { $points } очка впливу
    }. Здобуто: { $earned }.
oriflamme-score-lost =
    { $player }: { $points ->
        [one] { $points } очко впливу
        [few] { $points } очки впливу
        [many] { $points } очок впливу
       *[other] { $points } очка впливу
    }. Здобуто: { $earned }. Втрачено: { $lost }.
oriflamme-from-start = { $points } на початку
oriflamme-from-tokens = { $points } з відкритих карт
oriflamme-from-prince = { $points } за «Принца»
oriflamme-from-twin = { $points } за «Близнюка»
oriflamme-from-queen = { $points } за «Королеву»
oriflamme-from-schemer = { $points } за «Інтриганку»
oriflamme-from-plot = { $points } з «Плану»
oriflamme-from-trap = { $points } за «Пастку» без здобичі
oriflamme-from-stolen = { $points } вкрадено «Пасткою»
oriflamme-from-cutthroat = { $points } за «Шибайголову»
oriflamme-from-apothecary = { $points } за «Аптекаря»
oriflamme-from-impersonation = { $points } за «Підміну»
oriflamme-from-queens = { $points } за «Королев» суперників
oriflamme-from-felon = { $points } через «Злочинців»
oriflamme-from-robbed = { $points } через «Пастки»
oriflamme-won =
    🏆 { $player } перемагає: { $points ->
        [one] { $points } очко впливу
        [few] { $points } очки впливу
        [many] { $points } очок впливу
       *[other] { $points } очка впливу
    }.
oriflamme-won-tops = 🏆 { $player } перемагає: очок впливу порівну ({ $points }), але ненакритих карт у ряді найбільше ({ $cards }).
# $players is a list of people.
oriflamme-won-shared =
    🏆 { $players } ділять перемогу, по { $points ->
        [one] { $points } очку впливу
        [few] { $points } очки впливу
        [many] { $points } очок впливу
       *[other] { $points } очка впливу
    }: ненакритих карт у ряді теж порівну ({ $cards }).

## What the game turned on, below the result

# $rival is a person, $entry one of the texts above, such as "7 by the Schemer".
oriflamme-highlight-lead = Перелом настав у раунді { $number }: доти попереду { $rival }, відтоді й до кінця { $player }.
oriflamme-highlight-ahead = Після раунду { $number } попереду { $player } — і так до самого кінця.
oriflamme-highlight-margin =
    Усе вирішила дрібниця: { $player } попереду на { $margin ->
        [one] { $margin } очко
        [few] { $margin } очки
        [many] { $margin } очок
       *[other] { $margin } очка
    } впливу, далі { $rival }.
oriflamme-highlight-earned = Найвигідніше: { $entry } ({ $player }).
oriflamme-highlight-lost = Найболючіша втрата: { $entry } ({ $player }).

## The kinds of cards, and what each does

oriflamme-glossary-characters = Персонажі
oriflamme-glossary-intrigues = Інтриги
oriflamme-about-pick = Що робить ця карта?
oriflamme-about-prince = Щоразу, як він діє, ви отримуєте 1 очко впливу. Коли ви його відкриваєте, у ряд горілиць лягає ваш Близнюк, якщо він досі збоку: на будь-який край або на карту вашої родини, тільки не на Принца. Принц, якого активує План чи приводить Підміна, Близнюка не кличе. Коли Принца вилучають, ненакриті Близнюки його родини йдуть у скид.
    .brief = 1 очко впливу; щойно ви його відкриваєте, кличе вашого Близнюка
oriflamme-about-twin = Чекає збоку, ніколи не в руці, доки ви не відкриєте власного Принца. Щоразу, як він діє, ви отримуєте 1 очко впливу. Коли Близнюка вилучають, ненакриті Принци його родини йдуть у скид, навіть закриті.
    .brief = 1 очко впливу; приходить, лише коли ви відкриваєте свого Принца
oriflamme-about-queen = Щоразу, як вона діє, ви отримуєте 2 очки впливу. Суперник, який її вилучає, отримує на 1 очко більше, навіть якщо вона була закрита. За Королеву власної родини такої надбавки немає.
    .brief = 2 очки впливу; суперник, який її вилучає, отримує на 1 більше
oriflamme-about-cutthroat = Вилучає сусідню карту, вашу чи чужу, а з нею — усі відкриті ненакриті карти суперників із такою самою назвою, хоч би де вони лежали. За кожну ви отримуєте 1 очко впливу, а якщо вибуває лише одна карта — жодного. Діяти він мусить, навіть якщо поруч лежать тільки ваші карти.
    .brief = вилучає сусідню карту і відкриті карти суперників з такою самою назвою
oriflamme-about-apothecary = Вилучає карту, сусідню з іншою ненакритою картою вашої родини, відкритою чи закритою, будь-де в ряді. Якщо вилучити більше нікого, доведеться вилучити свою карту, навіть самого Аптекаря. Якщо інших ваших карт у ряді немає, нічого не стається. Пастка дістає Аптекаря з будь-якої відстані.
    .brief = вилучає карту, сусідню з іншою картою вашої родини
oriflamme-about-felon = Кожна родина, і ваша теж, втрачає 1 очко впливу за кожну свою карту поруч зі Злочинцем. Зі стосу рахується лише верхня карта. Менше ніж 0 не буває. Обирати нічого не треба.
    .brief = кожна родина втрачає 1 очко впливу за кожну свою карту поруч
oriflamme-about-schemer = Якщо поруч, коли вона діє, лежить стос, байдуже чий, вона йде у скид. Якщо ні, ви отримуєте 2 очки впливу. Стос — це вже дві карти; той, на якому лежить вона сама, не заважає. Очки впливу, що лежали на ній, ваші, щойно ви її відкриваєте.
    .brief = 2 очки впливу, але поруч зі стосом іде у скид
oriflamme-about-impersonation = Вилучає сусідню карту, вашу чи чужу. Якщо це персонаж суперника й лежить він не на стосі, його місце займає такий самий ваш, горілиць, — коли він відкладений або вже вибув із ряду. Принц, який приходить так, не кличе Близнюка, а ваш Близнюк приходить, лише якщо вже був у грі. Потім Підміна йде у скид.
    .brief = вилучає сусідню карту; на її місце лягає ваша така сама
oriflamme-about-plot = Спершу План іде у скид, потім ви активуєте відкритого ненакритого персонажа своєї родини. Кожне очко впливу, що лежало на Плані, ви берете або віддаєте, щоб знову активувати персонажа, того самого чи іншого; кожна дія доводиться до кінця. Якщо такого персонажа немає, просто беріть очки. Принц, якого активував План, не кличе Близнюка.
    .brief = активує вашого відкритого персонажа, і ще раз за кожне очко впливу на самому Плані
oriflamme-about-trap = Якщо ви відкриваєте її самі, очки впливу на ній пропадають, ви отримуєте 1, і вона йде у скид. Якщо її вилучає карта суперника, він спершу отримує звичне 1 (за єдину карту Шибайголови — нічого), потім та карта йде у скид, а ви крадете в нього 3 очки впливу або всі, що є. Проти карт вашої родини вона не діє.
    .brief = хто її вилучає, втрачає свою карту і 3 очки впливу на вашу користь; відкрита, дає вам 1
oriflamme-about-bribery = Покладіть свій жетон підкупу на відкритого персонажа, який лежить не на стосі. Відтепер він належить до вашої родини й діє за вас, навіть цього раунду, якщо його черга ще попереду. Жетон, що вже був там, повертається до свого гравця; так можна відвоювати й власного персонажа. Потім Підкуп іде у скид.
    .brief = відкритий персонаж переходить до вашої родини

## The rules

oriflamme-rules-1 =
    Знатні родини змагаються за трон. Перемагає той, хто після шести раундів має найбільше **очок впливу**.

    У кожної родини ті самі одинадцять карт: сім персонажів і чотири інтриги; кожну пояснюють останні розділи. Ваш **Близнюк** лежить збоку горілиць. З решти десяти карт три навмання відкладено долілиць, а сім — у вас у руці. Починаєте ви з 1 очком впливу.

    Усі карти лягають в один спільний **ряд подій**. Раунд складається з двох частин:
    • кожен по черзі **викладає** одну карту долілиць;
    • потім ряд **активується** карта за картою, завжди від початку до кінця.

    Карти лишаються на своїх місцях від раунду до раунду, і жетони впливу на них теж. Хто ходить першим, вирішує жереб, а далі кожен раунд починає наступний гравець. Після шести раундів у кожного лишається одна карта, яку вже не грають.

    Вплив гравців, жетони на картах, висоту стосів і карти, що вибули з ряду, бачать усі. Карти в руках, закриті й відкладені карти приховано; свої ви завжди можете переглянути, натиснувши **{ button-hand }**.
    .title = Про що ця гра
oriflamme-rules-2 =
    У свій хід ви обираєте карту з руки й кладете її долілиць:
    • на **початок** ряду,
    • у **кінець** ряду,
    • або **на карту своєї родини**, відкриту чи закриту: так виникає стос або росте наявний, хоч би який високий.

    Між двома картами класти не можна, пропускати хід теж. Тут ви спершу потайки обираєте карту, а потім місце для неї; доки її не викладено, карту можна змінити. Якщо ряд порожній, ваша карта просто його починає.

    У стосі важить лише **верхня карта**. Ті, що під нею, не відкривають і не активують, на них не збирається вплив, і нічия дія їх не зачепить. Накриті жетони лежать, де лежали, і знову рахуються, коли карту звільнено. Якщо накрита карта була відкритою, усі пам’ятають, що це за карта.

    Карти **сусідні**, якщо лежать на сусідніх місцях ряду. Стос — це одне місце. У першої та останньої карти лише по одному сусідові.
    .title = Викладання карт
oriflamme-rules-3 =
    Ряд активується, починаючи з карти 1.

    Що робити із **закритою** картою, вирішує її власник:
    • **лишити**: на неї кладуть 1 очко впливу із запасу;
    • **відкрити**: власник забирає очки впливу з неї, і карта одразу діє. (З Пастки вони пропадають, а План їх використовує.)

    А **відкрита** карта мусить діяти, вигідно це чи ні, навіть проти власної родини. Якщо діяти немає на кого, нічого не стається. Якщо можлива лише одна ціль, про неї не питають.

    Персонажі лишаються в ряді відкритими й діють щораунду. Інтриги діють один раз і йдуть у скид.

    Де можна доручати наперед, усі одразу й таємно кажуть, що робити з їхніми закритими картами та на кого їх спрямувати. Перш ніж відкрити карту, я запитаю власника знову, якщо змінилися її стос, карта поруч або будь-яка відкрита карта чи родина в ряді; очки впливу на інших картах не рахуються.

    Коли карти вибувають, проміжки одразу зникають, і через це жодна карта не буває пропущена чи активована двічі. Якщо з верху стосу вибуває саме та карта, що діє, відразу після неї черга карти під нею. Карта, яку звільнено далі в ряді, діє, коли до неї дійде черга; та, яку звільнено позаду, чекає наступного раунду.
    .title = Активація ряду
oriflamme-rules-4 =
    Деякі карти **вилучають** інші. Хто вилучає карту, отримує 1 очко впливу, байдуже з якої вона родини; лише Шибайголова, що вилучає одну-єдину карту, не дає нічого. Очки впливу на карті пропадають. Закриту карту при цьому відкривають, а зі стосу вибуває лише верхня.

    Карта, яку **скидають**, нікому нічого не дає і нічого не спричиняє. І вилучені, і скинуті карти лежать горілиць у скиді свого кольору.

    Персонаж із **жетоном підкупу** іншої родини в усьому належить до неї: діє за неї, вона може його накрити, і наприкінці він рахується для неї. Коли карта вибуває з ряду, жетон повертається.

    Перемагає той, у кого найбільше очок впливу; ті, що лежать на картах у ряді, не рахуються. У разі нічиєї перемагає той, у чиєї родини більше ненакритих карт у ряді. Якщо й тут порівну, перемогу ділять. Решту місць визначають так само.
    .title = Вилучення, скид, підкуп і кінець гри
oriflamme-rules-example =
    Анна (червона родина), Богдан (синя) і Катря (зелена) виклали карти, і ряд активується. У ньому чотири карти:
    1. карта Богдана, закрита, на ній 1 очко впливу
    2. Злочинець Анни, відкритий
    3. карта Катрі, закрита
    4. карта Анни, закрита

    { "" }**Карта 1**: Богдан відкриває її, забирає 1 очко впливу, а це Королева, яка одразу дає ще 2.

    { "" }**Карта 2**: Злочинець відкритий, тож мусить діяти. У Богдана й Катрі поруч із ним по одній карті, тому кожен втрачає 1 очко впливу.

    { "" }**Карта 3**: Катря лишає її закритою, і на неї кладуть 1 очко впливу.

    { "" }**Карта 4**: Анна відкриває Шибайголову, який мусить вилучити сусідню карту. Сусідня лише карта 3. Її відкривають, і це Пастка: очко впливу на ній пропадає, а за одну карту Шибайголова нічого не дає. Пастка спрацьовує: Шибайголова йде у скид, а Катря краде в Анни 3 очки впливу або всі, що є.

    Проміжки зникають. Королева й Злочинець лишаються на місці, відкриті, і діятимуть знову наступного раунду.
    .title = Приклад ходу

## What a question is about, told once to each person

oriflamme-hint-lay = Карти діють від карти 1, здебільшого на сусідні: місце теж важить.
oriflamme-hint-reveal = Закрита карта щораунду збирає 1 очко впливу; відкрита одразу діє й зазвичай віддає його вам.
oriflamme-hint-act = Відкриті персонажі мусять діяти щораунду; за вилучену карту зазвичай дають 1 очко.

## What a question is about, told to whoever learns the game: at most 40 words each

oriflamme-lesson-lay = Щораунду кожен кладе одну карту долілиць: скраю ряду або на свою карту. Сусіди важать багато: чимало карт б’ють те, що лежить поруч, тож гляньте, хто діятиме раніше.
oriflamme-lesson-reveal = Ряд активують карту за картою. Лишіть свою закритою, і на ній збиратиметься вплив; відкрийте, і одразу отримаєте його та її дію. Та багата закрита карта вабить і нападників.
oriflamme-lesson-act = Відкриті персонажі діють щораунду. Якщо треба обрати жертву, беріть карту, що далі дасть власникові найбільше, або ту, яка наступною вдарить по вашій.

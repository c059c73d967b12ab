### How long people may think, what happens when their time is up, and how they are reminded.

## What a lobby agrees on

# $pace and $reserve are lengths of time, such as "a day".
time-none = 🕒 No clock runs here: everybody takes as long as they like.
time-rival = 🕒 Everybody has { $pace } for each decision and { $reserve } in reserve. Then a rival plays for them until they are back.
time-waits = 🕒 Everybody has { $pace } for each decision and { $reserve } in reserve. Then the table waits.
time-weekends = Clocks stand still on weekends (time of { $zone }).
time-quiet = Quiet hours stop no clock: they only keep me from calling you.
time-proposed = 🕰️ Proposed instead: { $terms } It holds once { $players } and everybody else here press **{ button-agree }**.
time-welcome = A seat that was left can be taken at once.
pace-hour = an hour
pace-half-day = twelve hours
pace-day = a day
pace-three-days = three days
pace-week = a week
reserve-hour = three hours
reserve-half-day = a day and a half
reserve-day = three days
reserve-three-days = nine days
reserve-week = three weeks
button-time = Options
button-terms = Choose anew
button-agree = Agree
time-title = How this table is played
time-about = -# Your time counts only while you are asked, and not while I can't be reached. Whoever opened the table chooses; once others have a seat, everybody has to agree about time.
time-pace-pick = How long may a decision take?
time-pace-none = As long as people like
time-pace-hour = An hour
time-pace-half-day = Twelve hours
time-pace-day = A day
time-pace-three-days = Three days
time-pace-week = A week
time-then-pick = What happens when somebody's time is up?
time-then-rival = A rival plays for them
time-then-waits = The table waits
time-weekends-pick = Do weekends count?
time-weekends-count = Weekends count
# $zone is the name of a time zone, such as "Europe/Kyiv".
time-weekends-rest = Clocks stand still on weekends ({ $zone })
time-newcomers-pick = May anybody take a seat that was left?
time-newcomers-asked = Only if all agree
time-newcomers-welcome = Yes, at once

lobby-hands-pick = Where do people see their hands by default?
lobby-hands-here = In the channel, for each one's eyes only
lobby-hands-dm = By direct message
lobby-by-dm = -# ✉️ Hands come by direct message, except to people who have chosen otherwise.

## At the table

# $time and $when are times as Discord shows them: with the date, and as "in 3 hours".
time-until = 🕒 { $player } has time until { $time } ({ $when })
time-until-brief = 🕒 { $when }
time-stands = ⏸️ the clock stands still
late-rival = ⏰ { $player }: time is up, and a rival plays for this seat until its player presses anything here.
late-waits = ⏰ { $player }: time is up, and the table waits.
time-rests = 💤 Nobody has been here for long, so this table is asleep. Whoever has a seat here wakes it with any press.

## Reminders

# $player is named or called, $when is how far away the end of the time is, as Discord says it: "in 3 hours".
reminder-first = 🔔 { $player }, we are still waiting for you. Time is up { $when }.
reminder-last-rival = ⏰ { $player }, your time is up { $when }. Then a rival plays for you until you are back.
reminder-last-waits = ⏰ { $player }, your time is up { $when }. Then the table waits, and your seat may be given to somebody else.
reminder-alone = Everybody else is done: everyone is waiting for you.
button-hush = No more reminders
hush-done = I won't remind you of this question again. The clock runs on.
# $count is how many lines follow, one for each table.
digest = ☕ { $count ->
    [one] One table is waiting for you:
   *[other] { $count } tables are waiting for you:
}

## Pauses, and being away

time-paused = ⏸️ Everybody here has agreed on a pause: no clock runs until somebody presses **{ button-go-on }**.
time-pause-wanted = ⏸️ { $players } would like a pause. It begins when everybody here has pressed **{ button-pause }**.
# Whose word was missing has left, or their time is up.
time-pause-decided = ⏸️ Everybody here would like a pause, which takes one more press of **{ button-pause }**.
time-away = 🌴 { $player } is away, back { $when }; that clock stands still.
# As above, at a table without a pace, or where time is up and the table waits.
time-away-at-leisure = 🌴 { $player } is away, back { $when }; nobody calls them until then.
button-pause = Pause
button-go-on = Go on
pause-wanted = The clocks stand still as soon as everybody here wants a pause.
pause-begun = The clocks stand still, for everybody.
pause-over = The clocks run on.
refused-no-clock = No clock runs at this table, so there is nothing to pause.
away-title = Being away
away-about = Your own clocks stand still while you are away, at each table fourteen days at most. Everybody there sees it, and nobody calls you.
away-nowhere = You aren't away from any table.
# $when is a date as Discord shows it.
away-meanwhile = - At tables that begin meanwhile, or where you take a seat: back { $when }
# $table is the name of a table, $when a date as Discord shows it.
away-at = - { $table }: back { $when }
away-pick = How long will you be away?
away-days = { $days ->
    [one] One day
   *[other] { $days } days
}
button-back = I am back
# $example is a day that would do.
refused-day = That must be a day such as `{ $example }`, within the next fourteen days. Nothing has changed.
button-wake = Go on with the game
time-awake = The table is awake, and everybody has their time again.

### /daily: the deal of the day, which everybody plays once against the same rivals.

command-daily = Play the deal of the day: the same cards for everybody.
    .name = daily
option-daily-game = The game whose deal you would like to play.
    .name = game
command-settings-daily = Choose how I appear in the standings of the deal of the day.
    .name = daily
daily-heading = The deal of the day
# $when says how soon the day ends.
daily-about = The same cards and the same three knights for everybody, once a day. How the others did is shown { $when }.
# $game is the name of a game, here and below.
daily-waits = { $game }: you haven't played it yet.
daily-runs = { $game }: you are in the middle of it.
daily-ended = { $game }: you began it and put it away. Tomorrow there is another deal.
daily-unreadable = { $game }: you began it, but I can't read your table at the moment.
# $points is what somebody has reached, here and below.
daily-done = { $game }: you have { $points } { $points ->
        [one] point
       *[other] points
    }. The rest is opened when the day is over.
daily-off = { $game }: today's deal is called off, because the rules were updated. Nobody's streak is lost.
# $count is on how many days in a row.
daily-streak = 🔥 { $count ->
        [one] One day in a row.
       *[other] { $count } days in a row.
    }
daily-past = Your last results:
# $date is a day, such as 2026-11-27.
daily-result = { $date }, { $game }: { $points } { $points ->
        [one] point
       *[other] points
    }
# $count is by how many points somebody is ahead of the best rival, or behind.
daily-ahead = { $count } ahead of the best rival
daily-behind = { $count } behind the best rival
daily-level = level with the best rival
# $pledge is what the secret of the shuffle is bound by.
daily-pledge = -# 🔒 { $game }: { $pledge }
button-daily = Play { $game }
button-daily-on = Go on: { $game }
button-daily-today = Today's deal
# $daily is the command.
daily-begun = The deal of the day, the same for everybody. It is played once, and nothing is taken back. `{ $daily }` leads back here.
daily-ask = In the standings
daily-shown-pick = How do you want to appear there afterwards?
daily-shown-named = With my name
daily-shown-unnamed = Without my name
daily-shown-hidden = Not at all; nobody looks at my games then, either
daily-shown-named-now = You appear in the standings of the deal of the day with your name.
daily-shown-unnamed-now = You appear in the standings of the deal of the day without your name.
daily-shown-hidden-now = You don't appear in the standings of the deal of the day.
daily-shared-pick = May others look at your game then?
daily-shared-on = Yes, with my name or without it, as in the standings
daily-shared-off = No
daily-shared-on-now = Others may look at your games of the last five weeks once their day is over, with your name or without it, as in the standings.
daily-shared-off-now = Nobody else may look at your games of the day.
daily-standings = The deal of { $date }
# $place is a number, $name is somebody's.
daily-place = { $place } · { $name }: { $points } { $points ->
        [one] point
       *[other] points
    }
daily-somebody = somebody
# $count is how many more results there are.
daily-more = … and { $count } more
# $level is a kind of rival, such as a knight.
daily-par = -# For comparison, { $level }: { $points }
daily-parted = Where choices differed most:
# $question is what people were asked, $choices is what they chose.
daily-moment = ↔ *{ $question }* { $choices }
# $choice is what was chosen, $count by how many.
daily-chose = { $choice } × { $count }
# $game is a game, $secret is what its cards were shuffled by.
daily-opened = -# 🔓 { $game }: { $secret }
# $game is a game, $place is the first place in a list of its games.
daily-look = { $place ->
        [1] { $game }: look at a game
       *[other] { $game }: look at a game, from place { $place } on
    }
daily-week = The week: how many others each has beaten
# $beaten is over how many others somebody stood, a half where equal, and $deals on how many deals.
daily-week-line = { $place } · { $name }: { $beaten }, on { $deals ->
        [one] one deal
       *[other] { $deals } deals
    }
daily-board-pick = Where do the day's standings go?
daily-board-about = The deal of the day: one quiet post a day, if somebody here has played. Empty for none.
daily-board-none = Nowhere
# $channel is a channel.
daily-board-now = The standings of the deal of the day are posted in { $channel }.
daily-board-off-now = The standings of the deal of the day are posted nowhere.
# $permissions are names of permissions of Discord; 0 where the channel is gone.
daily-board-lacking = { $count ->
        [0] The channel for the standings of the deal of the day is gone. Until you choose another one, they are posted nowhere.
        [one] I can't post the standings of the deal of the day in { $channel }, because I lack the permission { $permissions } there.
       *[other] I can't post the standings of the deal of the day in { $channel }, because I lack the permissions { $permissions } there.
    }
refused-daily-off = Today's deal is called off, because the rules were updated. Nobody's streak is lost, and tomorrow there is another.
refused-daily-over = The day of this deal is over; the next one begins soon.
refused-daily-dealt = Your cards are just being dealt. Try again in a moment.
refused-daily-played = You have played today's deal already. Tomorrow there is another one.
daily-name = The deal of the day
daily-follow-channel-now = When the standings of the deal of the day are posted on this server, I call you there.
daily-follow-dm-now = When the standings of the deal of the day are posted on this server, I write to you.
# $date is a day, $link leads to the post.
# $players are called in the channel.
daily-called = 🔔 { $players }, the standings of the deal of { $date } are posted: { $link }
daily-told = 🔔 The standings of the deal of { $date } are posted: { $link }
privacy-deals-of-the-day = - How you appear in the standings of the deal of the day, on how many days in a row you have played, and your results of five weeks.

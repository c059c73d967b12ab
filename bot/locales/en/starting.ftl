### When the game of an open table begins.

# $player, $agreed, $missing and $opposed are people; $when is a moment as Discord shows it to each reader, such as "in 5 minutes".
starts-by-hand = { $player } decides when it begins, with **{ button-start }**.
starts-waiting = The game begins by itself a minute after { $players } of you sit here.
starts-enough = The game begins by itself a minute after { $players } of you sit here; whoever would rather begin now presses **{ button-start }**.
starts-full = Everybody is here: the game begins { $when }. Until then you can still add a word to the shuffle.
starts-agreed = Everybody here would like to begin: the game begins { $when }. Until then you can still add a word to the shuffle.
starts-asked = { $agreed } would like to begin now. Still to say so with **{ button-start }**: { $missing }.
starts-unopposed = Unless somebody presses **{ button-not-yet }**, it begins { $when }.
starts-opposed = { $agreed } would like to begin now, { $opposed } would rather wait. The game begins once all of you have pressed **{ button-start }**.
starts-at = The game begins { $time }, { $when }.
starts-fill = Whenever it begins, rivals take the seats that are still free.
starts-missed = The chosen time came, but the game couldn't begin then, so the table waits on.
# $player has opened the table.
starts-changed = { $player } has changed how the game begins.
starts-title = How the game begins
# $seats is how many the table waits for, $low and $high are how many the game takes.
starts-awaited = 🪑 This table is meant for { $seats } players; { $low } to { $high } can play.
starts-free = Seats that are free then stay free.
starts-players-pick = How many players does the table wait for?
starts-begins-pick = When does the game begin?
starts-begins-about = A time such as 20:00, or “{ option-begins-by-hand }”. Empty: once all these players sit here.
starts-fill-pick = What about seats that are free then?
starts-fill-on = Rivals take them
starts-zone-pick = Where do you live?
starts-zone-about = A city, such as Kyiv, or a time zone, such as Europe/Kyiv; I'll remember it.
button-not-yet = Not yet
option-players = How many players the table waits for (else as many as the game is best with).
    .name = players
option-begins = When the game begins: a time such as 20:00, or only when you say so.
    .name = begins
option-begins-by-hand = when I say
option-fill = Whether rivals take the seats that are still free when the game begins.
    .name = fill
refused-not-wanted = Nobody has asked to begin, so the table waits as before.
refused-players = This game takes { $low } to { $high } players. No table was opened.
refused-time = A game begins at a time such as `20:00`, or when you say so. Nothing has changed.
refused-zone = I don't know where you live, so I don't know when that is. Tell me a large city near you or a time zone, such as { $example }; I'll remember it. Nothing has changed.

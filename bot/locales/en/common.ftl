### What Herald says whatever the game.

## How values, cards and turns read

value = { $value }
fact = { $label }: { $value }
known = { $player } · { $title }
card-times = { $card } ×{ $count }
copy = { $card } ({ $number } of { $count })
ask = ⏳ { $waiting }
turn = 👉 { $player }, it is your turn. { $prompt }
turn-play = 👉 { $player }, it is your turn. Press **Play**; nobody else sees what you choose.
    -# { $waiting }
table-title = { $game } · table { $table }

## The lobby

lobby-open = { $player } has opened this table. It needs { $low } to { $high } people: press **Join** to take a seat. Whoever opened it presses **Start** when everybody is here.
lobby-seat = { $number }. { $player }
newgame-opened = Table { $table } is open in { $channel }.
button-join = Join
button-leave = Leave
button-start = Start
button-cancel = Cancel
table-begins = 🎲 The game begins. Round the table: { $players }.
    -# Pledge for the shuffle (SHA-256 of the seed): { $pledge }

## The table

table-over = The game is over.
table-ended = This table was ended before the game was over.
table-ended-post = 🏁 { $table } was ended before the game was over.
thread-name = { $game } · { $player }
table-moved = { $table } has moved further down: { $link }
button-play = Play
button-play-private = Answer in private
button-hand = My hand
button-table = Whole table
button-question = Back to the question
button-log = Log
button-rules = Rules
button-number = Another number…
button-more-cards = More cards ({ $page } of { $pages })
button-before = ◀ Before
button-next = Next ▶
pick = { $most ->
    [one] Pick a card
   *[other] { $least ->
        [one] Pick up to { $most } cards
       *[other] Pick { $most } cards
    }
}
dialog-number-title = Name a number
dialog-number-label = A whole number from { $low } to { $high }
hand-empty = You hold nothing yet.
log-title = Log of { $table } ({ $page } of { $pages })
log-empty = Nothing has happened yet.

## Ending a table

end-confirm = Do you really want to end { $table }? Nobody will be able to go on with it.
end-done = { $table } was ended.
end-kept = The table stays as it is.
button-end = End the table
button-keep = Keep it

## Rules, settings, help

rules-title = The rules of { $game }
rules-pick = Another chapter
settings-title = Your settings
settings-private-pick = Where shall I show you your hand?
settings-private-table = The way each table was opened
settings-private-here = In the channel, where only you see it
settings-private-dm = In a direct message each time it is my turn
settings-private-table-now = I show you your hand the way each table was opened: in the channel, unless its opener chose direct messages.
settings-private-here-now = I show you your hand in the channel, in messages that only you see.
settings-private-dm-now = I send you a direct message each time it is your turn. You can play from there.
which-title = There are several tables that you could mean.
which-pick = Which table?
which-table = Table { $table }: { $game } ({ $players })
# A line of Fluent may not begin with a star: the empty text before it lets one stand there.
help =
    ### Herald hosts board games that are played over days
    { "" }**To play**, somebody types `/newgame` and a game. Press **Join** under the table, and **Start** when everybody is here. I call you when it is your turn; press what you want to do, whenever you have time.
    { "" }**Your hand** is yours alone: **Play** and **My hand** answer so that nobody else sees it. With `/settings` you can have it sent to you in a direct message each time it is your turn.
    { "" }**To look something up**, press **Log** or **Rules** under the table, or type `/hand`, `/table show`, `/table log` or `/rules`.
    { "" }**To stop**, the person who opened a table, or a moderator, types `/table end`.
    -# Nothing is lost when I am restarted. The games belong to their publishers; Herald is not affiliated with them.

## Commands

command-newgame = Open a table of { $game } in this channel.
command-newgame-all = Open a table of a game.
command-table-all = The table of this channel.
command-table-show = Show me the table of this channel.
command-table-log = Show me what has happened at the table of this channel.
command-table-end = End the table of this channel before its time.
command-hand = Show me my hand; nobody else sees it.
command-settings = Choose where I see my hand.
command-help = What Herald does, and how to begin.
command-rules-all = The rules of the games.
command-rules = The rules of { $game }, in my own words.
option-thread = Play in a thread of this channel.
option-private = Where people see their hands, unless they chose for themselves.
option-private-here = in the channel, for their eyes only
option-private-dm = by direct message

## Refusals and troubles

refused = That is not possible now.
refused-not-seated = You have no seat at this table.
refused-not-your-turn = { $count ->
    [0] Nobody is asked for anything here just now.
   *[other] It is not your turn: we are waiting for { $players }.
}
refused-illegal = That can't be chosen now.
refused-stale = That question has been answered already. The newest message shows what is asked now.
refused-over = The game is over.
refused-seats = The game can't be played by that many.
refused-no-table = I don't know that table.
refused-no-tables = There is no running table of yours here. `/newgame` opens one.
refused-closed = This table was closed; nothing can be played there any more.
refused-not-started = The game has not begun yet.
refused-started = The game has begun: people can't come or go any more.
refused-already-seated = You sit at this table already.
refused-full = Every seat of this table is taken.
refused-too-few = The game needs at least { $low } people. Let somebody else press Join first.
refused-not-opener = Only the person who opened the table, or a moderator, can do that.
refused-number = Please name a whole number from { $low } to { $high }. Nothing has changed.
refused-picks = These can't be chosen together. Nothing has changed; please choose again.
refused-unknown = I don't know that button. Nothing has changed.
refused-permissions = I can't open a table here: I lack the permission { $permissions }.
refused-elsewhere = A thread can only be opened in a text channel. Leave out the option to play right here.
refused-server-only = A table needs a channel of a server.
apology = Something went wrong on my side, and I have told my host. Nothing is lost; please try again.
trouble-permission = ⚠️ I can't post in the channel of this table: I lack a permission there. Your move is kept; please tell a moderator.
trouble-dm = ⚠️ I could not send you a direct message, so I show you your hand here. Allow direct messages from this server and choose them again with `/settings` if you want them.

## Permissions, as Discord names them

permission-view-channel = View Channel
permission-send-messages = Send Messages
permission-send-messages-in-threads = Send Messages in Threads
permission-create-public-threads = Create Public Threads

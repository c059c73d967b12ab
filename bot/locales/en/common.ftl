### What Herald says whatever the game.

## How values, cards and turns read

value = { $value }
fact = { $label }: { $value }
fact-noted = { $value }, { $note }
# $fact is a labelled value that $player holds.
fact-held = { $fact } → { $player }
# $ticks are what the values are counted by, such as the rounds.
chart = **{ $title }** ({ $ticks })
chart-chances = Chances to win in %, 100 together, move by move
known = { $player } · { $title }
# A row in which nothing lies.
row-empty = **{ $title }:** { $empty }
card-times = { $card } ×{ $count }
copy = { $card } ({ $number } of { $count })
# The emblems of seats, for games that give their players none of their own.
emblem-seat-1 = 🔵
emblem-seat-2 = 🟥
emblem-seat-3 = 🔶
emblem-seat-4 = 🍀
emblem-seat-5 = 💧
emblem-seat-6 = 🌑
emblem-seat-7 = 🫒
emblem-seat-8 = 🔮
ask = ⏳ { $waiting }
ask-you = 👉 It is your turn. { $prompt }
turn = 👉 { $player }: { $prompt }
turn-play = 👉 { $player }, your turn: **{ $button }**. Only you see it.
    -# { $waiting }
table-title = { $game } · table { $table }
table-brief = Table { $table }
table-title-practice = { $game } · table { $table } (practice)
# $table is the number of the table that is played on from, $move that of the move, 0 for the beginning.
practice-then = -# 🎯 Practice from { $move ->
    [0] the beginning
   *[other] move { $move }
} of table { $table }, with the cards as they lay. It counts for nothing.
practice-anew = -# 🎯 Practice from { $move ->
    [0] the beginning
   *[other] move { $move }
} of table { $table }, with what was hidden dealt anew. It counts for nothing.

## The lobby

lobby-open = { $player } has opened this table. Press **{ button-join }** to take a seat.
lobby-full = { $player } has opened this table, and every seat is taken.
# $taken of $seats are taken; $missing is how many that leaves.
lobby-seats =
    { $missing ->
        [0] Here: **{ $taken } of { $seats }**
        [one] Here so far: **{ $taken } of { $seats }**, waiting for one more
       *[other] Here so far: **{ $taken } of { $seats }**, waiting for { $missing } more
    }
lobby-time = -# ⏱️ About { $minutes } minutes at a real table of { $seats }. { $here }
# What holds at this table; in full behind Options. $what is a list of these.
lobby-allowed = -# ✅ Here you have { $what }.
allowed-advice = 💡 advice
allowed-orders = 📌 orders ahead
allowed-by-dm = ✉️ your hand by direct message
# One of these is the end of it, and the last one of all may follow.
lobby-here-daily =
    { $count ->
        [one] About one decision a day.
       *[other] About { $count } decisions a day.
    }
lobby-here = Here it may take days.
lobby-here-alone = Here it goes on whenever you do.
lobby-here-days =
    Here it usually takes { $days ->
        [one] a day
       *[other] { $days } days
    }.
lobby-here-weeks = Here it usually takes { $low }–{ $high } weeks.
lobby-seat = { $number }. { $player }
lobby-seat-word = { $number }. { $player }
    -# word { $digest }
# $pledge is the beginning of a hash: 32 letters and digits.
lobby-pledge = -# Pledge for the shuffle: { $pledge } · **{ button-word }** to it, if you like.
table-pledge = -# Pledge for the shuffle: { $pledge }
# $pledge is the whole hash: 64 letters and digits.
joined-pledge = -# Keep the pledge for the shuffle: { $pledge }
joined-opens = -# If the table is ended early, I post the secret of its shuffle, and everybody's hand can be read from it.
newgame-opened = Table { $table } is open in { $channel }.
joined = You have a seat at table { $table }.
word-offer = If you like, add a word to the shuffle: nobody could know before it how the cards fall. The later you add it, the less can be tried after you, even by my host. The game waits for nobody's word.
# All of these are whole: 64, 64 and 32 letters and digits.
word-added = Your word counts. I keep only its hash, and forget the word.
    -# Keep these to check the shuffle later: hash `{ $digest }`
    -# salt `{ $salt }` (word and salt together make the hash)
    -# pledge `{ $pledge }`
    -# The post that begins the game must show the first 32 digits of hash and pledge.
resume-done = { $table } continues here; nothing has been lost. I'll call whoever's turn it is in a moment.
resume-open = { $table } is open here now; nothing has been lost.
button-join = Join
button-word = Add a word
button-opened = What was hidden
button-leave = Leave
button-start = Start
button-cancel = Cancel
# How the story begins in the channel; the log says the same in full, with one of the next two.
story-begins = 🎲 The game begins. Round the table: { $players }.
    -# Pledge for the shuffle: { $pledge } (whole in the **{ button-log }**)
story-begins-pledged = 🎲 The game begins. Round the table: { $players }.
    -# Pledge { $pledge } · added: { $added } · hash of the seed that both make: { $seed } (whole in the **{ button-log }**)
pledge-exchanged = ⚠️ The pledge for the shuffle of this table isn't the one that its lobby showed before: the secret was exchanged. Better cancel the table, and open another one.
shuffle-exchanged = ⚠️ What this shuffle was made of was exchanged after the deal: don't trust it.
table-begins = 🎲 The game begins. Round the table: { $players }.
    -# Pledge for the shuffle (SHA-256 of the seed): { $pledge }
table-begins-pledged = 🎲 The game begins. Round the table: { $players }.
    -# Pledge for the shuffle, as it stood in the lobby: { $pledge }
    -# Added to it: { $added }. SHA-256 of the seed that both make: { $seed }
# What was added to a shuffle: a list of these.
added-word = { $player } a word ({ $digest })
added-message = the number of the lobby's first message ({ $message })
added-nothing = nothing

## The table

table-over = The game is over.
# $player may also be somebody who has no seat.
table-ended = This table was ended before the game was over.
table-ended-by = { $player } ended this table before the game was over.
table-suspended = The place of this table is gone, so it is paused until somebody moves it to another one. Nothing is lost.
table-canceled = This table was canceled before the game began.
table-canceled-by = { $player } canceled this table.
table-expired = Nobody has started this table or taken a seat for { $days ->
        [one] a day
       *[other] { $days } days
    }, so I have closed it. A new one is quick to open.
table-ended-post = 🏁 { $table } was ended before the game was over.
table-ended-post-by = 🏁 { $player } ended { $table } before the game was over. The moves can still be viewed.
thread-name = { $game } · { $player }
# Above what a post has room for, where more has happened.
story-cut = -# … More happened before: **{ button-log }** has all of it.
# What stays of a message that called somebody; $link leads to the post that tells what came of it.
summons-answered = -# ✅ Answered; the story goes on here: { $link }
summons-gone = -# That question is closed; the story goes on here: { $link }
summons-moved = -# The story goes on here, with what it asks: { $link }
summons-over = -# 🏁 The game is over; its end stands here: { $link }
summons-ended = -# 🏁 The game was ended early; what happened until then stands here: { $link }
button-play = Play
button-otherwise = Otherwise…
button-play-private = Answer in private
button-hand = My hand
button-table = Whole table
button-question = Back to the question
button-more = More
button-less = Less
button-next-table = Next table
# Asked once more, in private, before a bid above one's means; $choice is the bid, such as "Bid 7 (more than you hold)".
sure = { $choice }: do you mean it?
sure-about = -# Nobody else can see this question. `{ $settings-calls }` switches it off.
button-sure = Yes: { $choice }
button-not-sure = No, back to the question
button-log = Log
button-rules = Rules
button-number = Another number…
button-more-cards = More cards ({ $page } of { $pages })
button-before = ◀ Back
button-first = ⏮ Beginning
button-last = End ⏭
button-next = Next ▶
pick = { $most ->
    [one] Pick a card
   *[other] { $least ->
        [one] Pick up to { $most } cards
       *[other] Pick { $most } cards
    }
}
order-begin = -# Press them in your order, { $least } to { $most } of them.
order-picked = In this order so far:
order-line = { $number }. { $choice }
order-next = What comes next?
button-order = Play in this order
button-start-over = Start over
number-noted = { $number } ({ $note })
dialog-number-title = Name a number
dialog-number-label = A whole number from { $low } to { $high }
dialog-word-title = A word for the shuffle
dialog-word-label = Any word, up to 100 letters
dialog-word-salt = The salt for your word: `{ $salt }`. It is fixed before you write, so nobody can choose it to go with your word.
told-secret = 🔓 The secret of the shuffle: `{ $secret }`
secret-reads-hands = From it everybody's hand can be read now, so play nothing more from these cards.
secret-of-canceled = No cards were dealt by it.
told-seed = 🔓 The seed of the shuffle: `{ $seed }`
opened-title = What was hidden: { $table }
opened-nothing = Everything is already open on the table.
hand-empty = You hold nothing that only you can see.
log-title = Log of { $table } ({ $first }–{ $last } of { $count })
# $heading is a line under which the page before has begun.
log-goes-on = **{ $heading }** …
log-empty = Nothing has happened yet.
since-title = New
since-begun = So far
# $when is how long ago that is, as Discord says it, such as "2 hours ago".
asked-when = asked { $when }
# Told in the log and in the post after a move that was undone.
told-take-back = ↩️ { $player } takes that back.
    .you = ↩️ You take that back.
told-rewind = ⏪ { $player } goes back to an earlier decision.
    .you = ⏪ You go back to an earlier decision.
told-play-on = 🎯 { $player } plays on from here for practice. The cards lie as they did.
    .you = 🎯 You play on from here for practice. The cards lie as they did.
told-play-on-anew = 🎯 { $player } plays on from here for practice. What { $player } couldn't know has been dealt anew.
    .you = 🎯 You play on from here for practice. What you couldn't know has been dealt anew.
log-damaged = A move was made here, but its log entry can't be read.

## Ending a table

end-confirm = Do you really want to end { $table }? Nobody will be able to go on with it.
end-opens = -# The secret of its shuffle is posted then: everybody's hand can be read from it.
end-done = { $table } was ended.
# $players are the people who have a seat there.
cancel-confirm = Do you really want to cancel { $table }? Seated there: { $players }.
cancel-done = { $table } was canceled.
button-cancel-table = Cancel the table
end-kept = The table stays as it is.
button-end = End the table
button-keep = Change nothing
# Offered to moderators where several tables of a channel have not begun.
button-clear = Cancel all { $count } tables that nobody has started
clear-done = { $count ->
    [0] No table here was waiting for people anymore.
    [one] One table was canceled.
   *[other] { $count } tables were canceled.
}

## Which table

which-title = There are several tables. Which one do you mean?
which-pick = Which table?
which-table = Table { $table }: { $game } ({ $players })

## Somebody's tables, on every server; $table is the name of one, with the way there

tables-title = Your tables
tables-none = You have no seat at any table. Open one for everybody with `{ $newgame }`, play by yourself with `{ $alone }`, learn a game with `{ $learn }`, or try the deal of the day with `{ $daily }`.
tables-open = { $table }: not begun yet
tables-rests = { $table }: paused, because its place is gone
tables-resume = -# A table whose place is gone goes on where you type `{ $table-resume }`.
tables-yours = { $table }: **your turn**
tables-waits = { $table }: waiting for { $players }
# Beside an open table: shows who has a seat there.
button-board = Who is here

## Once more

# Under the name of an open table; $players are mentions.
rematch-invited = A rematch; invited: { $players }

## Refusals and troubles

refused = That is not possible now.
refused-not-seated = You have no seat at this table.
refused-not-your-turn = { $count ->
    [0] Nobody has to do anything here right now.
   *[other] It is not your turn: we are waiting for { $players }.
}
refused-illegal = That can't be chosen now.
refused-stale = That question is over, so nothing has changed. This is what you are asked now.
view-outdated = That was out of date, so nothing has changed. Here is the table as it stands.
refused-not-yours = Only { $player } can press that; nothing has changed. This is your question.
refused-nothing-waits = Nothing else is waiting for you.
refused-over = The game is over.
refused-seats = The game can't be played by that many players.
refused-no-table = I don't know that table.
refused-no-tables = You have no game running here. `{ $newgame }` opens a table.
refused-closed = This table was closed; nothing can be played there anymore.
refused-suspended = The place of this table is gone, so it is paused. It goes on where somebody with a seat there, or a moderator, types `{ $table-resume }`.
refused-newer = Herald is being updated, and a newer version is already playing this table: try again in a minute.
refused-not-started = The game has not begun yet.
refused-started = The game has begun already. `{ $table-leave }` leaves it for good, and a button under the table takes a seat that is free.
refused-already-seated = You already have a seat at this table.
refused-many-alone = You are playing alone at { $most } tables already: finish one of them first, or put one away.
refused-full = Every seat of this table is taken.
refused-too-few = The game needs at least { $low } players. Somebody else has to press **{ button-join }** first, or add a rival from the list.
refused-shuffled = The game has begun and its cards are shuffled, so it is too late for a word. Nothing has changed.
refused-word-given = You have added a word to this shuffle already, and what the table has shown stands.
refused-word = A word has one to { $most } letters or signs, in one line. Nothing has changed.
# $points is what the reader has reached, in points of the game.
refused-sealed = You have played this deal: { $points } { $points ->
        [one] point
       *[other] points
    }. Everything else is opened when its day is over, for everybody at once; `{ $tables }` then has your game.
refused-not-over = What is hidden is opened when the game is over, and not before. Until then the pledge stands.
refused-not-opener = Only the person who opened the table, or a moderator, can do that.
refused-many-lobbies = You have { $most ->
        [one] an open table that nobody has started yet. Start or cancel it
       *[other] { $most } open tables that nobody has started yet. Start or cancel one of them
    }, and you can open the next.
refused-many-seats = You already have a seat at { $most ->
        [one] a table
       *[other] { $most } tables
    }, and nobody should have to wait for you at more. As soon as a game of yours is over, you can take the next seat.
refused-channel-full = There { $most ->
        [one] is a table
       *[other] are { $most } tables
    } in this channel already. As soon as a game here is over, there is room for the next; a thread or another channel may have some.
refused-server-full = There { $most ->
        [one] is a table
       *[other] are { $most } tables
    } in this server already. As soon as a game here is over, there is room for the next.
refused-too-soon = You have opened a table just now. Please wait { $seconds ->
        [one] a second
       *[other] { $seconds } seconds
    } before the next one.
refused-too-fast = That was a lot of clicks at once. Nothing has changed; please wait { $seconds ->
        [one] a second
       *[other] { $seconds } seconds
    } and press again.
refused-no-thread = Discord doesn't let me open a thread here: a permission may be missing. Leave out the option to play right here.
refused-many-threads = This server has as many open threads as Discord allows. Leave out the option to play right here, or close an old thread first.
refused-channel-gone = This channel is gone, so I can't open a table here.
refused-outdated = Your Discord shows this command as it was before my last update. Please reload Discord (Ctrl+R, or close and reopen the app) and try again.
refused-number = Please name a whole number from { $low } to { $high }. Nothing has changed.
refused-picks = These can't be chosen together. Nothing has changed; please choose again.
refused-unknown = I don't know that button. Nothing has changed.
refused-permissions = I can't open a table here: I lack the { $count ->
        [one] permission
       *[other] permissions
    } { $permissions }.
refused-read-only = You may not write here, so I post nothing here for you either. Nothing has changed.
refused-elsewhere = A thread can only be opened in a text channel. Leave out the option to play right here.
refused-still-there = That table is being played in { $channel }; it can be brought here only if its channel is gone.
refused-nothing-rests = No table that you could bring here has lost its channel. `{ $table-show }` shows the one of this channel, `{ $newgame }` opens a new one, and a pause ends with **{ button-go-on }** under the table.
refused-server-only = That works only in a channel of a server.
apology = Something went wrong on my side, and I have told my host. Nothing is lost; please try again.
apology-storage = I can't write anything down just now, so nothing of this was kept, and nothing else is lost. My host knows; please try again in a moment.
apology-unknown = My notebook hasn't answered, so I can't tell yet whether this was kept. Nothing else is lost, and my host knows; please look at the table in a moment before you try again.
apology-damaged = The notes of this table are damaged, so nothing can be shown or played there. My host knows, and can bring it back from a copy.
restored = ⚠️ I had to go back to an older copy of my notes, and what has happened at this table since then is gone. I am sorry. It goes on from there, and buttons from before don't count.
restored-last = The last thing that counts: { $event }
trouble-permission = ⚠️ I can't post in the channel of this table: I lack a permission there. Your move is kept; please tell a moderator.
trouble-dm = ⚠️ A direct message didn't arrive, so your hand is here. Allow them from this server and choose them again: `{ $settings-show }`.

## Permissions, as Discord names them

permission-view-channel = View Channel
permission-send-messages = Send Messages
permission-send-messages-in-threads = Send Messages in Threads
permission-create-public-threads = Create Public Threads
permission-embed-links = Embed Links
permission-attach-files = Attach Files
permission-read-message-history = Read Message History

agent-whim = Anything that makes sense will do: nothing was weighed.
agent-judgement = By this game's rules of thumb, nothing is worth more.
agent-only = Nothing else makes sense here.
agent-search = It has tried this in { $worlds ->
        [one] one imagined game
       *[other] { $worlds } imagined games
    } from here on, and won about { $chance } of 100.

## A private table, of one person against rivals

# $link leads to the DM.
alone-in-dm = Your table is set: [open it]({ $link }).

### What is proved of a finished match, and why a file proves nothing: for people at a table, and for hosts at a terminal.

## What is proved: one sentence each of the pledge, of the seed, and of the moves

# $pledge is a hash: 64 letters and digits.
proved-pledge = 1. The secret fits the pledge { $pledge }: if the lobby and your own answers showed this one, the secret was fixed before anybody could add to it.
proved-seed-pledge = 1. The seed fits the pledge { $pledge }: if the post that began the game shows this one, the seed wasn't changed afterwards.
proved-words = 2. The secret and { $words ->
        [one] one word
       *[other] { $words } words
    } make the seed: only somebody who knew the secret and the hashes of all other words, and added last, could choose it.
proved-words-message = 2. The secret, { $words ->
        [one] one word
       *[other] { $words } words
    } and the number { $message } make the seed: only somebody who knew all the rest, and added last, could choose it. The number must end the link of the lobby's first message.
proved-message = 2. The secret and the number { $message } make the seed; nobody added a word. The number must end the link of the lobby's first message.
proved-alone = 2. Nobody added anything, so Herald alone drew the seed: that it wasn't changed is proved, how it was drawn isn't.
proved-moves = 3. From this seed, { $moves ->
        [one] the one move follows
       *[other] all { $moves } moves follow
    } the rules and lead to the places, the result and the final state that the file tells. Not proved: who sat where, the table's options, the days, and what was told of the moves.
proved-places = 3. From this seed, { $moves ->
        [one] the one move follows
       *[other] all { $moves } moves follow
    } today's rules and lead to the places that the file tells. Older rules made some of them, so the result and the final state weren't compared, nor which rules they were. Not proved, either: who sat where, the table's options, the days, and what was told of the moves.
proved-not-replayed = 3. The moves were made under older rules of the game, and can't be replayed by those of today.

## Why a file proves nothing

proof-file = The record: the secret, what was added, every move with its day and what was told of it, and the end.
proof-fails = I can't prove that this shuffle was fair. { $why }
proof-none-over = No game has been played to its end in this channel yet, so there is no record here.
proof-unreadable = This is no record that Herald can read.
proof-newer = A newer Herald wrote it.
proof-large = It has more than { $megabytes } megabytes: no record is as long as that.
proof-changed = Something in it was changed after Herald wrote it.
proof-game = Its game is unknown here.
proof-rules = It was played by rules that are unknown here; the newest known are version { NUMBER($known, useGrouping: 0) }.
proof-older = Its moves were made under older rules, and can't be replayed by those of today.
proof-rewound = Move { $move } rewinds it: a game that was tried again and again proves nothing.
proof-played-on = With move { $move } it becomes a practice that began in the middle of another game: that proves nothing.
proof-seats = Its seats don't fit together.
proof-pledge = The secret isn't the one that was pledged.
proof-seed = The secret and what was added don't make this seed.
proof-move = Move { NUMBER($move, useGrouping: 0) } can't have been made.
proof-end = The moves don't lead to this end.

host-record = write the record of a finished table into a file, while the bot is stopped
host-record-table = the number of the table
host-record-into = the new file (default: herald-table-NUMBER.json)
host-record-names = with the names of all players
host-record-times = with the time of day of each move, not its day alone
host-recorded = The record of table { NUMBER($table, useGrouping: 0) } is in { $path }.
host-record-unwritten = { $path } can't be written: { $why }.
host-prove = check the record of a finished table, without Discord and without a database
host-proof = the file that the record is in
host-word = check as well that this word of yours made the seed, with the salt that Herald gave you for it
host-proved = { $path } is proved:
host-word-salt = The salt has to be the hexadecimal digits that Herald gave with the word.
host-word-there = The word is in it: its digest { $digest } is one of those that made the seed.
host-word-missing = The word is not in it: no seat has added one with the digest { $digest }.
host-unproved = { $path } proves nothing. { $why }
host-proof-missing = { $path } can't be read: { $why }.

command-table-record = The record of a finished table as a file, and the proof that its shuffle was fair.
    .name = record
button-record = Record

## Beside the record: a play for Board Game Stats, an app in which people log what they have played

button-log-play = For Board Game Stats
# $link leads into the app.
play-link = [Log this game in Board Game Stats]({ $link }), on a phone that has the app. The link holds the result, the day and your own name; the others are only seats.
# $number is the number of a seat, from 1 on.
play-seat = Seat { $number }

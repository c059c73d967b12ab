### The rules as pages, what a card does, and the help.
### A line of Fluent may not begin with a star: the empty text before it lets one stand there.

## The rules

rules-title = The rules of { $game }
rules-pick = Another chapter
# The chapter that shows a table of the game, its parts numbered.
rules-sample = This is a table as everybody sees it. Its numbers say what is where:
    .title = A table and its parts
rules-sample-people = Ann, Bo, Cy, Dana, Eli, Fay, Gus, Hal
# $part is what stands at that part of the picture.
rules-part = **{ $number }** { $part } – { $meaning }
rules-part-phase = how far the game has come
rules-part-asked = who has to decide, and what
rules-part-players = the players, and what everybody knows of each
rules-sample-below =
    Below it are the buttons. **{ button-play }** shows you in private what you can choose, **{ button-hand }** what only you may see, **{ button-table }** all that lies open, **{ button-log }** what has happened.
rules-crib = Every card in one line

## What a card does

# Under a private view: a list of the kinds of cards that it shows.

## The help. Every page is given each command as the reader's Discord shows it: $newgame, $table-end and so on.

button-help-begin = I want to play
button-help-rivals = Rivals and advice
button-help-play = I play
button-help-days = Games over days
button-help-host = I run a server
help =
    ### Herald hosts board games that are played over days
    Somebody opens a table with `{ $newgame }`, friends take their seats, and each plays when they have a minute. I call you when it is your turn, and nobody else sees your hand.

    What would you like to know more about?
    -# The games belong to their authors and publishers; Herald is not affiliated with them.
help-begin =
    ### I want to play
    { "" }**Find a table.** `{ $play }` seats you at the one of your server that begins soonest, or opens one; or press **{ button-join }** under any that is open. `{ $newgame }` opens one as you want it, in a thread too. You may have a seat at several tables. `{ $settings-follow }`: I call you when a table of a game that you choose opens.

    { "" }**Begin.** The game begins by itself a minute after everybody is here; **{ button-start }** asks the others to begin with fewer. Until then you can still leave.

    { "" }**A fair shuffle.** Add a word shortly before the game begins: until then nobody can know how the cards fall, my host neither. Keep my private answer: the post that begins the game must show the same, and `{ $table-record }` proves it in the end. If a table is ended early, I post its secret, and hands can be read from it.

    { "" }**Learn the game.** **{ button-rules }** under the table, or `{ $rules }`, tells it chapter by chapter. You needn't know it by heart: I offer only what is possible, and a list behind **{ button-more }** tells what each card does.

    { "" }**Take your time.** The open table says how long a decision may take, before you join: a day as a rule, and three more in reserve.
help-rivals =
    ### Rivals and advice
    { "" }**Rivals 🤖** (◆ in pictures). Nobody to play with? `{ $newgame }` takes a number of `rivals`, and with enough of them you play at once. In an open table whoever opened it, or a moderator, picks them from the list. They know only what can be seen from their own seat.
    - **{ level-squire }**: plays anything that makes sense.
    - **{ level-knight }**: plays by rules of thumb; wins 98 of 100 games of *{ fortheking-name }* against three squires, 76 of *{ oriflamme-name }*.
    - **{ level-champion }**: thinks ahead; wins about 45 of 100 games of *{ fortheking-name }* against three knights, 91 of *{ oriflamme-name }* (equals would win 25).

    { "" }**Advice.** If the table allows it, a button behind **{ button-more }** under your question asks a rival what it would do. Everybody sees that you asked, and only you what it said.
help-play =
    ### I play
    { "" }**Your turn.** I call you in the channel, or write to you directly if you chose that; the rest comes silently. Press what you want to do; for what is secret press **{ button-play }** first, and only you see the choices.

    { "" }**A slip?** **{ button-take-back }** under what only you see undoes your last move until somebody else has acted. What has shown a hidden card, or was decided by chance, stays.

    { "" }**Order ahead.** In an auction everybody says at once, in secret, how far to go, and I bid for you. Other orders are behind **{ button-more }**, or under **{ button-hand }**: what you have ordered stands there, too, and can be changed. Nobody else sees it: only the bids show where a loser stopped, and that an instant counter-bid was ordered ahead. An order that lasts shows to nobody until you or all others have answered: you are named with the rest, and not notified, which only a changed Discord app can see.

    { "" }**If you have lost track**, type `{ $hand }`, here or in our direct messages: it leads to your question. `{ $tables }` shows every table of yours and which is waiting for you; **{ button-rematch }** under a game that is over invites everybody once more. What only you can see is gone when Discord reloads; the buttons in the channel bring it back.

    { "" }**Look around.** **{ button-hand }** shows what is yours alone, **{ button-table }** all that lies open, **{ button-log }** what has happened, from your last move on. A list behind **{ button-more }** tells what each card does. In pictures an arrow points at whoever is asked, and ✓ marks who has answered.
help-days =
    ### Games over days
    { "" }**As you like it.** `{ $settings-reading }`: your hand in the channel, or in a direct message at each turn, from which you can play. If I can't reach you there, I call you in the channel. Your language, too, and pictures or words, for what only you see. `{ $settings-show }` shows all of it, and `{ $privacy-show }` what I keep about you. Where a channel is in another language than you read, a button under my posts shows them in yours.

    { "" }**Time.** Each table says before it begins how long a decision may take, and what happens then: a rival plays for whoever is late, until they press anything there again, or the table waits. No clock runs before you were called, or while I can't be reached. I remind you twice at most, as you choose with `{ $settings-calls }`, and never in your quiet hours. `{ $away }` stops your clocks for a holiday; `{ $table-pause }` asks everybody for a pause.

    { "" }**Nothing is lost** if I am restarted, and the old buttons work. `{ $table-leave }` leaves a game for good: a rival plays on until somebody takes the seat. To end it for all, whoever opened the table, or a moderator, types `{ $table-end }`.
help-host =
    ### I run a server
    { "" }**A server.** Where a table is, I need the permissions { permission-view-channel } and { permission-send-messages }; in threads { permission-send-messages-in-threads }, and to open them { permission-create-public-threads }. If I can't open a table, I say which one is missing. For pictures I need { permission-attach-files } as well.

    `{ $settings-server }` is for people who may manage the server: which language everybody reads there, whether tables have pictures, how new ones are played, and in which channel or forum each gets a thread of its own.

    Moderators, who may manage messages, can start or cancel an open table, free the seat of somebody who is gone with `{ $table-replace }`, and end a running table with `{ $table-end }`; where several are open, that also offers to cancel all that nobody has started. If a channel is deleted, its tables are paused until somebody with a seat there, or a moderator, types `{ $table-resume }` where they are to go on.

    { "" }**A Herald of your own.** Everything is kept in one file, `herald.db` unless `DATABASE` says otherwise; whoever can read it can read the hands. `python -m bot backup FILE` copies it while I am running, `python -m bot verify` checks that it is as I wrote it. Stop me whenever you like: at the next start I tell each table what it has missed.

    `LANGUAGE` is the language for whoever reads none that I speak. The file `README.md` tells the rest, `PRIVACY.md` what I keep about people and how it is removed.

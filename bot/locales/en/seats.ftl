### Seats that are left during a game: who frees one, who takes it, and who agrees.

## At the table

# $player is the rival who plays there meanwhile.
seat-free = 🪑 A seat is free. { $player } plays there until somebody takes it.
# $player would like the seat where $rival plays; $players have to agree.
seat-asked = 🙋 { $player } would like the seat of { $rival }. Still to agree: { $players }.
seat-agreed = 🙋 { $player } may have the seat of { $rival }, and takes it with one more press.
seat-voted = 🗳️ Some would like to give the seat of { $player } to somebody else. Still to agree: { $players }.
seat-decided = 🗳️ Everybody here would like to give the seat of { $player } to somebody else, which takes one more press.
# $newcomer would like the seat where $rival plays; $player, who is called, has to agree, as everybody there.
seat-call = 🙋 { $player }, { $newcomer } would like the seat of { $rival }. Is that all right with you? It takes everybody's word.
# In the place of a person's name, in a game that others may look at without it.
seat-unnamed = Somebody
button-sit = Take this seat
button-sit-of = Take this seat: { $player }
button-welcome = Let { $player } sit down
button-free = Free the seat of { $player }

## Leaving, and making room

leave-confirm = Do you really want to leave { $table } for good? A rival plays on until somebody else takes your seat, and you will see nothing more of your cards.
leave-ends = -# Only one person is left here, so the table ends with that.
leave-confirm-lobby = Do you want to leave { $table }?
button-leave-game = Leave the table
leave-done = You have left { $table }.
replace-pick = { $table }: whose seat do you want to free? A rival plays there until somebody takes it, and it can't be given back.
replace-done = The seat of { $player } is free.
vote-noted = Your vote counts. The seat of { $player } is free as soon as everybody else who is here wants that.
vote-done = The seat of { $player } is free.

## Sitting down

sit-done = You have a seat. Below are your cards and what has happened so far; from now on I call you when it is your turn.
sit-asked = As soon as everybody at the table agrees, the seat is yours, and I call you when it is your turn. Press once more if you don't want it after all.
sit-withdrawn = Noted: you don't want that seat anymore.
welcome-noted = You agree. The others have to agree as well.
welcome-done = Everybody has agreed, and the seat is taken.

## What can't be done

refused-no-vacancy = That seat isn't free.
refused-no-candidate = Nobody is asking for that seat anymore.
refused-no-vote = Nobody decides alone about a seat, nor while its player still has time. A moderator who doesn't play here can free it.
refused-not-neutral = Only a moderator who doesn't play at this table can free somebody's seat.

## The commands

command-table-leave = Leave the game of this channel for good; a rival plays on.
    .name = leave
command-table-replace = Free the seat of somebody who doesn't come anymore.
    .name = replace

### Replay: a finished game once more, move by move.

button-replay = Replay
# $move is the number of a move, 0 for the beginning, $moves how many the game had.
replay-move = { $move ->
    [0] the beginning, { $moves ->
        [one] one move
       *[other] { $moves } moves
    } to come
   *[other] move { $move } of { $moves }
}
replay-chapters = Go to …
replay-eyes = Whose eyes?
replay-eyes-all = What everybody saw
# $player is a player's name.
replay-eyes-seat = What { $player } saw
replay-eyes-open = All hands open
replay-seen-by = 👁 What { $player } saw then; "you" is { $player }.
replay-seen-open = 👁 All hands are open here; during the game nobody saw this.
replay-untold = A step that nobody else was told of.
# $move is the number of the last move that can be shown.
replay-until = I can show the moves up to { $move }: those after it were played by older rules, or can't be read anymore.
replay-older = Older rules made some of these moves. They are shown as today's rules play them, which came to the same end.
refused-replay = I can't replay this game: it was played by older rules, or its moves can't be read anymore. **{ button-log }** still has what happened.
button-show-moment = Show this
button-walk-on = Walk on from here
# $player is who shows it.
replay-shown = { $player } shows a moment of this game:
menu-from-here = Replay from here
   .name = Replay from here
refused-momentless = This message doesn't say which moment it tells of: it is older than that, or tells of no game. Under a finished table, **{ button-replay }** leads to every move.
button-from-here = From here
button-so-far = So far
# $step counts what the reader was told of, 0 for the beginning, $steps how much there is of it.
so-far-step = { $step ->
    [0] the beginning, { $steps ->
        [one] one step
       *[other] { $steps } steps
    } to come
   *[other] step { $step } of { $steps }
}
so-far-seen = 👁 Only what you have seen yourself, as it was then.
so-far-seated = You sat down here. What had been before stays with those who saw it.
so-far-until = I can't show what came later: it was played by older rules, or can't be read anymore.
button-finished = Finished games
finished-none = You have finished no game yet. Once one is over, you can walk through it again here.
# $count is how many are listed.
finished-some = { $count ->
    [one] The last game you finished, for another look:
   *[other] Your last { $count } finished games, for another look:
}
finished-choose = Replay a game …
button-follow-walk = Follow
replay-following = 👣 You see each step of whoever leads this walk, for a quarter of an hour.
replay-follow-ended = 👣 This shared walk has ended here. You can walk on from this moment by yourself.
# $count is how many people follow the reader.
replay-followers = { $count ->
    [one] 👣 One person follows your steps.
   *[other] 👣 { $count } people follow your steps.
}
refused-not-shared = Nobody leads this walk anymore. Walk on from here by yourself, or lead one: **{ button-show-moment }**.
button-play-on = From here, against rivals
# $player is who held the seat.
practice-about = Play on from here in { $player }'s place, at a table of your own? Rivals take the other seats. It is practice: it counts for nothing, and nobody else sees it.
practice-seat = In whose place?
button-cards-then = With the cards as they lay
button-cards-anew = With what was hidden dealt anew
button-back-to-replay = Back to the replay
# $tables is the command that lists one's tables.
practice-begun = Your turn to try: this table is yours alone, no clock runs, and `{ $tables }` leads back to it.
turning-points = **What turned the game**, and how it changed the mover's chances to win
# $before and $after are percent, $spread by how many they may be wrong.
chance-change = { $before }% → { $after }%
chance-at = { $before }%
# $change is how a chance changed.
chance-wide = { $change }, give or take { $spread }
# $player is who decided, $change how the chance of winning changed.
replay-chance = -# { $player }'s chances to win: { $change }
button-analyse = What turned the game?
analysis-begun = A champion is going through this game once more. Give it a minute or two, then press **{ button-table }**.
button-judged = What would a champion do?
# $choice is what would have been chosen, $reason a sentence.
judged-same = A champion would have chosen the same: **{ $choice }**. { $reason }
# $worlds is how many games were imagined, $better and $played how many of a hundred were won.
judged-better = A champion would have chosen **{ $choice }**. In { $worlds ->
        [one] one game
       *[other] { $worlds } games
    } imagined from what you knew then, that won { $better }%, and your choice { $played }%.
judged-even = A champion would have chosen **{ $choice }**, but your choice was no worse as far as it can tell: of { $worlds } imagined games these won { $better }% and { $played }%.
judged-worse = A champion would have chosen **{ $choice }**, and yours was better: in { $worlds ->
        [one] one game
       *[other] { $worlds } games
    } imagined from what you knew then, yours won { $played }%, the other { $better }%.
refused-verdict = The champion lost its thread. Ask it again in a moment.
button-film = The game in half a minute
# $link leads to the film, or to the channel.
refused-filmed = This game has its film already: { $link }
refused-filmed-alone = You have the film of this game already, in our messages.
refused-still-looking = A champion is still going through this game, and the film shows what it finds. Ask again in a minute or two.
refused-analysis = Too many games are waiting for a champion to look at them. Try again in a few minutes.

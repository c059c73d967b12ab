### /play: a seat at a table of this server, or a new table.

# $game is the name of a game, $link leads to the table, $begins says in a sentence when it begins.
play-seated = You have a seat at table { $table } ({ $game }): { $link }. { $begins }
play-sits = You are already sitting at table { $table } ({ $game }): { $link }. { $begins }
play-which = No table here is waiting for you. Which game shall I open?
button-fill = Begin now with rivals
command-play = Sit down at the table here that begins soonest, or open one.
    .name = play
option-play-game = The game you would like to play; any, unless you choose.
    .name = game
option-play-pace = How long each decision may take; any, unless you choose.
    .name = pace
option-play-rivals = With rivals, or among people alone; either, unless you choose.
    .name = rivals

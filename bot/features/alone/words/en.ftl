
### /alone: a private table against rivals, which nobody else sees.

command-alone = Play by yourself against rivals, where nobody else sees it.
    .name = alone
option-alone-game = The game you would like to play.
option-alone-rivals = How many rivals; as many as the game is best with, unless you choose.
option-alone-level = How well they play; knights, unless you choose.
# $tables is the command that lists one's tables.
alone-begun = This table is yours alone: nobody else sees it, no clock runs, and `{ $tables }` leads back to it.
# $link leads to the DM.
alone-in-dm = Your table is set: { $link }
tables-alone = { $table } (just you)
button-rewind = Go back
button-put-away = Put it away
button-again = Once more
rewind-about = Go back to one of your decisions and try something else. The same cards come again.
rewind-pick = Back to which decision?
rewind-none = You haven't decided anything yet.
refused-rewind = There is no way back to that decision. Nothing has changed.


### /alone: a private table against rivals, which nobody else sees.

command-alone = Play by yourself against rivals, where nobody else sees it.
    .name = alone
option-alone-game = The game you would like to play.
    .name = game
option-alone-rivals = How many rivals; as many as the game is best with, unless you choose.
    .name = rivals
option-alone-level = How well they play; knights, unless you choose.
    .name = level
# $tables is the command that lists one's tables.
alone-begun = This table is yours alone: nobody else sees it, no clock runs, and `{ $tables }` leads back to it.
tables-alone = { $table } (just you)
button-rewind = Go back
button-put-away = Put it away
button-again = Once more
rewind-about = Go back to one of your decisions and try something else. The same cards come again.
rewind-pick = Back to which decision?
rewind-none = You haven't decided anything yet.
refused-rewind = There is no way back to that decision. Nothing has changed.

## /learn: a game learned at a private table with a fixed deal

command-learn = Learn a game in ten minutes, at a table of your own.
    .name = learn
option-learn-game = The game you would like to learn.
    .name = game
button-learn = Learn it first
# $game is the name of a game.
button-learn-game = Learn { $game }
learn-begun = Here you can try everything in peace: nobody else sees it, and **{ button-suggested }** plays what a knight would.
# $lesson is one of the lessons of a game, a few sentences.
learn-lesson = 🎓 { $lesson }
# $choice names what a knight would choose.
learn-suggested = -# A knight would choose: { $choice }
# $reason is a sentence.
learn-why = 💡 { $reason }
# $choice names what was suggested before, $reason is a sentence.
learn-otherwise = 💡 You went your own way. A knight would have chosen { $choice }: { $reason } **{ button-more }** has **{ button-rewind }**, if you would like to see how that goes.
learn-over = 🎓 That was all; the rest is the same. Play on here, or begin a whole game against squires.
button-suggested = Do that
button-why = Why?
button-graduate = A whole game
privacy-lessons = - Which lessons you have met where you learn a game.

### Rematch: the same people once more.

button-rematch = Реванш
rematch-open = Реванш уже відкрито: стіл { $table } у { $channel }.

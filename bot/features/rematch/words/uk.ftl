### Rematch: the same people once more.

button-rematch = Реванш
rematch-open = Реванш уже відкрито: стіл { $table } у { $channel }.
button-rivals = Ще раз із суперниками
rivals-open = Ви вже граєте тут проти суперників: стіл { $table } у { $channel }.

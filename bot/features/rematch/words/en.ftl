### Rematch: the same people once more.

button-rematch = Rematch
rematch-open = The rematch is open already: table { $table } in { $channel }.

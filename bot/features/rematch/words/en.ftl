### Rematch: the same people once more.

button-rematch = Rematch
rematch-open = The rematch is open already: table { $table } in { $channel }.
button-rivals = Again with rivals
rivals-open = You are playing against rivals here already: table { $table } in { $channel }.

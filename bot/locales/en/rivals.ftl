### Rivals: seats without a person, in the lobby and at the table; seats that change hands; and advice.

## Who they are

# Names of rivals, and of nobody in any game.
rival-names = Wren, Sorrel, Bramble, Tansy, Alder, Linnet, Juniper, Marlow
level-squire = squire
level-knight = knight
level-champion = champion

## In the lobby

lobby-rival = { $number }. { $player } · { $level }
lobby-advice = -# 💡 Advice is allowed: whoever is to decide may ask a rival what it would do. Everybody sees that, but not what it says.
rivals-pick = Rivals and advice…
rival-add = Add a rival: { $level }
rival-add-squire = plays anything that makes sense
rival-add-knight = plays by rules of thumb
rival-add-champion = thinks ahead, and is the strongest
rival-remove = Send { $player } away ({ $level })
advice-allow = Allow advice
advice-allow-about = whoever is to decide may ask a rival what it would do
advice-forbid = No advice
advice-forbid-about = everybody decides alone
newgame-begun = Your game at table { $table } has begun in { $channel }. The rivals play by themselves.
refused-no-rival = That rival has left the table.
option-rivals = Rivals that take the other seats; with enough of them, the game begins at once.
    .name = rivals
option-level = How well the rivals play.
    .name = level

## Seats that change hands

# $player takes the place of $was; $number is the seat's.
incident-seated = 🪑 { $player } takes the seat of { $was } and plays on from here.
incident-cared = 🪑 A { $level } plays for { $player } from here on.
incident-back = 🪑 { $player } plays again from here on.
incident-advised = 💡 { $player } has asked the { $level } for advice.
refused-witness = You have seen a hand of this game, so you can't take a seat in it anymore.
handed-over = Somebody else plays this seat now, so its cards are not shown here anymore.

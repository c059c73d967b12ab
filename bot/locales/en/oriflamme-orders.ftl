### Oriflamme: Ablaze: what people order ahead, and what comes of it.
### $player is a person, $card the name of an own card, $target what it is used on; all else is a
### number.

## What can be ordered

oriflamme-order-turn = Card { $number }: your { $card }
oriflamme-order-aim = Target of your { $card }
oriflamme-order-tokens = Influence on your { $card }

## Questions

oriflamme-together = Face-down cards are decided ahead, in secret: leave or reveal?
oriflamme-wait-turn = { $player } is deciding, ahead, which cards to leave face down and which to reveal.
oriflamme-ask-turn = Your { $card }, card { $number }: leave or reveal?
oriflamme-hint-order = I do this for you in your turn; nobody sees it, and you can still change it.
oriflamme-details-turn = From card 1 on, each face-down card is now left or revealed. Before revealing it I ask again if anything beside it, under it or face up has changed.
oriflamme-ask-aim = What is your { $card } used on when it acts?
oriflamme-ask-aim-prince = Where does the Twin go when your { $card } is revealed?
oriflamme-details-aim = If that isn't possible then, I ask you.
oriflamme-ask-tokens = Shall I take each Influence on your { $card }, or activate a character again for it?
oriflamme-details-tokens = If that isn't possible then, I ask you.
oriflamme-option-ask = Ask me then

## What an order will do

oriflamme-does-leave = Your { $card } stays face down, and 1 Influence goes on it.
oriflamme-does-leave-last = Your { $card } stays face down, and brings no Influence.
oriflamme-does-reveal = I reveal your { $card }, but ask again if anything beside it, under it or face up has changed.
oriflamme-does-anew = Your { $card }: the queue has changed, so I ask again.
oriflamme-does-ask-now = As you told me, I ask you about your { $card } now.
oriflamme-does-ask-turn = I ask you about your { $card } when the queue reaches it.
oriflamme-does-aim = For your { $card } I choose this if I can: { $target }.
oriflamme-does-ask-aim = I ask you what your { $card } is used on.
oriflamme-does-gone = What you chose for your { $card } isn't there anymore, so I ask you.
oriflamme-does-gain = I take the Influence on your Plot for you.
oriflamme-does-tokens = For each Influence on your { $card } I activate this again if I can: { $target }.
oriflamme-does-ask-tokens = I ask you about each Influence on your { $card }.

## What an order did, told to its owner alone

oriflamme-told-ordered-leave = 📌 As you asked.
oriflamme-told-ordered-reveal = 📌 As you asked.
oriflamme-told-ordered-used = 📌 I choose this for your { $card }, as you asked.

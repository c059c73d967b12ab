### For the King (and Me): what people order ahead, and what comes of it.
### $player is a person, $card the text of a card, $cards and $kinds are lists of names; all else is a number.

## What can be ordered

fortheking-order-limit = Up to how much in this auction
fortheking-order-discards = Cards to pay with
fortheking-order-pick = Order of preference
fortheking-order-never = Always pass on
fortheking-order-gold = Up to how much gold, each time
fortheking-order-cards = Up to how many cards, each time
fortheking-order-paying = Which gold I pay with

## Questions

fortheking-together-limit = All bidders say how far to go for { $card }, in secret.
fortheking-together-pick = A card can be chosen ahead, in secret.
fortheking-wait-limit = { $player } is deciding how far to go for { $card }.
fortheking-wait-pick = { $player } is deciding, ahead, which card to take from the middle.
fortheking-ask-limit = How much gold for { $card }?
fortheking-ask-limit-cards = How many cards for { $card }?
fortheking-hint-order = I do this for you in your turn; nobody sees it, and you can still change it.
fortheking-details-limit = I bid for you, never more than it takes.
fortheking-ask-discards = Which cards do you pay with if you win { $card }?
fortheking-details-discards = The one that you miss least comes first. I pay with as many as you bid.
fortheking-ask-pick = Which card do you take from the middle?
fortheking-details-pick = In your turn I take the first one that is still there.
fortheking-ask-never = On which cards do you always pass?
fortheking-details-never = I do so for you as soon as one comes up.
fortheking-ask-gold = How much gold is any government card or King worth to you at most?
fortheking-details-gold = I never bid more than you hold then, and what you say about the card itself counts first.
fortheking-ask-cards = How many cards is any gold worth to you at most?
fortheking-details-cards = I never bid more than you hold then, and what you say about the card itself counts first.
fortheking-ask-paying = Shall I pay for you at once when you win a card for gold?
fortheking-details-paying = I pay the smallest sum that is enough, of equal sums the fewest cards. Then nobody has to wait for a payment.
# The dialogs: at most 45 characters each. $most is the highest number, $held what there is to pay with.
fortheking-limit-title = Up to how much for { $card }?
fortheking-limit-label = From 0 (pass) to { $most }. You hold { $held } gold.
fortheking-limit-label-cards =
    From 0 (pass) to { $most }. You hold { $held ->
        [one] one card
       *[other] { $held } cards
    }.
fortheking-up-to-label = From 1 to { $most }
fortheking-option-limit =
    { $amount ->
        [0] Pass
       *[other] Up to { $amount }
    }
# What was said before.
fortheking-ready-former = as before
fortheking-option-step = Ask me each time
fortheking-option-ask = Ask me then
fortheking-option-least = Pay for me
fortheking-option-off-never = On none of them
fortheking-option-off-limit = Nothing ahead

## What an order will do

fortheking-does-limit = I bid for { $card } for you, up to { $amount } gold.
fortheking-does-limit-cards =
    I bid for { $card } for you, up to { $amount ->
        [one] one card
       *[other] { $amount } cards
    }.
fortheking-does-pass = I pass on { $card } for you.
fortheking-does-step = I ask you about each bid for { $card }.
fortheking-does-limit-ended = What you said about { $card } no longer counts, since somebody couldn't pay.
fortheking-does-discards = If you win { $card }, you pay with { $cards }, in this order, as far as it takes. If they are too few, I ask you.
fortheking-does-pick = In your turn I take the first of these that is still there: { $cards }.
fortheking-does-ask = I ask you in your turn.
# Ends a list of cards.
fortheking-listed-ask = otherwise I ask you
fortheking-does-never = I pass for you on each card of these kinds: { $kinds }.
fortheking-does-off-never = I pass on nothing without asking you.
fortheking-does-gold = I bid up to { $amount } gold for each government card and King, never more than you hold.
fortheking-does-cards =
    I bid up to { $amount ->
        [one] one card
       *[other] { $amount } cards
    } for any gold, never more than you hold.
fortheking-does-off-gold = I ask you about each government card and King.
fortheking-does-off-cards = I ask you about each gold.
fortheking-does-paying-least = I pay for you at once: the smallest sum that is enough, then the fewest cards.
fortheking-does-paying-ask = I ask you each time which gold you pay with.

## What an order did, told to its owner alone

fortheking-told-ordered-bid = 📌 As you asked: up to { $amount }.
fortheking-told-ordered-outbid = 📌 { $player } has the highest bid, { $bid }, and you said up to { $amount }.
# In older logs.
fortheking-told-ordered-reached = 📌 Your limit of { $amount } is reached.
fortheking-told-ordered-pass = 📌 As you asked.
fortheking-told-ordered-paying = 📌 The smallest sum that is enough.
fortheking-told-ordered-discards =
    📌 With { $count ->
        [one] the card
       *[other] the { $count } cards
    } that you named ahead.
fortheking-told-ordered-pick =
    { $number ->
        [1] 📌 Your first choice.
       *[other] 📌 Number { $number } of your choices.
    }

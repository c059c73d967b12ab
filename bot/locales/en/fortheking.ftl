### For the King (and Me): every word that players read.
### $player is a person, $card the text of a card, $office the name of an office; all else is a number unless said.

fortheking-name = For the King (and Me)
    .command = fortheking
fortheking-tagline = Share out cards, bid with what you kept, and end up with the best posts at court.

## Emblems, names and cards

emblem-fortheking-office-diplomacy = 📜
emblem-fortheking-office-entertainment = 🎭
emblem-fortheking-office-livestock = 🐏
emblem-fortheking-office-architecture = 🏰
emblem-fortheking-office-military = ⚔️
emblem-fortheking-office-provisions = 🍇
emblem-fortheking-gold = 🪙
emblem-fortheking-king = 👑

fortheking-office-diplomacy = Diplomacy
fortheking-office-entertainment = Entertainment
fortheking-office-livestock = Livestock
fortheking-office-architecture = Architecture
fortheking-office-military = Military
fortheking-office-provisions = Provisions

fortheking-duty-diplomacy-1 = Chamber Pot Cleaner
fortheking-duty-diplomacy-2 = Letter Opener
fortheking-duty-diplomacy-3 = Door Opener
fortheking-duty-diplomacy-4 = Royal Spokesperson
fortheking-duty-diplomacy-5 = King's Adviser
fortheking-duty-diplomacy-6 = Grand Chamberlain
fortheking-duty-entertainment-1 = Window Opener
fortheking-duty-entertainment-2 = Royal Page Turner
fortheking-duty-entertainment-3 = Court Jester
fortheking-duty-entertainment-4 = First Chair Clarinet
fortheking-duty-entertainment-5 = Royal Playwright
fortheking-duty-entertainment-6 = King's Composer
fortheking-duty-livestock-1 = Manure Shoveler
fortheking-duty-livestock-2 = Poultry Plucker
fortheking-duty-livestock-3 = Court Dog Walker
fortheking-duty-livestock-4 = Director of the King's Zoo
fortheking-duty-livestock-5 = King's Gamekeeper
fortheking-duty-livestock-6 = Royal Stallion Master
fortheking-duty-architecture-1 = Moat Inspector
fortheking-duty-architecture-2 = Floor Polisher
fortheking-duty-architecture-3 = Royal Plumber
fortheking-duty-architecture-4 = Palace Decorator
fortheking-duty-architecture-5 = Estate Gardener
fortheking-duty-architecture-6 = King's Architect
fortheking-duty-military-1 = Sword Sharpener
fortheking-duty-military-2 = Catapult Inspector
fortheking-duty-military-3 = Head of the Night Guard
fortheking-duty-military-4 = Master of the Army
fortheking-duty-military-5 = General of the Garrison
fortheking-duty-military-6 = Grand Marshal
fortheking-duty-provisions-1 = Royal Taste Tester
fortheking-duty-provisions-2 = Hearth Stoker
fortheking-duty-provisions-3 = Master Peeler
fortheking-duty-provisions-4 = Head Butcher
fortheking-duty-provisions-5 = Sauce-Cook for the King
fortheking-duty-provisions-6 = King's Master of Banquets

# $title is the name of the duty.
fortheking-duty = { $value }, { $title }
fortheking-card-government = { $office } { $value } ({ $letter })
fortheking-card-gold = Gold { $value }
# $effect is one of the texts below.
fortheking-card-king = King ({ $effect })
fortheking-effect-plus1 = +1
fortheking-effect-minus1 = −1
fortheking-effect-plus1x2 = +1 +1
fortheking-effect-minus1x2 = −1 −1
fortheking-effect-choice1 = +1 or −1
fortheking-effect-shift1 = +1, then −1
fortheking-none = none
fortheking-empty = nothing yet
fortheking-letters = Letter: ties go to the earliest

## The table
fortheking-phase-share = Share Influence · turn { $turn } of { $turns }
fortheking-phase-auction = Gain Esteem · card { $round } of { $rounds }
# $duties is a list of offices with their values.
fortheking-recap-share = Share Influence is over after { $turns } turns. First duties: { $duties }.
fortheking-phase-over = The duties are given out
fortheking-fact-deck = Draw deck
fortheking-fact-favor = Favor deck
fortheking-fact-bid = Highest bid
fortheking-fact-bidder = Highest bidder
fortheking-fact-due = Still to pay
fortheking-fact-last = Last auction
fortheking-fact-last-short = Couldn't pay for { $card }
fortheking-brief = { $first }/{ $second ->
        [0] –
       *[other] { $second }
    }
fortheking-fact-duty = Duty
fortheking-fact-primary = First duty
fortheking-fact-second = Second duty
fortheking-fact-points = Points
fortheking-fact-tie = Tie
fortheking-tie = letter { $letter } decided
fortheking-fact-personal = Personal deck
fortheking-fact-hand = Cards in hand
fortheking-fact-own-bid = Bid
fortheking-fact-discarded = Cards paid face down
fortheking-fact-lost = Cards lost unseen
fortheking-fact-total = In total
fortheking-sale = { $card } to { $player } for { $amount }
# Gold is paid with cards.
fortheking-sale-cards =
    { $card } to { $player } for { $amount ->
        [one] one card
       *[other] { $amount } cards
    }
fortheking-sale-none = { $card }, taken by nobody
fortheking-short = { $player } (bid { $amount })
fortheking-chart-points = Points, had it ended after so many auctions
fortheking-row-board = Government
    .part = the offices, and what their first and second duties are worth now
fortheking-row-middle = In the middle
    .part = laid by the Adviser for the opponents, who take one card each
fortheking-row-room = Places left
    .part = how many cards the Adviser may still put where
fortheking-zone-keep = keep
fortheking-zone-middle = middle
fortheking-zone-favor = favor deck
fortheking-row-kings = Kings used
fortheking-row-up = Up for auction
    .part = the card that is being auctioned
fortheking-row-laid = Paid so far
fortheking-row-paid = Gold spent openly
fortheking-row-unsold = Favor cards nobody took
fortheking-row-taken = seen taken
fortheking-row-earlier = seen taken (may be spent by now)
fortheking-row-shown = hand at the end
fortheking-row-drawn = You drew
    .open = drawn
fortheking-row-personal = Your personal deck
    .open = personal deck
fortheking-row-hand = Your hand
    .open = hand
fortheking-row-favored = You put in the favor deck
    .open = put in the favor deck
fortheking-row-discarded = You paid face down
    .open = paid face down
fortheking-row-lost = Lost in secret
    .open = lost in secret
# What a decision is about; $total is the sum of what $player has openly taken of an office.
fortheking-stake-duties = Duties worth
fortheking-stake-own = You hold
fortheking-stake-others = Others at least
fortheking-stake-means = You can pay
fortheking-stake-other = { $player } { $total }
fortheking-opened-empty = nothing
fortheking-opened-deck = Left in the draw deck, the next card first
fortheking-opened-box = Removed before the game
fortheking-opened-favored = put in the favor deck
fortheking-opened-discarded = paid face down
fortheking-opened-lost = lost in secret
fortheking-mark-adviser = Adviser
fortheking-mark-first = bids first
fortheking-mark-began = began
fortheking-mark-highest = highest bid
fortheking-mark-passed = passed
fortheking-mark-empty = has no cards
fortheking-mark-out = out of this round: couldn't pay { $amount }
fortheking-mark-paying = has to pay

## Questions
fortheking-ask-place = You drew { $card }: where does it go?
fortheking-wait-place = { $player } has drawn a card and is deciding where it goes.
fortheking-ask-take = Which card do you take from the middle?
fortheking-wait-take = { $player } is choosing a card from the middle.
fortheking-ask-king-raise = { $card }: which office do you raise by 1?
fortheking-ask-king-raise-first = { $card }, first of two: which office do you raise by 1?
fortheking-ask-king-raise-other = { $card }: which other office do you raise by 1?
fortheking-wait-king-raise = { $player } is choosing an office to raise by 1, for { $card }.
fortheking-ask-king-lower = { $card }: which office do you lower by 1?
fortheking-ask-king-lower-first = { $card }, first of two: which office do you lower by 1?
fortheking-ask-king-lower-other = { $card }: which other office do you lower by 1?
fortheking-wait-king-lower = { $player } is choosing an office to lower by 1, for { $card }.
fortheking-ask-king-either = { $card }: which office do you raise or lower by 1?
fortheking-wait-king-either = { $player } is choosing an office to raise or lower by 1, for { $card }.
fortheking-ask-bid-first = What do you bid for { $card }?
fortheking-ask-bid-cards-first = How many cards do you bid for { $card }, to be paid face down?
# The dialog for a bid: at most 45 characters each. $amount is the highest bid, $most the highest number.
fortheking-bid-title = Your bid for { $card }
fortheking-bid-label = More than { $amount }, up to { $most }. You hold { $held } gold.
fortheking-bid-label-first = From 1 to { $most }. You hold { $held } gold.
fortheking-bid-label-cards =
    More than { $amount }, up to { $most }. You hold { $held ->
        [one] one card
       *[other] { $held } cards
    }.
fortheking-bid-label-cards-first =
    From 1 to { $most }. You hold { $held ->
        [one] one card
       *[other] { $held } cards
    }.
fortheking-bid-beyond = more than you hold
fortheking-wait-bid-first = { $player } has to bid for { $card } or pass. Nobody has bid yet.
fortheking-wait-bid-cards-first = { $player } has to bid a number of cards for { $card } or pass. Nobody has bid yet.
# $bidder is the person who holds the highest bid.
fortheking-ask-bid = { $bidder } bids { $amount } for { $card }: do you go higher?
fortheking-ask-bid-cards =
    { $bidder } bids { $amount ->
        [one] one card
       *[other] { $amount } cards
    } for { $card }: do you bid more cards?
fortheking-wait-bid = { $player } has to bid more than { $amount } for { $card } or pass. { $bidder } has the highest bid.
fortheking-wait-bid-cards =
    { $player } has to bid more than { $amount ->
        [one] one card
       *[other] { $amount } cards
    } for { $card }, or pass. { $bidder } has the highest bid.
fortheking-ask-pay = You still owe { $due } gold for { $card }: which gold cards do you pay?
fortheking-details-pay = Nobody gives change.
fortheking-wait-pay = { $player } still owes { $due } gold for { $card }.
fortheking-ask-discard =
    You still owe { $due ->
        [one] one card
       *[other] { $due } cards
    } for { $card }: which do you pay, unseen by all?
fortheking-wait-discard =
    { $player } still owes { $due ->
        [one] one card
       *[other] { $due } cards
    } for { $card }.
fortheking-option-keep = Keep it
fortheking-option-keep-king = Keep it (acts at once)
fortheking-option-middle = To the middle
fortheking-option-favor = To the favor deck
# $after are the duties that it has then. Where it can be raised or lowered, each is a list under one of the two others.
fortheking-option-change = { $office }→{ $after }
fortheking-under-raise = ▲ Raise by 1…
fortheking-under-lower = ▼ Lower by 1…
fortheking-option-bid = { $amount }
# What a number means to who is asked, alone.
fortheking-ready-least = enough
fortheking-ready-usual = usual
fortheking-ready-held = all
fortheking-option-pass = Pass
# $cards is a list of gold cards.
fortheking-offer-pay = Pay { $total }: { $cards }
fortheking-offer-discard = Pay with all your cards

## What is told: Share Influence
fortheking-told-adviser = Turn { $turn } of { $turns }: { $player } is the Adviser.
    .you = Turn { $turn } of { $turns }: you are the Adviser.
fortheking-told-keep = { $player } keeps a card.
fortheking-told-keep-own = You keep { $card }.
fortheking-told-middle = { $player } lays { $card } in the middle.
    .you = You lay { $card } in the middle.
fortheking-told-favor = { $player } puts a card in the favor deck.
fortheking-told-favor-own = You put { $card } in the favor deck.
fortheking-told-only-zone = Only one place is left, so { $player }'s remaining cards go there automatically.
    .you = Only one place is left, so your remaining cards go there automatically.
# In older logs.
fortheking-told-only-card = Only one card is left for { $player }.
    .you = Only one card is left for you.
fortheking-told-take = { $player } takes { $card } from the middle.
    .you = You take { $card } from the middle.
fortheking-told-king = { $player } uses { $card } at once.
    .you = You use { $card } at once.
fortheking-told-raised =
    { $player } raises { $office } to { $value } ({ $second ->
        [0] no second duty
       *[other] second duty { $second }
    }).
    .you = You raise { $office } to { $value } ({ $second ->
            [0] no second duty
           *[other] second duty { $second }
        }).
fortheking-told-lowered =
    { $player } lowers { $office } to { $value } ({ $second ->
        [0] no second duty
       *[other] second duty { $second }
    }).
    .you = You lower { $office } to { $value } ({ $second ->
            [0] no second duty
           *[other] second duty { $second }
        }).
fortheking-told-raised-alone = { $player } raises { $office } to { $value }.
    .you = You raise { $office } to { $value }.
fortheking-told-lowered-alone = { $player } lowers { $office } to { $value }.
    .you = You lower { $office } to { $value }.
fortheking-told-only-office = Only one change is possible.
fortheking-told-no-raise = { $card }: no office can be raised.
fortheking-told-no-lower = { $card }: no office can be lowered.

## What is told: Gain Esteem
fortheking-told-phase-auction = Personal decks are in hand now. { $count } favor cards, shuffled, are auctioned one by one; { $player } bids first.
    .you = Personal decks are in hand now. { $count } favor cards, shuffled, are auctioned one by one; you bid first.
fortheking-told-up = Up for auction ({ $round } of { $rounds }): { $card }. { $player } is first.
    .you = Up for auction ({ $round } of { $rounds }): { $card }. You are first.
# $players is a list of people.
fortheking-told-empty-hands =
    { $count ->
        [one] { $players } has no cards left and is passed over.
       *[other] { $players } have no cards left and are passed over.
    }
fortheking-told-bid = { $player } bids { $amount } for { $card }.
    .you = You bid { $amount } for { $card }.
    .short = { $amount } { $player }
    .short-you = { $amount } you
fortheking-told-bid-cards =
    { $player } bids { $amount ->
        [one] one card
       *[other] { $amount } cards
    } for { $card }.
    .short = { $amount } { $player }
    .short-you = { $amount } you
    .you = You bid { $amount ->
            [one] one card
           *[other] { $amount } cards
        } for { $card }.
fortheking-told-pass = { $player } passes on { $card }.
    .short = { $player } passes
    .short-you = You pass
    .you = You pass on { $card }.
fortheking-told-unsold = Nobody takes { $card }; it leaves the game.
fortheking-told-win = { $player } wins { $card } for { $amount } gold.
    .you = You win { $card } for { $amount } gold.
fortheking-told-win-gold =
    { $player } wins { $card } for { $amount ->
        [one] one card
       *[other] { $amount } cards
    }.
    .you = You win { $card } for { $amount ->
            [one] one card
           *[other] { $amount } cards
        }.
# $cards is a list of gold cards.
fortheking-told-paid-gold = { $player } pays { $total } gold ({ $cards }) and receives { $card }.
    .you = You pay { $total } gold ({ $cards }) and receive { $card }.
fortheking-told-paid-cards =
    { $player } pays { $count ->
        [one] one card
       *[other] { $count } cards
    } face down and takes { $card } in hand.
    .you = You take { $card } in hand for { $count ->
            [one] one card
           *[other] { $count } cards
        }.
fortheking-told-discard-own = You pay { $card } face down.
# $neighbour is the left neighbour of $player.
fortheking-told-default = { $player } can't pay { $amount } for { $card } and is out of this round. { $neighbour } removes a random card from that hand, unseen; { $player } can see which under **{ button-hand }**.
    .you = You can't pay { $amount } for { $card } and are out of this round. { $neighbour } removes a random card from your hand, unseen.
    .by-you = { $player } can't pay { $amount } for { $card } and is out of this round. You remove a random card from that hand, unseen; { $player } can see which under **{ button-hand }**.
fortheking-told-lost-own = The card that you lost is { $card }.
fortheking-told-anew = The others bid anew for { $card }, starting at 1.
fortheking-told-over = The favor deck is empty. All hands are shown, and the duties are given out.

## The result
# $duty is the value of a duty with its title, $total the sum of cards, $letter the earliest letter held.
fortheking-score-first = { $office }, first duty ({ $duty }): { $player }, with { $total }.
fortheking-score-first-tied = { $office }, first duty ({ $duty }): { $player }, with { $total }; tied, but with the earlier letter { $letter }.
fortheking-score-second = { $office }, second duty ({ $duty }): { $player }, with { $total }.
fortheking-score-second-tied = { $office }, second duty ({ $duty }): { $player }, with { $total }; tied, but with the earlier letter { $letter }.
fortheking-score-nobody = { $office }: nobody holds a card of it, so its duties stay with the King.
fortheking-part = { $office } { $value }
fortheking-part-second = { $office } second duty { $value }
fortheking-plus = { $before } + { $part }
# $sum is made of the texts above, such as "Diplomacy 5 + Livestock second duty 1"; in older logs of numbers alone.
fortheking-score-points =
    { $points ->
        [0] { $player }: no points.
        [one] { $player }: 1 point ({ $sum }).
       *[other] { $player }: { $points } points ({ $sum }).
    }
fortheking-won = 🏆 { $player } wins with { $points ->
        [one] one point
       *[other] { $points } points
    }.
fortheking-won-gold = 🏆 { $player } wins: tied at { $points ->
        [one] one point
       *[other] { $points } points
    }, but with the most gold in hand ({ $gold }).
# $best is a number.
fortheking-won-count = 🏆 { $player } wins: level in points and gold, but with the most { $office } cards ({ $best }).
# $best is a letter.
fortheking-won-letter = 🏆 { $player } wins: level in points, gold and number of { $office } cards, but with the earliest letter there ({ $best }).
# $players is a list of people.
fortheking-won-shared = 🏆 { $players } share the victory with { $points ->
        [one] one point
       *[other] { $points } points
    }: nothing separates them.

## What the game turned on, below the result
# $rival is a person; $number of $count auctions.
fortheking-highlight-lead = { $rival } was ahead until auction { $number } of { $count }. There { $player } took the lead and kept it.
# $number is 0 before the first auction.
fortheking-highlight-ahead =
    { $number ->
        [0] { $player } was ahead before the first card was sold, and never let go.
       *[other] { $player } was ahead after auction { $number } of { $count }, and never let go.
    }
# $duty is the value of a duty with its title, $total and $missed are sums of cards.
fortheking-highlight-close = The closest race was for { $office } ({ $duty }): { $player } had { $total }, { $rival } { $missed }.
fortheking-highlight-tied = The closest race was for { $office } ({ $duty }): { $player } and { $rival } both had { $total }, and the letter decided.
fortheking-highlight-dear = The dearest card was { $card }: { $player } paid { $bid } gold for it.

## The kinds of cards, and what each does

fortheking-glossary-government = Government and gold
fortheking-glossary-kings = The Kings
fortheking-gold = Gold
# $titles are the six titles that a duty of the office can have, from value 1 to 6.
fortheking-about-pick = What does this card do?
fortheking-about-government = Counts for { $office }: the highest sum takes its first duty, the next one the second, if there is one. Ties go to the earliest letter. Its duties, from 1 point to 6: { $titles }.
    .brief = the highest sum takes its first duty, the next one the second
fortheking-about-gold = Pays for government cards and Kings that are auctioned, face up and without change. Gold that is auctioned itself is paid with cards of any kind, face down, and there a Gold 3 is one card like any other. Gold brings no points, but when the leaders are level, the most gold wins.
    .brief = pays for government cards and Kings; breaks a tie for victory
fortheking-about-king-plus1 = Raise the first duty of one office by 1, never above 6. This is compulsory and happens as soon as you get the King, who then leaves the game.
    .brief = raise one first duty by 1
fortheking-about-king-minus1 = Lower the first duty of one office by 1, never below 1. This is compulsory and happens as soon as you get the King, who then leaves the game.
    .brief = lower one first duty by 1
fortheking-about-king-plus1x2 = Raise the first duties of two different offices by 1 each, never above 6. If only one can be raised, only that one is. This is compulsory and happens as soon as you get the King, who then leaves the game.
    .brief = raise two different first duties by 1
fortheking-about-king-minus1x2 = Lower the first duties of two different offices by 1 each, never below 1. If only one can be lowered, only that one is. This is compulsory and happens as soon as you get the King, who then leaves the game.
    .brief = lower two different first duties by 1
fortheking-about-king-choice1 = Raise or lower the first duty of one office by 1, never above 6 or below 1. This is compulsory and happens as soon as you get the King, who then leaves the game.
    .brief = raise or lower one first duty by 1
fortheking-about-king-shift1 = Raise the first duty of one office by 1, never above 6, then lower that of a different office by 1, never below 1. If one of the two is impossible, only the other is done. This is compulsory and happens as soon as you get the King, who then leaves the game.
    .brief = raise one first duty by 1, then lower another by 1

## The card distribution sheet

fortheking-box = All cards of the game
# $letters are the first and the last letter of the cards of that value, such as "A–D".
fortheking-box-card = { $value } ({ $letters })

## The rules
fortheking-rules-1 =
    The young King hands out the posts at his court, and you would like the good ones.

    Every office, from Diplomacy to Military, has a **first duty** and a **second duty**, each worth points. At the end the player with the most influence in an office takes its first duty, and the runner-up takes the second. Influence is the sum of your cards of that office.

    The game has two halves.
    • **Share Influence**: you take turns as the Adviser and hand out the whole deck, one card at a time.
    • **Gain Esteem**: the cards that were put aside are auctioned, and you pay with what you collected.

    Government cards bring influence, gold cards pay, and Kings change what duties are worth. With fewer than five players Provisions is left out, and some cards are removed unseen, so you can never count on a card being there: **{ fortheking-rules-box.title }** says how many.

    All first duties start at 3 and all second duties at 1. Two players play without second duties.
    .title = Overview
fortheking-rules-2 =
    The first Adviser is chosen at random. The Adviser draws a card, looks at it alone and places it before drawing the next one. There are three places:
    • **keep** it in your own personal deck, face down: one card a turn;
    • lay it in the **middle**, face up: one card for each opponent;
    • put it in the **favor deck**, face down: one card a turn.

    A card that is placed stays placed. When only one place is left, the card goes there automatically, and you are told what it was.

    Then the opponents take from the middle, clockwise from the Adviser's left, one card each, until it is empty. You may not decline. The left neighbor is the next Adviser, until the deck runs out. With five players, three of you are the Adviser four times and two of you three times; with fewer, all equally often.

    Where people can order ahead, all who choose may say at once, in secret, which card they would like best, and which otherwise; I take it for each in turn.

    You may look through your own deck at any time. The others know how many cards you hold and which ones they saw you take, but not what you kept.
    .title = Share Influence
fortheking-rules-3 =
    A King never joins your cards. When you receive one, whether kept, taken or bought, he is shown and you **must** use him at once, as far as that is possible. A King that the Adviser keeps is the one card kept in that turn. The chapter **{ fortheking-glossary-kings }** tells what each kind does.

    Only first duties are changed, and they stay between 1 and 6. The second duty follows by itself: half of the first, rounded down, so a first duty of 1 has no second. If only one change is possible, it is made for you; if none is, the King has no effect.

    A King who lies in the middle or in the favor deck does nothing until somebody gets him.
    .title = When you get a King
fortheking-rules-4 =
    When the deck is empty, everybody takes their personal deck in hand and the favor deck is shuffled. Its cards are turned up one by one. The left neighbor of the last Adviser is first; after each card the right to be first moves one seat to the left, whoever won.

    In turn you **bid** a whole number, at least 1 and higher than the bid before, or you **pass**, which is final for this card. You may pass on your very first turn. The bidding goes round until all but the highest bidder have passed. If all others pass without a bid, the last player is still asked: bid, or pass. If nobody bids at all, the card leaves the game.

    Nobody else is told whether you can pay: you may bid more than you have (up to 99 here), and I only ask you in private whether you mean it. Players without any cards are passed over.

    Where people can order ahead, everybody says at once, in secret, how far to go: then I bid for each by the least raise, in turn, as if they had pressed. Whoever prefers it is asked about each bid. You can also say how far to go for any card, or always pass on a kind of card. Nobody is shown any of it; the bids themselves show where a loser stopped, and that an instant counter-bid was ordered ahead.

    The winner gets the card: a government or gold card goes to the hand, a King is used at once.
    .title = Gain Esteem
fortheking-rules-5 =
    • For a **government card** or a **King** you lay gold cards, face up, one after another, and stop as soon as their values reach your bid. There is no change. For a bid of 3 you may lay Gold 2 and then Gold 3; after a Gold 3 nothing more.
    • For a **gold card** your bid counts **cards**: you pay that many from your hand, of any kind, face down. Even a Gold 3 is just one card here, and the card that you are buying can't help.

    If you can pay, you must. If you can't, you pay nothing, but your left neighbor removes a random card from your hand, unseen; only you learn which one it was. You are out of this round, and all the others, even those who had passed, bid for the same card again, starting at 1. Whoever was first for this card begins again or, if that is you, the next player to the left. When that fails too, the next one drops out, until somebody pays or nobody wants the card.

    Where people can order ahead, I pay for government cards and Kings at once, by the smallest sum that is enough, then the fewest cards; whoever would rather choose is asked each time. The cards that you would give for gold can be named ahead as well. When somebody can't pay, what was ordered about that card ends.
    .title = Paying – or not being able to pay
fortheking-rules-6 =
    After the last favor card all hands are shown. In each office:
    • the highest sum takes the first duty, the next one the second duty;
    • when sums are equal, the card with the earliest letter decides, and the loser of a tie for the first duty gets the second;
    • without a card of an office you can't take its duties.

    Add up your duties. The most points win. If that is a tie, the leaders compare in this order:
    • the total value of gold in hand;
    • the number of Diplomacy cards, then the earliest letter among them;
    • if none of them has a Diplomacy card, Entertainment in the same way, then Livestock, Architecture, Military and Provisions.

    If nothing decides, the victory is shared. Lower places with equal points are always shared.
    .title = Scoring
fortheking-rules-box =
    108 cards. The letter of a government card decides ties.

    Not all are in play. With fewer than five players Provisions is left out, and so is one King of each kind except +1, then −1. Of gold, 13 of each value are in play with five players, 11 with four, 10 with three, 9 with two. Then cards are removed at random, and nobody sees which:
    • two players: 22 of 82; the deck has 60
    • three players: 13 of 85; the deck has 72
    • four players: 8 of 88; the deck has 80
    • five players: none; the deck has 108

    Which values each office has on its cards, and how often there is each King, follows *Biblios*, an older game with the same kind of deck. This is our assumption.
    .title = The cards of the game
fortheking-rules-example =
    Ann, Bo and Cy play. Ann is the Adviser and places four cards, one at a time.

    • Ann draws Gold 3 and **keeps** it. The others only learn that Ann kept a card.
    • Ann draws Military 1 and lays it in the **middle**, where all can see it.
    • Ann draws King (+1) and lays him in the middle, too. He does nothing yet.
    • Only the **favor deck** is left, so the fourth card goes there automatically. Ann alone knows that it is Livestock 2.

    Bo sits at Ann's left and chooses first: the King. He is shown and acts at once. Bo raises Military from 3 to 4, which lifts its second duty from 1 to 2. Cy takes what is left, Military 1. Now Bo is the Adviser.

    { "" }**Later, in an auction**, Livestock 2 is up. Cy bids 1, Ann bids 2, Bo passes, Cy bids 3, Ann passes. Cy lays Gold 2, which is not enough, and then Gold 3, and gets no change: that card has cost 5.
    .title = An example turn

## What a question is about, told once to each person

fortheking-hint-draw = Each card you draw goes to you, to the middle for the others, or to the auctions.
fortheking-hint-middle = Each opponent takes one card from the middle, and everybody sees which.
fortheking-hint-king = Raise what you hope to win, lower what others will.
fortheking-hint-auction = The highest bid wins and must be paid: offices and Kings with gold, gold with any cards.
fortheking-hint-payment = Nobody gives change: the closest sum costs you least.
fortheking-hint-discard = Any cards will do for gold: give those that will win you no office.

## What a question is about, told to whoever learns the game: at most 40 words each

fortheking-lesson-draw = As the Adviser you place each card before you see the next: one for yourself, one in the favor deck, the rest in the middle for the others. Keep what makes you strong in two or three offices.
fortheking-lesson-middle = The middle lies open, so look at what you collect already. A second card in your best office is usually worth more than a first one elsewhere, and gold buys cards later.
fortheking-lesson-king = Kings change by 1 what an office is worth, some of them two offices. Whoever has the most influence in an office at the end takes its first duty: raise where you lead, lower where somebody else does.
fortheking-lesson-auction = You may bid more than you hold, but whoever wins and can't pay gets nothing and loses a random card. Ask what this card does for your offices, and for the others': passing is often right.
fortheking-lesson-payment = You owe what you bid and get no change. Try to pay exactly, with large cards for large debts, so that small ones stay for close bids later.
fortheking-lesson-discard = Gold cards are paid with any cards of yours, as many as you bid, face down and gone for good. Give small gold, or single cards from offices where somebody else leads anyway.

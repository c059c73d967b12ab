### Oriflamme: Ablaze: every word that players read.
### $player and $owner are people, $card the name of a card, $family the name of a family with its letter; $number is
### a position in the queue, counted from 1; all else is a number unless said.

oriflamme-name = Oriflamme: Ablaze
    .command = oriflamme
oriflamme-tagline = Slip your cards into the queue, reveal them at the right moment, and gain more Influence than the other families.

## Emblems, families and cards

emblem-oriflamme-family-red = 🔴
    .letter = R
emblem-oriflamme-family-blue = 🔷
    .letter = B
emblem-oriflamme-family-green = 🟩
    .letter = G
emblem-oriflamme-family-yellow = ⭐
    .letter = Y
emblem-oriflamme-family-black = 🐗
    .letter = K
emblem-oriflamme-prince = 🤴
emblem-oriflamme-twin = 👥
emblem-oriflamme-queen = 👑
emblem-oriflamme-cutthroat = 🗡️
emblem-oriflamme-apothecary = ⚗️
emblem-oriflamme-felon = 🦹
emblem-oriflamme-schemer = 🕸️
emblem-oriflamme-impersonation = 🎭
emblem-oriflamme-plot = 📜
emblem-oriflamme-trap = 🪤
emblem-oriflamme-bribery = 💰

oriflamme-family-red = Red (R)
oriflamme-family-blue = Blue (B)
oriflamme-family-green = Green (G)
oriflamme-family-yellow = Yellow (Y)
oriflamme-family-black = Black (K)
oriflamme-badge-red = { emblem-oriflamme-family-red } { oriflamme-family-red }
oriflamme-badge-blue = { emblem-oriflamme-family-blue } { oriflamme-family-blue }
oriflamme-badge-green = { emblem-oriflamme-family-green } { oriflamme-family-green }
oriflamme-badge-yellow = { emblem-oriflamme-family-yellow } { oriflamme-family-yellow }
oriflamme-badge-black = { emblem-oriflamme-family-black } { oriflamme-family-black }

oriflamme-card-prince = Prince
oriflamme-card-twin = Twin
oriflamme-card-queen = Queen
oriflamme-card-cutthroat = Cutthroat
oriflamme-card-apothecary = Apothecary
oriflamme-card-felon = Felon
oriflamme-card-schemer = Schemer
oriflamme-card-impersonation = Impersonation
oriflamme-card-plot = Plot
oriflamme-card-trap = Trap
oriflamme-card-bribery = Bribery
oriflamme-face-down = face down
oriflamme-none = none
oriflamme-queue-empty = empty

## The table

oriflamme-phase-placement = Round { $round } of { $rounds } · placing cards
oriflamme-phase-resolution = Round { $round } of { $rounds } · resolving the queue
oriflamme-phase-over = The last round is over
oriflamme-row-queue = The queue (card 1 acts first)
    .part = the cards in the order in which they act: whose each is, what lies open, the Influence on it, and how high a stack is
oriflamme-row-pile = out of the queue
oriflamme-row-absent = proven to be in play
oriflamme-row-left = left over in hand
oriflamme-row-aside = set aside
oriflamme-row-chosen = You have chosen
    .open = chosen
oriflamme-row-own-family = You
    .open = in this game
oriflamme-fact-family = Your family
    .open = family
oriflamme-chart-influence = Influence after each round
oriflamme-row-hand = Your hand
    .open = in hand
oriflamme-row-hidden = Your face-down cards in the queue
    .open = face down in the queue
oriflamme-row-own-aside = Your set-aside cards
    .open = set aside
oriflamme-position = { $number }. { $player }, { $family }: { $card }
oriflamme-position-now = ▶ { $number }. { $player }, { $family }: { $card }
# What is read alone by whom the card belongs to.
oriflamme-position-yours = { $number }. your { $card }
oriflamme-position-yours-now = ▶ { $number }. your { $card }
# What its owner reads of a face-down card, and nobody else.
oriflamme-position-own = { $number }. your { $card } (face down)
oriflamme-position-own-now = ▶ { $number }. your { $card } (face down)
# The same as short as can be, in the row that a decision is about; a question mark is what lies face down.
oriflamme-short-empty = the queue is empty
oriflamme-short-of = { $number } { $player }: { $card }
oriflamme-short-yours = { $number } you: { $card }
# The next card of the same person.
oriflamme-short-next = { $number } { $card }
oriflamme-short-hidden = ?
oriflamme-short-own = { $card } (?)
# $tokens is the Influence on a position, $stack the number of its cards.
oriflamme-brief = { $tokens ->
        [0] {""}
       *[other] (+{ $tokens }){" "}
    }{ $stack ->
        [1] {""}
       *[other] ×{ $stack }
    }
oriflamme-fact-tokens = Influence on it
oriflamme-fact-round = Laid in round
# The value is the family that the cardboard belongs to, or the text below.
oriflamme-fact-bribed = Bribed; the card's own family
# A family has put its Bribery token on a card of its own colour.
oriflamme-bribed-own = the same one (its own token lies on it)
oriflamme-fact-stack = Cards in the stack
# The value is a list of cards, from top to bottom.
oriflamme-fact-under = Under it
oriflamme-under-bribed = { $card }, bribed, a card of { $family }
# $card is the name of a card, or "face down".
oriflamme-under-hidden = { $card } (round { $round }{ $tokens ->
        [0] {""}
       *[other] , { $tokens } on it
    })
oriflamme-under-own = your { $card }, face down (round { $round }{ $tokens ->
        [0] {""}
       *[other] , { $tokens } on it
    })
oriflamme-own-at = { $card } (card { $number })
oriflamme-own-now = { $card } (▶ card { $number })
oriflamme-own-below = { $card } (in stack { $number })
oriflamme-fact-influence = Influence
oriflamme-fact-hand = Cards in hand
oriflamme-fact-aside = Set aside
oriflamme-mark-first = first player
oriflamme-mark-laid = has laid a card
oriflamme-mark-twin = Twin played
oriflamme-fact-plot = At work
oriflamme-plot = { $player }'s Plot, { $tokens } Influence left on it
oriflamme-fact-last = Last choice
oriflamme-last-lay-first = { $player } laid a card at the beginning
oriflamme-last-lay-last = { $player } laid a card at the end
oriflamme-last-lay-on = { $player } laid a card on the { $card }
oriflamme-last-lay-covered = { $player } laid a card on a face-down one
oriflamme-last-twin-first = { $player } put the Twin at the beginning
oriflamme-last-twin-last = { $player } put the Twin at the end
oriflamme-last-twin-on = { $player } put the Twin on the { $card }
oriflamme-last-twin-covered = { $player } put the Twin on a face-down card
oriflamme-last-leave = { $player } left a card face down
oriflamme-last-reveal = { $player } revealed the { $card }
# $victim is the name of the card that $card was used on, $owner whose it was.
oriflamme-last-eliminate = { $player }'s { $card } eliminated { $owner }'s { $victim }
oriflamme-last-itself = { $player }'s { $card } eliminated itself
oriflamme-last-bribe = { $player }'s { $card } won over { $owner }'s { $victim }
oriflamme-last-activate = { $player } used the Plot on the { $card }
oriflamme-last-activate-bribed = { $player } used the Plot on the { $card }, a card of { $family }
oriflamme-last-gain = { $player } took 1 Influence from the Plot

## Questions

oriflamme-ask-card = Which card do you lay face down in the queue?
oriflamme-ask-place = Where do you lay the { $card }?
# Over the list of the other cards in hand.
oriflamme-ask-instead = Another card instead
oriflamme-wait-lay = { $player } is choosing a card to lay face down in the queue.
oriflamme-ask-reveal = Your { $card }, card { $number }: leave or reveal?
oriflamme-wait-reveal =
    { $player } is deciding whether card { $number } stays face down{ $tokens ->
        [0] {""}
       *[other] {" "}({ $tokens } Influence on it)
    }.
oriflamme-ask-cutthroat = Which card does your Cutthroat (card { $number }) eliminate?
oriflamme-wait-cutthroat = { $player } is choosing the card that the Cutthroat (card { $number }) eliminates.
oriflamme-ask-apothecary = Which card does your Apothecary (card { $number }) eliminate?
oriflamme-wait-apothecary = { $player } is choosing the card that the Apothecary (card { $number }) eliminates.
oriflamme-ask-impersonation = Which card does your Impersonation (card { $number }) eliminate?
oriflamme-wait-impersonation = { $player } is choosing the card that the Impersonation (card { $number }) eliminates.
oriflamme-ask-bribery = Which character does your Bribery (card { $number }) win over?
oriflamme-wait-bribery = { $player } is choosing the character that the Bribery (card { $number }) wins over.
oriflamme-ask-prince = Your Prince calls the Twin: where do you put it?
oriflamme-wait-prince = { $player } is choosing where the Twin goes, called by the Prince (card { $number }).
oriflamme-ask-plot = Which character does your Plot activate?
oriflamme-wait-plot = { $player } is choosing the character that the Plot activates.
oriflamme-ask-token = Your Plot, { $tokens } Influence left: take 1, or activate a character for it?
oriflamme-wait-token = { $player } is deciding whether to take 1 Influence from the Plot or to activate a character again ({ $tokens } left).
# Where a card is laid, before it is chosen.
oriflamme-opening-first = At the beginning…
oriflamme-opening-last = At the end…
oriflamme-option-first = At the beginning
oriflamme-option-last = At the end
oriflamme-option-shown = { $number }: { $player }'s { $card }
oriflamme-option-hidden = { $number }: { $player }'s, face down
oriflamme-option-yours = { $number }: your { $card }
oriflamme-option-own = { $number }: your { $card }, face down
# What is laid on; otherwise as above.
# Where there are many of these, they are a list.
oriflamme-under-on = On a card…
oriflamme-option-on-shown = On { $number }: { $player }'s { $card }
oriflamme-option-on-hidden = On { $number }: { $player }'s, face down
oriflamme-option-on-yours = On { $number }: your { $card }
oriflamme-option-on-own = On { $number }: your { $card }, face down
oriflamme-option-back = Choose another card
oriflamme-option-leave = Leave: +1 Influence
oriflamme-option-leave-last = Leave: no Influence
oriflamme-option-reveal = Reveal
oriflamme-option-gain = Take 1 Influence

## What is told

# $players is a list of people with their points.
oriflamme-recap = After round { $round }: { $players }.
oriflamme-recap-player = { $player } { $points }
oriflamme-told-round = Round { $round } of { $rounds } begins. { $player } lays a card first.
    .you = Round { $round } of { $rounds } begins. You lay a card first.
oriflamme-told-lay-only = { $player } lays a card face down; the queue was empty.
oriflamme-told-lay-first = { $player } lays a card face down at the beginning of the queue.
oriflamme-told-lay-last = { $player } lays a card face down at the end of the queue.
oriflamme-told-lay-on = { $player } lays a card face down on card { $number }.
oriflamme-told-lay-own = You lay the { $card } face down, as card { $number }.
oriflamme-told-resolution = Everybody has laid a card. Now the queue is resolved, from card 1 on.
oriflamme-told-leave = { $player } leaves card { $number } face down, now with { $tokens } Influence.
    .you = You leave card { $number } face down, now with { $tokens } Influence.
oriflamme-told-leave-own = You leave your { $card } (card { $number }) face down.
oriflamme-told-reveal-bare = { $player } reveals card { $number }: the { $card }.
    .you = You reveal card { $number }: the { $card }.
oriflamme-told-reveal = { $player } reveals card { $number }, the { $card }, and takes its { $tokens } Influence.
    .you = You reveal card { $number }, the { $card }, and take its { $tokens } Influence.
oriflamme-told-reveal-lost = { $player } reveals card { $number }, the { $card }; the { $tokens } Influence on it goes back to the supply.
    .you = You reveal card { $number }, the { $card }; the { $tokens } Influence on it goes back to the supply.
oriflamme-told-reveal-kept = { $player } reveals card { $number }, the { $card }, with { $tokens } Influence on it.
    .you = You reveal card { $number }, the { $card }, with { $tokens } Influence on it.
oriflamme-told-forced = Card { $number } is the only target.
oriflamme-told-gain = { $player } gains { $points } Influence for the { $card } (card { $number }).
    .you = You gain { $points } Influence for the { $card } (card { $number }).
oriflamme-told-idle = { $player }'s { $card } (card { $number }) finds nothing to act on.
    .you = Your { $card } (card { $number }) finds nothing to act on.
oriflamme-told-spent = { $player }'s { $card } is discarded.
    .you = Your { $card } is discarded.
oriflamme-told-disarm = { $player } gains { $points } Influence for the { $card }, which is discarded.
    .you = You gain { $points } Influence for the { $card }, which is discarded.
oriflamme-told-schemer-out = { $player }'s { $card } (card { $number }) lies beside a stack and is discarded.
    .you = Your { $card } (card { $number }) lies beside a stack and is discarded.
oriflamme-told-felon =
    { $points ->
        [0] { $player } has nothing to lose to the { $card } (card { $number }).
       *[other] { $player } loses { $points } Influence to the { $card } (card { $number }).
    }
    .you =
        { $points ->
            [0] You have nothing to lose to the { $card } (card { $number }).
           *[other] You lose { $points } Influence to the { $card } (card { $number }).
        }
oriflamme-told-twin-first = { $player } puts the { $card } at the beginning of the queue, face up.
    .you = You put the { $card } at the beginning of the queue, face up.
oriflamme-told-twin-last = { $player } puts the { $card } at the end of the queue, face up.
    .you = You put the { $card } at the end of the queue, face up.
oriflamme-told-twin-on = { $player } puts the { $card } on card { $number }, face up.
    .you = You put the { $card } on card { $number }, face up.
# $victims is a list of the two texts that follow.
oriflamme-told-eliminate =
    { $player }'s { $card } (card { $number }) eliminates { $victims }. { $points ->
        [0] A lone card brings no Influence.
       *[other] { $player } gains { $points } Influence.
    }
    .you =
        Your { $card } (card { $number }) eliminates { $victims }. { $points ->
            [0] A lone card brings no Influence.
           *[other] You gain { $points } Influence.
        }
oriflamme-told-eliminate-itself = { $player }'s { $card } (card { $number }) eliminates itself. { $player } gains { $points } Influence.
    .you = Your { $card } (card { $number }) eliminates itself. You gain { $points } Influence.
oriflamme-victim-shown = { $player }'s { $card } (card { $number })
    .you = your { $card } (card { $number })
oriflamme-victim-hidden = { $player }'s face-down card { $number }, the { $card }{ $tokens ->
        [0] {""}
       *[other] , whose { $tokens } Influence is lost
    }
    .you = your face-down card { $number }, the { $card }{ $tokens ->
        [0] {""}
       *[other] , whose { $tokens } Influence is lost
        }
oriflamme-told-queens =
    { $points ->
        [one] An opponent's Queen brings { $player } 1 more Influence.
       *[other] { $points } opponents' Queens bring { $player } { $points } more Influence.
    }
    .you =
        { $points ->
            [one] An opponent's Queen brings you 1 more Influence.
           *[other] { $points } opponents' Queens bring you { $points } more Influence.
        }
# $card is what sprang the trap.
oriflamme-told-trap =
    { $owner }'s Trap snaps shut: the { $card } is discarded, and { $points ->
        [0] { $player } has no Influence to be stolen
       *[other] { $owner } steals { $points } Influence from { $player }
    }.
    .you =
        { $owner }'s Trap snaps shut: your { $card } is discarded, and { $points ->
            [0] you have no Influence to be stolen
           *[other] { $owner } steals { $points } Influence from you
        }.
    .yours =
        Your Trap snaps shut: the { $card } is discarded, and { $points ->
            [0] { $player } has no Influence to be stolen
           *[other] you steal { $points } Influence from { $player }
        }.
# $partner is the name of the card that was eliminated: the Prince, or the Twin.
oriflamme-told-partner = { $player }'s { $card } follows the { $partner } and is discarded.
    .you = Your { $card } follows the { $partner } and is discarded.
oriflamme-told-partner-hidden =
    { $player }'s { $card }, face down until now, follows the { $partner } and is discarded{ $tokens ->
        [0] {""}
       *[other] ; the { $tokens } Influence on it is lost
    }.
    .you =
        Your { $card }, face down until now, follows the { $partner } and is discarded{ $tokens ->
            [0] {""}
           *[other] ; the { $tokens } Influence on it is lost
        }.
oriflamme-told-replaced-pile = { $player }'s own { $card } comes back and takes that place, face up.
    .you = Your own { $card } comes back and takes that place, face up.
oriflamme-told-replaced-aside = { $player }'s own { $card }, set aside until now, takes that place, face up.
    .you = Your own { $card }, set aside until now, takes that place, face up.
oriflamme-told-twin-waits = { $player }'s own { $card } was never in play and can't take that place.
    .you = Your own { $card } was never in play and can't take that place.
oriflamme-told-not-replaced = { $player } has no { $card } among the cards set aside, discarded or eliminated, so nobody takes that place.
    .you = You have no { $card } among the cards set aside, discarded or eliminated, so nobody takes that place.
oriflamme-told-bribe = { $player } bribes { $owner }'s { $card } (card { $number }), which now belongs to { $player }'s family.
    .you = You bribe { $owner }'s { $card } (card { $number }), which now belongs to your family.
    .yours = { $player } bribes your { $card } (card { $number }), which now belongs to { $player }'s family.
oriflamme-told-bribe-own = { $player } bribes the { $card } (card { $number }), who belongs to that family anyway.
    .you = You bribe the { $card } (card { $number }), who belongs to your family anyway.
oriflamme-told-token-back = The Bribery token on the { $card } goes back to { $player }.
    .you = The Bribery token on the { $card } goes back to you.
oriflamme-told-plot-first = { $player }'s Plot activates the { $card } (card { $number }).
    .you = Your Plot activates the { $card } (card { $number }).
oriflamme-told-plot-again = { $player } gives up 1 Influence of the Plot and activates the { $card } (card { $number }).
    .you = You give up 1 Influence of the Plot and activate the { $card } (card { $number }).
oriflamme-told-plot-gain = { $player } takes { $points } Influence from the Plot.
    .you = You take { $points } Influence from the Plot.
oriflamme-told-plot-nobody = { $player }'s family has no face-up character for the Plot to activate.
    .you = Your family has no face-up character for the Plot to activate.
oriflamme-told-over = The sixth round is over. All that was hidden is shown.

## The result

# $earned and $lost are lists of the texts that follow.
oriflamme-score = { $player }: { $points } Influence. Earned: { $earned }.
oriflamme-score-lost = { $player }: { $points } Influence. Earned: { $earned }. Lost: { $lost }.
oriflamme-from-start = { $points } at the start
oriflamme-from-tokens = { $points } that lay on revealed cards
oriflamme-from-prince = { $points } by the Prince
oriflamme-from-twin = { $points } by the Twin
oriflamme-from-queen = { $points } by the Queen
oriflamme-from-schemer = { $points } by the Schemer
oriflamme-from-plot = { $points } from the Plot
oriflamme-from-trap = { $points } by an unused Trap
oriflamme-from-stolen = { $points } stolen with the Trap
oriflamme-from-cutthroat = { $points } by the Cutthroat
oriflamme-from-apothecary = { $points } by the Apothecary
oriflamme-from-impersonation = { $points } by the Impersonation
oriflamme-from-queens = { $points } for opponents' Queens
oriflamme-from-felon = { $points } to Felons
oriflamme-from-robbed = { $points } to Traps
oriflamme-won = 🏆 { $player } wins with { $points } Influence.
oriflamme-won-tops = 🏆 { $player } wins: tied at { $points } Influence, but with the most uncovered cards in the queue ({ $cards }).
# $players is a list of people.
oriflamme-won-shared = 🏆 { $players } share the victory with { $points } Influence, and they are level on uncovered cards too ({ $cards }).

## What the game turned on, below the result
# $rival is a person, $entry one of the texts above, such as "7 by the Schemer".
oriflamme-highlight-lead = { $rival } was ahead until round { $number }. There { $player } took the lead and kept it.
oriflamme-highlight-ahead = { $player } was ahead after round { $number }, and never let go.
oriflamme-highlight-margin = That was close: { $player } ended { $margin } Influence ahead of { $rival }.
oriflamme-highlight-earned = What paid best: { $entry }, for { $player }.
oriflamme-highlight-lost = What hurt most: { $player } lost { $entry }.

## The kinds of cards, and what each does

oriflamme-glossary-characters = The characters
oriflamme-glossary-intrigues = The intrigues
oriflamme-about-pick = What does this card do?
oriflamme-about-prince = Each time he acts, gain 1 Influence. When you reveal him, your Twin enters the queue face up, if it is still set aside: at either end or on a card of your family, but not on a Prince. A Prince whom Plot or Impersonation brings calls no Twin. When a Prince is eliminated, his family's uncovered Twins are discarded.
    .brief = 1 Influence; when you reveal him, he calls your Twin
oriflamme-about-twin = It waits beside you, never in your hand, until you reveal your own Prince. Each time it acts, gain 1 Influence. When a Twin is eliminated, its family's uncovered Princes are discarded, even one that lies face down.
    .brief = 1 Influence; comes only when you reveal your Prince
oriflamme-about-queen = Each time she acts, gain 2 Influence. An opponent who eliminates her gains 1 more, even if she was face down. Her own family gets nothing extra for her.
    .brief = 2 Influence; an opponent who eliminates her gains 1 more
oriflamme-about-cutthroat = Eliminate a card beside it, yours or not, and with it every uncovered face-up card of the same name that belongs to an opponent, wherever it lies. You gain 1 Influence for each, but none for a card that goes alone. It has to act, even if all that lies beside it is yours.
    .brief = eliminates a card beside it, and opponents' face-up cards of that name
oriflamme-about-apothecary = Eliminate a card that lies beside another uncovered card of your family, face up or face down, anywhere in the queue. If nothing else can be hit, it has to be a card of yours, even the Apothecary. If you have no other card there, nothing happens. A Trap strikes back from any distance.
    .brief = eliminates a card beside another card of your family
oriflamme-about-felon = Each family loses 1 Influence for every card of its own that lies beside the Felon, and so does yours. Of a stack only the top card counts. Nobody falls below 0. There is nothing to choose.
    .brief = each family loses 1 Influence for each of its cards beside it
oriflamme-about-schemer = If a stack lies beside her when she acts, whoever it belongs to, she is discarded. If not, gain 2 Influence. Two cards are a stack already; the one that she lies on herself does no harm. What Influence lay on her is yours as soon as you reveal her.
    .brief = 2 Influence, but beside a stack she is discarded
oriflamme-about-impersonation = Eliminate a card beside it, yours or not. An opponent's character that didn't lie on a stack is replaced by your own one of that name, face up, if it is set aside or has left the queue before. A Prince who comes like this calls no Twin, and your Twin comes only if it was in play before. Then discard the Impersonation.
    .brief = eliminates a card beside it; yours of that name takes its place
oriflamme-about-plot = Discard it, then activate an uncovered face-up character of your family. After that, take each Influence that lay on the Plot, or give it up to activate a character again, the same one or another; each activation is finished first. If you have no such character, just take the Influence. A Prince calls no Twin for the Plot.
    .brief = activates a face-up character of yours, and again for each Influence on the Plot
oriflamme-about-trap = If you reveal it yourself, the Influence on it is lost, you gain 1 and discard it. If an opponent's card eliminates it, that player first gains the usual 1 (a lone Cutthroat's none); then the card is discarded, and you steal 3 Influence from its player, or all there is. Against cards of your own family it does nothing.
    .brief = whoever eliminates it loses the acting card and 3 Influence to you; revealed by you, it brings 1
oriflamme-about-bribery = Put your Bribery token on a face-up character that doesn't lie on a stack. It belongs to your family from now on and acts for you, even this round if it is still to come. A token that lay there goes back to its player; so you can win back a character of your own. Then discard the Bribery.
    .brief = a face-up character joins your family

## The rules

oriflamme-rules-1 =
    Noble families scheme for the throne. Whoever has the most **Influence** after six rounds wins.

    Every family has the same eleven cards: seven characters and four intrigues, which the last chapters explain one by one. Your **Twin** lies aside, face up. Of the other ten cards three, drawn at random, are set aside face down, and seven are your hand. You begin with 1 Influence.

    All cards are played into one common **queue**. Each round has two parts:
    • everybody in turn **lays** one card face down;
    • then the queue is **resolved** card by card, always from the beginning to the end.

    The cards stay where they are from round to round, and so do the Influence tokens on them. The first player is drawn by lot, and each round the next player lays first. After six rounds everybody has one card left in hand, which is never played.

    Influence, the tokens on cards, the height of stacks and the cards that have left the queue are open to all. Hands, face-down cards and set-aside cards are not; you may look at your own at any time with **{ button-hand }**.
    .title = Overview
oriflamme-rules-2 =
    In your turn you choose a card from your hand and lay it face down:
    • at the **beginning** of the queue,
    • at the **end** of it,
    • or **on a card of your own family**, face up or face down, which makes a stack or a higher one; there is no limit.

    You never lay a card between two others, and you may not pass. Here you choose the card first, in private, and then its place; until it is laid you can go back to the card. If the queue is empty, the card simply becomes the queue.

    Only the **top card** of a stack counts. What lies below is neither revealed nor activated, gathers no tokens and can't be hit. Tokens that are covered stay where they are and count again when the card is uncovered. A covered card that was face up before stays known to everybody.

    Two cards are **adjacent** when they lie side by side in the queue. A stack is one place. The first and the last card have one neighbor only.
    .title = Laying cards
oriflamme-rules-3 =
    The queue is resolved from card 1 on.

    A **face-down** card belongs to its owner's decision:
    • **leave it**: 1 Influence from the supply is put on it;
    • **reveal it**: the owner takes the Influence on it, and the card acts at once. (From a Trap it is lost, and a Plot uses it.)

    A **face-up** card has to act, whether that is welcome or not, even against its own family. If there is nothing that it can act on, nothing happens. Where only one card can be hit, it is hit without asking.

    Characters stay in the queue face up and act again every round. Intrigues act once and are discarded.

    Where people can order ahead, all say at once, in secret, what becomes of their face-down cards, and on whom they are used. Before I reveal one, I ask its owner again if its stack, a card beside it, or any face-up card or family in the queue has changed; Influence on other cards doesn't count.

    When cards leave, the gaps close at once, and no card is skipped or resolved twice because of that. If the card that acts leaves the top of a stack, the card below comes next, at once. A card that is uncovered farther ahead is resolved when its turn comes; one that is uncovered farther back waits for the next round.
    .title = Resolving the queue
oriflamme-rules-4 =
    Some cards **eliminate** others. The player who eliminates a card gains 1 Influence, whatever its family; only a Cutthroat who eliminates a single card gains none. The Influence on the card is lost. A face-down card is turned up, and of a stack only the top card goes.

    A card that is **discarded** brings nobody anything and sets nothing off. Both kinds end on the face-up pile of their color.

    A character with another family's **Bribery token** belongs to that family in every way: it acts for it, may be covered by it, and counts for it at the end. The token goes back when the card leaves the queue.

    The most Influence wins; what still lies on cards in the queue doesn't count. If that is a tie, the most uncovered cards in the queue win, counted by family. If that is level too, the victory is shared. The other places go by the same comparison.
    .title = Eliminated, discarded, bribed; the end
oriflamme-rules-example =
    Ann (Red), Bo (Blue) and Cy (Green) have laid their cards, and the queue is resolved. It has four:
    1. Bo's, face down, with 1 Influence on it
    2. Ann's Felon, face up
    3. Cy's, face down
    4. Ann's, face down

    { "" }**Card 1**: Bo reveals it, takes the 1 Influence, and it is the Queen, who brings 2 more at once.

    { "" }**Card 2**: The Felon lies face up and has to act. Bo and Cy each have one card beside it, so each loses 1 Influence.

    { "" }**Card 3**: Cy leaves it face down, and 1 Influence is put on it.

    { "" }**Card 4**: Ann reveals the Cutthroat, who has to eliminate a card beside it. Card 3 is the only one. It is turned up, and it is a Trap: the Influence on it is lost, and one card alone brings a Cutthroat nothing. The Trap snaps shut: the Cutthroat is discarded, and Cy steals 3 Influence from Ann, or all that Ann has.

    The gaps close. The Queen and the Felon stay where they are, face up, and act again in the next round.
    .title = An example turn

## What a question is about, told once to each person

oriflamme-hint-lay = Cards act from card 1 on, and mostly on their neighbors: the place matters, too.
oriflamme-hint-reveal = Left face down, a card gathers 1 Influence a round; revealed, it acts at once and mostly brings you that.
oriflamme-hint-act = Face-up characters have to act every round; eliminating a card usually brings 1 Influence.

## What a question is about, told to whoever learns the game: at most 40 words each

oriflamme-lesson-lay = Each round everybody lays one card face down, at either end of the queue or on a card of their own. Neighbors matter: many cards strike what lies beside them, so ask who will act first.
oriflamme-lesson-reveal = Now the queue is resolved, card by card. Leave yours hidden and it gathers Influence; reveal it and you take that and its ability at once. A rich hidden card also tempts others to strike.
oriflamme-lesson-act = Face-up characters act every round. If you must choose a victim, take the card that brings its owner most from here on, or the one that would strike yours next.

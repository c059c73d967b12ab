### Questions to several people at once, and what people order ahead.
### $players is a list of people, $text what they are asked, $button the label of a button, $label what an order is
### called, $does what it will do.

orders-pick = Ordering ahead…
orders-allow = Let people order ahead
orders-allow-about = everybody may tell Herald in secret what to do; much less waiting
orders-forbid = No ordering ahead
orders-forbid-about = everybody is asked about each decision, one after another
lobby-orders = -# 📌 Ordering ahead is allowed: whoever likes tells me in secret what to do, and the others wait less.
together-turn = 👉 { $players }: { $text } Press **{ $button }**.
# Of those who were asked together, $player alone is left.
together-alone = 👉 { $player }: **{ $button }**. Only you see it.
    -# { $waiting }
# The same where everybody finds the answers right below.
together-turn-open = 👉 { $players }: { $text } **{ $button }** shows your hand.
together-alone-open = 👉 { $player }, choose below; your choice stays secret. **{ $button }** shows your hand.
    -# { $waiting }
together-answered = ✅ answered: { $players }
together-waiting = 💭 not yet: { $players }
# Beside a question that somebody else is asked.
together-ahead = 💭 may answer ahead: { $players }
ahead-title = **📌 What I do for you**
ahead-line = - { $does }
# Above a question: what one has ordered about it, and what a lasting order has answered to it already.
ahead-stands = -# 📌 { $does }
ahead-answered = -# 📌 { $does } Another answer takes its place.
ahead-presumed = -# This has answered for you already. Until all have answered nobody else can see that. Another answer takes its place.
# Leads to a question; $label is what can be ordered.
ahead-button = { $label }…
ahead-pick = Order ahead…
# The dialog with all orders that last, and its button.
button-lasting = Standing orders…
lasting-title = Standing orders
lasting-about = These last until you change them here, and nobody else sees them. What is left empty orders nothing.
option-orders = Let people order ahead, so that all wait less (else as the server wants it).
    .name = orders

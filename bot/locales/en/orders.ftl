### Questions to several people at once, and what people order ahead.
### $players is a list of people, $text what they are asked, $label what an order is called, $does what it will do.

orders-pick = Ordering ahead…
orders-allow = Let people order ahead
orders-allow-about = everybody may tell Herald in secret what to do; far fewer waits
orders-forbid = No ordering ahead
orders-forbid-about = everybody is asked about everything, one after another
lobby-orders = 📌 You can order ahead: limits for auctions and more, in secret, so that nobody has to wait for you.
together-turn = 👉 { $players }: { $text } Press **Play**; nobody else sees what you choose.
together-answered = ✅ { $players }
together-waiting = 💭 { $players }
ahead-title = **📌 What I do for you**
ahead-line = { $label }: { $does }
ahead-given = 📌 { $does }
ahead-pick = Order ahead…
option-orders = let people order ahead, such as limits for auctions, so that there are fewer waits (else as the server wants it)
    .name = orders

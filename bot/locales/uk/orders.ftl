### Запитання до кількох людей одразу й те, що люди доручають наперед.
### $players — перелік людей, $text — про що їх питають, $button — назва кнопки, $label — назва доручення, $does — що воно зробить.

orders-pick = Доручення наперед…
orders-allow = Дозволити доручення наперед
orders-allow-about = кожен може таємно сказати Herald, що робити; чекати доведеться значно менше
orders-forbid = Без доручень наперед
orders-forbid-about = усіх питають про кожне рішення, одного за одним
lobby-orders = -# 📌 Тут можна доручати наперед: хто хоче, таємно каже мені, що робити, і решта чекає менше.
together-turn = 👉 { $players }: { $text } Натисніть **{ $button }**.
# $player — єдина людина з тих, кого запитали разом, хто ще не дав відповіді.
together-alone = 👉 { $player }: **{ $button }**. Це бачите лише ви.
    -# { $waiting }
# Те саме, коли відповіді стоять просто під дописом.
together-turn-open = 👉 { $players }: { $text } **{ $button }** покаже ваші карти.
together-alone-open = 👉 { $player }: оберіть нижче, ваш вибір лишиться таємницею. **{ $button }** покаже ваші карти.
    -# { $waiting }
together-answered = ✅ уже відповіли: { $players }
together-waiting = 💭 ще ні: { $players }
# Поруч із питанням до когось іншого.
together-ahead = 💭 можуть відповісти наперед: { $players }
ahead-title = **📌 Що я роблю за вас**
ahead-line = - { $does }
# Above a question: what one has ordered about it, and what a lasting order has answered to it already.
ahead-stands = -# 📌 { $does }
ahead-answered = -# 📌 { $does } Ваша інша відповідь це замінить.
ahead-presumed = -# Це вже відповіло за вас. Доки не відповіли всі, цього ніхто інший не бачить. Якщо відповісте самі, діятиме ваша відповідь.
# Leads to a question; $label is what can be ordered.
ahead-button = { $label }…
ahead-pick = Доручити наперед…
# The dialog with all orders that last, and its button.
button-lasting = Постійні доручення…
lasting-title = Постійні доручення
lasting-about = Вони діють, доки ви не зміните їх тут, і більше ніхто їх не бачить. Порожнє поле нічого не доручає.
option-orders = Дозволити доручення наперед, щоб усі менше чекали (інакше — як хоче сервер).
    .name = доручення

### The few words that only pictures need, in Ukrainian.

# A person whose name no letters of the picture can show.
picture-seat = Місце { $number }
picture-turn = Хід: { $player }
picture-your-turn = Ваш хід
picture-answered = Відповіли: { $players }
picture-private = Це бачите лише ви
picture-times = ×{ $count }
picture-place = { $place }.

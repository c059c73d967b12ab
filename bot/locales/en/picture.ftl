### The few words that only pictures need.

# A person whose name no letters of the picture can show.
picture-seat = Seat { $number }
picture-turn = Waiting for { $player }
picture-your-turn = It is your turn
picture-answered = Answered: { $players }
picture-private = Only you see this
picture-times = ×{ $count }
picture-place = { $place }.

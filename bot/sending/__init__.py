"""Messages as data and Discord's HTTP calls: shared by the announcer and by answers to clicks."""

"""Tables: the only way to change one, its refusals, and the settings of users and guilds."""

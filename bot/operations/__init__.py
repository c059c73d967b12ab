"""How a bot is looked after: the doctor, and how a running one is seen from outside; nothing of the bot knows of it."""

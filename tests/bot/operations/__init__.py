"""How a bot is looked after."""

"""The slash commands: each turns into one call on the bot, and back."""

"""Slash commands: each makes one call on the bot."""

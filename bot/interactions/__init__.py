"""Handlers of every slash command, button, select and dialog, with their router and the commands' texts."""

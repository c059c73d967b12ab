"""What concerns whoever runs the bot: the words of the command line, the configuration, and errors in one line."""

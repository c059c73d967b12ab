"""What concerns whoever runs the bot."""

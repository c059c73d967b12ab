"""What every game in GAMES has to keep to."""

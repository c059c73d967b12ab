"""Herald at work: Discord, storage, time and files around the engine."""

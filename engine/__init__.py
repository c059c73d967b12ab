"""Herald's turn engine: matches, games and what each viewer may see, without any input or output."""

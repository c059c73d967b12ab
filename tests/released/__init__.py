"""What a released version left behind, and that every later version goes on with it."""

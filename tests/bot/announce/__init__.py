"""How and when Herald tells Discord what has changed."""

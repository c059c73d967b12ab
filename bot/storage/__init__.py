"""Where tables rest: the port, and its SQLite adapter."""

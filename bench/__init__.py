"""How fast Herald is: the figures of the README's performance section."""

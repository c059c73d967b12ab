"""The bot in a browser on this machine: an in-process Discord with a few people, and a page to be each of them."""

"""Pictures on their way: rendered off the event loop, and put into messages that have gone out in words."""

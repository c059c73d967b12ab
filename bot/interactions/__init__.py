"""Every command, button, select and dialog: what commands are called, one router, and the answers to all of them."""

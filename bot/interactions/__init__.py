"""Every button, select and dialog: one router, and the answers to what people press."""

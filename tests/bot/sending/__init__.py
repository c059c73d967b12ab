"""What goes to Discord, and when."""

"""What the port promises, asked of every adapter."""

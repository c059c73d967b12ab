"""The proof of the engine."""

"""Seats without a person: who thinks for them, away from the process that answers people."""

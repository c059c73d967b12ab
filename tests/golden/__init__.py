"""Whole games as readable transcripts."""

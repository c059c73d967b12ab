"""Who can play a seat without a person."""

"""Whole games and months, and the checks that look at everything sent in them."""

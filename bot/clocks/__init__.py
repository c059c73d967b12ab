"""Clocks: how long a seat may think, when its time stands still and when it is up; they know no table."""

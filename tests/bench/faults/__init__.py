"""Tests of the faults that are ordered on purpose."""

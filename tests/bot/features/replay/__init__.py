"""Tests of looking back at a match: positions, films, chances."""

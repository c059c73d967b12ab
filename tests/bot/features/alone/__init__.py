"""Tests of private tables: against rivals, to learn a game, and for practice."""

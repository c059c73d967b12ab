"""Tests of the client: its parts, its emoji, and news of other processes."""

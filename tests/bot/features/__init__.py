"""Tests of what can be left out; a feature with several files has a folder."""

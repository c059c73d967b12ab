"""Tests of the sentences, in every language."""

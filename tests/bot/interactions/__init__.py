"""Tests of commands, clicks, and the answers to them."""

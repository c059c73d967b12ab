"""Tests of drawing beside the bot."""

"""Tests of For the King (and Me), by ruling and scenario."""

"""Tests of Oriflamme: Ablaze, by ruling and scenario."""

"""Tests of who plays a seat without a person."""

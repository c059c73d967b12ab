"""Tests of seats without a person."""

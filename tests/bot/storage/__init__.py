"""Tests of where tables rest."""

"""Tests of answers that are given ahead, from the order to the move that it plays."""

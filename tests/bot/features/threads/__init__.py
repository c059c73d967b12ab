"""Tests of tables in threads and forums."""

"""Tests of tables and what people do at them."""

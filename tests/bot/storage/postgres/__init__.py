"""Tests of what PostgreSQL alone has, and of what goes from one kind of database to the other."""

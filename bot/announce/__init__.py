"""Brings Discord up to date with the tables in the database: table messages, story posts, pings and DMs."""

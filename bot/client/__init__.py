"""The connection to Discord: the client, which puts all parts together."""

"""The connection to Discord: the client, the texts of its commands, and the permissions that it needs."""

"""The storage in PostgreSQL; nothing else imports it before a database of that kind is named."""

"""Storage of tables and choices: the port, its records, and the adapters for SQLite and PostgreSQL."""

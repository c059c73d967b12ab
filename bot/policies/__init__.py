"""What may happen at a table, as it follows from its record: below faces, which show it, and tables, which do it."""

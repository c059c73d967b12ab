"""Policies: actions that a table's record allows; below faces, which show them, and tables, which do them."""

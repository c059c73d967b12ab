"""What waits, tested: settings, texts, tables and all that reaches Discord."""

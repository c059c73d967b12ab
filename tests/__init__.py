"""The proof of Herald, laid out like the source."""

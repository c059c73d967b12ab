"""Sentences: Fluent bundles per locale, and who reads which language."""

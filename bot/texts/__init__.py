"""Sentences: Fluent bundles per locale, and the choice of a language for each reader."""

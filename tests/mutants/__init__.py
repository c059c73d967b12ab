"""Mutation testing: changes single expressions and statements of the code, and tells which changes no test notices."""

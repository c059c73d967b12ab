"""The benchmarks' own tools: records, goals, the table, and people who find what to press."""

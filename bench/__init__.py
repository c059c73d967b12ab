"""How fast Herald is: the figures of docs/performance.md."""

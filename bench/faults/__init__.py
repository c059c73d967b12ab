"""Faults of the host, the network and the disk, ordered on purpose, and what Herald promises under each of them."""

"""What all that is sent to Discord has in common, whoever sends it."""

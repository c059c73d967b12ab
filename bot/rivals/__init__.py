"""AI players of seats; their thinking never delays the process that answers people."""

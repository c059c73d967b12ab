"""Host's side of Herald: command line, configuration, connection, logs, and errors with an exit code."""

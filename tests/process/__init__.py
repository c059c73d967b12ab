"""The real bot as a real process, over a socket: started, killed, started again."""

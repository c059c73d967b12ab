"""A small Discord on 127.0.0.1 for the real bot: REST over HTTP, the gateway over a websocket, and people who click."""

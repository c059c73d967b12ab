"""Discord's own API document, as far as Herald's requests go, and the script that cut it out."""

"""A scene as a picture."""

"""Views of a `Frame` for people: text and Discord's components, within Discord's limits."""

"""Who is shown pictures."""

from __future__ import annotations

from bot.storage.records import Person, Server


def pictures_for_table(server: Server) -> bool:
    """Tell whether what a whole server sees of its tables has pictures."""
    return server.pictures is not False


def pictures_for(person: Person, server: Server) -> bool:
    """Tell whether a person's private views of a table of a server have pictures."""
    return pictures_for_table(server) if person.pictures is None else person.pictures

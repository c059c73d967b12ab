"""Who is spoken to: the language of a server and of a table, who speaks there, and whether pictures go along."""

from __future__ import annotations

from dataclasses import replace

from cachetools import LRUCache

from bot.faces import hooks
from bot.faces.lobby import Box
from bot.faces.words import Speaker
from bot.storage import sql
from bot.storage.port import StorageError
from bot.storage.records import Person, Server
from bot.tables.preferences import Preferences
from bot.tables.table import Table
from bot.tables.tables import Tables
from bot.texts import fluent
from bot.texts.fluent import Language
from engine.match import Ask, Frame
from engine.scene import Seat

REMEMBERED = 4096
"""Of how many people it is remembered that they have played a game."""


class Audience:
    """Knows how servers and tables are spoken to, by what their people prefer."""

    def __init__(self, preferences: Preferences, home: Language) -> None:
        """Take what people and servers prefer, and the language where none is known."""
        self.preferences = preferences
        self.person, self.habits = preferences.person, preferences.habits
        self._home = home
        self._played: LRUCache[tuple[int, str], bool] = LRUCache(REMEMBERED)

    async def language(self, guild: int) -> Language:
        """Return the language of everything that a whole server reads."""
        return fluent.public_language(await self.preferences.server(guild), self._home)

    async def speaker(self, table: Table) -> Speaker:
        """Return who speaks to the public of a table, and knows which other languages are read there."""
        public = await self.language(table.guild)
        people = [await self.preferences.person(user) for user in table.people.users if user]
        return Speaker(public, table.people, fluent.other_languages(people, public))

    async def writable(self, user: int) -> bool:
        """Tell whether a person takes DMs, as far as that is known."""
        return not (await self.preferences.person(user)).dm_closed

    async def reader(self, user: int, public: Speaker) -> Speaker:
        """Return who speaks to a person in private, in the language that this person is known to read."""
        person = await self.preferences.person(user)
        return Speaker(fluent.reading_language(person, public.language), public.people)

    async def draws(self, user: int, table: Table) -> bool:
        """Tell whether a person's private views of a table have pictures."""
        return pictures_for(await self.person(user), await self.preferences.server(table.guild))

    async def private_lines(self, table: Table, seat: Seat, speaker: Speaker, ask: Ask | None) -> list[str]:
        """Return what features say in the private view of who sits there, which asks a question, or none."""
        return await hooks.private_lines(self.preferences, table, table.people.users[seat], speaker, ask)

    async def private_frame(self, table: Table, seat: Seat) -> Frame:
        """Return what a seat sees and can do; in its person's first game, orders are offered once they mean something.

        What was ordered all the same stands there, and can be changed.
        """
        frame = table.frame(seat)
        if table.orders_begun or all(each.does for each in frame.orders):
            return frame
        if await self._has_played(table.people.users[seat], table.record.game):
            return frame
        return replace(frame, orders=tuple(each for each in frame.orders if each.does))

    async def _has_played(self, user: int, game: str) -> bool:
        """Tell whether somebody has played a game to its end; also where that can't be read."""
        if (user, game) not in self._played:
            try:
                over = await self.preferences.storage.select(sql.PLAYED, user=user, game=f"{game} %")
            except StorageError:
                return True
            if not over:
                return False
            self._played[user, game] = True
        return True

    async def pictured(self, table: Table) -> bool:
        """Tell whether the public messages of a table have pictures."""
        return pictures_for_table(await self.preferences.server(table.guild))


def pictures_for_table(server: Server) -> bool:
    """Tell whether what a whole server sees of its tables has pictures."""
    return server.pictures is not False


def pictures_for(person: Person, server: Server) -> bool:
    """Tell whether a person's private views of a table of a server have pictures."""
    return pictures_for_table(server) if person.pictures is None else person.pictures


async def box_at(tables: Tables, table: Table) -> Box:
    """Return what stands on the box of a table's game, and how long such games have taken on its server."""
    game = tables.game(table)
    kinds, orders = next(iter(game.telling.glossary), None), game.ordering is not None
    box = Box(game.seats, game.minutes, kinds, orders=orders, waits=game.waits)
    return replace(box, usual=await tables.lengths.usual(table.record, box.players(table.record)))

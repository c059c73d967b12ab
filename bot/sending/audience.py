"""Readers: the language of a server and of a table, who speaks there, whether pictures go along, and what is new.

What is new to one reader is told in as few lines as tell it: in short what crowds, and once what is said again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from cachetools import LRUCache

from bot.faces import hooks
from bot.faces.components import ELLIPSIS
from bot.faces.lobby import Box
from bot.faces.logbook import Visit
from bot.faces.words import SEPARATOR, Speaker
from bot.storage import sql
from bot.storage.port import StorageError
from bot.storage.records import Person, Server
from bot.tables.logs import News
from bot.tables.preferences import Preferences
from bot.tables.table import Table
from bot.tables.tables import Tables
from bot.texts import fluent
from bot.texts.fluent import Language
from engine.game import AnyGame
from engine.match import Ask, Frame
from engine.scene import Seat, Text

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


MOST_IN_SHORT = 4
"""How many events in a row, such as bids, are told in short: the latest."""


@dataclass(frozen=True, slots=True)
class Item:
    """Something that was told, with what explains it to its owner alone: that it was ordered."""

    event: Text
    why: tuple[Text, ...] = ()


def visit_of(news: News, game: AnyGame, speaker: Speaker, seat: Seat, *, answering: bool) -> Visit:
    """Return how that seat comes back to a view, where it is `answering` or only looks."""
    told = list(_told(news.events, game, speaker, seat, answering=answering))
    own = frozenset(place for place, (_, mine) in enumerate(told) if mine)
    return Visit(news=[line for line, _ in told], own=own, asked=news.asked, moved=news.moved)


def _told(
    events: Sequence[Text], game: AnyGame, speaker: Speaker, seat: Seat, *, answering: bool
) -> Iterator[tuple[str, bool]]:
    """Yield it line by line, each with whether that seat is told so in other words than everybody.

    Of what has a short form and stands in a row, all is told in short where the lines around say what it is about:
    those that follow, or the question that is answered.
    """
    items = _items(game, events)
    kept = [each for place, each in enumerate(items) if not _passed(game, items, place, answering=answering)]
    runs = [(brief, list(run)) for brief, run in groupby(kept, lambda item: speaker.has_brief(item.event))]
    for place, (brief, run) in enumerate(runs):
        if not brief:
            yield from (_whole(item, speaker, seat) for item in run)
        elif place < len(runs) - 1 or (answering and len(runs) == 1):
            yield _short(run, speaker, seat)
        else:
            yield from [_short(run[:-1], speaker, seat)] if run[:-1] else []
            yield _whole(run[-1], speaker, seat)


def _items(game: AnyGame, events: Sequence[Text]) -> list[Item]:
    items: list[Item] = []
    for event in events:
        if items and game.by_order(event):
            items[-1] = Item(items[-1].event, (*items[-1].why, event))
        else:
            items.append(Item(event))
    return items


def _passed(game: AnyGame, items: Sequence[Item], place: int, *, answering: bool) -> bool:
    """Tell whether what follows says all that was told, or the question that is answered does."""
    return game.passes(items[place].event) and (answering or place < len(items) - 1)


def _is_own(event: Text, speaker: Speaker, seat: Seat) -> bool:
    return speaker.told(event, seat) != speaker.told(event, None)


def _whole(item: Item, speaker: Speaker, seat: Seat) -> tuple[str, bool]:
    said = "\n".join(speaker.told(event, seat) for event in (item.event, *item.why))
    return said, _is_own(item.event, speaker, seat)


def _short(run: Sequence[Item], speaker: Speaker, seat: Seat) -> tuple[str, bool]:
    """Return what crowds in one line, and below it why the last of it was done that was ordered; it is nobody's own.

    Else it could stay where what came of it, which names the card, is cut off.
    """
    latest = [speaker.brief(item.event, seat) for item in run[-MOST_IN_SHORT:]]
    said = SEPARATOR.join(latest if len(run) <= MOST_IN_SHORT else [ELLIPSIS, *latest])
    why = next((item.why for item in reversed(run) if item.why), ())
    return "\n".join([said, *(speaker.told(event, seat) for event in why)]), False

"""Language, pictures, news and private view for each reader of a table, by the stored settings of user and guild.

News for a returning player is cut short: events in a row are abbreviated, and repeated ones left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import TypeAlias

from cachetools import LRUCache

from bot.faces import feature_hooks, private_view, story
from bot.faces.answer_controls import NOTHING_YET, Progress
from bot.faces.components import ELLIPSIS, Page
from bot.faces.lobby import Box
from bot.faces.logbook import HERE_NOW, Visit
from bot.faces.scene_text import SEPARATOR, Localizer
from bot.storage import sql
from bot.storage.port import StorageError
from bot.storage.records import Person, Server
from bot.tables.move_logs import News
from bot.tables.preferences import Preferences
from bot.tables.table import Table
from bot.tables.tables import Tables
from bot.texts import fluent
from bot.texts.fluent import Language
from engine.frozen import replace
from engine.game import AnyGame
from engine.match import Ask, Frame
from engine.scene import Seat, Text, Viewer

Told: TypeAlias = tuple[int, Text]
"""An event with the number of its move."""
REMEMBERED = 4096
"""Size of the cache of users that are known to have played a game."""


class ReaderSettings:
    """Reads the settings of users and guilds to choose language, pictures and options; lives as long as the bot.

    `preferences` are the settings, cached in memory.
    """

    def __init__(self, preferences: Preferences, home: Language) -> None:
        """Read `preferences`; `home` is the language of guilds without one."""
        self.preferences = preferences
        self.person = preferences.user_settings
        self.time_settings = preferences.time_settings
        self._home = home
        self._played: LRUCache[tuple[int, str], bool] = LRUCache(REMEMBERED)

    async def language(self, guild: int) -> Language:
        """Return the language of public messages in `guild`."""
        server = await self.preferences.guild_settings(guild)
        return fluent.known_language(server) or self._home

    async def localizer(self, table: Table) -> Localizer:
        """Return the `Localizer` for public messages of `table`; it knows which other languages are read there."""
        public = await self.language(table.guild)
        users = [user for user in table.people.users if user]
        people = [await self.preferences.user_settings(user) for user in users]
        return Localizer(public, table.people, fluent.other_languages(people, public))

    async def private_localizer(self, user: int, public: Localizer) -> Localizer:
        """Return the `Localizer` for private messages to `user`: in the user's own language, else that of `public`."""
        person = await self.preferences.user_settings(user)
        language = fluent.known_language(person) or public.language
        return Localizer(language, public.people)

    async def has_private_pictures(self, user: int, table: Table) -> bool:
        """Tell whether private views of `table` have pictures for `user`."""
        return has_private_pictures(
            await self.person(user), await self.preferences.guild_settings(table.guild)
        )

    async def private_lines(
        self, table: Table, seat: Seat, localizer: Localizer, ask: Ask | None
    ) -> list[str]:
        """Return the lines that features add to the private view of `seat`; `ask` is its open question, if any."""
        return await feature_hooks.private_lines(
            self.preferences, table, table.people.users[seat], localizer, ask
        )

    async def private_view(
        self,
        table: Table,
        seat: Seat,
        localizer: Localizer,
        news: News,
        visit: Visit,
        progress: Progress = NOTHING_YET,
    ) -> Page:
        """Return the private view of `seat` with the `news` since its last move."""
        frame = await self.private_frame(table, seat)
        game, answering = table.started_match.game, frame.mine is not None
        visit = visit_of(news, game, localizer, seat, answering=answering, visit=visit)
        return private_view.private_page(
            table.record, frame, localizer, progress, visit
        )

    async def private_frame(self, table: Table, seat: Seat) -> Frame:
        """Return the `Frame` of `seat`; in a person's first game without orders until a question makes use of them.

        Orders that were given all the same are shown, and can be changed.
        """
        match = table.started_match
        begun = match.game.orders_begin(match.state)
        frame = table.frame(seat)
        if begun or all(each.does for each in frame.orders):
            return frame

        if await self._has_played(table.people.users[seat], table.record.game):
            return frame
        orders = tuple(each for each in frame.orders if each.does)
        return replace(frame, orders=orders)

    async def _has_played(self, user: int, game: str) -> bool:
        """Tell whether `user` has finished a match of `game`; True as well where the database fails."""
        if (user, game) not in self._played:
            try:
                over = await self.preferences.storage.select(
                    sql.PLAYED, user=user, game=f"{game} %"
                )
            except StorageError:
                return True
            if not over:
                return False
            self._played[user, game] = True
        return True

    async def has_public_pictures(self, table: Table) -> bool:
        """Tell whether public messages of `table` have pictures."""
        return has_public_pictures(await self.preferences.guild_settings(table.guild))


def has_public_pictures(server: Server) -> bool:
    """Tell whether public messages of tables in the guild of `server` have pictures."""
    return server.pictures is not False


def has_private_pictures(person: Person, server: Server) -> bool:
    """Tell whether private views have pictures for `person` in the guild of `server`."""
    if person.pictures is None:
        return has_public_pictures(server)
    return person.pictures


async def lobby_box(tables: Tables, table: Table) -> Box:
    """Return the `Box` of a lobby: the facts of its game, and how long such games have taken in its guild."""
    game = tables.game(table)
    kinds = next(iter(game.telling.glossary), None)
    orders = game.ordering is not None
    box = Box(
        game.seats,
        game.minutes,
        kinds,
        orders=orders,
        waits=game.waits,
        decisions=game.decisions,
    )

    usual = await tables.lengths.usual_seconds(table.record, box.players(table.record))
    return replace(box, usual=usual)


MOST_IN_SHORT = 4
"""The most events in a row, such as bids, that are abbreviated: the latest."""


Explained: TypeAlias = list[Text]
"""An event, and its explanations for its owner alone: that an order played it."""


def visit_of(
    news: News,
    game: AnyGame,
    localizer: Localizer,
    seat: Seat,
    *,
    answering: bool = False,
    visit: Visit = HERE_NOW,
) -> Visit:
    """Return the `visit` of `seat` with the `news` since, in lines; `answering`: the view asks a question."""
    lines = list(_event_lines(news.events, game, localizer, seat, answering=answering))
    told = [line for line, _ in lines]
    own = frozenset(place for place, (_, mine) in enumerate(lines) if mine)
    return replace(visit, news=told, own=own, asked=news.asked, moved=news.moved)


def _event_lines(
    events: Sequence[Text],
    game: AnyGame,
    localizer: Localizer,
    seat: Seat,
    *,
    answering: bool,
) -> Iterator[tuple[str, bool]]:
    """Yield a line for each of `events` or each run of them, and whether `seat` reads other words than everybody.

    A run of events that have a short form is abbreviated where the lines around it give its subject: the lines that
    follow, or the question that the view asks.
    """
    items = _explained_events(game, events)
    kept = [
        each
        for place, each in enumerate(items)
        if not _is_implied(game, items, place, answering=answering)
    ]
    groups = groupby(kept, lambda item: localizer.has_brief(item[0]))
    runs = [(brief, list(run)) for brief, run in groups]
    last = len(runs) - 1

    for place, (brief, run) in enumerate(runs):
        *earlier, latest = run
        if not brief:
            yield from (_full_line(item, localizer, seat) for item in run)
        elif place < last or (answering and last == 0):
            yield _short_line(run, localizer, seat)
        else:
            if earlier:
                yield _short_line(earlier, localizer, seat)
            yield _full_line(latest, localizer, seat)


def lines_of_moves(
    table: Table, events: Iterable[Told], localizer: Localizer, reader: Viewer = None
) -> list[str]:
    """Return the lines of `events`, with the names of their time."""
    lines: list[str] = []
    for people, run in groupby(events, key=lambda each: table.people_at(each[0])):
        told = [event for _, event in run]
        lines += story.event_lines(told, localizer.about(people), reader)
    return lines


def _explained_events(game: AnyGame, events: Sequence[Text]) -> list[Explained]:
    """Return `events` with those that only explain attached to the event before."""
    items: list[Explained] = []
    for event in events:
        if items and game.is_by_order(event):
            items[-1].append(event)
        else:
            items.append([event])
    return items


def _is_implied(
    game: AnyGame, items: Sequence[Explained], place: int, *, answering: bool
) -> bool:
    """Tell whether the item at `place` is implied by the items after it, or by the question of the view."""
    if not game.is_passing(items[place][0]):
        return False
    return answering or place < len(items) - 1


def _full_line(item: Explained, localizer: Localizer, seat: Seat) -> tuple[str, bool]:
    """Return the full line of `item`, and whether `seat` reads other words than everybody."""
    told, *why = [localizer.event(event, seat) for event in item]
    return "\n".join([told, *why]), told != localizer.event(item[0], None)


def _short_line(
    run: Sequence[Explained], localizer: Localizer, seat: Seat
) -> tuple[str, bool]:
    """Return the line that abbreviates `run`, with the last explanation below it; it never counts as the seat's own.

    Else it could stay where the outcome, which names the card, is cut off.
    """
    latest = [localizer.brief(item[0], seat) for item in run[-MOST_IN_SHORT:]]
    shown = latest if len(run) <= MOST_IN_SHORT else [ELLIPSIS, *latest]
    said = SEPARATOR.join(shown)

    why = next((why for _, *why in reversed(run) if why), [])
    explained = [localizer.event(event, seat) for event in why]
    return "\n".join([said, *explained]), False

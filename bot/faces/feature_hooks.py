"""Extension points for features, of which the core knows none: one hook for each place where something can be added.

A feature is a folder of `bot/features` and declares a `Feature`; `bot/features/__init__.py` names all there are and
registers them. The core collects here their additions, in that order. A feature that is taken off that list leaves no
trace: no command, no button, no line.
"""

from __future__ import annotations

import logging
from collections.abc import (
    Awaitable,
    Callable,
    Collection,
    Iterable,
    Mapping,
    Sequence,
)
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import field
from typing import Any, ParamSpec, TypeAlias, TypeVar

from discord import app_commands

from bot.faces.components import Part, Parts
from bot.faces.scene_text import Lines, Localizer
from bot.faces.settings import Form
from bot.storage.keyed_documents import KINDS, DocumentKind
from bot.storage.port import StorageError
from bot.storage.records import TableRecord
from bot.storage.store import Store
from bot.texts.fluent import Language
from engine.frozen import frozen
from engine.match import Ask
from engine.scene import Seat, Viewer

log = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")

Handler: TypeAlias = Callable[..., Awaitable[None]]
"""Answers a click: takes the request, then the table or other words of its custom_id (`bot.interactions.router`)."""
Command: TypeAlias = app_commands.Command[Any, Any, Any] | app_commands.Group
Due: TypeAlias = Callable[[float], Awaitable[None]]
"""Does all that is due by a moment, in seconds since the epoch: once at a time, and no table's clock waits for it."""
Room: TypeAlias = Callable[[Any, TableRecord], AbstractAsyncContextManager[int | None]]
"""Makes the channel of a new table, and lets it go if the table isn't kept within the block; None: it has none."""
Opening: TypeAlias = Callable[[Any, str, Any], Awaitable[None]]
"""Opens a table: takes the request, the key of the game, and the options of the table."""
AwaitedLines: TypeAlias = Awaitable[Sequence[str]]
ServerLines: TypeAlias = Callable[[Any], AwaitedLines]
"""Takes the request; returns lines of what is chosen for its server."""
Chosen: TypeAlias = Callable[
    [Any, Mapping[type[Any], Mapping[str, Any]]], Awaitable[None]
]
"""Takes the request and what was chosen for its server, as changes of records, and does what follows from that."""


def _none(*_: object) -> list[Any]:
    return []


async def _nothing(*_: object) -> Any:
    # A click asks a hundred hooks, most of which are this one: `is not _nothing` is quicker than to await it.
    return []


@frozen
class TableCommand:
    """A subcommand of /table: its `name` ("command-table-NAME" describes it), and the `handler` for the chosen table.

    `verb` stands in the custom_id of the list in which people pick one of several `candidates`, which takes the request
    and returns them, or raises a refusal.
    """

    name: str
    verb: str
    handler: Handler
    candidates: Callable[[Any], Awaitable[Sequence[Any]]]


@frozen(eq=False, kw_only=True)
class Feature:
    """An optional part of Herald, with everything that it adds.

    `routes` are its clicks by their verbs; `commands` returns its slash commands and its entries in the menus of
    messages, for these games; `settings` are its subcommands of /settings by their names ("command-settings-NAME"
    describes each), `table_commands` those of /table. `lines` and `rows` stand under a public table message.
    `look_buttons` stand under the private page of the whole table, or of the cards that were hidden; they take its
    viewer.
    `chapter_buttons` are for every reader of a post that has told its chapter; they take the name of its first move
    (`bot.tables.move_logs`). `overview_buttons` stand under a person's list of tables, `lobby_buttons` under an open
    table, `help_buttons` under the help. `fields` takes the request and returns fields of the dialogs of settings, by
    their names; `server_lines` are lines of the settings of a guild, `on_server_changes` acts once they are stored.
    `room` takes the request and the record of a table that opens; `without_server` opens one for a
    person outside of servers. `show` takes the announcer's sender, the tables and a table, and shows the parts of it
    that are no message; an error of it lets the table be announced again. `kinds` are how it stores records.
    `followed` are topics that people can follow on a server besides games ("KEY-name", and "KEY-follow-WAY-now" for
    the state). `due` takes the services and returns a `Due`.

    In a person's private view of a table, `answer_buttons` stand right below the answers: they take the services, the
    table (`bot.tables.table.Table`), the seat and the `Localizer`. `private_lines` stand above the question: they take
    the cached settings (`Preferences`), the table, the user and the `Localizer`. `explains` takes a question besides,
    and returns lines about it, which a dialog shows as well, with `explains_only_duplicates` where draws go by
    occasion. Where the storage fails these lines are left out. `private_buttons` take the table, the `Localizer`, and
    the words of a custom_id that lead back to the view as it is: "play", "hand", or "order" with the choices picked so
    far, and the question that the rules ask there, if any.

    `settings_lines` are about a person's choices among the settings: it takes the storage, the user, the guild where
    it is asked, and the language. `document` returns what is stored of a person for the export, as data of JSON and
    moments. What is stored as a choice (`bot.storage.keyed_documents`) is erased with the person by the core.
    """

    key: str
    routes: Mapping[str, Handler] = field(default_factory=dict)
    commands: Callable[
        [Collection[str]], Iterable[Command | app_commands.ContextMenu]
    ] = _none
    settings: Mapping[str, Handler] = field(default_factory=dict)
    table_commands: Sequence[TableCommand] = ()
    lines: Callable[[TableRecord, Localizer], Sequence[str]] = _none
    rows: Callable[[TableRecord, Localizer], Sequence[Parts]] = _none
    answer_buttons: Callable[[Any, Any, Seat, Localizer], Awaitable[Sequence[Part]]] = (
        _nothing
    )
    private_lines: Callable[[Any, Any, int, Localizer], AwaitedLines] = _nothing
    explains: Callable[[Any, Any, int, Localizer, Ask], AwaitedLines] = _nothing
    explains_only_duplicates: bool = False
    private_buttons: Callable[
        [TableRecord, Localizer, Sequence[str], Ask | None], Parts
    ] = _none
    look_buttons: Callable[[TableRecord, Localizer, Viewer], Parts] = _none
    kinds: Sequence[DocumentKind] = ()
    followed: Sequence[str] = ()
    chapter_buttons: Callable[[TableRecord, str, Localizer], Parts] = _none
    overview_buttons: Callable[[Store, int, Language], Awaitable[Parts]] = _nothing
    fields: Callable[[Any], Mapping[str, Form]] = lambda _: {}
    server_lines: ServerLines = _nothing
    on_server_changes: Chosen = _nothing
    lobby_buttons: Callable[[TableRecord, Localizer], Parts] = _none
    help_buttons: Callable[[Language], Parts] = _none
    room: Room | None = None
    without_server: Opening | None = None
    show: Callable[[Any, Any, Any], Awaitable[None]] = _nothing
    settings_lines: Callable[[Store, int, int | None, Language], AwaitedLines] = (
        _nothing
    )
    document: Callable[[Store, int], Awaitable[Mapping[str, Any]]] = _nothing
    due: Callable[[Any], Due] | None = None


FEATURES: list[Feature] = []
"""The features that are registered, in the order of what they add."""


def register_features(features: Iterable[Feature]) -> None:
    """Replace `FEATURES` by `features`; the storage reads the records that any has stored so far."""
    FEATURES[:] = features
    KINDS.update({kind.type: kind for each in FEATURES for kind in each.kinds})


def _collected(
    hook: Callable[[Feature], Callable[P, Iterable[T]]],
) -> Callable[P, list[T]]:
    """Return the function that returns what all features add at a `hook`."""

    def collect(*args: P.args, **kwargs: P.kwargs) -> list[T]:
        return [part for each in FEATURES for part in hook(each)(*args, **kwargs)]

    return collect


def _awaited(
    hook: Callable[[Feature], Callable[P, Awaitable[Iterable[T]]]],
) -> Callable[P, Awaitable[list[T]]]:
    """Return the same of a `hook` whose functions are to be awaited."""

    async def collect(*args: P.args, **kwargs: P.kwargs) -> list[T]:
        adding = [each for each in map(hook, FEATURES) if each is not _nothing]
        return [part for add in adding for part in await add(*args, **kwargs)]

    return collect


lines = _collected(lambda each: each.lines)
"""Returns the lines of features under a public table message."""
rows = _collected(lambda each: each.rows)
"""Returns the rows of features under a public table message."""
look_buttons = _collected(lambda each: each.look_buttons)
"""Returns the buttons of features under the private page of the whole table, or of the cards that were hidden."""
chapter_buttons = _collected(lambda each: each.chapter_buttons)
"""Returns the buttons of features under a post that has told its chapter, from the move of a token."""
lobby_buttons = _collected(lambda each: each.lobby_buttons)
"""Returns the buttons of features under an open table."""
help_buttons = _collected(lambda each: each.help_buttons)
"""Returns the buttons of features under the help."""
private_buttons = _collected(lambda each: each.private_buttons)
"""Returns the buttons of features in a private view."""
private_answer_buttons = _awaited(lambda each: each.answer_buttons)
"""Returns the buttons of features right below the answers in the private view of a seat."""
overview_buttons = _awaited(lambda each: each.overview_buttons)
"""Returns the buttons of features under the list of a user's tables."""
server_lines = _awaited(lambda each: each.server_lines)
"""Returns the lines of features about a guild's settings."""


async def private_lines(
    chosen: Any, table: Any, user: int, localizer: Localizer, ask: Ask | None
) -> Lines:
    """Return the lines of features above the question in a private view: what explains `ask`, then all others."""
    found = await explanations(chosen, table, user, localizer, ask) if ask else []
    told = chosen, table, user, localizer
    return found + await _readable(lambda each: each.private_lines, *told)


async def explanations(
    chosen: Any, table: Any, user: int, localizer: Localizer, ask: Ask
) -> Lines:
    """Return the lines of features that explain the question `ask`."""
    duplicate = table.started_match.duplicate

    def hook(each: Feature) -> Callable[..., AwaitedLines]:
        foreign = each.explains_only_duplicates and not duplicate
        return _nothing if foreign else each.explains

    return await _readable(hook, chosen, table, user, localizer, ask)


async def _readable(
    hook: Callable[[Feature], Callable[..., AwaitedLines]],
    chosen: Any,
    table: Any,
    *args: Any,
) -> Lines:
    """Return the lines of all features at a `hook`, without those of one where there is a `StorageError`."""
    found: Lines = []
    for each in FEATURES:
        if hook(each) is _nothing:
            continue
        try:
            found += await hook(each)(chosen, table, *args)
        except StorageError as error:
            what = "table %s: a private view does without the lines of %s: %s"
            log.warning(what, table.id, each.key, error)

    return found


def topics_to_follow(games: Iterable[str]) -> Lines:
    """Return the topics that people can follow on a server: tables of `games`, and `Feature.followed` of features."""
    return [*games, *(what for each in FEATURES for what in each.followed)]


def fields(request: Any, name: str) -> Form:
    """Return the fields of features in the dialog of settings `name`."""
    added = [each.fields(request).get(name, {}) for each in FEATURES]
    return {record: offered for form in added for record, offered in form.items()}


async def on_server_changes(
    request: Any, changes: Mapping[type[Any], Mapping[str, Any]]
) -> None:
    """Run `Feature.on_server_changes` of all features with the changes of a guild's settings."""
    for each in FEATURES:
        await each.on_server_changes(request, changes)


def new_table_channel(
    request: Any, table: TableRecord
) -> AbstractAsyncContextManager[int | None]:
    """Return the `Room` that a feature makes for a new table, or an empty one."""
    make = next((each.room for each in FEATURES if each.room), None)
    return make(request, table) if make else nullcontext()


def opening_without_server() -> Opening | None:
    """Return the `Opening` for tables outside of servers; None where no feature has one."""
    return next((each.without_server for each in FEATURES if each.without_server), None)


async def show(sender: Any, tables: Any, table: Any) -> None:
    """Run `Feature.show` of all features: they show the parts of a table that are no messages."""
    for each in FEATURES:
        if each.show is not _nothing:
            await each.show(sender, tables, table)

"""Clicks and commands that only show: the own view, the hand, the table, the log, the rules, the settings."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from types import MappingProxyType

from bot.clicks.desk import Desk, Interaction, is_moderator
from bot.clicks.plays import values, waiting_for
from bot.faces import messages, pages
from bot.live import Live
from bot.refusals import NoTables, UnknownClick
from bot.storage.port import Private
from engine.errors import MatchOver, NotSeated
from engine.scene import Viewer


async def play(desk: Desk, interaction: Interaction, table: int) -> None:
    """Show a person whose turn it is what is asked, and what can be answered."""
    live = await desk.table(interaction, table)
    frame = live.asked(interaction.user.id)
    if frame.outcome is not None:
        raise MatchOver
    if frame.mine is None:
        raise waiting_for(live)
    await desk.show(interaction, await desk.private(interaction, live))


async def hand(desk: Desk, interaction: Interaction, table: int) -> None:
    """Show a person what only that person may see."""
    live = await desk.table(interaction, table)
    speaker = desk.speaker(interaction, live)
    frame = live.frame(live.seat_of(interaction.user.id))
    await desk.show(interaction, messages.own_hand(live.table, frame, speaker))


async def look(desk: Desk, interaction: Interaction, table: int, page: int = 1) -> None:
    """Show a person a page of the whole table."""
    live = await desk.table(interaction, table)
    frame = live.frame(_viewer(live, interaction.user.id))
    await desk.show(interaction, messages.look(live.table, frame, desk.speaker(interaction, live), page))


async def log(desk: Desk, interaction: Interaction, table: int, page: int = 0) -> None:
    """Show a page of what happened, with what this person alone was told."""
    live = await desk.table(interaction, table)
    speaker = desk.speaker(interaction, live)
    viewer = _viewer(live, interaction.user.id)
    frame = live.frame(viewer)
    lines = [messages.opening(frame, speaker)]
    told = await desk.tables.log(live.table.id, viewer)
    lines += [speaker.say(event) for line in told for event in line.told]
    await desk.show(interaction, messages.logbook(live.table, frame, lines, page, speaker))


def _viewer(live: Live, user: int) -> Viewer:
    try:
        return live.seat_of(user)
    except NotSeated:
        return None


async def rules(desk: Desk, interaction: Interaction, game: str, chapter: int = 1) -> None:
    """Show a chapter of the rules of a game."""
    if game not in desk.games:
        raise UnknownClick
    number, *_ = [*_numbers(interaction), chapter]
    await desk.show(interaction, pages.rules(game, number, desk.reader(interaction)))


def _numbers(interaction: Interaction) -> list[int]:
    """Return what was picked in a select of numbers."""
    return [int(value) for value in values(interaction) if value.isdecimal()]


async def which(desk: Desk, interaction: Interaction, verb: str) -> None:
    """Go on with the table that was picked when a command could have meant several."""
    picked = _numbers(interaction)
    if verb not in ABOUT or not picked:
        raise UnknownClick
    await ABOUT[verb](desk, interaction, picked[0])


async def about(desk: Desk, interaction: Interaction, verb: str, tables: Sequence[Live]) -> None:
    """Do what a command says with the only table it can mean; ask which if there are several."""
    if not tables:
        raise NoTables
    if len(tables) == 1:
        await ABOUT[verb](desk, interaction, tables[0].table.id)
    else:
        await desk.open(interaction, pages.which(verb, [live.table for live in tables], desk.reader(interaction)))


async def ending(desk: Desk, interaction: Interaction, table: int) -> None:
    """Ask whether a table should really be ended."""
    live = await desk.table(interaction, table)
    live.opener_only(interaction.user.id, moderator=is_moderator(interaction))
    await desk.show(interaction, messages.confirm_end(live.table, desk.speaker(interaction, live)))


async def settings(desk: Desk, interaction: Interaction) -> None:
    """Show what a person has chosen, or keep a new choice."""
    picked = values(interaction)
    if picked:
        if picked[0] not in {pages.AS_TABLE, *Private}:
            raise UnknownClick
        await desk.set_private(interaction.user.id, None if picked[0] == pages.AS_TABLE else Private(picked[0]))
    person = await desk.storage.person(interaction.user.id)
    await desk.show(interaction, pages.settings(person, desk.reader(interaction)))


ABOUT: Mapping[str, Callable[[Desk, Interaction, int], Awaitable[None]]] = MappingProxyType(
    {"hand": hand, "look": look, "log": log, "ending": ending}
)
"""What a command can want of the table that it means."""

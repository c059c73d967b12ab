"""Clicks and commands that only show: the own view, the hand, the table, the log, the rules, a card, the help."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from types import MappingProxyType

from bot.clicks.desk import Desk, Interaction, is_moderator
from bot.clicks.plays import values, waiting_for
from bot.faces import cards, messages, pages
from bot.faces.layout import Page
from bot.faces.picture.orders import cards_picture, hand_picture, table_picture
from bot.herald.pictures import Sight
from bot.live import Live
from bot.refusals import NoTables, UnknownClick
from engine.errors import MatchOver


async def play(desk: Desk, interaction: Interaction, table: int) -> None:
    """Show a person whose turn it is what is asked, and what can be answered."""
    live = await desk.table(interaction, table)
    frame = live.asked(interaction.user.id)
    if frame.outcome is not None:
        raise MatchOver
    if frame.mine is None:
        raise waiting_for(live)
    await desk.display(interaction, await desk.private(interaction, live))


async def hand(desk: Desk, interaction: Interaction, table: int) -> None:
    """Show a person what only that person may see."""
    live = await desk.table(interaction, table)
    speaker = desk.speaker(interaction, live)
    frame = live.frame(live.seat_of(interaction.user.id))
    page = messages.own_hand(live.table, frame, speaker)
    await desk.display(interaction, await desk.sight(interaction, live, page, hand_picture))


async def look(desk: Desk, interaction: Interaction, table: int, page: int = 1) -> None:
    """Show a person a page of the whole table."""
    live = await desk.table(interaction, table)
    frame = live.frame(live.viewer(interaction.user.id))
    shown = messages.look(live.table, frame, desk.speaker(interaction, live), page)
    sight = await desk.sight(interaction, live, shown, table_picture) if page == 1 else Sight(shown)
    await desk.display(interaction, sight)


async def log(desk: Desk, interaction: Interaction, table: int, page: int = 0) -> None:
    """Show a page of what happened, with what this person alone was told."""
    live = await desk.table(interaction, table)
    speaker = desk.speaker(interaction, live)
    seen_by = live.viewer(interaction.user.id)
    frame = live.frame(seen_by)
    lines = [messages.opening(frame, speaker)]
    told = await desk.tables.log(live.table.id, seen_by)
    lines += [speaker.say(event) for line in told for event in line.told]
    await desk.show(interaction, messages.logbook(live.table, frame, lines, page, speaker))


async def rules(desk: Desk, interaction: Interaction, game: str, chapter: int = 1) -> None:
    """Show a chapter of the rules of a game."""
    if game not in desk.games:
        raise UnknownClick
    number, *_ = [*_numbers(interaction), chapter]
    page = pages.rules(game, desk.games[game].glossary, number, desk.reader(interaction))
    await desk.display(interaction, await _kinds(desk, interaction, page))


async def _kinds(desk: Desk, interaction: Interaction, page: Page) -> Sight:
    """Return a page with the picture of the cards that it tells of, if this person wants pictures."""
    shown, language = page.shown, desk.reader(interaction)
    if shown is None or not await desk.wants_pictures(interaction, interaction.guild_id):
        return Sight(page)
    return Sight(page, lambda: cards_picture(shown, language))


async def explain(desk: Desk, interaction: Interaction, game: str) -> None:
    """Tell what the kind of card does that was picked, in a message of its own: the view with the list stays."""
    picked = _numbers(interaction)
    if game not in desk.games or not picked:
        raise UnknownClick
    page = cards.explanation(game, desk.games[game].glossary, picked[0], desk.reader(interaction))
    if page is None:
        raise UnknownClick
    await desk.unfold(interaction, await _kinds(desk, interaction, page))


async def helping(desk: Desk, interaction: Interaction, whom: str = "") -> None:
    """Show the help: what Herald is, or the page of one of its readers."""
    if whom and whom not in pages.READERS:
        raise UnknownClick
    await desk.show(interaction, pages.help_page(desk.reader(interaction), desk.names(interaction), whom))


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


ABOUT: Mapping[str, Callable[[Desk, Interaction, int], Awaitable[None]]] = MappingProxyType(
    {"hand": hand, "look": look, "log": log, "ending": ending}
)
"""What a command can want of the table that it means."""

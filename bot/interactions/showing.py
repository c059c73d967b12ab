"""Clicks and commands that only show: the own view, the hand, the table, the log, the rules, a card, the help."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from types import MappingProxyType

from bot.faces import cards, messages, pages
from bot.faces.layout import Page
from bot.faces.picture.orders import cards_picture, hand_picture, table_picture
from bot.interactions.plays import values, waiting_for
from bot.interactions.services import Interaction, Services, is_moderator
from bot.pictures.follow_ups import Sight
from bot.tables.refusals import NoTables, UnknownClick
from bot.tables.table import Table
from engine.errors import MatchOver


async def play(services: Services, interaction: Interaction, table_id: int) -> None:
    """Show a person whose turn it is what is asked, and what can be answered."""
    table = await services.table(interaction, table_id)
    frame = table.asked(interaction.user.id)
    if frame.outcome is not None:
        raise MatchOver
    if frame.mine is None:
        raise waiting_for(table)
    await services.display(interaction, await services.private(interaction, table))


async def hand(services: Services, interaction: Interaction, table_id: int) -> None:
    """Show a person what only that person may see."""
    table = await services.table(interaction, table_id)
    speaker = services.speaker(interaction, table)
    frame = table.frame(table.seat_of(interaction.user.id))
    page = messages.own_hand(table.record, frame, speaker)
    await services.display(interaction, await services.sight(interaction, table, page, hand_picture))


async def look(services: Services, interaction: Interaction, table_id: int, page: int = 1) -> None:
    """Show a person a page of the whole table."""
    table = await services.table(interaction, table_id)
    frame = table.frame(table.viewer(interaction.user.id))
    shown = messages.look(table.record, frame, services.speaker(interaction, table), page)
    sight = await services.sight(interaction, table, shown, table_picture) if page == 1 else Sight(shown)
    await services.display(interaction, sight)


async def log(services: Services, interaction: Interaction, table_id: int, page: int = 0) -> None:
    """Show a page of what happened, with what this person alone was told."""
    table = await services.table(interaction, table_id)
    speaker = services.speaker(interaction, table)
    seen_by = table.viewer(interaction.user.id)
    frame = table.frame(seen_by)
    lines = [messages.opening(frame, speaker)]
    told = await services.tables.log(table.record.id, seen_by)
    lines += [speaker.say(event) for line in told for event in line.told]
    await services.show(interaction, messages.logbook(table.record, frame, lines, page, speaker))


async def rules(services: Services, interaction: Interaction, game: str, chapter: int = 1) -> None:
    """Show a chapter of the rules of a game."""
    if game not in services.games:
        raise UnknownClick
    number, *_ = [*_numbers(interaction), chapter]
    page = pages.rules(game, services.games[game].telling.glossary, number, services.reader(interaction))
    await services.display(interaction, await _kinds(services, interaction, page))


async def _kinds(services: Services, interaction: Interaction, page: Page) -> Sight:
    """Return a page with the picture of the cards that it tells of, if this person wants pictures."""
    shown, language = page.shown, services.reader(interaction)
    if shown is None or not await services.wants_pictures(interaction, interaction.guild_id):
        return Sight(page)
    return Sight(page, lambda: cards_picture(shown, language))


async def explain(services: Services, interaction: Interaction, game: str) -> None:
    """Tell what the kind of card does that was picked, in a message of its own: the view with the list stays."""
    picked = _numbers(interaction)
    if game not in services.games or not picked:
        raise UnknownClick
    page = cards.explanation(game, services.games[game].telling.glossary, picked[0], services.reader(interaction))
    if page is None:
        raise UnknownClick
    await services.unfold(interaction, await _kinds(services, interaction, page))


async def helping(services: Services, interaction: Interaction, whom: str = "") -> None:
    """Show the help: what Herald is, or the page of one of its readers."""
    if whom and whom not in pages.READERS:
        raise UnknownClick
    await services.show(interaction, pages.help_page(services.reader(interaction), services.names(interaction), whom))


def _numbers(interaction: Interaction) -> list[int]:
    """Return what was picked in a select of numbers."""
    return [int(value) for value in values(interaction) if value.isdecimal()]


async def which(services: Services, interaction: Interaction, verb: str) -> None:
    """Go on with the table that was picked when a command could have meant several."""
    picked = _numbers(interaction)
    if verb not in ABOUT or not picked:
        raise UnknownClick
    await ABOUT[verb](services, interaction, picked[0])


async def about(services: Services, interaction: Interaction, verb: str, tables: Sequence[Table]) -> None:
    """Do what a command says with the only table it can mean; ask which if there are several."""
    if not tables:
        raise NoTables
    if len(tables) == 1:
        await ABOUT[verb](services, interaction, tables[0].record.id)
    else:
        await services.open(
            interaction, pages.which(verb, [table.record for table in tables], services.reader(interaction))
        )


async def ending(services: Services, interaction: Interaction, table_id: int) -> None:
    """Ask whether a table should really be ended."""
    table = await services.table(interaction, table_id)
    table.opener_only(interaction.user.id, moderator=is_moderator(interaction))
    await services.show(interaction, messages.confirm_end(table.record, services.speaker(interaction, table)))


ABOUT: Mapping[str, Callable[[Services, Interaction, int], Awaitable[None]]] = MappingProxyType(
    {"hand": hand, "look": look, "log": log, "ending": ending}
)
"""What a command can want of the table that it means."""

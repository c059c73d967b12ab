"""Reference: handlers that show the rules of a game, a kind of card, and the help."""

from __future__ import annotations

from bot.faces import messages, rulebook
from bot.faces.components import Parts
from bot.interactions.request import Request
from bot.storage.records import NO_TABLE
from bot.tables.refusals import UnknownClick
from engine.game import AnyGame
from engine.sample_table import sample_frame


async def show_rules(request: Request, game: str, chapter: int = 1) -> None:
    """Show a chapter of the rules of `game`."""
    games = request.services.games
    if game not in games:
        raise UnknownClick
    number, *_ = [*request.numbers, chapter]
    sources = rule_sources(games[game])
    page = rulebook.rules_page(sources, number, request.language)
    await request.answer(await request.pictured(page, request.guild))


def rule_sources(game: AnyGame) -> rulebook.Sources:
    """Return the parts of `game` from which its rules are told."""
    return rulebook.Sources(
        game.key, game.telling.glossary, sample_frame(game), game.box
    )


async def explain_card(
    request: Request,
    game: str,
    table_id: int = NO_TABLE,
    way: str = "",
    argument: str = "",
) -> None:
    """Explain the kind of card that was picked: in place of the private view that `way` leads back to, else beside."""
    games = request.services.games
    picked = request.numbers
    if game not in games or not picked:
        raise UnknownClick

    ways = await _ways_back(request, table_id, way, argument)
    glossary = games[game].telling.glossary
    page = rulebook.explanation(game, glossary, picked[0], request.language, ways)
    if page is None:
        raise UnknownClick

    page = await request.pictured(page, request.guild)
    await request.answer(page, anew=not way)


async def _ways_back(request: Request, table_id: int, way: str, argument: str) -> Parts:
    """Return the buttons that lead back to the view where the card was picked; from a public list, to the question."""
    if table_id == NO_TABLE:
        return []
    table = await request.table(table_id)
    frame = table.frame(table.viewer(request.user))
    localizer = request.localizer(table)
    if way:
        return messages.ways_back(table.record, frame, way, argument, localizer)
    if not frame.mine:
        return []
    return messages.back_buttons(table.record, frame, localizer, "button-play-private")


async def show_help(request: Request, whom: str = "") -> None:
    """Show the help, or its page for the readers `whom`, one of `rulebook.READERS`."""
    if whom and whom not in rulebook.READERS:
        raise UnknownClick
    page = rulebook.help_page(request.language, request.command_names, whom)
    await request.answer(page)

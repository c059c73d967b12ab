"""Following a game in words: the call to an open table of it, and what somebody follows on a server."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from bot.faces.components import OPTIONS, Part, click, labelled, modal, option, select
from bot.faces.links import table_link
from bot.faces.words import Speaker
from bot.storage.records import Follow, TableRecord, Way
from bot.texts.fluent import Language
from engine.scene import Seat, Who, say


def dialog(here: Sequence[Follow], games: Sequence[str], reader: Language) -> Part:
    """Return the dialog with the games that somebody follows on a server: for each way to be called, a list of them."""
    fields = [_field(way, {each.game for each in here if each.way is way}, games[:OPTIONS], reader) for way in Way]
    return modal(reader.text("follow-title"), click("followed"), fields)


def _field(way: Way, followed: Collection[str], games: Sequence[str], reader: Language) -> Part:
    options = [option(reader.text(f"{game}-name"), game, default=game in followed) for game in games]
    picked = select(reader.text("follow-none"), way, options, (0, len(options)))
    return labelled(reader.text(f"follow-{way}-games"), {**picked, "required": False})


def called(table: TableRecord, users: Sequence[int], speaker: Speaker) -> str:
    """Return the message that calls people in the channel to an open table."""
    players = ", ".join(f"<@{user}>" for user in users)
    return speaker.key("follow-called", players=players, game=say(f"{table.game}-name"), link=table_link(table))


def told(table: TableRecord, speaker: Speaker) -> str:
    """Return the DM that calls somebody to an open table."""
    opener = next((seat for seat, sitter in enumerate(table.sitters) if sitter.user == table.opener), 0)
    return speaker.key("follow-told", player=Who(Seat(opener)), game=say(f"{table.game}-name"), link=table_link(table))


def listed(found: Sequence[Follow], server: int | None, reader: Language) -> list[str]:
    """Return what somebody follows on a server, a line each, and how much elsewhere; nothing where that is nothing."""
    here = [each for each in found if each.server == server]
    lines = [_now(each, reader) for each in here]
    elsewhere = len(found) - len(here)
    return [*lines, *([reader.text("follow-elsewhere", count=elsewhere)] if elsewhere else [])]


def _now(each: Follow, reader: Language) -> str:
    own = f"{each.game}-follow-{each.way}-now"
    return reader.text(own if reader.has_text(own) else f"follow-{each.way}-now", game=say(f"{each.game}-name"))

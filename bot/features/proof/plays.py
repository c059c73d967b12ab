"""A finished game as a play for Board Game Stats, an app in which people log what they have played.

The app takes one play from a link, as JSON (bgstatsapp.com/support: "Push plays to BG Stats from other apps or
websites"). The link is for one person, and whoever presses it hands on what it says: that person's own name, the day,
and of all others the number of the seat.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote

from bot.storage.records import Logged
from bot.tables.ordering import AnyMatch
from bot.tables.table import Table
from bot.texts.fluent import Language
from engine.scene import say

APP = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE = "Herald"
"""What the app calls the place of the play, and remembers games and people by."""
OWN = "me"
"""By what the app remembers whose link it is; nobody else has the same number at two tables."""
ID_LENGTH = 16
NOON = "12:00:00"
"""The time of day of every play: the app wants one, and it is nobody's to hand on."""


def link(table: Table, log: Sequence[Logged], user: int, reader: Language) -> str:
    """Return the link by which a person logs a finished match; raise NotOver while it goes on."""
    play = json.dumps(play_of(table, log, user, reader), separators=(",", ":"), ensure_ascii=False)
    return f"{APP}{quote(play, safe=',:')}"


def play_of(table: Table, log: Sequence[Logged], user: int, reader: Language) -> dict[str, Any]:
    """Return a finished match as the app takes it; the day is that of the last move, in UTC."""
    match, played = table.over, [line.at for line in log if line.sound]
    day = datetime.fromtimestamp(played[-1] if played else table.record.since or 0.0, UTC)
    game = match.game
    return {
        "sourceName": SOURCE,
        "sourcePlayId": _id(match),
        "playDate": f"{day:%Y-%m-%d} {NOON}",
        "game": {
            "name": reader.text(f"{game.key}-name"),
            "sourceGameId": game.key,
            "highestWins": True,
            "noPoints": game.points is None,
        },
        "players": [*_players(table, match, user, reader)],
    }


def _players(table: Table, match: AnyMatch, user: int, reader: Language) -> Iterator[dict[str, Any]]:
    places = match.game.rules.places(match.state) or ()
    scores = match.game.points(match.state) if match.game.points else ()
    for seat, (sitter, place) in enumerate(zip(table.record.sitters, places, strict=True)):
        own = sitter.person == user
        yield {
            "name": sitter.name if own else reader.say(say("play-seat", number=seat + 1)),
            "sourcePlayerId": OWN if own else f"{_id(match)}-{seat + 1}",
            "rank": place,
            "winner": place == 1,
            **({"score": scores[seat]} if scores else {}),
        }


def _id(match: AnyMatch) -> str:
    """Return a name for a match that no other host's has: a hash that everybody has been shown."""
    return match.commitment[:ID_LENGTH]

"""Proof: the record of a finished match, which proves that its shuffle was fair, and its link into Board Game Stats."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote

from bot.faces import messages
from bot.faces.components import Parts, Picture, text_button
from bot.faces.feature_hooks import Feature, TableCommand
from bot.faces.scene_text import Localizer
from bot.interactions.request import Request
from bot.storage.records import Logged, Sitter, Status, TableId, TableRecord
from bot.storage.store import Store
from bot.tables.log_entries import events_of
from bot.tables.refusals import NotOver, UnknownClick
from bot.tables.table import Table
from bot.texts.fluent import Language
from engine import proof
from engine.errors import Refused
from engine.fairness import Shuffle
from engine.game import AnyGame
from engine.match import AnyMatch
from engine.proof import Move, Player
from engine.scene import Viewer, say


def file_name(table: TableId) -> str:
    """Return the file name of the record of `table`."""
    return f"herald-table-{table}.json"


async def record_of(
    table: Table,
    storage: Store,
    user: int | None = None,
    *,
    names: bool = False,
    times: bool = False,
) -> str:
    """Return the record of a finished match; raise `NotOver` while cards may be hidden.

    It has the name of this `user`, or all `names`, and the `times` of day if they are wanted.
    """
    over = table.finished_match
    record = table.record
    moves = [
        _move(line, over.game, times=times) for line in await storage.log(record.id)
    ]
    return proof.write(
        over,
        _shuffle(record),
        moves,
        [_player(sitter, user, names=names) for sitter in record.sitters],
        record.options,
    )


def _move(line: Logged, game: AnyGame, *, times: bool) -> Move:
    at = datetime.fromtimestamp(line.at, UTC) if line.sound else None

    return Move(
        rules=line.rules,
        seat=line.seat,
        # Of a damaged one the proof says that it can't have been made.
        action=json.loads(line.action) if line.sound else {},
        day=f"{at:%Y-%m-%d}" if at else None,
        time=f"{at:%H:%M:%S}" if at and times else None,
        told=proof.record_events(events_of(line), game),
    )


def _player(sitter: Sitter, user: int | None, *, names: bool) -> Player:
    person = sitter.person
    shown = person and (names or person == user)
    return Player(
        name=sitter.name if shown else None,
        rival=None if person else sitter.level,
    )


def _shuffle(table: TableRecord) -> Shuffle | None:
    """Return the components of the seed; None where the seed itself was pledged."""
    pledged = table.pledged
    if pledged is None:
        return None
    words = tuple(
        None if sitter.word is None else sitter.word.hex() for sitter in table.sitters
    )
    message = None if pledged.message is None else str(pledged.message)
    return Shuffle(secret=pledged.secret.hex(), message=message, words=words)


APP = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE = "Herald"
"""The name of the source in the app, by which it recognises games and people."""
OWN = "me"
"""The app's id of the person with the link; no other player has the same id at two tables."""
ID_LENGTH = 16
NOON = "12:00:00"
"""The time of day of every play: the app wants one, and the real one stays private."""


def link(table: Table, log: Sequence[Logged], user: int, language: Language) -> str:
    """Return the link by which `user` logs a finished match; raise `NotOver` while it goes on."""
    play = json.dumps(
        play_of(table, log, user, language), separators=(",", ":"), ensure_ascii=False
    )
    return f"{APP}{quote(play, safe=',:')}"


def play_of(
    table: Table, log: Sequence[Logged], user: int, language: Language
) -> dict[str, Any]:
    """Return a finished match in the format of `APP`; the day is that of the last move, in UTC."""
    match, played = table.finished_match, [line.at for line in log if line.sound]
    day = datetime.fromtimestamp(
        played[-1] if played else table.record.since or 0.0, UTC
    )
    game = match.game

    return {
        "sourceName": SOURCE,
        "sourcePlayId": _id(match),
        "playDate": f"{day:%Y-%m-%d} {NOON}",
        "game": {
            "name": language.text(f"{game.key}-name"),
            "sourceGameId": game.key,
            "highestWins": True,
            "noPoints": game.points is None,
        },
        "players": [*_players(table, match, user, language)],
    }


def _players(
    table: Table, match: AnyMatch, user: int, language: Language
) -> Iterator[dict[str, Any]]:
    places = match.game.rules.places(match.state) or ()
    scores = match.game.points(match.state) if match.game.points else ()

    for seat, (sitter, place) in enumerate(
        zip(table.record.sitters, places, strict=True)
    ):
        own = sitter.person == user
        yield {
            "name": sitter.name
            if own
            else language.say(say("play-seat", number=seat + 1)),
            "sourcePlayerId": OWN if own else f"{_id(match)}-{seat + 1}",
            "rank": place,
            "winner": place == 1,
            **({"score": scores[seat]} if scores else {}),
        }


def _id(match: AnyMatch) -> str:
    """Return an id of `match` that is unique among hosts: the first `ID_LENGTH` characters of its public commitment."""
    return match.commitment[:ID_LENGTH]


async def provable(request: Request) -> Sequence[Table]:
    """Return the finished tables of a channel; raise `NotOver` where one still goes on, `Refused` where none is."""
    tables, channel = request.tables, request.channel or 0
    found = await tables.find_finished(channel)
    if found:
        return found
    raise NotOver if await tables.find(channel=channel) else Refused("proof-none-over")


async def prove(request: Request, table: Table) -> None:
    """Send the record of a finished match as a file, with the facts that it proves."""
    file = await record_of(table, request.services.storage, request.user)
    try:
        verdict = await asyncio.to_thread(proof.prove, file, request.services.games)
        told = "\n".join(map(request.language.say, verdict.sentences))
    except proof.Unproved as error:
        told = request.text("proof-fails", why=error.text)

    title = messages.title(table.record, request.localizer(table))
    row = [text_button(request.language, "button-opened", "opened", table.id)]
    if table.record.practice is None:
        row.append(
            text_button(request.language, "button-log-play", "logplay", table.id)
        )
    proved = Picture(file_name(table.id), request.text("proof-file"), file.encode())

    await request.tell(f"### {title}\n{told}", [row], proved)


async def log_play(request: Request, table: Table) -> None:
    """Send the link by which a person logs a finished match in Board Game Stats.

    Raise `NotOver` while the match goes on, `UnknownClick` for a practice, which counts for nothing.
    """
    table.finished_match  # noqa: B018 - it is asked first: of what isn't over no log is read
    if table.record.practice:
        raise UnknownClick
    log = await request.services.storage.log(table.id)
    sentence = request.text(
        "play-link", link=link(table, log, request.user, request.language)
    )
    await request.tell(sentence)


def _record_buttons(table: TableRecord, localizer: Localizer, _: Viewer) -> Parts:
    """Return the button for the record of a private table that is over; others have `/table record`."""
    over = table.alone and table.status is Status.OVER
    if not over:
        return []
    return [text_button(localizer, "button-record", "record", table.id)]


PROOF = Feature(
    key="proof",
    routes={"logplay": log_play, "record": prove},
    table_commands=(TableCommand("record", "proof", prove, provable),),
    look_buttons=_record_buttons,
)

"""Records of matches that were played by chance; `python -m tests.engine.records` writes schema and example anew."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from engine import fairness, proof, saves
from engine.fairness import Shuffle
from engine.game import AnyGame
from engine.games import GAMES
from engine.match import Match
from engine.proof import Move, Player, Record, fingerprint
from tests.contract.walks import AnyMove, to_the_end

Json = dict[str, Any]

DOCS = Path(__file__).parents[2] / "docs"
SCHEMA, EXAMPLE = DOCS / "record.schema.json", DOCS / "record.example.json"
DAY = "2026-11-27"


def line(move: AnyMove) -> Move:
    """Return the line of a record for a move."""
    action = json.loads(saves.dump_action(move.game, move.action))
    told = proof.record_events(move.told_events, move.game)
    return Move(rules=move.game.version, seat=move.seat, action=action, day=DAY, time=None, told=told)


def by_chance(
    game: AnyGame, seats: int, shuffle: Shuffle | None = None, seed: bytes = b"", name: str | None = None
) -> Json:
    """Return the record of a match that was played by chance, from a seed or from what it was made of.

    The first seat has that name, the last one is a knight's.
    """
    start = Match.start(game, seats, bytes.fromhex(shuffle.seed) if shuffle else seed)
    steps = list(to_the_end(start, 7))
    players = [Player(name=name, rival=None), *[Player(name=None, rival=None)] * (seats - 2)]
    players.append(Player(name=None, rival="knight"))
    moves = [line(move) for _, move in steps]
    return dict(json.loads(proof.write(steps[-1][0], shuffle, moves, players, {"orders": True})))


def older(record: Json) -> Json:
    """Return what Herald wrote of a match before it wrote records: "proof 1"."""
    kept = {key: value for key, value in record.items() if key not in {"players", "options", "result", "fingerprint"}}
    log = [{key: line[key] for key in ("rules", "seat", "action")} for line in record["log"]]
    known = {**kept, "herald": "proof 1", "log": log}
    return {**known, "fingerprint": fingerprint(known)}


@cache
def example() -> str:
    """Return the example of docs/record.md: the shortest game there is, with a name and a word."""
    words = fairness.word_digest(bytes(16), "rook").hex(), None, None
    shuffle = Shuffle(secret="07" * 32, message="1234567890123456789", words=words)
    return proof.format_document(by_chance(GAMES["oriflamme"], 3, shuffle, name="Ann"))


def schema() -> str:
    """Return the JSON schema of a record."""
    known = {"$schema": "https://json-schema.org/draft/2020-12/schema", **Record.model_json_schema()}
    return json.dumps(known, indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    SCHEMA.write_text(schema(), "utf-8")
    EXAMPLE.write_text(example(), "utf-8")

"""The record of a finished match: a file that proves itself and is replayed without Herald's database or Discord.

Every file holds the secret, the pledge, each seat's share of the shuffle, every action, and the end (docs/fairness.md).
The form that is written is `Record`, which a program reads without Herald as well (docs/record.md): each move also has
its day and its events. Files of the form before, "proof 1", stay valid.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import sha256
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError
from typing_extensions import TypeAliasType

from engine import fairness, logged_moves, rng, saves
from engine.events import Told
from engine.fairness import Hex, Shuffle
from engine.frozen import frozen, replace
from engine.game import AnyGame, Games
from engine.logged_moves import PlayOn, Rewind
from engine.match import AnyMatch, Match
from engine.scene import Seat, Text, Value, Who, say

FORM = "record 1"
LARGEST = 8_000_000
"""The most bytes of a file that is looked at: some twenty times the longest match there is."""


class Unproved(Exception):
    """A file that doesn't prove its match; `text` says why."""

    def __init__(self, key: str, **facts: Value) -> None:
        """Take the `key` of the sentence and its `facts`."""
        super().__init__(key)
        self.text: Text = say(key, **facts)


class _Part(BaseModel):
    model_config = ConfigDict(
        extra="forbid", strict=True, frozen=True, defer_build=True
    )


class Action(_Part):
    """A line of the log: the version of the `rules` it was played by, its `seat`, and the `action`."""

    rules: int
    seat: int
    action: Any


class Named(_Part):
    """A seat that a sentence mentions."""

    seat: int


class Sentence(_Part):
    """The `key` of a sentence of Herald's, and its `facts` by their names."""

    key: str
    facts: dict[str, Mentioned]


Mentioned = TypeAliasType(
    "Mentioned", "int | str | Named | Sentence | tuple[Mentioned, ...]"
)


class Heard(_Part):
    """An event of a move as it was told: to the seat `to`, or if that is null to everybody but the seat `but`."""

    to: int | None
    but: int | None
    says: Sentence


class Move(Action):
    """A line of the log with its events, and its `day` and, if its host had it written, its `time` of day, in UTC.

    Events that only the owner of an order was told aren't in it.
    """

    day: Annotated[str, Field(pattern="^[0-9]{4}-[0-9]{2}-[0-9]{2}$")] | None
    time: Annotated[str, Field(pattern="^[0-9]{2}:[0-9]{2}:[0-9]{2}$")] | None
    told: tuple[Heard, ...]


class Player(_Part):
    """The holder of a seat at the end: the level of a `rival`, or a `name` for the person who asked for the record."""

    name: str | None
    rival: str | None


class _Match(_Part):
    """A finished match; `shuffle` is missing where the seed itself was pledged, as the first version did.

    `rules` is the version that the end was reckoned by, `end` the SHA-256 of the final state, and `fingerprint` one of
    all the rest. Draws of a `duplicate` deal went by their occasion; only there the file has that entry.
    """

    herald: str
    game: str
    rules: int
    seats: int
    pledge: Hex
    shuffle: Shuffle | None
    seed: Hex
    log: tuple[Action, ...]
    places: tuple[int, ...]
    end: Hex
    fingerprint: Hex
    duplicate: bool = False

    @property
    def versions(self) -> set[int]:
        """Return the versions of the rules that its moves were played and its end was reckoned by."""
        return {self.rules, *(line.rules for line in self.log)}


class Proof(_Match):
    """The form before `Record`: the proof of a match, and nothing else."""

    herald: Literal["proof 1"]


class Record(_Match):
    """The proof of a match, with all that there is to read of it: `result` is the report of its end, in sentences."""

    herald: Literal["record 1"]
    players: tuple[Player, ...]
    options: dict[str, bool]
    log: tuple[Move, ...]
    result: tuple[Sentence, ...]


@cache
def _files() -> TypeAdapter[Proof | Record]:
    return TypeAdapter(Annotated[Proof | Record, Field(discriminator="herald")])


@frozen
class Verdict:
    """The result of checking a `proof`.

    Its moves weren't `replayed` where older rules made them and those of today can't; the final state was compared with
    the file's `end` only where the rules of today made every move, for others reckon it otherwise.
    """

    proof: Proof | Record
    replayed: bool
    end_compared: bool

    @property
    def moves(self) -> int:
        """Return the number of moves."""
        return len(self.proof.log)

    @property
    def words(self) -> int:
        """Return the number of seats with a word."""
        shuffle = self.proof.shuffle
        return sum(digest is not None for digest in shuffle.words) if shuffle else 0

    @property
    def sentences(self) -> tuple[Text, Text, Text]:
        """Return the result in three sentences: of the pledge, of the seed, of the moves."""
        moves = say(
            "proved-moves" if self.end_compared else "proved-places", moves=self.moves
        )
        if not self.replayed:
            moves = say("proved-not-replayed")
        pledge = "proved-pledge" if self.proof.shuffle else "proved-seed-pledge"
        return say(pledge, pledge=self.proof.pledge), self._seed_sentence, moves

    def has_word(self, salt: bytes, word: str) -> bool:
        """Tell whether a seat has added this `word` with this `salt`."""
        digest = fairness.word_digest(salt, word).hex()
        return self.proof.shuffle is not None and digest in self.proof.shuffle.words

    @property
    def _seed_sentence(self) -> Text:
        """Return the sentence about the seed's ingredients besides the secret.

        The `message` is one of them if a seat has no word.
        """
        shuffle, words = self.proof.shuffle, self.words
        if shuffle is None or shuffle.message is None or words == self.proof.seats:
            return say("proved-words", words=words) if words else say("proved-alone")
        if words:
            return say("proved-words-message", words=words, message=shuffle.message)
        return say("proved-message", message=shuffle.message)


def write(
    match: AnyMatch,
    shuffle: Shuffle | None,
    log: Sequence[Move],
    players: Sequence[Player],
    options: Mapping[str, bool],
) -> str:
    """Return the record of a `match` that is over as JSON; raise ValueError if it isn't over."""
    game, outcome = match.game, match.outcome
    if outcome is None:
        raise ValueError("nothing is told of a match that goes on")

    known = {
        "herald": FORM,
        "game": game.key,
        "rules": game.version,
        "seats": match.seats,
        "players": [player.model_dump() for player in players],
        "options": dict(options),
        "pledge": shuffle.pledge if shuffle else match.commitment,
        "shuffle": shuffle and shuffle.model_dump(),
        "seed": match.seed.hex(),
        "log": [move.model_dump() for move in log],
        "places": outcome.places,
        "result": [make_sentence(text).model_dump() for text in outcome.report],
        "end": _hash_end(match),
        **({"duplicate": True} if match.duplicate else {}),
    }

    return format_document({**known, "fingerprint": fingerprint(known)})


def format_document(known: Mapping[str, Any]) -> str:
    """Return a document as JSON with an entry on each line, and a move of the log on each line."""
    lines = (
        f" {json.dumps(name)}: {_format_entry(name, entry)}"
        for name, entry in known.items()
    )
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _format_entry(name: str, entry: Any) -> str:
    if name != "log" or not entry:
        return json.dumps(entry, ensure_ascii=False)
    return (
        "[\n  "
        + ",\n  ".join(json.dumps(move, ensure_ascii=False) for move in entry)
        + "\n ]"
    )


def record_events(told: Sequence[Told], game: AnyGame) -> tuple[Heard, ...]:
    """Return the events of a move for a record, without those that only the owner of an order was told."""
    events = (each for each in told if not game.is_by_order(each.event))
    return tuple(
        Heard(to=each.to, but=each.but, says=make_sentence(each.event))
        for each in events
    )


def make_sentence(text: Text) -> Sentence:
    """Return `text` as the `Sentence` that stands in a record."""
    facts = {name: _mention(value) for name, value in text.facts}
    return Sentence(key=text.key, facts=facts)


def _mention(value: Value) -> Mentioned:
    match value:
        case Who(seat):
            return Named(seat=seat)
        case Text():
            return make_sentence(value)
        case tuple():
            return tuple(map(_mention, value))

    return value


def fingerprint(known: Mapping[str, Any]) -> str:
    """Return the SHA-256 of a file's entries but for `fingerprint`, as JSON without spaces, the keys in order."""
    entries = {key: value for key, value in known.items() if key != "fingerprint"}
    plain = json.dumps(
        entries, sort_keys=True, separators=(",", ":"), ensure_ascii=True
    )
    return fairness.hash_parts(
        f"herald {known['herald']}".encode(), plain.encode()
    ).hex()


def prove(document: str | bytes, games: Games) -> Verdict:
    """Check a `document` and replay its match; raise `Unproved`, with the reason, if it doesn't prove it."""
    proof = _parse_document(document)
    game = games.get(proof.game)
    if game is None:
        raise Unproved("proof-game")
    if max(proof.versions) > game.version or proof.rules < 1:
        raise Unproved("proof-rules", known=game.version)

    _check_seats(proof, game)
    _check_seed(proof)

    try:
        _check_end(proof, _replay_log(proof, game))
    except Unproved:
        if _is_of_today(proof, game):
            raise
        return Verdict(proof, replayed=False, end_compared=False)

    return Verdict(proof, replayed=True, end_compared=_is_of_today(proof, game))


def _parse_document(document: str | bytes) -> Proof | Record:
    if len(document) > LARGEST:
        raise Unproved("proof-large", megabytes=LARGEST // 1_000_000)

    try:
        plain = json.loads(document)
    except (ValueError, RecursionError):
        raise Unproved("proof-unreadable") from None

    try:
        proof = _files().validate_json(document)
    except ValidationError:
        raise Unproved(
            "proof-newer" if _is_newer(plain) else "proof-unreadable"
        ) from None

    if fingerprint(plain) != proof.fingerprint:
        raise Unproved("proof-changed")
    return proof


def _is_newer(plain: Any) -> bool:
    """Tell whether a file says of itself that it has a form which is unknown here."""
    form = plain.get("herald") if isinstance(plain, dict) else None
    if not isinstance(form, str) or form in {"proof 1", FORM}:
        return False
    kind, _, number = form.partition(" ")
    return kind in {"proof", "record"} and number.isdecimal()


def _check_seats(proof: Proof | Record, game: AnyGame) -> None:
    seats = proof.seats
    words = seats if proof.shuffle is None else len(proof.shuffle.words)
    players = seats if isinstance(proof, Proof) else len(proof.players)
    fit = seats in game.seats and seats == players == words
    if not fit or any(not 0 <= line.seat < seats for line in proof.log):
        raise Unproved("proof-seats")


def _check_seed(proof: Proof | Record) -> None:
    shuffle = proof.shuffle
    pledge = shuffle.pledge if shuffle else rng.commitment(bytes.fromhex(proof.seed))
    if proof.pledge != pledge:
        raise Unproved("proof-pledge")
    if shuffle and proof.seed != shuffle.seed:
        raise Unproved("proof-seed")


def _replay_log(proof: Proof | Record, game: AnyGame) -> AnyMatch:
    """Return the match at the end of the log; moves of older rules are played by those of today, if they can be."""
    start: AnyMatch = Match.start(game, proof.seats, bytes.fromhex(proof.seed))
    match = replace(start, duplicate=proof.duplicate)

    for number, line in enumerate(proof.log, 1):
        action = json.dumps(line.action)
        detour = logged_moves.read_detour(action)
        if isinstance(detour, Rewind):
            raise Unproved("proof-rewound", move=number)
        if isinstance(detour, PlayOn):
            raise Unproved("proof-played-on", move=number)
        try:
            ((match, _),) = saves.replay(match, [(Seat(line.seat), action)])
        except Exception:  # noqa: BLE001 # whatever a forged action makes of a game, it isn't played
            raise Unproved("proof-move", move=number) from None

    return match


def _is_of_today(proof: Proof | Record, game: AnyGame) -> bool:
    """Tell whether all of `proof` was played, and its end reckoned, by the rules of today."""
    return proof.versions == {game.version}


def _check_end(proof: Proof | Record, match: AnyMatch) -> None:
    """Compare places, and, by the rules of today from the first move on, the final state and the `result`."""
    outcome = match.outcome
    if outcome is None or outcome.places != proof.places:
        raise Unproved("proof-end")
    if not _is_of_today(proof, match.game):
        return

    report = tuple(map(make_sentence, outcome.report))
    result = proof.result if isinstance(proof, Record) else report
    if (_hash_end(match), report) != (proof.end, result):
        raise Unproved("proof-end")


def _hash_end(match: AnyMatch) -> str:
    return sha256(saves.dump(match).state.encode()).hexdigest()

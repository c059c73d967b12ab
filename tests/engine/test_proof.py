"""A finished match as a file: it proves itself, and no other; and the protocol of a fair shuffle, what is hashed."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema_rs import Draft202012Validator

from engine import fairness, proof
from engine.events import Told
from engine.fairness import Shuffle
from engine.game import AnyGame
from engine.games import GAMES
from engine.match import Match
from engine.proof import FORM, LARGEST, Player, Proof, Unproved, fingerprint, prove
from engine.rng import commitment
from engine.scene import Seat, say
from tests.contract.orders import ordered_walk
from tests.engine import records
from tests.engine.errand import ERRAND
from tests.engine.records import Json, by_chance, older
from tests.engine.toy import TOY
from tests.every import FOR_EVERY_GAME

SECRET = bytes(range(32))
WORDS = st.lists(st.one_of(st.none(), st.binary(min_size=32, max_size=32)), min_size=1, max_size=8)
MESSAGES = st.one_of(st.none(), st.integers(1, 2**63 - 1))


@pytest.mark.slow
@given(WORDS, MESSAGES, WORDS, MESSAGES)
def test_no_two_lists_of_what_people_add_make_one_seed(
    words: list[bytes | None], message: int | None, others: list[bytes | None], another: int | None
) -> None:
    """Who added what, in which order, at how many seats; the message counts where a seat has no word."""
    counts = [digest or message for digest in words], [digest or another for digest in others]
    same = fairness.seed(SECRET, words, message) == fairness.seed(SECRET, others, another)
    assert same == (counts[0] == counts[1])


PAGE = (Path(__file__).parents[2] / "docs/fairness.md").read_text("utf-8")


def test_the_example_of_the_page_is_what_it_says(capsys: pytest.CaptureFixture[str]) -> None:
    """docs/fairness.md: whoever runs it sees what stands below it, and that is what Herald reckons.

    Of who adds nothing an empty part is hashed, of a word all letters in UTF-8.
    """
    code, shown = re.findall(r"```(?:python)?\n(.*?)```", PAGE, re.DOTALL)
    known: dict[str, Any] = {}
    exec(compile(code, "docs/fairness.md", "exec"), known)  # noqa: S102 - the page's own example
    assert capsys.readouterr().out == shown
    secret, salt, seed = known["secret"], known["salt"], known["seed"]
    digest = fairness.word_digest(salt, "rook")
    assert fairness.seed(secret, [None, digest, None], 1234567890123456789) == seed
    for reckoned in (fairness.pledge(secret), digest, seed, bytes.fromhex(commitment(seed))):
        assert reckoned.hex() in shown
    assert fairness.seed(secret, [None], None) == known["hashed"](b"herald seed 1", secret, b"")
    assert fairness.word_digest(salt, "тура\n") == known["hashed"](b"herald word 1", salt, "тура\n".encode())


def test_the_page_names_every_purpose_and_every_entry_of_a_proof() -> None:
    """docs/fairness.md: nothing that is hashed or told is left out."""
    for purpose in (fairness.PLEDGE, fairness.WORD, fairness.SEED):
        assert f"`{purpose.decode()}`" in PAGE
    for entry in (*Proof.model_fields, *Shuffle.model_fields):
        assert f"`{entry}`" in PAGE
    assert f"`{FORM}`" in PAGE


KNOWN: dict[str, AnyGame] = {**GAMES, "toy": TOY}
MESSAGE = 1234567890123456789
WORD = fairness.word_digest(bytes(16), "rook")
SHUFFLE = Shuffle(secret=SECRET.hex(), message=str(MESSAGE), words=(None, WORD.hex()))
OLDER = replace(TOY, version=TOY.version + 1)


def proved(file: Json, games: dict[str, AnyGame] = KNOWN, *, sign: bool = True) -> str:
    """Return "" if a file proves its match, else the key of the reason; a forger signs what was changed anew."""
    signed = {**file, "fingerprint": fingerprint(file)} if sign else file
    try:
        verdict = prove(json.dumps(signed), games)
    except Unproved as error:
        return error.text.key
    return "" if verdict.replayed else "not replayed"


@pytest.mark.parametrize("game", [TOY, *GAMES.values()], ids=lambda game: game.key)
def test_a_match_proves_itself(game: AnyGame) -> None:
    """Each game, from the pledge to the last move."""
    seats = game.seats[-1]
    words = (WORD.hex(), *[None] * (seats - 1))
    file = by_chance(game, seats, SHUFFLE.model_copy(update={"words": words}))
    verdict = prove(json.dumps(file), KNOWN)
    assert (verdict.moves, verdict.words) == (len(file["log"]), 1)
    assert verdict.proof.pledge == fairness.pledge(SECRET).hex()


def test_a_match_of_the_first_version_proves_itself_by_the_pledge_of_its_seed() -> None:
    """There was no secret, and nobody added anything."""
    file = by_chance(TOY, 2, seed=SECRET)
    assert proved(file) == ""
    assert proved({**file, "pledge": fairness.pledge(SECRET).hex()}) == "proof-pledge"


@FOR_EVERY_GAME
def test_record_keeps_to_its_published_schema(game: AnyGame) -> None:
    """A program without Herald reads it by docs/record.schema.json.

    Issued files of the form before are kept by people, and prove their match still: "proof 1" has the log and no story.
    """
    record = by_chance(game, game.seats[0], seed=SECRET)
    Draft202012Validator(json.loads(records.SCHEMA.read_text("utf-8"))).validate(record)

    file = older(record)
    assert proved(file, sign=False) == ""
    assert set(file["log"][0]) == {"rules", "seat", "action"}
    assert proved({**file, "players": []}) == "proof-unreadable"


def test_the_schema_and_the_example_are_those_of_the_code() -> None:
    """`python -m tests.engine.records` writes them anew."""
    assert records.SCHEMA.read_text("utf-8") == records.schema()
    assert records.EXAMPLE.read_text("utf-8") == records.example()
    assert prove(records.example(), GAMES).replayed


def test_what_the_owner_of_an_order_was_told_is_in_no_record() -> None:
    """All else that was told is, to everybody, to all but one seat, or to one seat."""
    told = [Told(say("toy-told-ordered-bid"), to=Seat(1)), Told(say("toy-told-bid", amount=3), but=Seat(1))]
    assert TOY.is_by_order(told[0].event)
    (heard,) = proof.record_events(told, TOY)
    assert heard.model_dump() == {"to": None, "but": 1, "says": {"key": "toy-told-bid", "facts": {"amount": 3}}}


def test_match_by_orders_proves_itself() -> None:
    """By its moves alone, as if all had been made by hand."""
    positions, moves = ordered_walk(ERRAND, 2, 1)
    assert positions[-1].orders
    record = proof.write(
        positions[-1], None, [*map(records.line, moves)], [Player(name=None, rival=None)] * 2, {"orders": True}
    )
    assert prove(record, {"toy": ERRAND}).replayed


def test_a_file_that_is_far_too_long_is_not_read() -> None:
    """50 MB of JSON would take the memory of a small machine."""
    for spare, key in ((0, "proof-unreadable"), (1, "proof-large")):
        with pytest.raises(Unproved) as refused:
            prove(b" " * (LARGEST + spare), KNOWN)
        assert refused.value.text.key == key


def test_nothing_is_told_of_a_match_that_goes_on() -> None:
    """The file would hold its secret."""
    with pytest.raises(ValueError, match="goes on"):
        proof.write(Match.start(TOY, 2, SECRET), SHUFFLE, [], [], {})


def other(value: str) -> str:
    """Return another hexadecimal number of the same length."""
    return f"{int(value[0], 16) ^ 1:x}{value[1:]}"


FILE = by_chance(TOY, 2, SHUFFLE)
FIRST, *REST = FILE["log"]


def changed(**changes: Any) -> Json:
    """Return the file with other entries."""
    return {**FILE, **changes}


def shuffled(**changes: Any) -> Json:
    """Return the file with another shuffle."""
    return changed(shuffle={**FILE["shuffle"], **changes})


def moved(**changes: Any) -> Json:
    """Return the file with another move before the others."""
    return changed(log=[{**FIRST, **changes}, *FILE["log"]])


FORGED: dict[str, dict[str, Json]] = {
    "proof-pledge": {
        "another secret": shuffled(secret=other(FILE["shuffle"]["secret"])),
        "another pledge": changed(pledge=other(FILE["pledge"])),
    },
    "proof-seed": {
        "another word": shuffled(words=[None, other(WORD.hex())]),
        "words in another order": shuffled(words=[WORD.hex(), None]),
        "a word taken away": shuffled(words=[None, None]),
        "another message": shuffled(message=str(MESSAGE + 1)),
        "no message": shuffled(message=None),
        "another seed": changed(seed=other(FILE["seed"])),
    },
    "proof-seats": {
        "one word too many": shuffled(words=[None, None, None]),
        "more seats": changed(seats=3),
        "seats that no game has": {**shuffled(words=[None] * 99), "seats": 99},
        "a seat that isn't there": moved(seat=5),
        "a player too many": changed(players=[*FILE["players"], FILE["players"][0]]),
    },
    "proof-game": {
        "a game that nobody knows": changed(game="chess"),
    },
    "proof-rules": {
        "rules that are yet to come": changed(rules=99),
        "a move by rules to come": moved(rules=99),
    },
    "proof-move": {
        "the same move twice": moved(),
        "a move that is none": moved(action={"kind": "x"}),
    },
    "proof-rewound": {
        "a rewind": changed(log=[FIRST, {**FIRST, "action": {"rewind": 0}}, *REST]),
    },
    "proof-played-on": {
        "a practice": moved(action={"play_on": 0}),
    },
    "proof-end": {
        "the log cut short": changed(log=FILE["log"][:-1]),
        "another winner": changed(places=[3 - place for place in FILE["places"]]),
        "another result": changed(result=FILE["result"][::-1]),
        "no result": changed(result=[]),
        "another end": changed(end=other(FILE["end"])),
    },
    "proof-newer": {
        "a newer form": changed(herald="record 2"),
    },
    "proof-unreadable": {
        "the form before, with a story": changed(herald="proof 1"),
        "no form": changed(herald=7),
        "a name besides": changed(name="Ann"),
        "a number for a word": changed(seats="2"),
        "a short pledge": changed(pledge=FILE["pledge"][2:]),
    },
}
"""Forged files by the reason for which they are refused."""


@pytest.mark.parametrize(
    "why, forged",
    [pytest.param(why, forged, id=name) for why, files in FORGED.items() for name, forged in files.items()],
)
def test_a_forged_file_is_refused_and_the_reason_is_said(why: str, forged: Json) -> None:
    """Even if the forger makes the fingerprint anew; without that, nothing further is looked at."""
    assert FILE["places"][0] != FILE["places"][1]
    assert proved(forged) == why
    assert proved(forged, sign=False) in {"proof-changed", "proof-unreadable", "proof-newer"}
    assert proved(FILE, sign=False) == ""


def test_another_action_that_was_legal_as_well_leads_elsewhere() -> None:
    """Whatever the forger writes into the log instead, the end that was told isn't reached by it."""
    hand = Match.start(TOY, 2, bytes.fromhex(FILE["seed"])).state.hands[FIRST["seat"]]
    others = {*hand} - {FIRST["action"]["card"]}
    assert len(others) == len(hand) - 1
    for card in others:
        forged = changed(log=[{**FIRST, "action": {**FIRST["action"], "card": card}}, *REST])
        assert proved(forged) in {"proof-move", "proof-end"}


@pytest.mark.parametrize("text", ["", "{", "null", "[]", '{"herald": "proof 1"}', "[" * 5000, "\ud800", "1" * 9000])
def test_what_is_no_proof_is_said_to_be_none(text: str) -> None:
    """Whatever is in the file."""
    with pytest.raises(Unproved) as refused:
        prove(text.encode(errors="surrogatepass"), KNOWN)
    assert refused.value.text.key == "proof-unreadable"


def test_older_moves_are_replayed_if_they_can() -> None:
    """Else it is said that they can't, and that is no forgery.

    A forger can name older rules, and any end: what is said then is of the places, and no more.
    """
    newer = {"toy": OLDER}
    assert proved(FILE, newer) == ""
    assert proved(moved(), newer) == "not replayed"
    assert proved(changed(log=FILE["log"][:-1]), newer) == "not replayed"

    forged = changed(rules=1, end="0" * 64)
    verdict = prove(json.dumps({**forged, "fingerprint": fingerprint(forged)}), newer)
    assert (verdict.replayed, verdict.end_compared) == (True, False)
    assert verdict.sentences[-1].key == "proved-places"


def test_number_that_counted_is_told() -> None:
    """A file can be made for any number: only the lobby's own link shows which one it had."""
    sentences = prove(json.dumps(FILE), KNOWN).sentences
    facts = [dict(text.facts) for text in sentences]
    assert [each["message"] for each in facts if "message" in each] == [FILE["shuffle"]["message"]]
    assert sentences[-1].key == "proved-moves"

"""What is told while an action is played: to whom, once or always, and in words only where somebody reads it."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from engine.events import SILENT, EventSink, Told, put_into_words
from engine.match import Match
from engine.scene import Seat, Value, Who, say
from tests.contract.walks import walk
from tests.engine.toy import TOY, Lay, ToyTelling

SEED = bytes(range(32))
ANN, BO, CY = map(Seat, range(3))


def told(tale: EventSink) -> tuple[Told, ...]:
    """Return what was told, in the words of a game that calls seats by their people."""
    return put_into_words(tale.events, "toy", {"who": Who})


def test_an_event_is_told_to_everybody_to_one_or_to_all_others() -> None:
    """Design, Events: each viewer hears what is meant for them; who is told more doesn't hear it twice."""
    tale = EventSink()
    tale.all("all")
    tale.only(BO, "only")
    tale.others(BO, "others")
    heard = {viewer: [each.event.key for each in told(tale) if each.is_heard_by(viewer)] for viewer in (ANN, BO, None)}
    assert heard[BO] == ["toy-told-all", "toy-told-only"]
    assert heard[ANN] == heard[None] == ["toy-told-all", "toy-told-others"]


def test_what_is_told_once_is_not_told_again() -> None:
    """Several cards that had only one place left, of the same person."""
    tale = EventSink()
    for who in (ANN, ANN, BO, ANN):
        tale.once("forced", who=who)
    assert [each.event.facts for each in told(tale)] == [(("who", Who(ANN)),), (("who", Who(BO)),)]


def test_facts_are_worded_by_their_names_and_others_are_said_as_they_are() -> None:
    """Wording: a seat's person, and a number."""
    tale = EventSink()
    tale.all("paid", who=CY, amount=3)
    assert told(tale) == (Told(say("toy-told-paid", who=Who(CY), amount=3)),)


def test_words_are_made_when_they_are_read_and_not_before() -> None:
    """Telling costs nothing where nobody listens: a match can be played without one text being made."""
    made: Counter[str] = Counter()

    class Counting(ToyTelling):
        def __init__(self) -> None:
            self.wording = {"who": self.person, "winner": Who}

        def person(self, seat: Seat) -> Value:
            made["person"] += 1
            return Who(seat)

    match = Match.start(replace(TOY, telling=Counting()), 2, SEED)
    _, (move,) = match.play(ANN, [Lay(match.state.hands[ANN][0])])
    assert not made
    assert move.told_events[0].event == say("toy-told-laid", who=Who(ANN))
    assert made == {"person": 1}


def test_nobody_hears_what_is_told_in_silence() -> None:
    """SILENT keeps nothing at all."""
    SILENT.all("all", who=ANN)
    SILENT.once("once")
    SILENT.others(ANN, "others", amount=1)
    SILENT.only(ANN, "only")
    SILENT.unveil()
    assert [name for name in dir(SILENT) if not name.startswith("_")] == ["all", "once", "only", "others", "unveil"]
    assert not vars(SILENT)


def test_the_end_tells_who_has_won() -> None:
    """Telling.summary: the last move ends with it, for everybody."""
    positions, moves = walk(TOY, 2, 1)
    assert moves[-1].told_events[-1] == Told(TOY.telling.summary(positions[-1].state)[0])
    assert "toy-over" not in {each.event.key for move in moves[:-1] for each in move.told_events}

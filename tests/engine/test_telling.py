"""What is told while an action is played: to whom, once or always, and in words only where somebody reads it."""

from __future__ import annotations

from dataclasses import replace
from unittest.mock import Mock

from engine.events import SILENT, EventSink, Told, put_into_words
from engine.match import Match
from engine.scene import Seat, Who, say
from tests.engine.toy import TOY, Lay, ToyTelling
from tests.engine.trick import SEED

ANN, BO = Seat(0), Seat(1)


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


def test_words_are_made_when_they_are_read() -> None:
    """Telling costs nothing where nobody listens: a match can be played without one text being made."""
    person = Mock(side_effect=Who)
    telling = ToyTelling()
    telling.wording = {"who": person, "winner": Who}
    match = Match.start(replace(TOY, telling=telling), 2, SEED)

    _, (move,) = match.play(ANN, [Lay(match.state.hands[ANN][0])])
    assert not person.called

    assert move.told_events[0].event == say("toy-told-laid", who=Who(ANN))
    person.assert_called_once()


def test_nobody_hears_what_is_told_in_silence() -> None:
    """SILENT keeps nothing at all."""
    SILENT.all("all", who=ANN)
    SILENT.once("once")
    SILENT.others(ANN, "others", amount=1)
    SILENT.only(ANN, "only")
    SILENT.unveil()
    assert [name for name in dir(SILENT) if not name.startswith("_")] == ["all", "once", "only", "others", "unveil"]
    assert not vars(SILENT)

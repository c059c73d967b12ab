"""What an open table says of how long a game takes where people play over days."""

from __future__ import annotations

import re
from typing import Any

import pytest

from bot.clocks.start_condition import StartCondition
from bot.clocks.table_clock import DAY, HOUR, TableClock, TimeControl
from bot.faces.clocks import starting_dialog
from bot.faces.components import Part
from bot.faces.lobby import Box, lobby_texts
from bot.faces.scene_text import Localizer
from bot.storage.records import Incident, IncidentKind, Sitter, Status, TableId, TableRecord
from bot.texts.fluent import language
from bot.texts.names import People
from engine.games import GAMES
from tests.every import FOR_EVERY_KEY, FOR_EVERY_LANGUAGE

ANN, BO, CY, DANA = (Sitter(user, name) for user, name in enumerate(("Ann", "Bo", "Cy", "Dana"), 1))
WREN, TANSY, SORREL = (Sitter(0, name, level="squire") for name in ("Wren", "Tansy", "Sorrel"))


def opened(*sitters: Sitter, game: str = "fortheking", **more: Any) -> TableRecord:
    """Return Ann's open table; `more` are fields of its record."""
    return TableRecord(TableId(1), game, 10, 20, ANN.user, None, Status.LOBBY, sitters, **more)


def shown(
    *sitters: Sitter,
    game: str = "fortheking",
    pace: int = DAY,
    locale: str = "en",
    usual: float | None = None,
    starting: StartCondition | None = None,
    orders: bool = True,
    **more: Any,
) -> str:
    """Return what an open table says; `more` are fields of its record."""
    clock = TableClock(TimeControl(pace), starting=starting)
    table = opened(*sitters, game=game, clock=clock, orders=orders, **more)
    rules = GAMES[game]
    box = Box(rules.seats, rules.minutes, None, orders=True, waits=rules.waits, decisions=rules.decisions, usual=usual)
    people = People(tuple(each.user for each in sitters), tuple(each.name for each in sitters))
    return "\n".join(lobby_texts(table, box, Localizer(language(locale), people)))


def weeks(low: int, high: int) -> str:
    """Return the sentence for so many weeks."""
    return language("en").text("lobby-here-weeks", low=low, high=high)


def test_table_says_how_long_a_game_takes() -> None:
    """By its seats and by whether people order ahead, as `python -m bench.waits` has measured it.

    Nobody takes more than a pace, and people look in twice a day whatever it is. With rivals it takes as much less. The
    server's own games tell better, but for a person alone, who sets the pace. How often one decides is said by what the
    game's record says, and by how long it takes here; once a day at the least.
    """
    people, alone = (ANN, BO, CY, DANA), (ANN, WREN, TANSY, SORREL)
    for said, told in (
        (shown(*people), weeks(2, 3)),
        (shown(*people), "About 3 decisions a day."),
        (shown(*people, usual=90 * DAY), "About one decision a day."),
        (shown(*people, pace=0), weeks(2, 3)),
        (shown(*people, pace=HOUR), "Here it usually takes 2 days."),
        (shown(*people, orders=False), weeks(7, 8)),
        (shown(ANN, BO, CY, game="oriflamme"), weeks(1, 2)),
        (shown(ANN, BO, WREN, TANSY), weeks(1, 2)),
        (shown(*alone), "Here it goes on whenever you do."),
        (shown(*people, usual=3.5 * DAY), "Here it usually takes 4 days."),
        (shown(*people, usual=23 * DAY), weeks(3, 4)),
        (shown(*alone, usual=3.5 * DAY), "Here it goes on whenever you do."),
    ):
        assert told in said
    assert "a day." not in shown(*alone).partition("Here it goes")[2].partition("\n")[0]


@FOR_EVERY_LANGUAGE
@pytest.mark.parametrize(("here", "missing"), [(2, 2), (3, 1), (4, 0), (5, 0)])
def test_table_counts_towards_who_is_awaited(locale: str, here: int, missing: int) -> None:
    """Beside a beginning with four no other number of seats stands: so many are here of four, and so many missing.

    At a rematch, which its opener begins, they are awaited who sat at the game before.
    """
    people = ANN, BO, CY, DANA, WREN
    line = language(locale).text("lobby-seats", taken=here, seats=max(4, here), missing=missing)
    assert [int(number) for number in re.findall(r"[0-9]+", line)] in ([here, max(4, here)], [here, 4, missing])
    invited = tuple(Incident(7, IncidentKind.INVITED, seat, each, 0.0) for seat, each in enumerate(people[:4]))
    for awaited in ({"starting": StartCondition(4)}, {"incidents": invited}):
        assert line in shown(*people[:here], locale=locale, **awaited).split("\n")


def test_beginning_is_written_as_it_is_typed() -> None:
    """A time of day where the opener lives; in UTC, with that zone, where that isn't known."""
    six = StartCondition(4, at=18 * HOUR)
    for starting, zone, told in (
        (six, "Europe/Kyiv", {"begins": "21:00"}),
        (six, None, {"begins": "18:00", "zone": "UTC"}),
        (StartCondition(4), None, {"begins": "", "zone": ""}),
        (None, "UTC", {"begins": "when I say"}),
    ):
        lines = starting_fields(starting, zone)
        assert {line["custom_id"]: line["value"] for line in lines if "value" in line} == told
    found = [len(starting_fields(None, "UTC", most)) for most in (5, 2)]
    assert found == [3, 2], "Discord takes no list of one number of players"


def starting_fields(starting: StartCondition | None, zone: str | None, most: int = 5) -> list[Part]:
    """Return the fields of the dialog of the beginning of a game of 2 to `most` people."""
    table = opened(ANN, clock=TableClock(starting=starting))
    return [
        part["component"] for part in starting_dialog(table, range(2, most + 1), language("en"), zone)["components"]
    ]


@FOR_EVERY_LANGUAGE
@FOR_EVERY_KEY
def test_table_has_three_small_lines(locale: str, game: str) -> None:
    """How long it takes, how much time there is, and what else holds; all of it in full stands behind *Options*."""
    for pace in (HOUR, DAY):
        said = shown(ANN, BO, CY, game=game, pace=pace, locale=locale, advice=True)
        assert [line[3] for line in said.split("\n") if line.startswith("-# ")] == ["⏱", "🕒", "✅"]
        assert "{" not in said

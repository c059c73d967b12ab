"""An evening of a later Herald, whose tables may have a rule of the house and whose people have favourite colors.

Played by `test_preferences` in a copy of the project whose records and texts know of both.
"""

from __future__ import annotations

from dataclasses import asdict

import pytest

from bot.storage.records import Person, Status
from bot.texts.fluent import language
from tests.bot.features.test_rematches import NEW, OLD, played
from tests.bot.server import Evening, text, warden, words
from tests.bot.tongues import everybody_reads, tongues
from tests.every import FOR_EVERY_LANGUAGE

RULE = "house"


@FOR_EVERY_LANGUAGE
async def test_rule_goes_from_server_to_rematch(court: Evening, locale: str) -> None:
    """Chosen in the dialog, switched in the lobby by its opener alone, told there, and once more after it."""
    guard, ann, say_ = warden(court), court.guests[0], language(locale).text
    everybody_reads(court, locale)

    assert say_("customs-house-off") in (await guard.govern(options=[])).text
    assert say_("customs-house-on") in (await guard.govern(options=[RULE])).text
    await court.open(ann)
    board = court.board(table=OLD)
    assert say_("allowed-house") in text(board)
    assert say_("house-forbid") in str(board.components)
    await ann.choose(board, [RULE], "rivals:1")
    await court.settle()
    assert say_("allowed-house") not in court.board_text(table=OLD)


@pytest.mark.seed(3)
async def test_rematch_has_the_rule(court: Evening) -> None:
    """As the server wanted it when the first table opened."""
    await warden(court).govern(options=[RULE])
    await (await played(court))[0].press("rematch", court.board(table=OLD))

    tables = [await court.table_record(number) for number in (OLD, NEW)]
    assert [table.status for table in tables] == [Status.OVER, Status.LOBBY]
    assert [table.options[RULE] for table in tables] == [True, True]
    assert words("allowed-house") in court.board_text(table=NEW)


@FOR_EVERY_LANGUAGE
async def test_person_chooses_a_color(court: Evening, locale: str) -> None:
    """In the dialog; kept, and told."""
    ann = court.guests[0]
    tongues(court, {ann: locale})
    assert language(locale).text("settings-color-red-now") in (await ann.prefer(color="red")).text
    await court.restart()
    kept = await court.storage.choice(Person, ann.id)
    assert asdict(kept) == asdict(Person(ann.id, locale=kept.locale)) | {"color": "red"}

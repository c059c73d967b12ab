"""What a sentence tells somebody to press stands on a button of the same message, whoever else is asked there."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

import pytest

from bot.faces import messages
from bot.faces import story as tale
from bot.faces.story import Fate, ping_message, settled_ping
from bot.faces.turns import turn_lines
from bot.storage.records import Status
from bot.texts.fluent import language
from tests.bot.faces.gallery import Payload, payload, sat
from tests.bot.faces.test_own_cards import PEOPLE, everything
from tests.bot.limits import walk as parts_of
from tests.contract.walks import AnyMatch
from tests.engine.games.fortheking.table import auction_table
from tests.engine.games.oriflamme.table import placing, resolving
from tests.engine.ordered import taking_orders
from tests.every import FOR_EVERY_LANGUAGE

HANDS = [["gold-1", "gold-2"], ["gold-2"], ["gold-3"]]


def situations() -> dict[str, AnyMatch]:
    """Return positions in which one is asked, in secret or in the open, or several at once, or both."""
    queue = resolving("R:felon_1", "B:queen_0", "G:trap_0").match
    return {
        "secret": placing().match,
        "open": queue,
        "several": taking_orders(auction_table(HANDS, ["military-A"]).match),
        "both": taking_orders(queue),
    }


def ways(sent: Payload, locale: str) -> tuple[set[str], set[str]]:
    """Return which of the two ways in a message tells somebody to press, and which it has."""
    words, labels = everything(sent), {part.get("label") for part in parts_of(sent["components"])}
    said = {key: language(locale).text(key) for key in ("button-play", "button-play-private")}
    return {key for key, text in said.items() if f"**{text}**" in words}, {
        key for key, text in said.items() if text in labels
    }


@FOR_EVERY_LANGUAGE
@pytest.mark.parametrize("situation", situations())
def test_a_post_names_the_way_in_that_it_has(situation: str, locale: str) -> None:
    """The growing post, the call below it, and what somebody who is asked has of it in another language."""
    match = situations()[situation]
    table, localizer = sat(match, PEOPLE, locale)
    everybody, asked = match.frame(None), match.frame(match.deciding[0])
    lines = turn_lines(table, everybody, everybody.asks, (), localizer)
    for look in (
        tale.post(table, everybody, [], (), localizer),
        ping_message(table, everybody, everybody.asks, (), localizer),
        messages.translated_page(table, asked, lines, localizer),
    ):
        named, there = ways(payload(look), locale)
        assert named == there
        assert len(named) == 1


@FOR_EVERY_LANGUAGE
def test_what_stays_of_a_call_promises_no_story_that_has_ended(locale: str) -> None:
    """Of a match that is over, and of one that was ended early, which has no end to read."""
    table, localizer = sat(placing().match, PEOPLE, locale)
    said = {
        status: {settled_ping(replace(table, status=status), "#", localizer, fate).content for fate in get_args(Fate)}
        for status in (Status.PLAYING, Status.OVER, Status.ENDED)
    }
    assert len(said[Status.PLAYING]) == len(get_args(Fate))
    assert said[Status.OVER] == {language(locale).text("summons-over", link="#")}
    assert said[Status.ENDED] == {language(locale).text("summons-ended", link="#")}

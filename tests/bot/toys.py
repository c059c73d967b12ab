"""The bot with a toy of the engine's in it, and words for the toy."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from fluent.runtime import FluentResource

from bot.texts import fluent
from tests.bot.clocked import evening
from tests.bot.server import Evening
from tests.engine.ballot import BALLOT

WORDS = """
ballot = Ballot
ballot-name = The Ballot
    .command = ballot
ballot-tagline = Rank three of five dishes.
ballot-rank = Rank { $left } dishes.
ballot-waits = { $who } ranks dishes.
ballot-anew = Begin anew
ballot-ready = ready
ballot-told-ranked = You ranked { $dish }.
ballot-told-anew = You began anew.
ballot-told-ready = { $who } has ranked.
ballot-told-opened = The ballots are open: { $firsts }.
ballot-points = { $who }: { $points }
ballot-ranks = Ranks
ballot-yours = Your ballot
ballot-empty = empty
ballot-dish-soup = Soup
ballot-dish-pie = Pie
ballot-dish-fish = Fish
ballot-dish-cake = Cake
ballot-dish-stew = Stew
ballot-rules-1 = Everybody ranks in secret.
    .title = The game
emblem-ballot = 🗳️
"""


@asynccontextmanager
async def voting(database: Path, patch: pytest.MonkeyPatch) -> AsyncIterator[Evening]:
    """Run an evening on which Herald knows the ballot: all decide at once, and the order of their picks counts.

    It has no more words afterwards: other tests use the toy as a game that has none.
    """
    bundle, resource = fluent._bundle(fluent.DEFAULT), FluentResource(WORDS)
    bundle.add_resource(resource)
    _forget_what_was_said()
    try:
        async with evening(database, patch, games={BALLOT.key: BALLOT}) as begun:
            yield begun
    finally:
        for entry in resource.body:
            del bundle._messages[entry.id.name]  # type: ignore[union-attr] # there are sentences alone
        _forget_what_was_said()


def _forget_what_was_said() -> None:
    for said in (fluent._recent_sentence, fluent._cached_sentence, fluent._cached_plain, fluent._has_text):
        said.cache_clear()

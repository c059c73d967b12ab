"""Planted breaches of the design: each rule of the architecture catches what it is there for."""

from __future__ import annotations

import pytest

from tests.test_architecture import (
    MOST_VERBS,
    RULES,
    Module,
    Rule,
    announcer_by_its_face,
    cogs_without_rules,
    faces_blind,
    few_verbs,
    games_apart,
    layers,
    length,
    one_player_of_matches,
    one_way_to_answer,
    purity,
    senders,
    sql_in_one_place,
    tables_alone,
    undocumented,
)
from tests.test_features import strangers
from tests.test_one_change import reached_past

ANNOUNCES = "\n".join(f"    async def verb{number}(self): ..." for number in range(MOST_VERBS + 1))
LONG = "x = 1\n" * 401
BREACHES: dict[Rule, tuple[str, ...]] = {
    layers: (
        "engine.match: import bot.tables",
        "bot.tables.tables: from cogs import table",
        "cogs.commands: def late():\n    from sandbox import world",
        "bench.speed: import tests",
        "bench.speed: from tests.bot import party",
        "bot.tables.tables: from tests.loopback import server",
        "bot.tables.tables: from . import interactions",
    ),
    purity: (
        "engine.rng: import random",
        "engine.match: from time import monotonic",
        "engine.games.chess.rules: import os.path",
    ),
    games_apart: (
        "engine.games.chess.rules: from engine.match import Match",
        "engine.games.chess.rules: from engine import saves",
        "engine.games.chess.rules: from engine.games.draughts import board",
        "engine.games.chess: from engine.games import GAMES",
        "engine.match: from engine.games import GAMES",
        "engine.agents.oracle: from engine.match import Match",
    ),
    faces_blind: (
        "bot.faces.scene_text: from engine.games.chess.state import State",
        "bot.faces.scene_text: from engine.match import Match",
        "bot.faces.scene_text: import engine.match",
        "bot.faces.scene_text: from engine import saves",
    ),
    sql_in_one_place: (
        "bot.tables.tables: import sqlite3",
        "bench.speed: import sqlite3",
        "cogs.commands: ROWS = 'SELECT id FROM tables'",
        "bot.tables.tables: def close(key):\n    return f'DELETE FROM {key}'",
    ),
    one_player_of_matches: (
        "bot.announce.posts: def go(match):\n    match.play(0, [], 0)",
        "cogs.commands: def go(live):\n    live.match.play(0, [], 0)",
    ),
    tables_alone: (
        "bot.tables.tables: from bot.announce.announcer import Announcer",
        "bot.storage.store: import bot.interactions.router",
        "bot.tables.table: from bot.faces.scene_text import Localizer",
    ),
    announcer_by_its_face: (
        "bot.interactions.plays: from bot.announce.sender import Sender",
        "cogs.commands: import bot.announce.posts",
        "bot.features.odds: import bot.announce.posts",
    ),
    few_verbs: (f"bot.announce.announcer: class Announcer:\n{ANNOUNCES}",),
    senders: (
        "bot.tables.tables: async def go(interaction):\n    await interaction.response.send_message('')",
        "bot.faces.scene_text: import discord\nasync def go(channel):\n    await channel.send('')",
        "bot.client.herald: async def go(interaction):\n    await interaction.followup.send('')",
        "bot.tables.tables: from bot.sending import rest",
    ),
    undocumented: ("bot.client.herald: async def go(client):\n    await client.http.get_user(1)",),
    one_way_to_answer: (
        "bot.interactions.lobby: from bot.sending import rest",
        "bot.interactions.lobby: async def go(interaction):\n    await interaction.response.pong()",
        "cogs.commands: async def go(response):\n    await response.send_message('')",
        "bot.features.odds: async def go(interaction):\n    await interaction.response.pong()",
        "bot.features.odds: from bot.sending import rest",
        "cogs.commands: async def go(interaction):\n    await interaction.followup.send('')",
    ),
    cogs_without_rules: (
        "cogs.commands: from engine.games.chess import rules",
        "cogs.commands: from engine.match import Match",
    ),
    length: (f"bot.long: {LONG}",),
    strangers: (
        "bot.features.odds.view: from bot.features.follows import view",
        "bot.features.odds: import bot.features.privacy.personal",
        "bot.faces.messages: from bot.features.rematch import REMATCH",
        "cogs.commands: import bot.features",
    ),
    reached_past: (
        "bot.announce.posts: from bot.tables.table_cache import TableCache",
        "bot.interactions.lobby: from bot.tables.table_cache import changes_table",
        "bot.tables.timekeeper: async def go(self):\n    await self._storage.store_published(1)",
        "bot.tables.seats: async def go(self, record):\n    await self.cache.storage.save(record)",
        "bot.client.herald: def go(self):\n    self.tables.cache.change(1, print)",
        "bot.tables.move_logs: async def go(self):\n    await self.cache._load(1)",
        "bot.features.odds: async def go(self):\n    await self.tables.cache._load(1)",
        "bot.features.odds: async def go(self):\n    await self.tables.storage.save(1)",
        "sandbox.record: async def go(storage):\n    await storage.open()\n    await storage.save(1)",
    ),
}
"""What each rule is there for: a module by its name, and what stands in it."""


def module(text: str) -> Module:
    """Return the module that is written as "its.name: its source"."""
    name, _, source = text.partition(": ")
    return Module(name, source)


@pytest.mark.parametrize("rule", BREACHES)
def test_breaches_are_seen(rule: Rule) -> None:
    """Each rule catches what it is there for; so do those of features, and of who changes a table."""
    assert [breach for breach in BREACHES[rule] if not list(rule(module(breach)))] == []


def test_what_is_allowed_is_let_through() -> None:
    """A game, a face, a cog and the tables as they should be."""
    fine = (
        "engine.games.chess.rules: from engine.games.chess.state import State\nfrom engine.rng import Rng",
        "bot.faces.scene_text: from engine.match import Frame\nfrom engine.scene import Scene",
        "bot.tables.tables: def go(match):\n    match.play(0, [], 0)",
        "bot.storage.sqlite.storage: import sqlite3\nROWS = 'SELECT id FROM tables'",
        "bot.interactions.request: async def _go(response):\n    await response.defer()",
        "cogs.play: async def go(self):\n    await self.tables.play(1, 2, 3)",
        "bot.announce.sender: import discord\nasync def _go(place):\n    await place.send('')",
    )
    assert [(text, found) for text in fine for rule in RULES if (found := list(rule(module(text))))] == []

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
)
from tests.test_features import strangers
from tests.test_one_change import reached_past

ANNOUNCES = "\n".join(f"    async def verb{number}(self): ..." for number in range(MOST_VERBS + 1))
BREACHES: tuple[tuple[Rule, str, str], ...] = (
    (layers, "engine.match", "import bot.tables"),
    (layers, "bot.tables.tables", "from cogs import table"),
    (layers, "cogs.commands", "def late():\n    from sandbox import world"),
    (layers, "bench.speed", "import tests"),
    (layers, "bench.speed", "from tests.bot import party"),
    (layers, "bot.tables.tables", "from tests.loopback import server"),
    (layers, "bot.tables.tables", "from . import interactions"),
    (purity, "engine.rng", "import random"),
    (purity, "engine.match", "from time import monotonic"),
    (purity, "engine.games.chess.rules", "import os.path"),
    (games_apart, "engine.games.chess.rules", "from engine.match import Match"),
    (games_apart, "engine.games.chess.rules", "from engine import saves"),
    (games_apart, "engine.games.chess.rules", "from engine.games.draughts import board"),
    (games_apart, "engine.games.chess", "from engine.games import GAMES"),
    (games_apart, "engine.match", "from engine.games import GAMES"),
    (games_apart, "engine.agents.oracle", "from engine.match import Match"),
    (faces_blind, "bot.faces.scene_text", "from engine.games.chess.state import State"),
    (faces_blind, "bot.faces.scene_text", "from engine.match import Match"),
    (faces_blind, "bot.faces.scene_text", "import engine.match"),
    (faces_blind, "bot.faces.scene_text", "from engine import saves"),
    (sql_in_one_place, "bot.tables.tables", "import sqlite3"),
    (sql_in_one_place, "bench.speed", "import sqlite3"),
    (sql_in_one_place, "cogs.commands", "ROWS = 'SELECT id FROM tables'"),
    (sql_in_one_place, "bot.tables.tables", "def close(key):\n    return f'DELETE FROM {key}'"),
    (one_player_of_matches, "bot.announce.posts", "def go(match):\n    match.play(0, [], 0)"),
    (one_player_of_matches, "cogs.commands", "def go(live):\n    live.match.play(0, [], 0)"),
    (tables_alone, "bot.tables.tables", "from bot.announce.announcer import Announcer"),
    (tables_alone, "bot.storage.store", "import bot.interactions.router"),
    (tables_alone, "bot.tables.table", "from bot.faces.scene_text import Localizer"),
    (announcer_by_its_face, "bot.interactions.plays", "from bot.announce.sender import Sender"),
    (announcer_by_its_face, "cogs.commands", "import bot.announce.posts"),
    (few_verbs, "bot.announce.announcer", f"class Announcer:\n{ANNOUNCES}"),
    (senders, "bot.tables.tables", "async def go(interaction):\n    await interaction.response.send_message('')"),
    (senders, "bot.faces.scene_text", "import discord\nasync def go(channel):\n    await channel.send('')"),
    (senders, "bot.client.herald", "async def go(interaction):\n    await interaction.followup.send('')"),
    (senders, "bot.tables.tables", "from bot.sending import rest"),
    (one_way_to_answer, "bot.interactions.lobby", "from bot.sending import rest"),
    (one_way_to_answer, "bot.interactions.lobby", "async def go(interaction):\n    await interaction.response.pong()"),
    (one_way_to_answer, "cogs.commands", "async def go(response):\n    await response.send_message('')"),
    (one_way_to_answer, "bot.features.odds", "async def go(interaction):\n    await interaction.response.pong()"),
    (one_way_to_answer, "bot.features.odds", "from bot.sending import rest"),
    (announcer_by_its_face, "bot.features.odds", "import bot.announce.posts"),
    (one_way_to_answer, "cogs.commands", "async def go(interaction):\n    await interaction.followup.send('')"),
    (cogs_without_rules, "cogs.commands", "from engine.games.chess import rules"),
    (cogs_without_rules, "cogs.commands", "from engine.match import Match"),
    (length, "bot.long", "x = 1\n" * 401),
    (strangers, "bot.features.odds.view", "from bot.features.follows import view"),
    (strangers, "bot.features.odds", "import bot.features.privacy.personal"),
    (strangers, "bot.faces.messages", "from bot.features.rematch import REMATCH"),
    (strangers, "cogs.commands", "import bot.features"),
    (reached_past, "bot.announce.posts", "from bot.tables.table_cache import TableCache"),
    (reached_past, "bot.interactions.lobby", "from bot.tables.table_cache import changes_table"),
    (reached_past, "bot.tables.timekeeper", "async def go(self):\n    await self._storage.store_published(1)"),
    (reached_past, "bot.tables.seats", "async def go(self, record):\n    await self.cache.storage.save(record)"),
    (reached_past, "bot.client.herald", "def go(self):\n    self.tables.cache.change(1, print)"),
    (reached_past, "bot.tables.move_logs", "async def go(self):\n    await self.cache._load(1)"),
    (reached_past, "bot.features.odds", "async def go(self):\n    await self.tables.cache._load(1)"),
    (reached_past, "bot.features.odds", "async def go(self):\n    await self.tables.storage.save(1)"),
    (reached_past, "sandbox.record", "async def go(storage):\n    await storage.open()\n    await storage.save(1)"),
)


@pytest.mark.parametrize(
    ("rule", "name", "source"),
    BREACHES,
    ids=[f"{number}-{rule.__name__}" for number, (rule, _, _) in enumerate(BREACHES)],
)
def test_a_breach_is_seen(rule: Rule, name: str, source: str) -> None:
    """Each rule catches what it is there for; so do those of features, and of who changes a table."""
    assert list(rule(Module(name, source)))


def test_what_is_allowed_is_let_through() -> None:
    """A game, a face, a cog and the tables as they should be."""
    fine = (
        ("engine.games.chess.rules", "from engine.games.chess.state import State\nfrom engine.rng import Rng"),
        ("bot.faces.scene_text", "from engine.match import Frame\nfrom engine.scene import Scene"),
        ("bot.tables.tables", "def go(match):\n    match.play(0, [], 0)"),
        ("bot.storage.sqlite.storage", "import sqlite3\nROWS = 'SELECT id FROM tables'"),
        ("bot.interactions.request", "async def _go(response):\n    await response.defer()"),
        ("cogs.play", "async def go(self):\n    await self.tables.play(1, 2, 3)"),
        ("bot.announce.sender", "import discord\nasync def _go(place):\n    await place.send('')"),
    )
    for name, source in fine:
        assert [fault for rule in RULES for fault in rule(Module(name, source))] == []

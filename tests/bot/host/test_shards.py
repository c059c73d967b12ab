"""Which shards a process looks after, by what its host has set."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.host.address import Address
from bot.host.config import Config, InvalidConfig, read_config, shard_sets
from bot.host.shards import WHOLE, ShardSet, parse_numbers
from bot.host.shards import deal_shards as dealt
from bot.storage.records import NO_PLACE

SERVER = Address("postgresql://herald@localhost/herald")


@pytest.mark.parametrize(("count", "processes"), [(4, 1), (4, 2), (4, 4), (5, 2), (7, 3)])
def test_every_shard_is_dealt_once(count: int, processes: int) -> None:
    """And nobody gets two more than another."""
    found = dealt(count, processes)
    assert sorted(number for share in found for number in share.ids) == list(range(count))
    sizes = [len(share.ids) for share in found]
    assert max(sizes) - min(sizes) <= 1
    assert sum(share.fraction for share in found) == pytest.approx(1.0)
    assert [share.has_first for share in found] == [True] + [False] * (processes - 1)
    # As Discord deals servers: by the time in their ids.
    guild = (12345 << 22) + 7
    assert [share.has_guild(guild) for share in found] == [12345 % count in share.ids for share in found]
    assert WHOLE.has_guild(guild)
    # Private tables stand in no server, and belong to the first share.
    assert [share.has_guild(NO_PLACE) for share in found] == [share.has_first for share in found]


@pytest.mark.parametrize(("text", "numbers"), [("0-1", (0, 1)), ("2", (2,)), ("3, 0-1", (0, 1, 3))])
def test_shards_are_named_by_numbers_and_spans(text: str, numbers: tuple[int, ...]) -> None:
    """In any order."""
    assert parse_numbers(text) == numbers


@pytest.mark.parametrize("text", ["", "a", "1-", "-1", "1-0", "0,0", "0-2,1"])
def test_what_names_no_shards_is_refused(text: str) -> None:
    """Nor may one be named twice."""
    with pytest.raises(ValueError):  # noqa: PT011 - the caller says it in words
        parse_numbers(text)


def test_a_host_names_a_share_or_lets_it_be_dealt(monkeypatch: pytest.MonkeyPatch) -> None:
    """SHARDS, SHARD_IDS, PROCESSES."""
    monkeypatch.setenv("DATABASE", SERVER.reveal())
    assert shard_sets(read_config(None)) == (WHOLE,)
    monkeypatch.setenv("SHARDS", "4")
    assert shard_sets(read_config(None)) == (ShardSet(4, (0, 1, 2, 3)),)
    monkeypatch.setenv("PROCESSES", "2")
    assert shard_sets(read_config(None)) == (ShardSet(4, (0, 1)), ShardSet(4, (2, 3)))
    monkeypatch.setenv("PROCESSES", "1")
    monkeypatch.setenv("SHARD_IDS", "1,3")
    assert shard_sets(read_config(None)) == (ShardSet(4, (1, 3)),)
    monkeypatch.setenv("SHARD_IDS", "all")
    with pytest.raises(InvalidConfig, match="setting-shard-ids"):
        read_config(None)


@pytest.mark.parametrize(
    "settings",
    [
        {"shards": 0, "processes": 2},
        {"shards": 0, "shard_ids": (0,)},
        {"shards": 2, "processes": 3},
        {"shards": 2, "shard_ids": (2,)},
        {"shards": 4, "processes": 2, "shard_ids": (0, 1)},
    ],
)
def test_settings_that_contradict_each_other_are_refused(settings: dict[str, object]) -> None:
    """In one sentence."""
    with pytest.raises(InvalidConfig, match="settings-shards"):
        shard_sets(Config(database=SERVER, **settings))


def test_one_process_may_have_several_shards_on_a_file_and_several_processes_may_not() -> None:
    """SQLite has one writer, and tells nobody what it wrote."""
    assert shard_sets(Config(database=Path("herald.db"), shards=4)) == (ShardSet(4, (0, 1, 2, 3)),)
    for settings in ({"processes": 2}, {"shard_ids": (0, 1)}):
        with pytest.raises(InvalidConfig, match="settings-one-file"):
            shard_sets(Config(database=Path("herald.db"), shards=4, **settings))

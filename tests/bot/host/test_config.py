"""The settings: what is read, what is refused, in which words, and which shards a process looks after by them."""

from __future__ import annotations

from pathlib import Path
from unittest.mock import Mock

import pytest
from pydantic import SecretStr, ValidationError

from bot.host import config
from bot.host.address import Address
from bot.host.config import Config, InvalidConfig, read_config, shard_sets
from bot.host.shards import WHOLE, ShardSet, parse_numbers
from bot.host.shards import deal_shards as dealt
from bot.storage.records import NO_PLACE
from bot.texts.fluent import DEFAULT, language, locales

ROOT = Path(__file__).parents[3]
EXAMPLE = ROOT / ".env.example"
TOKEN = "MTk4NjIy.Cl2FMQ.a_made_up_token"  # noqa: S105 - made up


@pytest.fixture(autouse=True)
def bare_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Begin each test without any setting of this machine's."""
    for name in Config.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)


def example() -> dict[str, str]:
    """Return the variables of .env.example with their values."""
    lines = EXAMPLE.read_text(encoding="utf-8").splitlines()
    pairs = (line.split("=", 1) for line in lines if line and not line.startswith("#"))
    return {name: value for name, value in pairs}  # noqa: C416 - dict() won't take lists for pairs


def test_the_example_as_it_is_gives_the_defaults(tmp_path: Path) -> None:
    """.env.example names every setting and shows each default in full; the sandbox runs on these, without a file.

    Above each variable of .env.example stands one line that says what it is.
    """
    defaults = config.read_config(None)
    shown = {name.upper(): str(getattr(defaults, name) or "") for name in Config.model_fields}
    assert [*example().items()] == [*shown.items()]
    assert config.read_config(EXAMPLE) == config.read_config(tmp_path / ".env") == defaults

    lines = EXAMPLE.read_text(encoding="utf-8").splitlines()
    for index, line in enumerate(lines):
        if "=" in line and not line.startswith("#"):
            assert lines[index - 1].startswith("# ")
            assert lines[index - 2] == ""


def test_the_file_is_read_and_the_environment_wins_over_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A variable of the environment is stronger than the same line in the file; nothing of it changes later.

    DATABSE=x.db would else start on herald.db without a word. A .env that can't be decoded ends in one sentence
    about the file.
    """
    env = tmp_path / ".env"
    env.write_text(f"DISCORD_TOKEN={TOKEN}\nDATABASE=file.db\nSOMEBODY_ELSES=1\n", encoding="utf-8")
    monkeypatch.setenv("DATABASE", "environment.db")
    read = config.read_config(env)
    assert read.database == Path("environment.db")
    assert read.discord_token is not None
    assert read.discord_token.get_secret_value() == TOKEN
    with pytest.raises(ValidationError):
        read.database = Path("other.db")  # type: ignore[misc] # that it is refused is the test

    env = tmp_path / ".env"
    env.write_text("DATABSE=x.db\nLOG_LEVEL=INFO\n# COMMENT=1\nexport log_format=text\nOTHER=\n", encoding="utf-8")
    assert config.unknown_names(env) == ("DATABSE", "OTHER")
    assert config.unknown_names(tmp_path / "none") == ()

    env = tmp_path / ".env"
    env.write_bytes(b"DISCORD_TOKEN=\xff\xfe")
    with pytest.raises(InvalidConfig) as caught:
        config.read_config(env)
    assert language(DEFAULT).say(caught.value.text).endswith(".env can't be read as a text file.")


def test_file_that_may_not_be_read_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As one that root has put there for a bot that runs as somebody else."""
    monkeypatch.setattr(config, "dotenv_values", Mock(side_effect=PermissionError(13, "Permission denied")))
    with pytest.raises(InvalidConfig) as caught:
        config.read_config(tmp_path / ".env")
    assert language(DEFAULT).say(caught.value.text).endswith(".env can't be read: Permission denied.")


def test_lines_that_set_nothing_are_counted(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """By their place in the file, and in no other words than Herald's own; the rest is read."""
    env = tmp_path / ".env"
    env.write_text('\n# A\nDISCORD_TOKEN: x\n\n\nLOG_LEVEL="DEBUG\nEMBLEMS=emoji\n', encoding="utf-8")
    assert config.unclear_lines(env) == (3, 6)
    assert config.unclear_lines(tmp_path) == ()
    assert config.read_config(env) == Config(emblems="emoji")
    assert not caplog.records


@pytest.mark.parametrize(
    "written, desktop, read",
    [
        *((b"", each, "uk") for each in ("en_US:en", "en_US", "en_US.UTF-8", "de_AT:de:en")),
        (b"", "en", "en"),
        (b"LOG_LEVEL=loud", "", "uk"),
        *((b"", each, "uk") for each in ("C", "POSIX", "C.UTF-8")),
        *((b"\xff", each, DEFAULT) for each in ("", "xx")),
        (b"\xff", "uk_UA:uk:en", "uk"),
    ],
)
def test_the_language_of_a_desktop_yields_to_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, written: bytes, desktop: str, read: str
) -> None:
    """Many desktops set LANGUAGE to a list of locales, which says nothing about the bot; `LANGUAGE=en` is a choice.

    The host is spoken to in that language even where another setting can't be used, and in English where neither says
    anything that Herald speaks.
    """
    env = tmp_path / ".env"
    env.write_bytes(b"LANGUAGE=uk\n" + written)
    if desktop:
        monkeypatch.setenv("LANGUAGE", desktop)
    assert config.host_language(env) == read
    assert written or (config.read_config(env).language, config.host_language(None)) == (read, "en")


def test_the_token_never_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    """The token is never printed or logged.

    A traceback that is printed after all shows no cause that could carry the token.
    """
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    read = config.read_config(None)
    assert TOKEN not in f"{read!r} {read} {read.discord_token!r} {read.model_dump_json()}"

    monkeypatch.setenv("DISCORD_TOKEN", f"Bot {TOKEN}")
    with pytest.raises(InvalidConfig) as caught:
        config.read_config(None)
    assert caught.value.__suppress_context__
    assert TOKEN not in f"{caught.value} {caught.value.text} {caught.value.__context__}"


@pytest.mark.parametrize(
    "name, given, kept",
    [
        ("discord_token", "", None),
        ("discord_token", f" {TOKEN}\n", SecretStr(TOKEN)),
        ("discord_token", " ", None),
        ("daily_zone", "  ", "UTC"),
        ("database", " \t", Path("herald.db")),
        ("database", "tables.db\r", Path("tables.db")),
        ("metrics_port", " 8080 ", 8080),
        ("discord_api_url", "https://discord.com/api/v10/", "https://discord.com/api/v10"),
        ("discord_api_url", "http://127.0.0.1:8080", "http://127.0.0.1:8080"),
        ("discord_api_url", "http://[::1]:8080/api//", "http://[::1]:8080/api"),
        *(("log_level", given, "WARNING") for given in ("warning", "WARNING", "Warning")),
        *(("language", given, "en") for given in ("en_GB:en", "xx_XX:en", "xx_XX:xx", "EN", "en-US", "C.UTF-8")),
    ],
)
def test_what_is_written_is_read_as_it_was_meant(
    monkeypatch: pytest.MonkeyPatch, name: str, given: str, kept: object
) -> None:
    """A copied .env.example has a token line without a token, and a secret file ends in a line break.

    What is blank is not set, in whatever variable.

    Desktops set LANGUAGE to a list for all programs, which must not keep the sandbox from starting.
    """
    monkeypatch.setenv(name.upper(), given)
    assert getattr(config.read_config(None), name) == kept


@pytest.mark.parametrize(
    "name, wrong, why",
    [
        *(
            ("DISCORD_TOKEN", spoilt, "must be the token alone, without spaces or other signs around or inside it")
            for spoilt in (f"Bot {TOKEN}", f"{TOKEN}\nX: y", f"“{TOKEN}”")
        ),
        *(
            (
                "DISCORD_API_URL",
                wrong,
                "must be an address that begins with http:// or https://, such as https://discord.com/api/v10",
            )
            for wrong in (
                "discord.com",
                "ftp://discord.com",
                "http://",
                "http://[::1",
                "http://a:port",
                "https://a?v=10",
                "https://me:sesame@discord.com/api/v10",
            )
        ),
        *(("RIVAL_SECONDS", wrong, "must be a whole number from 1 to 60") for wrong in ("0", "-1", "1.5", "1e12", "x")),
        *(("METRICS_PORT", wrong, "must be a whole number from 1 to 65535") for wrong in ("0", "1e3", "65536", "٣")),
        *(("IDLE_DAYS", wrong, "must be a whole number from 0 to 999999999") for wrong in ("-1", "9999999999")),
        ("LOG_LEVEL", "loud", "must be one of DEBUG, INFO, WARNING, ERROR, CRITICAL"),
        *(
            ("LANGUAGE", wrong, f"must be one of {', '.join(locales())}")
            for wrong in ("xx", "english", "Ukrainian", "українська", "en,uk", "de-DE", "1")
        ),
        *(
            (
                "DATABASE",
                wrong,
                "must be the path of a file, or an address such as postgresql://herald@localhost/herald",
            )
            for wrong in (
                "postgressql://herald:sesame@localhost/herald",
                "postgresql:/herald:sesame@localhost/herald",
                "postgresql:herald:sesame@localhost/herald",
                "postgres//herald:sesame@localhost/herald",
                "postgresql+asyncpg://herald:sesame@localhost/herald",
                "postgresql://herald:ses/ame@localhost/herald",
                "postgresql://herald:7/ame@localhost/herald",
                "postgresql://herald:ses?ame@localhost/herald",
                "postgresql://herald:7?ame@localhost/herald",
                "postgresql://herald:7/s?ame@localhost/herald",
                "postgresql://herald:s@s/ame@localhost/herald",
                "postgresql://herald:ses#ame@localhost/herald",
                "postgresql://herald:sesame@localhost:port/herald",
                "sqlite:///herald.db",
                "/",
                "link_to_itself",
            )
        ),
    ],
)
def test_what_can_not_be_meant_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, wrong: str, why: str
) -> None:
    """The sentence names the variable, never its value, and says what would be right."""
    monkeypatch.chdir(tmp_path)
    Path("link_to_itself").symlink_to("link_to_itself")
    monkeypatch.setenv(name, wrong)
    with pytest.raises(InvalidConfig) as caught:
        config.read_config(None)
    assert language(DEFAULT).say(caught.value.text) == f"{name} {why}."


@pytest.mark.parametrize(
    "given, shown",
    [
        ("herald.db", "herald.db"),
        ("C:/herald/herald.db", "C:/herald/herald.db"),
        ("2026-11-28T10:30/herald.db", "2026-11-28T10:30/herald.db"),
        ("postgres/herald.db", "postgres/herald.db"),
        ("postgres:///herald", "postgresql:///herald"),
        ("POSTGRESQL://herald:s@s%2Fame@[::1]:5432/herald?user=me@cloud", "postgresql://herald@[::1]:5432/herald"),
        ("postgresql://herald:sesame@one:5432,two/herald", "postgresql://herald@one:5432,two/herald"),
    ],
)
def test_database_is_shown_without_its_password(monkeypatch: pytest.MonkeyPatch, given: str, shown: str) -> None:
    """The forms of paths and of libpq's addresses; what divides an address stands in a password as its code."""
    monkeypatch.setenv("DATABASE", given)
    assert str(config.read_config(None).database) == shown


def test_every_fault_is_told_in_every_language(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each names its variable and none the value."""
    names = ["DISCORD_TOKEN", "DISCORD_API_URL", "LOG_LEVEL", "LANGUAGE"]
    for name in names:
        monkeypatch.setenv(name, "xx" if name == "LANGUAGE" else "no good")
    with pytest.raises(InvalidConfig) as caught:
        config.read_config(None)
    told = {locale: language(locale).say(caught.value.text) for locale in locales()}
    assert len(set(told.values())) == len(locales())
    for sentence in told.values():
        assert [part.split()[0] for part in sentence.split("; ")] == names
        assert "no good" not in sentence


# Shards

SERVER = Address("postgresql://herald@localhost/herald")


@pytest.mark.parametrize("count, processes", [(4, 1), (4, 2), (4, 4), (5, 2), (7, 3)])
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


@pytest.mark.parametrize("text, numbers", [("0-1", (0, 1)), ("2", (2,)), ("3, 0-1", (0, 1, 3))])
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

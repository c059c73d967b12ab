"""The settings: what is read, what is refused, and in which words."""

from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import SecretStr, ValidationError

from bot.host import config
from bot.host.config import Config, InvalidConfig
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


@pytest.mark.parametrize(
    ("written", "desktop", "read"),
    [
        *((b"", each, "uk") for each in ("en_US:en", "en_US", "en_US.UTF-8", "de_AT:de:en")),
        (b"", "en", "en"),
        (b"LOG_LEVEL=loud", "", "uk"),
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
    ("name", "given", "kept"),
    [
        ("discord_token", "", None),
        ("discord_token", f" {TOKEN}\n", SecretStr(TOKEN)),
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

    Desktops set LANGUAGE to a list for all programs, which must not keep the sandbox from starting.
    """
    monkeypatch.setenv(name.upper(), given)
    assert getattr(config.read_config(None), name) == kept


@pytest.mark.parametrize(
    ("name", "wrong", "why"),
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
            )
        ),
        ("LOG_LEVEL", "loud", "must be one of DEBUG, INFO, WARNING, ERROR, CRITICAL"),
        ("LANGUAGE", "xx", f"must be one of {', '.join(locales())}"),
    ],
)
def test_what_can_not_be_meant_is_refused(monkeypatch: pytest.MonkeyPatch, name: str, wrong: str, why: str) -> None:
    """The sentence names the variable, never its value, and says what would be right."""
    monkeypatch.setenv(name, wrong)
    with pytest.raises(InvalidConfig) as caught:
        config.read_config(None)
    assert language(DEFAULT).say(caught.value.text) == f"{name} {why}."


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

"""Configuration of the host, read once from the environment and from `.env`."""

import logging
import os
import re
from collections.abc import Mapping
from contextlib import suppress
from functools import partial, reduce
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

from dotenv import dotenv_values
from dotenv.parser import parse_stream
from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    InstanceOf,
    SecretStr,
    ValidationError,
)
from pydantic_core import ErrorDetails, PydanticCustomError

from bot.clocks.user_time_settings import find_zone
from bot.host.address import Address, Place, parse_address
from bot.host.errors import HostError, system_reason
from bot.host.shards import MOST, ShardSet, parse_numbers, possible_shard_sets
from bot.texts.fluent import DEFAULT, locales
from engine.scene import Text, Value, say

ENV_FILE = Path(".env")
DISCORD_API = "https://discord.com/api/v10"
LOG_FORMATS = ("text", "json")
PORTS = range(1, 1 << 16)
SECONDS, WORKERS, ANALYSIS = range(1, 61), range(1, 65), range(601)
"""Allowed seconds for a rival's answer, numbers of thinking processes, and seconds of CPU to analyse a match."""
SECRETS = frozenset({"DISCORD_TOKEN", "DATABASE", "PGPASSWORD", "POSTGRES_PASSWORD"})
"""Variables that may hold a secret; `Address` has taken `PGPASSWORD` by the time that the settings are read.

`POSTGRES_PASSWORD` is in the `.env` of compose.scale.yaml, which hands all of that file to Herald, too.
"""
DESKTOPS = re.compile(r"[_.:@]|^(C|POSIX)$")
"""What no name of a language has in it, but the lists and locales of desktops."""
COUNT_DIGITS = 9
"""The most digits of a setting that counts."""
# It would tell of a line that it leaves out each time that the file is read, in English; `unclear_lines` does once.
logging.getLogger("dotenv").setLevel(logging.ERROR)


class InvalidConfig(HostError):
    """A setting, or the file with the settings, can't be used; the text never holds a value."""


def _is_chosen(language: str) -> bool:
    return not DESKTOPS.search(language)


def _refuse(key: str, **facts: Value) -> PydanticCustomError:
    # The message is the key of a sentence: nobody is shown pydantic's own words.
    return PydanticCustomError("setting", key, facts)


def _token(token: SecretStr) -> SecretStr:
    if not all("!" <= letter <= "~" for letter in token.get_secret_value()):
        raise _refuse("setting-token")
    return token


def _api_url(text: str) -> str:
    try:
        url = urlsplit(text)
        reached = url.scheme in {"http", "https"} and url.hostname and url.port != 0
        # A name and password there would be shown, and no request can carry them beside the token.
        is_base = reached and not (url.query + url.fragment or "@" in url.netloc)
    except ValueError:
        is_base = False
    if not is_base:
        raise _refuse("setting-address", example=DISCORD_API)

    return text.rstrip("/")


def _database(given: object) -> Place:
    if isinstance(given, Path | Address):
        return given
    # Before Python 3.13, a link that leads to itself is a RuntimeError.
    with suppress(ValueError, RuntimeError):
        place = parse_address(str(given))
        real = "" if isinstance(place, Address) else place.resolve()
        if not os.path.isdir(real) and not os.path.islink(real):  # noqa: PTH112, PTH114 # a Path would fail where it can't be looked at
            return place
    raise _refuse("setting-database", example="postgresql://herald@localhost/herald")


def _one_of(*choices: str) -> AfterValidator:
    """Return a validator that takes one of `choices`, in upper or lower case."""

    def choose(text: str) -> str:
        found = [each for each in choices if each.lower() == text.lower()]
        if not found:
            raise _refuse("setting-choice", choices=", ".join(choices))
        return found[0]

    return AfterValidator(choose)


def _language(text: str) -> str:
    """Return a language that has texts.

    Of a desktop's list such as "de_AT:de:en" the first known language counts, the default if there is none. Any other
    name was meant for the bot, and must be known.
    """
    spoken = locales()
    wanted = [part.replace("-", "_").split("_")[0].lower() for part in text.split(":")]
    known = [name for name in wanted if name in spoken]
    if not known and _is_chosen(text):
        raise _refuse("setting-choice", choices=", ".join(spoken))
    if not known:
        return DEFAULT

    return known[0]


def _zone(name: str) -> str:
    """Return the time zone of that name or city."""
    try:
        return find_zone(name) or name
    except ValueError:
        raise _refuse("setting-zone", example="Europe/Kyiv") from None


def _count_within(numbers: range, given: object) -> int:
    """Return a whole number of `numbers`."""
    text = str(given)
    plain = text.isascii() and text.isdecimal() and len(text) <= COUNT_DIGITS
    if not plain or int(text) not in numbers:
        raise _refuse("setting-count", low=str(numbers[0]), high=str(numbers[-1]))
    return int(text)


def _seconds(given: object) -> int | float:
    """Return the seconds of a rival's answer; 0 is refused, since it would tell how long a rival thinks."""
    if isinstance(given, float) and given > 0:
        return given
    return _count_within(SECONDS, given)


def _among(numbers: range) -> BeforeValidator:
    return BeforeValidator(partial(_count_within, numbers))


def _shard_ids(given: object) -> tuple[int, ...]:
    if isinstance(given, tuple):
        return given
    try:
        return parse_numbers(str(given))
    except ValueError:
        raise _refuse("setting-shard-ids", example="0-1") from None


Count = Annotated[int, _among(range(10**COUNT_DIGITS))]
"""A number of which 0 stands for no limit."""


class Config(BaseModel):
    """All settings, each under its name in lower case; a variable that is empty or blank counts as not set."""

    model_config = ConfigDict(extra="ignore", frozen=True, hide_input_in_errors=True)

    discord_token: Annotated[SecretStr, AfterValidator(_token)] | None = None
    database: Annotated[Path | InstanceOf[Address], BeforeValidator(_database)] = Path(
        "herald.db"
    )
    checkpoints: Annotated[str, _one_of("truncate", "passive")] = "truncate"
    discord_api_url: Annotated[str, AfterValidator(_api_url)] = DISCORD_API
    shards: Annotated[int, _among(range(MOST + 1))] = 0
    shard_ids: Annotated[tuple[int, ...], BeforeValidator(_shard_ids)] = ()
    processes: Annotated[int, _among(range(1, MOST + 1))] = 1
    requests_per_second: Count = 50
    log_level: Annotated[
        str, _one_of("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")
    ] = "INFO"
    log_format: Annotated[str, _one_of(*LOG_FORMATS)] = "text"
    language: Annotated[str, AfterValidator(_language)] = DEFAULT
    emblems: Annotated[str, _one_of("drawn", "emoji")] = "drawn"
    lobbies_per_person: Count = 3
    tables_per_person: Count = 20
    tables_per_channel: Count = 25
    tables_per_server: Count = 100
    newgame_seconds: Count = 10
    clicks_per_minute: Count = 120
    rival_seconds: Annotated[int | float, BeforeValidator(_seconds)] = 2
    rival_workers: Annotated[int, _among(WORKERS)] = 1
    analysis: Annotated[int, _among(ANALYSIS)] = 60
    daily_zone: Annotated[str, AfterValidator(_zone)] = "UTC"
    lobby_days: Count = 7
    idle_days: Count = 30
    resting_days: Count = 30
    finished_days: Count = 365
    backups: Path | None = None
    health_file: Path | None = None
    metrics_port: Annotated[int, _among(PORTS)] | None = None


def _given(env_file: Path | None) -> dict[str, str]:
    """Return what is set, by field name: in the environment, else in `env_file`, else by a desktop's `LANGUAGE`."""
    environment = _by_field(os.environ)
    chosen = dict(environment)
    if not _is_chosen(chosen.get("language", "")):
        chosen.pop("language", None)

    written = {} if env_file is None else dotenv_values(env_file)
    return environment | _by_field(written) | chosen


def _by_field(variables: Mapping[str, str | None]) -> dict[str, str]:
    bare = {name.lower(): (value or "").strip() for name, value in variables.items()}
    return {name: value for name, value in bare.items() if value}


def read_config(env_file: Path | None = ENV_FILE) -> Config:
    """Return the settings; raise `InvalidConfig` if one of them, or `env_file`, can't be used."""
    try:
        return Config.model_validate(_given(env_file))
    except ValidationError as error:
        raise InvalidConfig("settings-wrong", faults=describe_faults(error)) from None
    except OSError as error:
        raise InvalidConfig(
            "settings-unreadable", path=str(env_file), why=system_reason(error)
        ) from None
    except UnicodeDecodeError:
        raise InvalidConfig("settings-file", path=str(env_file)) from None


def hide_secrets() -> None:
    """Delete `SECRETS` from the environment once they are read: helper processes inherit it."""
    for name in [name for name in os.environ if name.upper() in SECRETS]:
        del os.environ[name]


def unknown_names(env_file: Path = ENV_FILE) -> tuple[str, ...]:
    """Return the names in `env_file` that are no settings, in its order; none if there is no file."""
    return tuple(
        name
        for name in dotenv_values(env_file)
        if name.lower() not in Config.model_fields
    )


def unclear_lines(env_file: Path = ENV_FILE) -> tuple[int, ...]:
    """Return the numbers of the lines in `env_file` that set nothing, though each should."""
    if not env_file.is_file():
        return ()
    with env_file.open(encoding="utf-8") as stream:
        found = [each.original for each in parse_stream(stream) if each.error]
    # A statement begins with the empty lines before it.
    return tuple(
        each.line + each.string[: -len(each.string.lstrip())].count("\n")
        for each in found
    )


def shard_sets(config: Config) -> tuple[ShardSet, ...]:
    """Return the shard sets of which a process takes one; raise `InvalidConfig` if the settings conflict."""
    try:
        found = possible_shard_sets(config.shards, config.shard_ids, config.processes)
    except ValueError:
        raise InvalidConfig("settings-shards") from None
    if isinstance(config.database, Path) and not found[0].is_whole:
        raise InvalidConfig("settings-one-file", path=str(config.database))
    return found


def host_language(env_file: Path | None = ENV_FILE) -> str:
    """Return the language for the host, also where other settings are invalid.

    It is the setting; where that can't be read the environment alone counts, and English is left for the rest.
    """
    for source in (env_file, None):
        try:
            return _language(_given(source).get("language", DEFAULT))
        except (ValueError, OSError):
            # What can't be decoded is no setting either.
            continue
    return DEFAULT


def describe_faults(error: ValidationError) -> Text:
    """Return all faults of the settings as one text, naming each variable and never its value."""
    every = [
        _fault(detail)
        for detail in error.errors(include_url=False, include_input=False)
    ]
    return reduce(
        lambda first, second: say("settings-both", first=first, second=second), every
    )


def _fault(detail: ErrorDetails) -> Text:
    name = str(detail["loc"][0]).upper()
    if detail["type"] != "setting":
        return say("setting-unclear", variable=name)
    return say(detail["msg"], variable=name, **detail.get("ctx", {}))

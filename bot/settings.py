"""What the host of a bot decides, read once from the environment and from .env."""

from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

from pydantic import AfterValidator, SecretStr, ValidationError
from pydantic_core import ErrorDetails, PydanticCustomError
from pydantic_settings import BaseSettings, SettingsConfigDict

from bot.texts import DEFAULT, locales

ENV_FILE = Path(".env")
DISCORD_API = "https://discord.com/api/v10"
LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")


class InvalidSettings(Exception):
    """A setting can't be used; the message is one sentence for the host and never holds a value."""


def _is_language(name: str) -> bool:
    return len(name) == len(DEFAULT) and name.isascii() and name.isalpha()


def _refuse(must: str) -> PydanticCustomError:
    return PydanticCustomError("setting", "{must}", {"must": must})


def _token(token: SecretStr) -> SecretStr:
    bare = token.get_secret_value().strip()
    if not all("!" <= letter <= "~" for letter in bare):
        raise _refuse("must be the token alone, without spaces or other signs around or inside it")
    return SecretStr(bare)


def _api_url(text: str) -> str:
    if not _is_base(text):
        raise _refuse("must be an address that begins with http:// or https://, such as https://discord.com/api/v10")
    return text.rstrip("/")


def _is_base(text: str) -> bool:
    try:
        url = urlsplit(text)
        return url.scheme in {"http", "https"} and bool(url.hostname) and url.port != 0 and not url.query + url.fragment
    except ValueError:
        return False


def _level(text: str) -> str:
    if text.upper() not in LEVELS:
        raise _refuse(f"must be one of {', '.join(LEVELS)}")
    return text.upper()


def _language(text: str) -> str:
    """Return a language that Herald speaks.

    Many desktops set LANGUAGE to a list such as "de_AT:de:en": its first known language counts, the default if there is
    none. A plain two-letter name was meant for the bot, and must be known.
    """
    spoken = locales()
    wanted = [part.replace("-", "_").split("_")[0].lower() for part in text.split(":")]
    known = [name for name in wanted if name in spoken]
    if not known and _is_language(text):
        raise _refuse(f"must be one of {', '.join(spoken)}")
    return known[0] if known else DEFAULT


class Settings(BaseSettings):
    """Every setting, under its name in lower case; an empty variable counts as not set."""

    model_config = SettingsConfigDict(
        env_file_encoding="utf-8",
        env_ignore_empty=True,
        extra="ignore",
        frozen=True,
        hide_input_in_errors=True,
    )

    discord_token: Annotated[SecretStr, AfterValidator(_token)] | None = None
    database: Path = Path("herald.db")
    discord_api_url: Annotated[str, AfterValidator(_api_url)] = DISCORD_API
    log_level: Annotated[str, AfterValidator(_level)] = "INFO"
    language: Annotated[str, AfterValidator(_language)] = DEFAULT


def read(env_file: Path | None = ENV_FILE) -> Settings:
    """Return the settings; raise InvalidSettings if one of them, or the file, can't be used."""
    try:
        return Settings(_env_file=env_file)
    except ValidationError as error:
        raise InvalidSettings(sentence(error)) from None
    except (OSError, UnicodeDecodeError):
        raise InvalidSettings(f"{env_file} can't be read as a text file.") from None


def sentence(error: ValidationError) -> str:
    """Return what is wrong with the settings as one sentence, naming each variable and never its value."""
    return "; ".join(_fault(detail) for detail in error.errors(include_url=False, include_input=False)) + "."


def _fault(detail: ErrorDetails) -> str:
    name = str(detail["loc"][0]).upper()
    return f"{name} {detail['msg']}" if detail["type"] == "setting" else f"{name} can't be understood"

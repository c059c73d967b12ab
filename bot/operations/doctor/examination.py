"""All that the doctor looks at, one line each: every check is made though others fail."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence

from bot.host import connection_errors
from bot.host.cli import FAILED, OK
from bot.host.config import Config
from bot.host.errors import HostError
from bot.operations.doctor import Finding, Level, failure, local, remote
from bot.texts.fluent import Language
from engine.scene import Text, say

LEVELS = {Level.OK: "doctor-ok", Level.WARN: "doctor-warn", Level.FAIL: "doctor-fail"}


async def examine(config: Config, said: Language, tell: Callable[[str], None]) -> int:
    """Make every check, tell what is found line by line, and return the exit code: FAILED if anything is a failure."""
    asked = asyncio.create_task(_at_discord(config))
    worst = OK
    for key, check in local.CHECKS.items():
        worst = max(worst, _told(key, await asyncio.to_thread(_here, check, config), said, tell))
    for key, found in zip(remote.CHECKS, await asked, strict=True):
        worst = max(worst, _told(key, found, said, tell))
    return worst


def _told(key: str, findings: Sequence[Finding], said: Language, tell: Callable[[str], None]) -> int:
    for finding in findings:
        tell(f"{said.text(LEVELS[finding.level]):<5} {said.text(key)}: {said.say(finding.text)}")
    return FAILED if any(finding.level is Level.FAIL for finding in findings) else OK


def _here(check: local.Check, config: Config) -> Sequence[Finding]:
    try:
        return list(check(config, time.time()))
    except HostError as error:
        return [Finding(Level.FAIL, error.text)]
    except OSError as error:
        return [failure("doctor-unreadable", path=str(error.filename), why=error.strerror or type(error).__name__)]


async def _at_discord(config: Config) -> Sequence[Sequence[Finding]]:
    async with remote.Api(config) as api:
        return _said_once(await asyncio.gather(*(_there(check, api, config) for check in remote.CHECKS.values())))


def _said_once(checks: Sequence[Sequence[Finding]]) -> Sequence[Sequence[Finding]]:
    """Return what the remote checks have found; a failure that an earlier one has told leads to that one's line."""
    told: dict[Text, str] = {}
    for name, findings in zip(remote.CHECKS, checks, strict=True):
        for each in findings:
            told.setdefault(each.text, name)

    return [
        [each if told[each.text] == name else Finding(each.level, _see(told[each.text])) for each in findings]
        for name, findings in zip(remote.CHECKS, checks, strict=True)
    ]


def _see(name: str) -> Text:
    return say("doctor-unchecked", check=say(name))


async def _there(check: remote.Check, api: remote.Api, config: Config) -> Sequence[Finding]:
    try:
        return [finding async for finding in check(api)]
    except HostError as error:
        return [Finding(Level.FAIL, error.text)]
    except (KeyError, TypeError, ValueError):
        return [Finding(Level.FAIL, connection_errors.not_discord(config.discord_api_url).text)]

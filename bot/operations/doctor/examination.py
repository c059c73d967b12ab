"""The doctor's examination: runs every check though others fail, and prints a line for each finding."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from contextlib import aclosing

from bot.host import connection_errors
from bot.host.cli import FAILED, OK, Terminal
from bot.host.config import Config
from bot.host.errors import HostError, system_reason
from bot.operations.doctor import CHECKS, Check, Finding, Level, failure, remote
from engine.scene import Text, say


async def examine(config: Config, terminal: Terminal) -> int:
    """Run all checks, those at Discord at once, and print their findings; return the exit code."""
    asked = asyncio.create_task(_check_discord(config))
    worst, first = OK, dict[Text, str]()
    for key, check in CHECKS.items():
        found = await asyncio.to_thread(_run_local, check, config)
        worst = max(worst, _print_findings(key, found, first, terminal))
    for key, found in zip(remote.CHECKS, await asked, strict=True):
        worst = max(worst, _print_findings(key, found, first, terminal))

    return worst


def _print_findings(
    key: str, findings: Sequence[Finding], first: dict[Text, str], terminal: Terminal
) -> int:
    """Print the findings of the check `key`, or refer to the check that was the `first` with the same.

    Return `FAILED` if one is a failure.
    """
    language = terminal.language
    for level, text in findings:
        bad, check = language.text(level), first.setdefault(text, key)
        told = text if check == key else say("doctor-unchecked", check=say(check))
        terminal.write(f"{bad:<5} {language.text(key)}: {language.say(told)}")

    if any(level is Level.FAIL for level, _ in findings):
        return FAILED
    return OK


def _run_local(check: Check, config: Config) -> Sequence[Finding]:
    """Return the findings of a local `check`; its errors are failures."""
    try:
        return list(check(config, time.time()))
    except HostError as error:
        return [(Level.FAIL, error.text)]
    except OSError as error:
        return [
            failure(
                "doctor-unreadable", path=str(error.filename), why=system_reason(error)
            )
        ]


async def _check_discord(config: Config) -> Sequence[Sequence[Finding]]:
    async with aclosing(remote.Api(config)) as api:
        runs = [_run_remote(check, api, config) for check in remote.CHECKS.values()]
        return await asyncio.gather(*runs)


async def _run_remote(
    check: remote.Check, api: remote.Api, config: Config
) -> Sequence[Finding]:
    """Return the findings of a remote `check`; its errors are failures."""
    try:
        return [finding async for finding in check(api)]
    except HostError as error:
        return [(Level.FAIL, error.text)]
    except (KeyError, TypeError, ValueError):
        why = connection_errors.not_discord(config.discord_api_url)
        return [(Level.FAIL, why.text)]

"""Circuit breaker for Discord: holds every table while Discord takes nothing, and lets one probe every 30 s.

Theory of operation. One failed request says little: a dropped keep-alive connection or a single 503 is a table's own
matter, and that table tries again by itself after each of `OWN_RETRIES`. The circuit opens when two tables have failed
with nothing taken in between, when one has used up its retries and nothing was taken since its first failure, or at
once where Discord refuses the bot as a whole (401, the edge's 403, a global 429). While it is open, tables wait here;
the one that has waited longest probes, a second after the circuit opened and then every `PROBE_EVERY` seconds, each
time another one, for an error may look like everybody's and be one table's own. A table that has not failed yet may
probe as soon as it has news, as long as only one other has.

Any request with the bot's token that gets through closes the circuit. An answer to a click lets the next table probe at
once, at most every `ANSWERS_APART` seconds, unless Discord refuses the bot as a whole: answers carry a token of their
own and are taken all the same. A 429 of one route never comes here.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence

import discord

from bot.announce.announce_state import AnnounceState, Wait, WaitReason, is_bot_refused

log = logging.getLogger(__name__)

OWN_RETRIES = (0.5, 2.0)
"""Seconds before a table tries its own request again: the first, the second time."""
FIRST_PROBE = 1.0
"""Seconds from the opening of the circuit to the first probe."""
PROBE_EVERY = 30.0
"""Seconds between two probes."""
ANSWERS_APART = 5.0
"""Seconds between two probes that answers to clicks have called for: where these get through, little else may."""


class CircuitBreaker:
    """Circuit breaker: knows whether Discord takes requests, and which tables wait until it does.

    One table probes at a time, a second after the circuit opened and then every `PROBE_EVERY` seconds. It raises
    nothing: an error is counted by `count_failure`, which returns the wait.
    """

    def __init__(self, wake: Callable[[AnnounceState], None]) -> None:
        """Let a table probe by calling `wake`."""
        self._wake = wake
        self._successes = 0
        self._suspects: set[AnnounceState] = set()
        self._waiting: dict[AnnounceState, None] = {}

        self._probing: AnnounceState | None = None

        self._probes: asyncio.Task[None] | None = None
        self._refused = False
        self._probed = -ANSWERS_APART
        self._opened = discord.utils.utcnow()

    @property
    def is_open(self) -> bool:
        """Tell whether tables have to wait."""
        return self._probes is not None

    def hold(self, table: AnnounceState) -> bool:
        """Hold `table` while the circuit is open, and tell whether it is held; `wake` is called when it may try.

        A table that hasn't failed probes at once, as long as only one other has failed.
        """
        if not self.is_open or table is self._probing:
            return False

        if (
            self._probing is None
            and not self._refused
            and len(self._suspects) == 1
            and table not in self._suspects
        ):
            self._probing = table
            return False

        self._waiting.setdefault(table)
        return True

    def count_failure(self, table: AnnounceState, error: Exception) -> Wait | None:
        """Count a request of `table` that didn't get through; return the wait for its next try.

        None: other tables' requests get through, so the fault is its own.
        """
        table.retries += 1
        if table.retries == 1:
            table.first_failed = self._successes

        self._suspects.add(table)
        self._refused |= is_bot_refused(error)
        if self._probing is table:
            self._probing = None

        if not self.is_open and not self._refused and len(self._suspects) == 1:
            if table.retries <= len(OWN_RETRIES):
                return Wait.seconds(WaitReason.CIRCUIT, OWN_RETRIES[table.retries - 1])
            if self._successes > table.first_failed:
                return None

        self._waiting.pop(table, None)
        self._waiting[table] = None
        if not self.is_open:
            self._open(error)
        return Wait(WaitReason.CIRCUIT)

    def pass_probe_on(self, table: AnnounceState) -> None:
        """Let the next table probe: `table` had nothing to send."""
        self._waiting.pop(table, None)
        if table is self._probing:
            self._probe()

    def count_success(self) -> Sequence[AnnounceState]:
        """Close the circuit after a request with the bot's token got through; return the tables that have waited."""
        self._successes += 1
        self._suspects.clear()
        if not self.is_open:
            return ()

        self.close()
        waited = tuple(each for each in self._waiting if each is not self._probing)

        seconds = (discord.utils.utcnow() - self._opened).total_seconds()
        log.warning(
            "Discord takes requests again, after %.0f seconds; %s tables have waited",
            seconds,
            len(waited),
        )
        self._waiting.clear()
        self._probing, self._refused = None, False
        return waited

    def probe_now(self) -> None:
        """Let the next table probe at once: there is a sign that Discord is back."""
        if self.is_open and self._probing is None:
            self._start_probes(PROBE_EVERY)
            self._probe()

    def note_answer(self) -> None:
        """Probe after an answer to an interaction got through, unless Discord refuses the bot as a whole."""
        now = asyncio.get_running_loop().time()
        if not self._refused and now - self._probed >= ANSWERS_APART:
            self.probe_now()

    def close(self) -> None:
        """Stop probing."""
        if self._probes is not None:
            self._probes.cancel()
            self._probes = None

    def _open(self, error: Exception) -> None:
        self._opened = discord.utils.utcnow()
        log.warning(
            "Discord takes nothing; Herald tries again every %.0f seconds: %r",
            PROBE_EVERY,
            error,
        )
        self._start_probes(PROBE_EVERY if self._refused else FIRST_PROBE)

    def _start_probes(self, delay: float) -> None:
        self.close()
        self._probes = asyncio.create_task(
            self._probe_repeatedly(delay), name="circuit breaker"
        )

    async def _probe_repeatedly(self, delay: float) -> None:
        while True:
            await asyncio.sleep(delay)
            self._probe()
            delay = PROBE_EVERY

    def _probe(self) -> None:
        """Wake the table that has waited longest, and put it at the end of the queue: its try may never come back."""
        self._probed = asyncio.get_running_loop().time()
        self._probing = next(iter(self._waiting), None)
        if self._probing is not None:
            self._waiting[self._probing] = self._waiting.pop(self._probing)
            self._wake(self._probing)

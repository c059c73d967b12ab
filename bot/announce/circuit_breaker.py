"""Circuit breaker for Discord: while Discord takes nothing it holds the tables that fail, and one probes every 30 s.

Theory of operation. A table is *sound* from the moment it was announced until one of its requests fails. One failed
request says little: a dropped keep-alive connection or a single 503 is a table's own matter, and that table tries again
by itself after each of `OWN_RETRIES`. Where it fails even so, while requests of other tables get through, its channel
is at fault: it backs off by itself, and says nothing about Discord as long as any request gets through between two of
its tries.

The circuit opens when two tables have failed with nothing taken in between, when one has used up its retries and
nothing was taken since its first failure, or at once where Discord refuses the bot as a whole (401, the edge's 403, a
global 429). While it is open:

- Tables that have failed wait. The one that has waited longest probes, a second after the circuit opened and then every
  `PROBE_EVERY` seconds, each time another one, for an error may look like everybody's and be one table's own.
- A sound table with news probes at once, so that it waits for no number of tables that fail by themselves. After it
  comes a pause for sound tables, and when it fails for the others, too: `FIRST_PROBE`, then three times as long after
  each one, up to `PROBE_EVERY`. Of those that wait for the end of a pause, the one that came last is first.
- An answer to a click ends a pause and lets a table probe, at most every `ANSWERS_APART` seconds.
- Any request with the bot's token that gets through closes the circuit, and wakes all that wait.

Where Discord refuses the bot as a whole, sound tables wait like all others, and answers mean nothing: they carry a
token of their own and are taken all the same. A 429 of one route never comes here.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import chain

import discord

from bot.announce.announce_state import (
    AnnounceState,
    Wait,
    WaitReason,
    is_whole_bot_refused,
)

log = logging.getLogger(__name__)

OWN_RETRIES = (0.5, 2.0)
"""Seconds before a table tries its own request again: the first, the second time."""
FIRST_PROBE = 1.0
"""Seconds from the opening of the circuit to the first probe, and the shortest pause between two sound tables."""
GROWTH = 3.0
"""How many times longer each pause is than the one before."""
PROBE_EVERY = 30.0
"""Seconds between two probes."""
ANSWERS_APART = 5.0
"""Seconds between two probes that answers to clicks have called for: where these get through, little else may."""


class CircuitBreaker:
    """Circuit breaker: knows whether Discord takes requests, and which tables wait until it does.

    A table asks `hold` before each try, and its outcome is reported by one of the other methods. It raises nothing: an
    error is counted by `count_failure`, which returns the wait.
    """

    def __init__(self, wake: Callable[[AnnounceState], None]) -> None:
        """Let a table probe by calling `wake`."""
        self._wake = wake
        self._successes = 0
        self._suspects: set[AnnounceState] = set()
        self._waiting: dict[AnnounceState, None] = {}

        self._opened = discord.utils.utcnow()
        self._refused = False
        self._probing: AnnounceState | None = None
        self._pause = FIRST_PROBE
        self._answered = -ANSWERS_APART

        self._next: asyncio.TimerHandle | None = None
        self._pausing: asyncio.TimerHandle | None = None

    @property
    def is_open(self) -> bool:
        """Tell whether tables have to wait."""
        return self._next is not None

    def hold(self, table: AnnounceState) -> bool:
        """Hold `table` while the circuit is open, and tell whether it is held; `wake` is called when it may try."""
        if not self.is_open or table is self._probing:
            return False

        if self._is_sound(table) and self._pausing is None:
            self._begin_probe(table)
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
        self._refused |= is_whole_bot_refused(error)

        if not self.is_open and not self._refused:
            is_own = self._successes > table.first_failed
            if not is_own:
                self._suspects.add(table)

            if is_own or len(self._suspects) == 1:
                if table.retries <= len(OWN_RETRIES):
                    return Wait.seconds(
                        WaitReason.CIRCUIT, OWN_RETRIES[table.retries - 1]
                    )
                if is_own or table.tries:
                    table.first_failed = self._successes
                    return None

        self._waiting[table] = None
        if not self.is_open:
            self._open(error)
        elif table is self._probing:
            self._probing = None
            if table.retries == 1:
                self._probe_after(self._pause)
        return Wait(WaitReason.CIRCUIT)

    def pass_probe_on(self, table: AnnounceState) -> None:
        """Let the next table probe: `table` had nothing to send."""
        self._waiting.pop(table, None)
        if table is not self._probing:
            return

        self._probing = None
        if self._is_sound(table):
            self._pause = max(self._pause / GROWTH, FIRST_PROBE)
            self._end_pause()
        else:
            self._probe()

    def count_success(self) -> Sequence[AnnounceState]:
        """Close the circuit after a request with the bot's token got through.

        Return the tables that have waited, those first that haven't failed.
        """
        self._successes += 1
        self._suspects.clear()
        if not self.is_open:
            return ()

        self.close()
        waited = sorted(self._waiting, key=lambda each: each.retries > 0)
        self._waiting.clear()
        self._probing, self._refused = None, False

        log.warning(
            "Discord takes requests again, after %.0f seconds; %s tables have waited",
            (discord.utils.utcnow() - self._opened).total_seconds(),
            len(waited),
        )
        return waited

    def probe_now(self) -> None:
        """Let the next table probe at once: there is a sign that Discord is back."""
        if self.is_open:
            self._stop_pause()
            self._probe()

    def note_answer(self) -> None:
        """Probe after an answer to an interaction got through, unless Discord refuses the bot as a whole."""
        now = time.monotonic()
        if self.is_open and not self._refused and now - self._answered >= ANSWERS_APART:
            self._answered = now
            self.probe_now()

    def close(self) -> None:
        """Stop probing."""
        self._stop_pause()
        if self._next is not None:
            self._next.cancel()
            self._next = None

    def _is_sound(self, table: AnnounceState) -> bool:
        """Tell whether `table` may get through where those that have failed don't."""
        return not (table.retries or self._refused)

    def _open(self, error: Exception) -> None:
        log.warning(
            "Discord takes nothing; Herald tries again every %.0f seconds: %r",
            PROBE_EVERY,
            error,
        )
        self._opened = discord.utils.utcnow()
        self._pause = FIRST_PROBE
        self._probe_after(PROBE_EVERY if self._refused else FIRST_PROBE)

    def _probe_after(self, delay: float) -> None:
        if self._next is not None:
            self._next.cancel()
        self._next = asyncio.get_running_loop().call_later(delay, self._probe)

    def _probe(self) -> None:
        """Wake the sound table that came last, else the table that has waited longest."""
        self._probe_after(PROBE_EVERY)
        table = next(chain(self._waiting_sound(), self._waiting), None)
        if table is not None:
            self._begin_probe(table)
            self._wake(table)

    def _begin_probe(self, table: AnnounceState) -> None:
        self._waiting.pop(table, None)
        self._probing = table
        if self._is_sound(table):
            self._stop_pause()
            self._pausing = asyncio.get_running_loop().call_later(
                self._pause, self._end_pause
            )
            self._pause = min(self._pause * GROWTH, PROBE_EVERY)

    def _end_pause(self) -> None:
        self._stop_pause()
        if any(self._waiting_sound()):
            self._probe()

    def _stop_pause(self) -> None:
        if self._pausing is not None:
            self._pausing.cancel()
            self._pausing = None

    def _waiting_sound(self) -> Iterator[AnnounceState]:
        """Return the sound tables that wait, the one that came last first."""
        return filter(self._is_sound, reversed(self._waiting))

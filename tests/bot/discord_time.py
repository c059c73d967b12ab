"""A Discord whose time goes on by itself once the bot waits for nothing but time.

simcord waits in real time, up to five seconds, until timers have fired that are due by then: an evening of retries, of
pauses between two posts, of rivals who think, is mostly waiting. Here the clock is moved to the next of these timers as
soon as everything else has come to rest, so that the same timers fire in the same order, whatever the machine does
meanwhile. A machine that is busy may take long over it: what is limited is the time of the evening, not of the machine.
"""

from __future__ import annotations

from typing import Any

import simcord
from simcord._settlement import _next_virtual_timer

SECONDS = 5.0
"""How far time goes on by itself after somebody has done something: as far as simcord would wait."""
PATIENCE = 60.0
"""Seconds of the machine after which a bot that doesn't come to rest fails its test."""

IDLE = 0.002
"""Seconds of the machine between two looks whether the bot has come to rest."""


class Env(simcord.Env):
    """A simcord that waits for no timer in real time."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **{"settle_timeout": PATIENCE, **options})

    async def _settle_internal(self, **how: Any) -> None:
        how = {**how, "idle": IDLE}
        if self._advancing:
            await super()._settle_internal(**how)
            return
        until = self._virtual_time + SECONDS
        while True:
            # While time is advanced, a timer is nothing to wait for.
            self._advancing = True
            try:
                await super()._settle_internal(**how)
            finally:
                self._advancing = False
            due = _next_virtual_timer(self._settlement_state())
            if due is None or due > until:
                return
            assert self._loop is not None
            await self._advance_to(max(due, self._virtual_time), self._loop.time() + self.settle_timeout)

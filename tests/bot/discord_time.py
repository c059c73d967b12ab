"""A Discord whose time goes on by itself once the bot waits for nothing but time.

simcord waits in real time, up to five seconds, until timers have fired that are due by then: an evening of retries, of
pauses between two posts, of rivals who think, is mostly waiting. Here the clock is moved to the next of these timers as
soon as everything else has come to rest, so that the same timers fire in the same order, whatever the machine does
meanwhile. A machine that is busy may take long over it: what is limited is the time of the evening, not of the machine.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import pytest
import simcord
from simcord import _dpy_internals
from simcord._settlement import _is_parked, _next_virtual_timer, _virtualize_recognized_waits

Tasks: TypeAlias = list[Any]

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

    def _schedule_timer(self, *_: Any) -> None:
        """Leave a timer to the clock of the evening: simcord would let it fire in real time as well."""

    async def _settle_internal(self, **how: Any) -> None:
        # A start would be given five seconds, however busy the machine is.
        how = {**how, "idle": IDLE, "timeout": PATIENCE}
        await super()._settle_internal(**how)
        if self._advancing:
            return

        until = self._virtual_time + SECONDS
        while (due := _next_virtual_timer(self._settlement_state())) is not None and due <= until:
            assert self._loop is not None
            await self._advance_to(max(due, self._virtual_time), self._loop.time() + self.settle_timeout)
            await super()._settle_internal(**how)


class _Looks:
    """Looks at what a bot waits for, each of which ends with the first task that doesn't wait.

    simcord looks at every task each time, though one that goes on says enough, and walks through what each of them does
    for listeners that may not be there: a tenth of an evening.
    """

    def __init__(self) -> None:
        self._in_frame = _dpy_internals._listener_wait_for_frame
        self._goes_on = False

    def virtualize(self, state: Any, pending: Tasks) -> None:
        """Begin a look: the newest task, which goes on most likely, comes first."""
        self._goes_on = False
        pending.reverse()
        _virtualize_recognized_waits(state, pending)

    def is_parked(self, state: Any, task: Any, deadline: float) -> bool:
        """Tell whether a task waits; whichever comes after one that doesn't is not looked at."""
        self._goes_on = self._goes_on or not _is_parked(state, task, deadline)
        return not self._goes_on

    def waits_in_frame(self, client: Any, task: Any) -> bool:
        """Tell whether a task waits for a listener, if there is any."""
        return bool(_dpy_internals.listener_futures(client)) and self._in_frame(client, task)


def install(patch: pytest.MonkeyPatch) -> None:
    """Let simcord look no further than it must."""
    looks = _Looks()
    patch.setattr("simcord.env._is_parked", looks.is_parked)
    patch.setattr("simcord.env._virtualize_recognized_waits", looks.virtualize)
    patch.setattr(_dpy_internals, "_listener_wait_for_frame", looks.waits_in_frame)

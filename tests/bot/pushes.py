"""What Discord pushes to people's phones of what the bot sends, by what they have chosen to be notified of."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from bot.sending.rest import Callback
from tests.bot.record import Sent

EPHEMERAL, SUPPRESS_NOTIFICATIONS = 1 << 6, 1 << 12
"""Flags of a message that only one person sees, in the open app alone, and of one that notifies nobody."""


def notifies(sent: Sent) -> bool:
    """Tell whether a request makes a message that somebody is notified of: an edit never does, nor what is silent."""
    flags = int(sent.payload.get("flags") or 0)
    answers = sent.path.endswith("/callback")
    creates = sent.body["type"] == Callback.MESSAGE if answers and sent.message else sent.message is not None
    return sent.method == "POST" and creates and not flags & (EPHEMERAL | SUPPRESS_NOTIFICATIONS)


@dataclass
class Pushes:
    """How many notifications came of some requests.

    `own` are those of each person who is notified of mentions only: their mentions, and DMs. `every` are those of
    whoever is notified of all messages of a channel, by the channel, and `calling` how many of these mention somebody.
    """

    own: Counter[int] = field(default_factory=Counter)
    every: Counter[int] = field(default_factory=Counter)
    calling: Counter[int] = field(default_factory=Counter)

    def count(self, sent: Sent) -> None:
        """Count what comes of a request."""
        if sent.channel is None or not notifies(sent):
            return
        if sent.reader is not None:
            self.own[sent.reader] += 1
            return
        self.own.update(sent.pings)
        self.every[sent.channel] += 1
        self.calling[sent.channel] += bool(sent.pings)

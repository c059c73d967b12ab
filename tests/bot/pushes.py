"""What Discord pushes to people's phones of what the bot sends, by what they have chosen to be notified of."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field

from simcord.backend.models import Message

from bot.interactions.command_texts import command_names
from bot.sending.rest import Callback
from bot.texts.fluent import language, locales
from tests.bot.limits import walk
from tests.bot.record import Sent, written

EPHEMERAL, SUPPRESS_NOTIFICATIONS = 1 << 6, 1 << 12
"""Flags of a message that only one person sees, in the open app alone, and of one that notifies nobody."""

MENTION = re.compile(r"<@\d+>")


def silent(message: Message) -> bool:
    """Tell whether a message was sent so that it notifies nobody, which everybody sees on it."""
    return bool(message.flags & SUPPRESS_NOTIFICATIONS)


def creates(sent: Sent) -> bool:
    """Tell whether a request makes a new message that more than an open app can show: no edit, and not ephemeral."""
    new = sent.message is not None and (not _answers(sent) or sent.body["type"] == Callback.MESSAGE)
    return sent.method == "POST" and new and not _flags(sent) & EPHEMERAL


def miscalls(sent: Sent) -> bool:
    """Tell whether a new message is silent for whom it calls, or loud though it calls nobody: a DM calls its reader.

    Somebody mentioned without a ping may be called, by a post that hides an order, or only named. What its person has
    just asked for stands in their DM in silence: a private table, or an answer.
    """
    if not creates(sent):
        return False
    if _flags(sent) & SUPPRESS_NOTIFICATIONS:
        asked_for = _answers(sent) or _begins_alone(sent)
        return (sent.reader is not None and not asked_for) or bool(sent.pings)
    return (sent.reader is None and not sent.pings and not _mentions(sent)) or _begins_alone(sent)


def _answers(sent: Sent) -> bool:
    return sent.path.endswith("/callback")


def _begins_alone(sent: Sent) -> bool:
    """Tell whether a message is the first one of a private table."""
    keys, words = ("alone-begun", "learn-begun", "practice-begun", "daily-begun"), written(sent.payload)
    return any(language(each).text(key, **command_names(each)) in words for each in locales() for key in keys)


def _mentions(sent: Sent) -> bool:
    """Tell whether a message mentions somebody: what labels and pictures say mentions nobody."""
    parts = [sent.payload, *walk(sent.payload.get("components") or ())]
    return any(MENTION.search(str(part.get("content") or "")) for part in parts)


def _flags(sent: Sent) -> int:
    return int(sent.payload.get("flags") or 0)


@dataclass
class Pushes:
    """How many notifications came of some requests.

    `own` are those of each person who is notified of mentions only: their mentions, and DMs. `every` are those of
    whoever is notified of all messages of a channel, by the channel, `calling` how many of these mention somebody, and
    `messages` how many there were, silent ones, too.
    """

    own: Counter[int] = field(default_factory=Counter)
    every: Counter[int] = field(default_factory=Counter)
    calling: Counter[int] = field(default_factory=Counter)
    messages: Counter[int] = field(default_factory=Counter)

    def count(self, sent: Sent) -> None:
        """Count what comes of a request."""
        if sent.channel is None or not creates(sent):
            return
        loud = not _flags(sent) & SUPPRESS_NOTIFICATIONS
        if sent.reader is not None:
            self.own[sent.reader] += loud
            return
        self.messages[sent.channel] += 1
        if loud:
            self.own.update(sent.pings)
            self.every[sent.channel] += 1
            self.calling[sent.channel] += bool(sent.pings)

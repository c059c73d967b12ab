"""What is kept of where a server wants its tables, and of threads that are being made."""

from __future__ import annotations

from dataclasses import dataclass

from bot.storage.choices import Kind


@dataclass(frozen=True, slots=True)
class ThreadChannel:
    """The channel or forum in which each new table of a server gets a thread; None: where it is opened."""

    server: int
    channel: int | None = None


@dataclass(frozen=True, slots=True)
class ThreadDraft:
    """A thread that is being made in a `channel` for the table of an `interaction`; None: no more."""

    server: int
    interaction: int
    channel: int | None = None


KINDS = (
    Kind("thread-channel", ThreadChannel, ("server",)),
    Kind("thread-draft", ThreadDraft, ("server", "interaction")),
)

"""How a message is to look, as data: what Discord is given to show it, and what tells it from another look."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import blake2b
from typing import Any, Final, TypeAlias

import orjson
from discord import HTTPException, MessageFlags

from bot.faces.components import Page, Part, Picture
from bot.faces.picture.requests import PictureRequest

Body: TypeAlias = Mapping[str, Any]
"""What Discord is given of a message, as JSON has it."""

NOBODY: Final[Body] = {"parse": []}
"""Pings nobody, whatever a message says."""
LAYOUT: Final = MessageFlags.components_v2.flag
SILENT: Final = MessageFlags.suppress_notifications.flag
EPHEMERAL: Final = MessageFlags.ephemeral.flag
BARE: Final[Body] = {"components": [], "attachments": [], "allowed_mentions": NOBODY}
"""The edit that takes the picture and all buttons off a message with plain content, and leaves what it says."""
NO_FILES = frozenset({403, 413})
"""HTTP statuses of what is forbidden and of what is too large."""
LOOK_BYTES = 12
KEPT = "\0"
"""Stands for the picture that a message has, in its look."""
AGO = re.compile(rb"<t:\d+:R>")


@dataclass(frozen=True)
class Outgoing:
    """What a message is to look like, and whom it pings when it is sent.

    Without `content` it is a layout. `components` are the message in words. `order` is the picture that goes with it,
    to be drawn only when it is really sent; `shows` says all that the picture does, and `page` is where it takes the
    place of words, if it does. A message that `keeps` goes on with the picture that it has, whatever that is, until
    somebody gives it another one. One that is `loud` calls somebody without a ping, and is sent like one that pings.
    """

    content: str | None
    components: Sequence[Part] = ()
    pings: tuple[int, ...] = ()
    order: PictureRequest | None = None
    shows: str = ""
    page: Page | None = None
    picture: Picture | None = None
    keeps: bool = False
    loud: bool = False

    @property
    def bare(self) -> Outgoing:
        """Return the same message in words."""
        return replace(self, order=None, picture=None) if self.order or self.picture else self

    def drawn(self, picture: Picture | None) -> Outgoing:
        """Return the message with its picture; in words if there is none."""
        return replace(self, picture=picture) if picture else self.bare

    def refused(self, error: HTTPException) -> bool:
        """Tell whether the message may be taken without its picture: files may be forbidden, or too large."""
        return self.picture is not None and error.status in NO_FILES

    @property
    def changes(self) -> Body:
        """Return the edit that makes a message look so; it pings nobody."""
        shown = {**self._shown, "allowed_mentions": NOBODY}
        return shown if self.keeps else {**shown, "attachments": self._attached}

    @property
    def parts(self) -> Body:
        """Return a new message that looks so; it pings exactly whom it is to ping."""
        mentions = {**NOBODY, "users": [str(user) for user in self.pings]} if self.pings else NOBODY
        attached = {"attachments": self._attached} if self.picture else {}
        return {**self._shown, "allowed_mentions": mentions, **attached}

    @property
    def posted(self) -> Body:
        """Return a new message that everybody reads, of which nobody is notified if it calls nobody."""
        parts = self.parts
        return parts if self.pings or self.loud else {**parts, "flags": parts.get("flags", 0) | SILENT}

    @cached_property
    def look(self) -> str:
        """What tells one look from another, the same at every start: 24 hexadecimal digits.

        How long ago something was is shown by Discord itself, and never a reason to show it anew.
        """
        pictured = KEPT if self.keeps else self.shows if self.order else ""
        said = orjson.dumps([self.content, self.components, pictured])
        return blake2b(AGO.sub(b"", said), digest_size=LOOK_BYTES).hexdigest()

    @property
    def _shown(self) -> Body:
        drawn = self.page.components(self.picture) if self.page and self.picture else self.components
        return {"components": list(drawn), **({"flags": LAYOUT} if self.content is None else {"content": self.content})}

    @property
    def _attached(self) -> list[Part]:
        return [attachment(self.picture)] if self.picture else []


def attachment(file: Picture) -> Part:
    """Return how a message names the only file that is sent along."""
    return {"id": 0, "filename": file.name, "description": file.alt}


def paged(page: Page, order: PictureRequest | None = None) -> Outgoing:
    """Return how a page is sent, with its picture if one is ordered."""
    shows = "\n".join((*page.blocks, *page.words, *page.tail))
    return Outgoing(None, page.components(), order=order, shows=shows, page=page)

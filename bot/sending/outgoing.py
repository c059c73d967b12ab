"""Messages as data: the bodies that Discord gets to post or edit one, and the digest that tells two of them apart."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from hashlib import blake2b
from typing import Any, TypeAlias

import orjson
from discord import HTTPException, MessageFlags

from bot.faces.components import Page, Part, Picture
from bot.faces.picture.requests import PictureRequest
from bot.faces.story import Post
from engine.frozen import frozen, replace

Body: TypeAlias = Mapping[str, Any]
"""A message, or a part of it, as Discord's JSON has it."""

NOBODY: Body = {"parse": []}
"""`allowed_mentions` that ping no user, whatever the content says."""
LAYOUT = MessageFlags.components_v2.flag
SILENT = MessageFlags.suppress_notifications.flag
EPHEMERAL = MessageFlags.ephemeral.flag
BARE: Body = {"components": [], "attachments": [], "allowed_mentions": NOBODY}
"""The edit that takes the picture and all buttons off a message with plain content, and leaves what it says."""
NO_FILES = frozenset({403, 413})
"""HTTP statuses of a file that is forbidden or too large."""
DIGEST_BYTES = 12
"""Length of a digest, in bytes."""
KEPT = "\0"
"""Stands in a digest for the picture that a message has already."""
AGO = re.compile(rb"<t:\d+:R>")
"""Discord's relative times, which change by themselves."""


@frozen(slots=False)
class Outgoing:
    """A message to be posted or edited: text, components, picture, and users to ping when it is posted.

    Without `content` it is a layout of components alone. `components` are the message in words. `request` is for a
    picture, which is drawn only when the message is sent; `shows` says all that the picture does, and `page` is where
    it takes the place of words, if it does. `keeps_picture`: an edit leaves the picture that the message has. `loud`:
    it is posted with a notification, as if it pinged.
    """

    content: str | None
    components: Sequence[Part] = ()
    pings: tuple[int, ...] = ()
    request: PictureRequest | None = None
    shows: str = ""
    page: Page | None = None
    picture: Picture | None = None
    keeps_picture: bool = False
    loud: bool = False

    @property
    def without_picture(self) -> Outgoing:
        """Return a copy without a picture: in words."""
        if self.request or self.picture:
            return replace(self, request=None, picture=None)
        return self

    def with_picture(self, picture: Picture | None) -> Outgoing:
        """Return a copy with `picture`; in words for None."""
        if picture:
            return replace(self, picture=picture)
        return self.without_picture

    def is_picture_refused(self, error: HTTPException) -> bool:
        """Tell whether `error` may be about the picture: files are forbidden, or too large."""
        return self.picture is not None and error.status in NO_FILES

    @property
    def edit_body(self) -> Body:
        """Return the body of an edit to this message; an edit pings no user."""
        shown = {**self._content, "allowed_mentions": NOBODY}
        if self.keeps_picture:
            return shown
        return {**shown, "attachments": self._attachments}

    @property
    def body(self) -> Body:
        """Return the body of a new message, which pings exactly `pings`."""
        mentions = NOBODY
        if self.pings:
            mentions = {**NOBODY, "users": [str(user) for user in self.pings]}
        attached = {"attachments": self._attachments} if self.picture else {}
        return {**self._content, "allowed_mentions": mentions, **attached}

    @property
    def public_body(self) -> Body:
        """Return the body of a new public message; it is silent unless it has `pings` or is `loud`."""
        parts = self.body
        if self.pings or self.loud:
            return parts

        return {**parts, "flags": parts.get("flags", 0) | SILENT}

    @cached_property
    def digest(self) -> str:
        """Digest of the message, the same at every start: 24 hexadecimal digits.

        Relative times are left out: Discord updates them by itself, so they are no reason for an edit.
        """
        pictured = KEPT if self.keeps_picture else self.shows if self.request else ""
        said = orjson.dumps([self.content, self.components, pictured])
        return blake2b(AGO.sub(b"", said), digest_size=DIGEST_BYTES).hexdigest()

    @property
    def _content(self) -> Body:
        drawn = (
            self.page.components(self.picture)
            if self.page and self.picture
            else self.components
        )
        return {
            "components": list(drawn),
            **(
                {"flags": LAYOUT} if self.content is None else {"content": self.content}
            ),
        }

    @property
    def _attachments(self) -> list[Part]:
        if not self.picture:
            return []
        return [attachment(self.picture)]


def attachment(file: Picture) -> Part:
    """Return the entry in `attachments` of `file`, the only one that is sent along."""
    return {"id": 0, "filename": file.name, "description": file.alt}


def page_message(page: Page, order: PictureRequest | None = None) -> Outgoing:
    """Return the message of `page`; `order` requests its picture."""
    shows = "\n".join(filter(None, (*page.blocks, *page.words, *page.tail)))
    return Outgoing(None, page.components(), request=order, shows=shows, page=page)


def post_message(post: Post, pictured: Outgoing | None = None) -> Outgoing:
    """Return the message of `post`, with the picture of the message `pictured`, or keeping its own as that does."""
    message = Outgoing(post.content, post.components(), post.pings)
    if pictured is None:
        return message
    return replace(
        message,
        request=pictured.request,
        shows=pictured.shows,
        keeps_picture=pictured.keeps_picture,
    )

"""How a message is to look, and how that is given to discord.py."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import blake2b
from typing import Any, TypeAlias

import discord
from discord import ui

from bot.faces.attachment import Picture
from bot.faces.layout import Page
from bot.faces.picture.requests import PictureRequest

NOBODY = discord.AllowedMentions.none()

AnyView: TypeAlias = ui.View | ui.LayoutView

LOOK_BYTES = 12
AGO = re.compile(r"<t:\d+:R>")


@dataclass(frozen=True)
class Outgoing:
    """What a message is to look like, and whom it pings when it is sent.

    `view` is the message in words. `order` is the picture that goes with it, to be drawn only when it is really sent;
    `shows` says all that the picture does, and `page` is where it takes the place of words, if it does. A message that
    `keeps` goes on with the picture that it has, whatever that is, until somebody gives it another one.
    """

    content: str | None
    view: AnyView | None
    pings: tuple[int, ...] = ()
    order: PictureRequest | None = None
    shows: str = ""
    page: Page | None = None
    picture: Picture | None = None
    keeps: bool = False

    @property
    def bare(self) -> Outgoing:
        """Return the same message in words."""
        return replace(self, order=None, picture=None)

    def drawn(self, picture: Picture | None) -> Outgoing:
        """Return the message with its picture; in words if there is none."""
        return replace(self, picture=picture) if picture else self.bare

    @property
    def changes(self) -> dict[str, Any]:
        """Return the arguments of an edit that makes a message look so, once; it pings nobody."""
        shown: dict[str, Any] = {"view": self._given, "allowed_mentions": NOBODY}
        if not isinstance(self.view, ui.LayoutView):
            shown["content"] = self.content
        return shown if self.keeps else {**shown, "attachments": self._files}

    @property
    def parts(self) -> dict[str, Any]:
        """Return the arguments of a new message that looks so, once; it pings exactly whom it is to ping."""
        users = [discord.Object(user) for user in self.pings]
        mentions = discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=users)
        shown = {"content": self.content, "view": self._given}
        given = {name: value for name, value in shown.items() if value is not None}
        return {**given, "allowed_mentions": mentions, "files": self._files}

    @cached_property
    def look(self) -> str:
        """What tells one look from another, the same at every start: 24 hexadecimal digits.

        How long ago something was is shown by Discord itself, and never a reason to show it anew.
        """
        components = self.view.to_components() if self.view else []
        said = json.dumps([self.content, components, self.shows if self.order else ""])
        return blake2b(AGO.sub("", said).encode(), digest_size=LOOK_BYTES).hexdigest()

    @property
    def _given(self) -> AnyView | None:
        return self.page.drawn(self.picture) if self.page and self.picture else self.view

    @property
    def _files(self) -> list[discord.File]:
        return [self.picture.file()] if self.picture else []


def paged(page: Page, order: PictureRequest | None) -> Outgoing:
    """Return how a page is sent, with its picture if one is ordered."""
    return Outgoing(None, page.view, order=order, shows="\n".join((*page.blocks, *page.words, *page.tail)), page=page)

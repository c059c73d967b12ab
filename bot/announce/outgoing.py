"""How a message is to look, and how that is given to discord.py."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, TypeAlias

import discord
from discord import ui

from bot.faces.attachment import Picture
from bot.faces.layout import Page

NOBODY = discord.AllowedMentions.none()

AnyView: TypeAlias = ui.View | ui.LayoutView


@dataclass(frozen=True, slots=True)
class Outgoing:
    """What a message is to look like, and whom it pings when it is sent.

    `words` is the view that takes the place of `view` where the picture can't be sent, if it differs from that. A
    message that `keeps` shows the picture that it has, whatever that is, until somebody gives it another one.
    """

    content: str | None
    view: AnyView | None
    pings: tuple[int, ...] = ()
    picture: Picture | None = None
    words: AnyView | None = None
    keeps: bool = False

    @property
    def bare(self) -> Outgoing:
        """Return the same message without its picture."""
        return Outgoing(self.content, self.words or self.view, self.pings)

    @property
    def files(self) -> list[discord.File]:
        """Return the files that go with it, to be sent once."""
        return [self.picture.file()] if self.picture else []

    @property
    def changes(self) -> dict[str, Any]:
        """Return the arguments of an edit that makes a message look so, once; it pings nobody."""
        shown: dict[str, Any] = {"view": self.view, "allowed_mentions": NOBODY}
        if not isinstance(self.view, ui.LayoutView):
            shown["content"] = self.content
        return shown if self.keeps else {**shown, "attachments": self.files}

    @property
    def mentions(self) -> discord.AllowedMentions:
        """Return exactly the users to be pinged."""
        return discord.AllowedMentions(
            everyone=False, roles=False, replied_user=False, users=[discord.Object(user) for user in self.pings]
        )

    @property
    def digest(self) -> int:
        """Return a number that tells one look from another."""
        return hash((self.content, json.dumps(self.view.to_components()) if self.view else "", self.picture))


def paged(page: Page, picture: Picture | None) -> Outgoing:
    """Return how a page is sent, with its picture if there is one."""
    return Outgoing(None, page.drawn(picture), picture=picture, words=page.view if picture else None)

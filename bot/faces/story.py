"""The story of a table in words: how it begins, what happened, whom it calls, and what stays when it is told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from typing import Literal

from bot.faces import fairness
from bot.faces.components import button, click, latest
from bot.faces.layout import Page
from bot.faces.messages import STORY, Post, around, asking, look_button, title
from bot.faces.pages import log_button
from bot.faces.turns import turn_lines
from bot.faces.words import SEPARATOR, Speaker
from bot.storage.records import Status, TableRecord
from engine.match import Ask, Frame
from engine.scene import Seat, Text

Fate = Literal["answered", "gone", "moved"]
"""What became of a question that somebody was called to: "moved" is one that stands in the story, for some of them."""

ENDS = {Status.OVER: "over", Status.ENDED: "ended"}
"""What became of it where the match is over, or its table was ended: no story goes on there."""


def beginning(table: TableRecord, frame: Frame, speaker: Speaker) -> str:
    """Return the lines that begin the story: who plays in which order, and the beginnings of what was pledged."""
    order, seed = around(speaker), fairness.brief(frame.commitment)
    if table.pledged is None:
        return speaker.key("story-begins", players=order, pledge=seed)
    if not table.shuffle_intact:
        return fairness.broken(speaker)
    pledge, added = fairness.brief(table.pledged.pledge), fairness.added(table)
    return speaker.key("story-begins-pledged", players=order, pledge=pledge, added=added, seed=seed)


def told(events: Sequence[Text], speaker: Speaker, reader: Seat | None = None) -> list[str]:
    """Return what happened, line by line; of several events in a row that have a short form, only the last is whole.

    Who reads it in private is `reader`, and is told of what happened to that seat as "you".
    """
    lines: list[str] = []
    for brief, run in groupby(events, speaker.has_brief):
        each = list(run)
        if brief and len(each) > 1:
            lines.append(f"-# {SEPARATOR.join(speaker.brief(event, reader) for event in each[:-1])}")
            each = each[-1:]
        lines += (speaker.told(event, reader) for event in each)
    return lines


def headed(post: Post, table: TableRecord, speaker: Speaker) -> Post:
    """Return a post with a line at its top that says which table is meant."""
    return replace(post, content=f"-# {title(table, speaker)}\n{post.content}")


def summons(table: TableRecord, frame: Frame, asks: Sequence[Ask], pinged: Sequence[int], speaker: Speaker) -> Post:
    """Return the message below the story that calls people in the midst of a chapter: what is asked, the choices."""
    lines = turn_lines(table, frame, asks, pinged, speaker)
    return Post(latest(lines, STORY), tuple(asking(table, frame, asks, speaker)), tuple(pinged))


def settled(table: TableRecord, link: str, speaker: Speaker, fate: Fate) -> Post:
    """Return what stays of a message that called somebody: what became of its question, or of the match."""
    return Post(speaker.key(f"summons-{ENDS.get(table.status, fate)}", link=link))


def letter(table: TableRecord, told: Sequence[str], link: str, speaker: Speaker) -> Page:
    """Return what stays of a DM that asked something once that is gone: what its reader did, and the ways on."""
    hand = button(speaker.text("button-hand"), click("hand", table.id))
    settling = settled(table, link, speaker, "answered" if told else "gone").content
    blocks = (f"### {title(table, speaker)}", latest(told, STORY, speaker.key("story-cut")), settling)
    ways = [hand, look_button(table.id, speaker), log_button(table.id, speaker)]
    return Page(tuple(filter(None, blocks)), (ways,))


def recap(table: TableRecord, frame: Frame, speaker: Speaker) -> Page:
    """Return what the first table message becomes: how the game began, and what its first phase came to."""
    told = [speaker.say(line) for line in frame.scene.recap]
    return Page((f"## {title(table, speaker)}", "\n".join([beginning(table, frame, speaker), *told])))

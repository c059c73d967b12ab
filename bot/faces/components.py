"""Messages and their components as plain data, within Discord's limits.

Each function returns one component as JSON. A message is blocks of text in a frame, or plain content; rows follow. Its
digest tells two of them apart.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from enum import IntEnum
from functools import cached_property, lru_cache
from hashlib import blake2b
from typing import Any, NamedTuple, TypeAlias

import orjson

from bot.faces.picture.requests import PictureRequest
from bot.faces.scene_text import Localizer
from bot.texts.fluent import Language
from engine.frozen import frozen, replace

LAYOUT_TEXT = 4000
LAYOUT_PARTS = 40
ROWS = 5
ROW_BUTTONS = 5
LABEL = 80
OPTIONS = 25
MOST_OFFERED = 25
OPTION_TEXT = 100
PLACEHOLDER = 150
MODAL_TITLE = MODAL_LABEL = 45
THREAD_NAME = 100
TAG = TAGS = 20
POST_TAGS = 5
ALT_TEXT = 1024
ELLIPSIS = "…"


def shorten(text: str, longest: int) -> str:
    """Return `text` cut to at most `longest` characters, with an ellipsis where it was cut."""
    if len(text) <= longest:
        return text
    return text[: longest - len(ELLIPSIS)].rstrip() + ELLIPSIS


def pages(lines: Sequence[str], longest: int) -> list[str]:
    """Return `lines` joined into pages of at most `longest` characters; a line is split only if it alone is longer."""
    filled: list[str] = []
    for line in (shorten(line, longest) for line in lines):
        if filled and len(filled[-1]) + 1 + len(line) <= longest:
            filled[-1] += f"\n{line}"
        else:
            filled.append(line)
    return filled


@frozen
class Picture:
    """A drawn picture: `data` with its `alt` text; the file `name` is the same for every reader and tells nothing."""

    name: str
    alt: str
    data: bytes


Part: TypeAlias = Mapping[str, Any]
Parts: TypeAlias = list[Part]
"""What stands in one row: up to five buttons, or a select."""
Controls: TypeAlias = list[Parts]
"""Rows below one another; an empty one is left out."""

ACCENT = 0x8C5A2B
EMOJIS = 256
"""How many signs of buttons are kept as Discord takes them."""


class Kind(IntEnum):
    """Types of components that Herald shows, by Discord's numbers."""

    ROW = 1
    BUTTON = 2
    SELECT = 3
    TEXT_INPUT = 4
    CHANNEL_SELECT = 8
    SECTION = 9
    TEXT = 10
    GALLERY = 12
    CONTAINER = 17
    LABEL = 18
    RADIO_GROUP = 21
    CHECKBOX_GROUP = 22


class Style(IntEnum):
    """Styles of a button, by Discord's numbers."""

    PRIMARY = 1
    SECONDARY = 2
    SUCCESS = 3
    DANGER = 4


def button(
    label: str,
    verb: str,
    *words: int | str,
    style: Style = Style.SECONDARY,
    emoji: str = "",
    off: bool = False,
) -> Part:
    """Return a button for the click of `verb` and `words`; one that is `off` can't be pressed."""
    return {
        "type": Kind.BUTTON,
        "style": style,
        "disabled": off,
        "label": shorten(label, LABEL),
        "custom_id": make_custom_id(verb, *words),
        **_emoji_field(emoji),
    }


def text_button(
    reader: Language | Localizer,
    key: str,
    verb: str,
    *words: int | str,
    style: Style = Style.SECONDARY,
    emoji: str = "",
    off: bool = False,
) -> Part:
    """Return a `button` with the sentence of `key` for a `reader`."""
    return button(reader.text(key), verb, *words, style=style, emoji=emoji, off=off)


def select(
    placeholder: str,
    custom_id: str,
    options: Sequence[Part],
    picks: tuple[int, int] = (1, 1),
) -> Part:
    """Return a select; `picks` are the fewest and the most options that may be picked."""
    fewest, most = picks
    return {
        "type": Kind.SELECT,
        "custom_id": custom_id,
        "min_values": fewest,
        "max_values": most,
        "placeholder": shorten(placeholder, PLACEHOLDER),
        "options": options,
    }


def option(
    label: str, value: str, *, emoji: str = "", does: str = "", default: bool = False
) -> Part:
    """Return an option of a select; `does` describes it in a second line, if it isn't empty."""
    shown = checkbox_option(label, value, default=default)
    return {**shown, **description_field(does), **_emoji_field(emoji)}


def description_field(does: str) -> Part:
    """Return the field of a second line that describes something; empty if `does` is."""
    return {"description": shorten(does, OPTION_TEXT)} if does else {}


def text_display(words: str) -> Part:
    """Return the text `words` in a layout."""
    return {"type": Kind.TEXT, "content": words}


def checkbox_option(label: str, value: str, *, default: bool) -> Part:
    """Return an option of either group; `default` ticks it."""
    return {"label": shorten(label, OPTION_TEXT), "value": value, "default": default}


MENTIONED = re.compile(r"<:(\w+):(\d+)>")
"""An emoji of Discord's own, as messages mention it."""


@lru_cache(EMOJIS)
def _emoji_field(sign: str) -> Part:
    """Return the field of an emoji: one of Discord's own, or one of every font; empty for no `sign`."""
    if not sign:
        return {}
    found = MENTIONED.fullmatch(sign)
    return {"emoji": {"id": found[2], "name": found[1]} if found else {"name": sign}}


LONGEST = 100
FORM = re.compile(r"[a-z]{1,12}(?::[a-z0-9]{1,50}){0,6}")

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
LARGEST_PACKED = len(DIGITS) ** 2 - 1
MOST_PACKED = 25
"""The largest number that can be packed into a word, and how many together: two signs for each."""


def make_custom_id(verb: str, *words: int | str) -> str:
    """Return the custom_id of `verb` with its words."""
    return ":".join((verb, *map(str, words)))


def parse_custom_id(custom_id: str) -> list[str]:
    """Return the verb of `custom_id` and its words; nothing if it isn't one of Herald's."""
    if len(custom_id) > LONGEST or not FORM.fullmatch(custom_id):
        return []
    return custom_id.split(":")


def pack_numbers(numbers: Sequence[int]) -> str:
    """Return `numbers` as one word of an id, in their order; raise `ValueError` if they don't fit into one."""
    if len(numbers) > MOST_PACKED or any(
        not 0 <= number <= LARGEST_PACKED for number in numbers
    ):
        raise ValueError(
            f"at most {MOST_PACKED} numbers up to {LARGEST_PACKED} fit into an id"
        )
    pairs = (divmod(number, len(DIGITS)) for number in numbers)
    return "".join(DIGITS[high] + DIGITS[low] for high, low in pairs)


def unpack_numbers(word: str) -> tuple[int, ...]:
    """Return the numbers in `word`, which may be forged: a sign that is left over counts by itself."""
    starts = range(0, len(word), 2)
    return tuple(int(word[at : at + 2], len(DIGITS)) for at in starts)


class Section(NamedTuple):
    """A text with a button of its own beside it."""

    text: str
    button: Part


Block: TypeAlias = str | Picture | Section
"""A part of a layout: a text, one with a button, or a picture that is sent along."""

BLOCK_GAP = 2

NOBODY: Part = {"parse": []}
"""`allowed_mentions` that ping no user, whatever the content says."""
EPHEMERAL, SILENT, LAYOUT = 1 << 6, 1 << 12, 1 << 15
"""Flags of messages, by Discord's numbers: seen by one user, without a notification, of components alone."""
BARE: Part = {"components": [], "attachments": [], "allowed_mentions": NOBODY}
"""The edit that takes the picture and all buttons off a message with plain content, and leaves what it says."""
DIGEST_BYTES = 12
"""Length of a digest, in bytes."""
KEPT = "\0"
"""Stands in a digest for the picture that a message has already."""
AGO = re.compile(r"(🕒 <t:\d+)\d{3}:R>|<t:\d+:R>".encode())
"""Discord's relative times, which change by themselves."""


@frozen(slots=False)
class Page:
    """A message: texts with rows of parts below, which a picture can be put into, or plain `content` with such rows.

    `words` come after the blocks and say in text the same as a picture, so that it can take their place; `lines` come
    after both, and `tail` after these, right above the rows, and is never cut for the blocks above it. Empty texts and
    rows are left out. Beside `content` all of these but the rows only say what its picture shows.

    `pings` are the users that it pings when it is posted. `request` is for a picture, which is drawn only when the
    message is sent, and is its `picture` then. `keeps_picture`: an edit leaves the picture that the message has.
    `loud`: it is posted with a notification, as if it pinged.
    """

    blocks: Sequence[str] = ()
    rows: Sequence[Parts] = ()
    words: Sequence[str] = ()
    tail: Sequence[str] = ()
    lines: Sequence[Section] = ()
    content: str | None = None
    pings: tuple[int, ...] = ()
    request: PictureRequest | None = None
    picture: Picture | None = None
    keeps_picture: bool = False
    loud: bool = False

    @property
    def without_picture(self) -> Page:
        """Return a copy without a picture: in words."""
        if self.request or self.picture:
            return replace(self, request=None, picture=None)
        return self

    def with_picture(self, picture: Picture | None) -> Page:
        """Return a copy with `picture`; in words for None."""
        if picture:
            return replace(self, picture=picture)
        return self.without_picture

    def components(self, picture: Picture | None = None) -> list[Part]:
        """Return the components with `picture`; in words for None."""
        if self.content is not None:
            return _action_rows(self.rows)[:ROWS]
        middle = self.words if picture is None else (picture,)
        room = room_beside(filter(None, self.tail))
        above = fit_blocks([*self.blocks, *middle, *self.lines], room)
        blocks = map(_part, [*above, *fit_blocks(self.tail)])
        inside = [*blocks, *_action_rows(self.rows)]
        return [{"type": Kind.CONTAINER, "accent_color": ACCENT, "components": inside}]

    @property
    def edit_body(self) -> Part:
        """Return the body of an edit to this message; an edit pings no user."""
        shown = {**self._contents, "allowed_mentions": NOBODY}
        if self.keeps_picture:
            return shown
        return {**shown, "attachments": self._attachments}

    @property
    def body(self) -> Part:
        """Return the body of a new message, which pings exactly `pings`."""
        mentions = NOBODY
        if self.pings:
            mentions = {**NOBODY, "users": [str(user) for user in self.pings]}
        attached = {"attachments": self._attachments} if self.picture else {}
        return {**self._contents, "allowed_mentions": mentions, **attached}

    @property
    def public_body(self) -> Part:
        """Return the body of a new public message; it is silent unless it has `pings` or is `loud`."""
        parts = self.body
        if self.pings or self.loud:
            return parts
        return {**parts, "flags": parts.get("flags", 0) | SILENT}

    @cached_property
    def digest(self) -> str:
        """Digest of the message, the same at every start: 24 hexadecimal digits.

        Relative times are left out: Discord updates them by itself, so they are no reason for an edit. A deadline
        counts to a thousand seconds: an absence moves it by days, and an answer may foresee it by seconds.
        """
        shows = "\n".join(filter(None, (*self.blocks, *self.words, *self.tail)))
        pictured = KEPT if self.keeps_picture else shows if self.request else ""
        said = orjson.dumps([self.content, self.components(), pictured])
        return blake2b(AGO.sub(rb"\1", said), digest_size=DIGEST_BYTES).hexdigest()

    @property
    def _contents(self) -> Part:
        plain = {"flags": LAYOUT} if self.content is None else {"content": self.content}
        return {"components": self.components(self.picture), **plain}

    @property
    def _attachments(self) -> list[Part]:
        file = self.picture
        if file is None:
            return []
        return [{"id": 0, "filename": file.name, "description": file.alt}]


def room_beside(texts: Iterable[str]) -> int:
    """Return how many characters of a message are left beside `texts`."""
    return LAYOUT_TEXT - sum(len(text) + BLOCK_GAP for text in texts)


def _part(block: Block) -> Part:
    if isinstance(block, Picture):
        media = {"url": f"attachment://{block.name}"}
        return {
            "type": Kind.GALLERY,
            "items": [{"media": media, "description": block.alt}],
        }
    if isinstance(block, str):
        return text_display(block)
    beside = [text_display(block.text)]
    return {"type": Kind.SECTION, "components": beside, "accessory": block.button}


def fit_blocks(blocks: Sequence[Block], room: int = LAYOUT_TEXT) -> list[Block]:
    """Return the blocks that fit together into `room` characters, most important first; pictures take none."""
    kept: list[Block] = []
    for block in blocks:
        if isinstance(block, Picture):
            kept.append(block)
        elif block and room > BLOCK_GAP:
            whole = block.text if isinstance(block, Section) else block
            if kept and len(whole.partition("\n")[0]) > room:
                continue
            text = whole if len(whole) <= room else pages(whole.split("\n"), room)[0]
            kept.append(
                block._replace(text=text) if isinstance(block, Section) else text
            )
            room -= len(text) + BLOCK_GAP

    return kept


def _action_rows(rows: Iterable[Parts]) -> list[Part]:
    return [{"type": Kind.ROW, "components": row} for row in rows if row]

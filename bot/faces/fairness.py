"""The fair shuffle in text: the pledge, the words that players add, and the secret, revealed at the end.

The part of a commitment that is shown binds: 128 bits of a pledge or a word's digest in public, all of it in private
answers. Finding another secret or word for a commitment already shown is infeasible; two secrets made for one beginning
of 128 bits cost 2**64 hashes, and only the whole pledge tells them apart. A reader who keeps a private answer can
compare it with the post that begins the game, and with the proof.
"""

from __future__ import annotations

from collections.abc import Iterator

from bot.faces.components import Part, make_custom_id, text_display
from bot.faces.dialogs import modal, text_input
from bot.faces.scene_text import Lines, Localizer
from bot.storage.records import Status, TableId, TableRecord
from bot.texts.fluent import Language
from engine.match import Frame
from engine.scene import Seat, Text, Value, Who, say

BRIEF = 32
"""How many hexadecimal digits of a commitment are shown in public: 128 bits; log and private answers have all."""
WORD = 100
"""How long a word may be, in characters."""


def shorten_commitment(commitment: str) -> str:
    """Return the first `BRIEF` hexadecimal digits of `commitment`, for public messages."""
    return commitment[:BRIEF]


def pledge_lines(table: TableRecord, localizer: Localizer) -> Iterator[str]:
    """Yield the pledge for the shuffle of an open table, with the invitation to add a word to it."""
    if table.pledged:
        pledge = shorten_commitment(table.pledged.pledge)
        yield localizer.key("lobby-pledge", pledge=pledge)


def kept_pledge(table: TableRecord, localizer: Localizer) -> Iterator[str]:
    """Yield the `pledge_line` for the message that was the lobby, which keeps it; any other only warns."""
    shown = table.announced.message or 0
    if not table.shuffle_intact or (table.pledged and table.pledged.message == shown):
        yield from pledge_line(table, localizer)


def pledge_line(table: TableRecord, localizer: Localizer) -> Iterator[str]:
    """Yield the line of the pledge that was shown; a warning where it may be another one by now."""
    if not table.shuffle_intact:
        yield localizer.key("shuffle-exchanged")
    elif table.pledged:
        pledge = shorten_commitment(table.pledged.pledge)
        yield localizer.key("table-pledge", pledge=pledge)


def pledge_to_keep(table: TableRecord, localizer: Localizer) -> Lines:
    """Return the whole pledge of an open table, for a player with a seat there, and the warning about an early end."""
    if table.pledged is None:
        return []
    opens = table.clock is not None and table.clock.opens_secret
    warning = [localizer.key("joined-opens")] if opens else []
    return [localizer.key("joined-pledge", pledge=table.pledged.pledge), *warning]


def beginning_text(
    table: TableRecord, frame: Frame, localizer: Localizer, digits: int | None = BRIEF
) -> str:
    """Return the lines that begin the story: the order of play, and as many `digits` of the pledges.

    With None they are those of the log, which has all of them, and the warning besides.
    """
    key = "table-begins" if digits is None else "story-begins"
    seats = range(len(localizer.people.users))
    order = tuple(Who(Seat(seat)) for seat in seats)
    seed = frame.commitment[:digits]
    if table.pledged is None:
        return localizer.key(key, players=order, pledge=seed)

    pledge = table.pledged.pledge[:digits]
    added = added_words(table)
    begins = localizer.key(
        f"{key}-pledged",
        players=order,
        pledge=pledge,
        added=added,
        seed=seed,
    )
    if table.shuffle_intact:
        return begins
    warning = localizer.key("shuffle-exchanged")
    if digits:
        return warning

    return f"{begins}\n{warning}"


def secret_lines(table: TableRecord, localizer: Localizer) -> Iterator[str]:
    """Yield the secret of a table that was ended for good, with a warning; none for others, or if none was promised.

    It is revealed where a match had begun or a word had been added, so that ending tables is no way to draw anew in
    secret. A table of an older Herald keeps its secret, as it was promised.
    """
    if table.status is Status.ENDED and _opens(table):
        if not table.shuffle_intact:
            yield localizer.key("shuffle-exchanged")
        key = "secret-reads-hands" if table.save else "secret-of-canceled"
        yield f"{localizer.say(secret_text(table, b''))}\n-# {localizer.key(key)}"


def early_end_warning(table: TableRecord, localizer: Localizer) -> Iterator[str]:
    """Yield the warning before an early end of a match, that its hands can be read then."""
    if table.save is not None and _opens(table):
        yield localizer.key("end-opens")


def _opens(table: TableRecord) -> bool:
    """Tell whether the secret of a table is revealed when it is ended for good."""
    bound = table.save is not None or any(sitter.word for sitter in table.sitters)
    opens = table.clock is not None and table.clock.opens_secret
    return table.pledged is not None and opens and bound


def added_words(table: TableRecord) -> tuple[Value, ...]:
    """Return the words that seats added to a shuffle, in order of joining, and the message if it counts as one."""
    said = [
        say(
            "added-word",
            player=Who(Seat(seat)),
            digest=shorten_commitment(sitter.word.hex()),
        )
        for seat, sitter in enumerate(table.sitters)
        if sitter.word is not None
    ]
    if (
        len(said) < len(table.sitters)
        and table.pledged is not None
        and table.pledged.message is not None
    ):
        said.append(say("added-message", message=str(table.pledged.message)))

    return tuple(said) or (say("added-nothing"),)


def word_dialog(table: TableId, salt: str, language: Language) -> Part:
    """Return the dialog that takes a word; the `salt` stands in it from the beginning, and comes back with it."""
    parts = [
        text_display(language.text("dialog-word-salt", salt=salt)),
        text_input(language.text("dialog-word-label"), "word", WORD),
    ]
    return modal(
        language.text("dialog-word-title"),
        make_custom_id("added", table, salt),
        parts,
    )


def secret_text(table: TableRecord, seed: bytes) -> Text:
    """Return the line that ends the log of a match that is over: the secret, or the `seed` where that was pledged."""
    if table.pledged is None:
        return say("told-seed", seed=seed.hex())
    return say("told-secret", secret=table.pledged.secret.hex())

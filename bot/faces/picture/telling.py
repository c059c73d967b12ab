"""A text of whole sentences within a length: what can be said at more or less length is said as there is room."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def sentence(text: str) -> str:
    """Return a text with a full stop, unless it ends like a sentence or is empty."""
    return text if not text or text[-1] in ".?!" else f"{text}."


class Told:
    """One sentence in several forms, the briefest first; nothing of it is said until there is room."""

    def __init__(self, *forms: str) -> None:
        """Take the forms, each without its full stop."""
        self.forms = tuple(map(sentence, forms))
        self.said = ""

    def form(self, level: int) -> str:
        """Return the form of a level, or the fullest one where there are fewer."""
        return self.forms[min(level, len(self.forms) - 1)]

    def growth(self, level: int) -> int:
        """Return by how many characters the text grows if this is said in that form, with the space behind it."""
        return _length(self.form(level)) - _length(self.said)


def shortened(order: Sequence[Told], wishes: Iterable[tuple[Sequence[Told], int]], longest: int) -> str:
    """Return the sentences in their order, each as full as there is room for.

    `wishes` are what to say and in which form, most important first. Of the briefest forms as many are said as fit, and
    none behind one that doesn't; of fuller ones, those that take least room.
    """
    room = longest + 1
    for parts, level in wishes:
        for part in sorted(parts, key=lambda each: each.growth(level)) if level else parts:
            if part.growth(level) > room:
                break
            room -= part.growth(level)
            part.said = part.form(level)
    return " ".join(part.said for part in order if part.said)


def _length(text: str) -> int:
    return len(text) + 1 if text else 0

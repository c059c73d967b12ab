"""A question that several people are asked at once, in public: whom it calls, who has answered, and never what."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.faces.words import Speaker

    # The process that draws says words, too, and has no use for matches.
    from engine.match import Ask, Frame


def asks(frame: Frame, speaker: Speaker) -> list[str]:
    """Return who is asked what, a line for each, the viewer's own question as it is put to that viewer."""
    own = [speaker.key("ask-you", prompt=ask.prompt) for ask in frame.asks if ask.seat == frame.viewer]
    others = [ask for ask in frame.asks if ask.seat != frame.viewer]
    alone = waiting([ask for ask in others if not ask.ahead], speaker)
    both = [speaker.say(frame.together.text)] if frame.together and any(ask.ahead for ask in others) else []
    return [*own, *alone, *both, *marks(frame, speaker)]


def waiting(asked: Sequence[Ask], speaker: Speaker) -> list[str]:
    """Return a line for each of those whom others wait for; one sign at the first line stands for all."""
    first, rest = asked[:1], asked[1:]
    return [*(speaker.key("ask", waiting=ask.waiting) for ask in first), *(speaker.say(ask.waiting) for ask in rest)]


def marks(frame: Frame, speaker: Speaker) -> list[str]:
    """Return the line that says who has answered and who hasn't; none where several aren't asked at once.

    Whom the rules ask has a line for it already, even who has answered, to be asked in the turn.
    """
    if frame.together is None:
        return []
    asked = {ask.seat for ask in frame.asks}
    answered = [seat for seat in frame.together.answered if seat not in asked]
    waiting = [ask.seat for ask in frame.asks if ask.ahead]
    sides = ("together-answered", answered), ("together-waiting", waiting)
    said = (speaker.key(key, players=", ".join(map(speaker.name, seats))) for key, seats in sides if seats)
    line = " · ".join(said)
    return [f"-# {line}"] if line else []


def openly(frame: Frame, ask: Ask) -> bool:
    """Tell whether a question about an order has choices that all who are asked it are offered alike."""
    return ask.ahead and frame.together is not None and frame.together.open is not None


def open_asks(frame: Frame, asks: Sequence[Ask]) -> list[Ask]:
    """Return the questions whose choices everybody may see; that of all who are asked together stands for their own."""
    together = frame.together
    if together is None or together.open is None or not any(ask.ahead for ask in asks):
        return [ask for ask in asks if ask.open]
    return [*(ask for ask in asks if ask.open and ask.seat not in together.deciding), together.open]

"""The private view: what one person must know and can do now, and behind *More* whatever else there is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from bot.faces import ahead, hooks, logbook
from bot.faces.answers import NOTHING_YET, Answers, Progress, chunks
from bot.faces.cards import about, with_about
from bot.faces.components import BLOCK_GAP, LAYOUT_TEXT, ROW_BUTTONS, Page, Parts, button, click, packed
from bot.faces.logbook import HERE_NOW, Visit
from bot.faces.messages import back, look_button, private_head, waiting
from bot.faces.pages import log_button
from bot.faces.words import Speaker, hand, stakes
from bot.storage.records import TableRecord
from engine.match import Ask, Frame

MORE, LESS = "more", "less"
"""The verbs that unfold a private view in place, and fold it again."""


def private(
    table: TableRecord,
    frame: Frame,
    told: Sequence[str],
    speaker: Speaker,
    progress: Progress = NOTHING_YET,
    visit: Visit = HERE_NOW,
) -> Page:
    """Return a person's own view: what just happened, what is new, the hand, and what is asked and can be answered.

    What else there is stands behind *More* until that is unfolded: other orders, the table, the log, advice, the cards.
    """
    ask = progress.about or frame.mine
    if progress.about:
        # Whoever looks at an order comes from the question, which had what is new and can be taken back.
        visit = replace(visit, news=(), ways=())
    answers = Answers(table.id, ask, speaker, progress) if ask else None
    rows = answers.rows if answers else []
    words = [_in_words(ask, frame, speaker)] if ask else hand(frame.scene, speaker)
    asked = _asked(answers, speaker, unfolded=progress.unfolded) if answers else (waiting(frame, speaker),)
    head = private_head(table, frame, speaker, away=visit.away, asked=visit.asked, brief=ask is not None)
    orders, added = ahead.standing(frame, speaker, None if progress.unfolded else ask), "\n".join(visit.added)
    room = LAYOUT_TEXT - sum(len(each) + BLOCK_GAP for each in (head, *told, *asked, orders, added, *words))
    # One block of both: each takes room from what else can be pressed.
    happened = "\n".join(filter(None, (*told, logbook.news(visit, room, speaker))))
    # What is asked stands right above what can be pressed, whatever there is to read before it.
    blocks, tail = (tuple(filter(None, each)) for each in ((head, happened, orders), (added, *asked)))
    others = ahead.rows(table, frame, ask, speaker, answering=bool(rows))
    rows += [] if answers else others
    rows += chunks(_ways_on(table, frame, speaker, progress, visit), ROW_BUTTONS)
    if not progress.unfolded:
        return Page(blocks, tuple(rows), words=tuple(words), tail=tail)
    rows += [*(others if answers else []), *_unfolded(table, frame, ask, speaker, progress)]
    shown = [*frame.scene.hand, *(frame.scene.rows if ask else ())]
    menu = about(table.game, frame, shown, speaker.language, table.id, *_way(frame, progress))
    texts = len(blocks + tail) + len(words)
    return Page(blocks, tuple(with_about(rows, texts, menu)), words=tuple(words), tail=tail)


def _asked(answers: Answers, speaker: Speaker, *, unfolded: bool) -> tuple[str, ...]:
    """Return the question, its details where they are wanted, and what was picked in order so far."""
    ask = answers.ask
    details = f"-# {speaker.say(ask.details)}" if ask.details and unfolded else ""
    begun = "" if answers.opening is None else f"-# {speaker.say(ask.openings[answers.opening])}"
    return f"### {speaker.say(ask.prompt)}", begun, details, answers.order


def _in_words(ask: Ask, frame: Frame, speaker: Speaker) -> str:
    """Return what a picture shows of a decision: the phase, and what it is about."""
    return f"-# **{speaker.say(frame.scene.heading)}**\n{stakes(ask, frame.scene, speaker)}"


def _ways_on(table: TableRecord, frame: Frame, speaker: Speaker, progress: Progress, visit: Visit) -> Parts:
    """Return what stands below the answers: the way back, what features add, the next table, and *More* or *Less*."""
    say_ = speaker.language.text
    fold = LESS if progress.unfolded else MORE
    parts = [*(back(table, frame, speaker) if progress.about else ()), *visit.ways]
    parts += [button(say_("button-next-table"), click("next", table.id))] if visit.more else []
    return [*parts, button(say_(f"button-{fold}"), click(fold, table.id, *_way(frame, progress)))]


def _unfolded(table: TableRecord, frame: Frame, ask: Ask | None, speaker: Speaker, progress: Progress) -> list[Parts]:
    """Return the rows of buttons that *More* unfolds: the table, the log, and what features add."""
    parts = [look_button(table.id, speaker), log_button(table.id, speaker)]
    ask = ask if frame.asked_by_rules else None
    return chunks([*parts, *hooks.private_buttons(table, speaker, tuple(_way(frame, progress)), ask)], ROW_BUTTONS)


def _way(frame: Frame, progress: Progress) -> Iterator[str]:
    """Yield the words that lead back to a private view: to an order's question, or with what was picked so far."""
    if progress.about:
        yield from ("ahead", progress.about.question)
    elif progress.opening is not None:
        yield from ("begin", str(progress.opening))
    elif progress.picked:
        yield from ("order", packed(progress.picked))
    else:
        yield "play" if frame.mine else "hand"


def own_hand(table: TableRecord, frame: Frame, speaker: Speaker, visit: Visit = HERE_NOW) -> Page:
    """Return what only the viewer may see, what is new to whoever comes back, and the way to the question."""
    orders, head = ahead.standing(frame, speaker), private_head(table, frame, speaker)
    words = (*(tuple(hand(frame.scene, speaker)) or (speaker.key("hand-empty"),)), *filter(None, [orders]))
    added = "\n".join(visit.added)
    new = logbook.news(visit, LAYOUT_TEXT - sum(len(each) + BLOCK_GAP for each in (head, added, *words)), speaker)
    to_question = back(table, frame, speaker) if frame.mine else []
    parts = [*to_question, look_button(table.id, speaker), log_button(table.id, speaker)]
    parts += [*visit.ways, *hooks.private_buttons(table, speaker, ("hand",))]
    menu = about(table.game, frame, frame.scene.hand, speaker.language, table.id, "hand")
    blocks = tuple(filter(None, (head, new, added)))
    rows = [*ahead.rows(table, frame, frame.mine, speaker), *chunks(parts, ROW_BUTTONS)]
    return Page(blocks, tuple(with_about(rows, len(blocks + words), menu)), words=words)

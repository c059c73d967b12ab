"""Text view of a `Scene`: blocks of lines that tell all of it, in the order of importance; and the open questions.

For a joint question, in public: the seats that have answered, and never their answers.

The signs of emblems on buttons and in lists: the drawings of the pictures, once Discord has them as emoji.

Until then, and where that isn't allowed, they are the emoji of every font, which also stand in sentences: one of
Discord's own takes fifty characters there, and a message has only so many.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, TypeAlias

from bot.texts.fluent import Language, sized_lru_cache
from bot.texts.names import People
from engine.frozen import frozen, replace
from engine.scene import (
    Card,
    Chart,
    Fact,
    Panel,
    Place,
    Row,
    Scene,
    Seat,
    Text,
    Tile,
    Value,
    Who,
    say,
)

if TYPE_CHECKING:
    # The process that draws says words, too, and has no use for matches.
    from engine.match import Ask, Frame

_drawn: dict[str, str] = {}
"""The emoji of this process's application by their emblems, as messages mention them: "<:name:id>"."""


def sign(emblem: str, language: Language) -> str:
    """Return the sign of `emblem` for a button or an option; empty for no emblem."""
    return emblem and (_drawn.get(emblem) or language.text(f"emblem-{emblem}"))


def set_custom_emoji(drawn: Mapping[str, str]) -> None:
    """Replace the drawn signs by `drawn`: all of them, or none; a mixture would have two looks."""
    _drawn.clear()
    _drawn.update(drawn)


Lines: TypeAlias = list[str]
"""Lines of text, one below the other."""

SEPARATOR = " · "
SLASH = " / "
REMEMBERED, MEGABYTES = 2048, 1.5
"""How many blocks of each kind are kept as they were said, and in how many megabytes: a move changes few of those that
a message is made of.
"""
SHORT = 128
"""How many blocks are kept in short: nearly each tells a position of its own, and comes again only with its picture."""


def fact_text(fact: Fact) -> Text:
    """Return `fact` as one text, with its note and its holder."""
    noted: Value = (
        say("fact-noted", value=fact.value, note=fact.note) if fact.note else fact.value
    )
    told = say("fact", label=fact.label, value=noted)
    if fact.seat is None:
        return told
    return say("fact-held", fact=told, player=Who(fact.seat))


@frozen
class Localizer:
    """Renders texts in one `language`, about the `people` of one table; `others` are the other languages read there."""

    language: Language
    people: People
    others: tuple[Language, ...] = ()

    def about(self, people: People) -> Localizer:
        """Return a copy that renders the same about other `people`."""
        return replace(self, people=people)

    def say(self, text: Text) -> str:
        """Return `text` for a message, with harmless names in bold."""
        return self.language.say(text, self.people.bold_names)

    def event(self, event: Text, reader: Seat | None) -> str:
        """Return `event` for a private message: the `reader` is "you", if it happened to that seat."""
        return self.language.say(event, self.people.bold_names, reader)

    def label(self, text: Text) -> str:
        """Return `text` for a place without markdown."""
        return self.language.say(text, self.people.plain_names)

    def value(self, value: Value) -> str:
        """Return `value` for a message."""
        return self.key("value", value=value)

    def name(self, seat: Seat) -> str:
        """Return the name of the person on `seat` for a message."""
        return self.people.bold_names[seat]

    def key(self, key: str, **facts: Value) -> str:
        """Return the sentence of `key` for a message."""
        return self.say(say(key, **facts))

    def text(self, key: str, **facts: Value) -> str:
        """Return the sentence of `key`, for one without names."""
        return self.language.text(key, **facts)

    def has_brief(self, event: Text) -> bool:
        """Tell whether `event` has a short form, which can stand in a line with others."""
        return self.language.has_text(f"{event.key}.short")

    def brief(self, event: Text, reader: Seat | None = None) -> str:
        """Return the short form of `event`; in private the `reader` is "you", if it happened to that seat."""
        about = reader is not None and ("player", Who(reader)) in event.facts
        own = about and self.language.has_text(f"{event.key}.short-you")
        return self.say(Text(f"{event.key}.short{'-you' if own else ''}", event.facts))

    def emblem(self, emblem: str) -> str:
        """Return the symbol of `emblem`, or an empty text for none."""
        return emblem and self.language.text(f"emblem-{emblem}")

    def fact(self, fact: Fact) -> str:
        """Return a labelled value."""
        return self.say(fact_text(fact))

    def facts(self, facts: Iterable[Fact]) -> str:
        """Return labelled values in a line."""
        return SEPARATOR.join(map(self.fact, facts))

    def card(self, card: Card, count: int = 1) -> str:
        """Return `card` with its symbol, and its `count` if that is above one."""
        name = f"{self.emblem(card.emblem)} {self.say(card.name)}".strip()
        if count == 1:
            return name
        return self.key("card-times", card=name, count=count)

    def tile(self, tile: Tile) -> str:
        """Return `tile` with its symbol and values, in one line."""
        name = self.language.say(tile.name, self.people.escaped_names)
        return (
            f"{self.emblem(tile.emblem)} **{name}**  {self.facts(tile.facts)}".strip()
        )


def _lines(row: Row, localizer: Localizer) -> Iterator[str]:
    """Yield the items of `row` besides tiles: the cards, a line for each group of them, and the facts."""
    yield from (
        _cards_line(group.cards, group.total, localizer) for group in row.groups
    )
    if not row.groups and (cards := row.cards):
        yield _cards_line(cards, None, localizer)
    if facts := row.only(Fact):
        yield localizer.facts(facts)


def _cards_line(cards: Iterable[Card], total: Fact | None, localizer: Localizer) -> str:
    """Return cards in one line, with their `total`."""
    shown = [localizer.card(card, count) for card, count in Counter(cards).items()]
    return SEPARATOR.join([*shown, localizer.fact(total)] if total else shown)


def _stands_for(row: Row, localizer: Localizer) -> str:
    """Return in brackets the meaning of the few signs of a row's tiles, where they are the values of the same facts."""
    # The signs of a place where cards lie aren't its facts one by one: they say by themselves what they are.
    signed = [
        tile for tile in row.only(Tile) if tile.brief and not isinstance(tile, Place)
    ]
    labels = {tuple(localizer.say(one.label) for one in tile.facts) for tile in signed}
    if len(labels) == 1 and all(labels):
        return f" ({SLASH.join(*labels)})"
    return ""


@sized_lru_cache(REMEMBERED, MEGABYTES)
def row(row: Row, localizer: Localizer) -> str:
    """Return `row` as a block: its title, then its items."""
    if not row.items:
        return localizer.key("row-empty", title=row.title, empty=row.empty)

    tiles = map(localizer.tile, row.only(Tile))
    legend = []
    if row.legend:
        legend = [f"-# {localizer.say(row.legend)}"]
    return "\n".join(
        [f"**{localizer.say(row.title)}**", *_lines(row, localizer), *tiles, *legend]
    )


def _brief(tile: Tile, localizer: Localizer) -> str:
    # In a line of play each name says whose the place is.
    emblem = "" if isinstance(tile, Place) else localizer.emblem(tile.emblem)
    return f"{emblem} {localizer.say(tile.name)} {localizer.value(tile.brief)}".strip()


@sized_lru_cache(SHORT, MEGABYTES)
def brief_row(row: Row, localizer: Localizer) -> str:
    """Return `row` in short, as one small line; places of one owner side by side are told together."""
    if not row.items:
        return f"-# {localizer.key('row-empty', title=row.title, empty=row.empty)}"
    shown = []
    for group in row.groups:
        count = group.total.value if group.total else len(group.cards)
        name = f"{localizer.emblem(group.emblem)} {localizer.say(group.name)}"
        shown.append(f"{name} {localizer.value(count)}")
    shown = shown or list(_lines(row, localizer))
    owned = groupby(
        row.only(Tile), lambda tile: tile.seat if isinstance(tile, Place) else tile
    )
    shown += [", ".join(_brief(one, localizer) for one in tiles) for _, tiles in owned]
    return f"-# **{localizer.say(row.title)}{_stands_for(row, localizer)}:** {SEPARATOR.join(shown)}"


def stakes(ask: Ask, scene: Scene, localizer: Localizer) -> str:
    """Return the stakes of a decision, in short; the own hand where `ask` names none, without the cards on offer."""
    offered = {choice.option.label for choice in ask.choices}
    offered |= {offer.label for offer in ask.offers}
    rows = (row for row in ask.stakes or scene.hand if not _lies_in(row, offered))

    said = (_about(each, ask.prompt, localizer) for each in rows)
    return "\n".join(filter(None, said))


def _lies_in(row: Row, offered: set[Text]) -> bool:
    """Tell whether `row` has cards and nothing else, and the names of all are among those `offered`."""
    names = [card.name for card in row.cards]
    return (
        0 < len(names) == len(row.items)
        and not row.groups
        and offered.issuperset(names)
    )


def _about(row: Row, prompt: Text, localizer: Localizer) -> str:
    """Return `row` in short; only the facts of a card that `prompt` names, if there are any."""
    facts = row.only(Fact)
    values = list(values_in(prompt))
    if not row.subject or any(card.name not in values for card in row.cards):
        return brief_row(row, localizer)
    if not facts:
        return ""
    return f"-# {localizer.facts(facts)}"


def values_in(text: Text) -> Iterator[Value]:
    """Yield every value in `text`, at any depth."""
    for _, fact in text.facts:
        yield fact
        yield from values_in(fact) if isinstance(fact, Text) else ()


@sized_lru_cache(REMEMBERED, MEGABYTES)
def panel(panel: Panel, localizer: Localizer) -> str:
    """Return the present state of a player: the name with its marks, and the tallies in small below."""
    marks = map(localizer.say, panel.marks)
    head = SEPARATOR.join([localizer.name(panel.seat), *marks])
    facts = localizer.facts(panel.facts)
    return f"{head}\n-# {facts}" if facts else head


@sized_lru_cache(REMEMBERED, MEGABYTES)
def known_block(panel: Panel, localizer: Localizer) -> str:
    """Return the other public facts about a player, a small line for each row that isn't empty."""
    lines = []
    player = localizer.name(panel.seat)
    for each in panel.rows:
        if each.items:
            title = localizer.key("known", player=player, title=each.title)
            tiles = map(localizer.tile, each.only(Tile))
            lines.append(
                f"-# {title}: {SEPARATOR.join([*_lines(each, localizer), *tiles])}"
            )
    return "\n".join(lines)


def chart(chart: Chart, localizer: Localizer) -> str:
    """Return `chart` as a block: its title with the ticks, then each player's values."""
    ticks = SEPARATOR.join(map(localizer.value, chart.ticks))
    lines = [localizer.key("chart", title=chart.title, ticks=ticks)]
    for seat, values in enumerate(chart.values):
        said = SEPARATOR.join(map(str, values))
        lines.append(
            localizer.key("fact", label=localizer.name(Seat(seat)), value=said)
        )
    return "\n".join(lines)


def board(scene: Scene, localizer: Localizer) -> Lines:
    """Return all public parts of `scene`, block by block, most important first."""
    facts = localizer.facts(scene.facts)
    rows = [row(each, localizer) for each in scene.rows]
    people = "\n".join(panel(each, localizer) for each in scene.panels)
    rest = [row(each, localizer) for each in scene.rest if each.items]
    seen = "\n".join(
        filter(None, (known_block(each, localizer) for each in scene.panels))
    )
    charts = [chart(each, localizer) for each in scene.charts]

    # A chart comes last: where there is no room for all, it is what the words can do without.
    return [block for block in (facts, *rows, people, *rest, seen, *charts) if block]


def hand(scene: Scene, localizer: Localizer) -> Lines:
    """Return the parts of `scene` for its viewer alone, block by block."""
    return [row(each, localizer) for each in scene.hand]


def report(frame: Frame, localizer: Localizer) -> Lines:
    """Return the final report line by line, the winner first; empty while the match goes on."""
    lines = frame.outcome.report if frame.outcome else ()
    return [*map(localizer.say, lines)]


def asks(frame: Frame, localizer: Localizer) -> str:
    """Return the open questions, a line for each; the viewer's own one as it is put to that viewer."""
    mine = [ask for ask in frame.asks if ask.seat == frame.viewer]
    own = [localizer.key("ask-you", prompt=ask.prompt) for ask in mine]
    others = [ask for ask in frame.asks if ask.seat != frame.viewer]
    alone = waiting([ask for ask in others if not ask.ahead], localizer)
    # Beside a question of the rules the small line says enough of those who answer ahead.
    ahead = any(ask.ahead for ask in others) and not alone
    both = [localizer.say(frame.joint.text)] if frame.joint and ahead else []

    small = [f"-# {each}" for each in answers_given(frame, localizer, missing=True)]

    return "\n".join([*own, *alone, *both, *small])


def waiting(asked: Sequence[Ask], localizer: Localizer) -> Lines:
    """Return a line for each question in `asked`; one sign at the first line stands for all."""
    first = [localizer.key("ask", waiting=ask.waiting) for ask in asked[:1]]
    return first + [localizer.say(ask.waiting) for ask in asked[1:]]


def answers_given(
    frame: Frame, localizer: Localizer, *, missing: bool = False
) -> Lines:
    """Return the text of seats that have answered a joint question, and are `missing`; empty without such a question.

    A seat that the rules ask has a line for it already, even one that has answered, to be asked in the turn.
    """
    if frame.joint is None:
        return []
    asked = {ask.seat for ask in frame.asks}
    given = [seat for seat in frame.joint.answered if seat not in asked]
    waiting = [ask.seat for ask in frame.asks if ask.ahead and missing]
    # Nobody has to answer ahead, as those who are asked together do.
    key = "together-ahead"
    if all(ask.ahead for ask in frame.asks):
        key = "together-waiting"
    said = []
    for side, seats in ("together-answered", given), (key, waiting):
        if seats:
            names = ", ".join(map(localizer.name, seats))
            said.append(localizer.key(side, players=names))

    if not said:
        return []

    return [SEPARATOR.join(said)]


def public_joint_ask(frame: Frame, asks: Sequence[Ask]) -> Ask | None:
    """Return the joint question of `asks` where it has public choices, which stand for those of its seats.

    None beside another public question: a phone has no room for the choices of both.
    """
    together = frame.joint
    if together is None or not any(ask.ahead for ask in asks):
        return None
    beside = any(ask.open and ask.seat not in together.deciding for ask in asks)
    return None if beside else together.open


def open_asks(frame: Frame, asks: Sequence[Ask]) -> list[Ask]:
    """Return the questions with public choices; that of all who are asked together stands for their own."""
    together = public_joint_ask(frame, asks)
    if together:
        return [together]
    return [ask for ask in asks if ask.open]

"""Everything that a match can be shown as, to everybody and to each who plays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import count
from typing import Any

from bot.faces import fairness, lobby, messages, private_view
from bot.faces import story as tale
from bot.faces.answer_controls import NOTHING_YET, Answers, Progress, number_dialog
from bot.faces.components import OPTIONS, Page, Part, Picture, make_custom_id
from bot.faces.lobby import Box
from bot.faces.logbook import HERE, LAST, Note, Visit
from bot.faces.picture.alt import describe
from bot.faces.scene_text import Localizer
from bot.storage.records import Private, Sitter, Status, TableId, TableRecord
from bot.texts import fluent
from bot.texts.fluent import Language, language
from bot.texts.names import People
from engine.match import AnyMatch, Ask, Frame
from engine.scene import Seat
from tests.bot.limits import LAYOUT_FLAG, TEXT, walk
from tests.bot.server import NAMES

TORTURE = (
    "@everyone <@1> `x` ](http://a.b)",
    "😀" * 32,
    "ᴬ" + "\u0301" * 31,
    "שלום\u202eabc\u200b\u2066 <#2>\nx",
    "W" * 32,
    "||x|| ~~y~~ __z__ **",
    "# > - 1. [a] ```",
    "\ufdfd" * 32,
)
"""Eight names that ping, format, turn the line around, or are as wide or as long as can be."""

Payload = dict[str, Any]


def sat(match: AnyMatch, locale: str = "en", names: Sequence[str] = NAMES) -> tuple[TableRecord, Localizer]:
    """Return a table at which people of these names play a match, and who speaks there."""
    return table_of(match.game.key, names[: match.seats], locale)


def table_of(game: str, names: Sequence[str], locale: str) -> tuple[TableRecord, Localizer]:
    """Return a table at which people of these names play a game, and who speaks there."""
    sitters = tuple(Sitter(user, name) for user, name in enumerate(names, 1 << 62))
    number = TableId(999_999_999)
    table = TableRecord(number, game, 1 << 62, 1 << 62, 1 << 62, Private.HERE, Status.PLAYING, sitters)
    return table, Localizer(language(locale), People(tuple(each.user for each in sitters), tuple(names)))


def ask_of(match: AnyMatch, seat: Seat) -> Ask:
    """Return what somebody is asked."""
    mine = match.frame(seat).mine
    assert mine is not None
    return mine


def payload(look: Page | Part, picture: Picture | None = None) -> Payload:
    """Return a page, a post or a dialog as it is sent."""
    if not isinstance(look, Page):
        return dict(look)
    kind = {"flags": LAYOUT_FLAG} if look.content is None else {"content": look.content}
    return {**kind, "components": look.components(picture)}


def contents(sent: Payload) -> list[str]:
    """Return the texts of a message as it is sent, from above."""
    parts = [part["content"] for part in walk(sent["components"]) if part["type"] == TEXT]
    return [sent.get("content") or "", *parts]


def alone(locale: str) -> Language:
    """Return a language with no other behind it."""
    return Language(locale, (fluent._bundle(locale),))


def pictured(page: Page) -> Iterator[Payload]:
    """Yield a page as it is sent with its picture, if there is one."""
    if order := page.request:
        picture = Picture(order.name, describe(order), b"")
        file = {"id": "0", "filename": picture.name, "description": picture.alt}
        yield {**payload(page, picture), "attachments": [file]}


def drawn(table: TableRecord, frame: Frame, localizer: Localizer) -> Iterator[Payload]:
    """Yield what one viewer is shown of a match with a picture."""
    yield from pictured(messages.whole_table_page(table, frame, localizer))
    if frame.viewer is None:
        yield from pictured(messages.table_message(table, frame, localizer))
    else:
        yield from pictured(private_view.hand_page(table, frame, localizer))
        yield from pictured(private_view.private_page(table, frame, localizer))


def shown(table: TableRecord, frame: Frame, localizer: Localizer) -> Iterator[Payload]:
    """Yield what one viewer is shown of a match: everybody the table and the post, who plays all private views."""
    looks: list[Page]
    if frame.viewer is None:
        looks = [messages.table_message(table, frame, localizer), tale.recap(table, frame, localizer)]
        looks += [tale.post(table, frame, localizer, (), pings) for pings in ((), localizer.people.users)]
        looks += calling(table, frame, localizer)
    else:
        ask = frame.mine
        copies = sum(choice.option.times for choice in ask.choices) if ask else 0
        states = [Progress(page) for page in range(1 + copies // OPTIONS)]
        states += begun_answers(ask) if ask and ask.ordered else ()
        states += [replace(one, unfolded=True) for one in states]
        looks = [private_view.private_page(table, frame, localizer, progress=one) for one in states]
        looks.append(private_view.hand_page(table, frame, localizer))
    yield from map(payload, looks)
    yield from leaves(table, frame, localizer)
    yield from drawn(table, frame, localizer)


def ordering(table: TableRecord, match: AnyMatch, seat: Seat, localizer: Localizer) -> Iterator[Payload]:
    """Yield what somebody is shown who orders ahead: each question about that, and answers begun."""
    frame = match.frame(seat)
    for each in frame.orders:
        about = match.order_question(seat, each.question)
        for begun in (NOTHING_YET, *(begun_answers(about) if about.ordered else ())):
            yield payload(private_view.private_page(table, frame, localizer, progress=replace(begun, about=about)))
        yield from pictured(private_view.private_page(table, frame, localizer, progress=Progress(about=about)))


def calling(table: TableRecord, frame: Frame, localizer: Localizer) -> Iterator[Page]:
    """Yield what calls people below the story, all or one, with and without a line that says which table is meant."""
    alone = [[ask] for ask in frame.asks] if len(frame.asks) > 1 else []
    for asks in filter(None, (frame.asks, *alone)):
        for pings in ((), localizer.people.users):
            call = tale.ping_message(table, frame, asks, pings, localizer)
            yield from (call, tale.with_table_name(call, table, localizer))


def begun_answers(ask: Ask) -> Iterator[Progress]:
    """Yield answers whose order counts, picked so far: each choice in each place of some."""
    numbers = [choice.number for choice in ask.choices]
    for first in range(len(numbers)):
        picked = tuple(numbers[first:] + numbers[:first])[: ask.at_most]
        yield from (Progress(0, picked[:count]) for count in range(1, 1 + len(picked)))


def leaves(table: TableRecord, frame: Frame, localizer: Localizer) -> Iterator[Payload]:
    """Yield every page of the whole table."""
    for page in count(1):
        leaf = payload(messages.whole_table_page(table, frame, localizer, page))
        yield leaf
        if f"{make_custom_id('look', table.id, page + 1)}'" not in str(leaf):
            return


def faces(match: AnyMatch, table: TableRecord, localizer: Localizer) -> Iterator[Payload]:
    """Yield everything that can be sent about a match as it stands."""
    public = match.frame(None)
    opening = fairness.beginning_text(table, public, localizer, None)
    yield payload(tale.post(table, public, localizer, [opening] * 20, localizer.people.users))
    notes = [Note("a line " * 40, count * 400.0, not count % 7) for count in range(60)]
    for line in (HERE, LAST, 1, 9, 20, 99):
        yield payload(messages.log_page(table, public, notes, localizer, line, 30))
    yield payload(messages.log_page(table, public, notes[:1], localizer))
    yield from shown(table, public, localizer)
    for seat in map(Seat, range(match.seats)):
        frame = match.frame(seat)
        yield from shown(table, frame, localizer)
        yield from ordering(table, match, seat, localizer)
        if ask := frame.mine:
            visit = Visit(away=True, told=[opening], news=[opening] * 20, asked=1e9)
            yield payload(private_view.private_page(table, frame, localizer, visit=visit))
            if any(choice.option.amount for choice in ask.choices):
                yield payload(number_dialog(Answers(table.id, ask, localizer)))


def lobbies(table: TableRecord, localizer: Localizer, seats: range) -> Iterator[Payload]:
    """Yield everything that is sent about a table besides its match."""
    link = f"https://discord.com/channels/{table.guild}/{table.channel}/{table.opener}"
    over = replace(table, status=Status.OVER)
    ends: list[tuple[TableRecord, tale.Fate]] = [
        (table, "answered"),
        (table, "gone"),
        (table, "moved"),
        (over, "answered"),
    ]
    settled = [tale.settled_text(each, link, localizer, fate) for each, fate in ends]
    views = (
        lobby.lobby_page(table, Box(seats, dict.fromkeys(seats, 25)), localizer),
        lobby.confirm_cancel(table, localizer),
        messages.closed_page(table, localizer),
        messages.confirm_end(table, localizer),
        Page((tale.ended_text(table, localizer),)),
        Page(tuple(settled)),
    )
    yield from map(payload, views)

"""Everything that a match can be shown as, to everybody and to each who plays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import count
from typing import Any

from bot.faces import fairness, lobby, messages, private_view
from bot.faces import story as tale
from bot.faces.answer_controls import NOTHING_YET, Answers, Progress, number_dialog
from bot.faces.components import OPTIONS, Page, Part, Picture, click
from bot.faces.lobby import Box
from bot.faces.logbook import HERE, LAST, Note, Visit
from bot.faces.picture.alt import describe
from bot.faces.picture.requests import PictureRequest, decision_picture, hand_picture, table_picture
from bot.faces.words import Speaker
from bot.storage.records import Private, Sitter, Status, TableId, TableRecord
from bot.texts import fluent
from bot.texts.fluent import Language, language
from bot.texts.names import People
from engine.match import AnyMatch, Ask, Frame
from engine.scene import Seat
from tests.bot.limits import LAYOUT_FLAG

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


def sat(match: AnyMatch, names: Sequence[str] = TORTURE, locale: str = "en") -> tuple[TableRecord, Speaker]:
    """Return a table at which people of these names play a match, and who speaks there."""
    people = tuple(enumerate(names[: match.seats], 1 << 62))
    sitters = tuple(Sitter(user, name) for user, name in people)
    number = TableId(999_999_999)
    table = TableRecord(number, match.game.key, 1 << 62, 1 << 62, 1 << 62, Private.HERE, Status.PLAYING, sitters)
    return table, Speaker(language(locale), People(*map(tuple, zip(*people, strict=True))))


def payload(look: Page | tale.Post | Part, picture: Picture | None = None) -> Payload:
    """Return a page, a post or a dialog as it is sent."""
    if isinstance(look, Page):
        return {"flags": LAYOUT_FLAG, "components": look.components(picture)}
    if isinstance(look, tale.Post):
        return {"content": look.content, "components": look.components()}
    return dict(look)


def alone(locale: str) -> Language:
    """Return a language with no other behind it."""
    return Language(locale, (fluent._bundle(locale),))


def pictured(page: Page, order: PictureRequest | None) -> Iterator[Payload]:
    """Yield a page as it is sent with its picture, if there is one."""
    if order is not None:
        picture = Picture(order.name, describe(order), b"")
        file = {"id": "0", "filename": picture.name, "description": picture.alt}
        yield {**payload(page, picture), "attachments": [file]}


def drawn(table: TableRecord, frame: Frame, speaker: Speaker) -> Iterator[Payload]:
    """Yield what one viewer is shown of a match with a picture."""
    title = messages.title(table, speaker)
    board, hand = table_picture(frame, title, speaker), hand_picture(frame, title, speaker)
    yield from pictured(messages.whole_table_page(table, frame, speaker), board)
    if frame.viewer is None:
        yield from pictured(messages.table_message(table, frame, speaker), board)
    else:
        yield from pictured(private_view.hand_page(table, frame, speaker), hand)
        yield from pictured(
            private_view.private_page(table, frame, (), speaker), decision_picture(frame, title, speaker)
        )


def shown(table: TableRecord, frame: Frame, speaker: Speaker) -> Iterator[Payload]:
    """Yield what one viewer is shown of a match: everybody the table and the post, who plays all private views."""
    if frame.viewer is None:
        yield payload(messages.table_message(table, frame, speaker))
        yield from (payload(tale.post(table, frame, (), pings, speaker)) for pings in ((), speaker.people.users))
        yield from (payload(post) for post in calling(table, frame, speaker))
        yield payload(tale.recap(table, frame, speaker))
    else:
        ask = frame.mine
        copies = sum(choice.option.times for choice in ask.choices) if ask else 0
        turned = [Progress(page) for page in range(1 + copies // OPTIONS)]
        begun = begun_answers(ask) if ask and ask.ordered else ()
        for one in (*turned, *begun):
            for fold in (one, replace(one, unfolded=True)):
                yield payload(private_view.private_page(table, frame, (), speaker, fold))
        yield payload(private_view.hand_page(table, frame, speaker))
    yield from leaves(table, frame, speaker)
    yield from drawn(table, frame, speaker)


def ordering(table: TableRecord, match: AnyMatch, seat: Seat, speaker: Speaker) -> Iterator[Payload]:
    """Yield what somebody is shown who orders ahead: each question about that, and answers begun."""
    frame = match.frame(seat)
    for each in frame.orders:
        about = match.order_question(seat, each.question)
        for begun in (NOTHING_YET, *(begun_answers(about) if about.ordered else ())):
            yield payload(private_view.private_page(table, frame, (), speaker, replace(begun, about=about)))
        order = decision_picture(frame, messages.title(table, speaker), speaker, about)
        yield from pictured(private_view.private_page(table, frame, (), speaker, Progress(about=about)), order)


def calling(table: TableRecord, frame: Frame, speaker: Speaker) -> Iterator[tale.Post]:
    """Yield what calls people below the story, all or one, with and without a line that says which table is meant."""
    alone = [[ask] for ask in frame.asks] if len(frame.asks) > 1 else []
    for asks in filter(None, (frame.asks, *alone)):
        for pings in ((), speaker.people.users):
            call = tale.ping_message(table, frame, asks, pings, speaker)
            yield from (call, tale.with_table_name(call, table, speaker))


def begun_answers(ask: Ask) -> Iterator[Progress]:
    """Yield answers whose order counts, picked so far: each choice in each place of some."""
    numbers = [choice.number for choice in ask.choices]
    for first in range(len(numbers)):
        picked = tuple(numbers[first:] + numbers[:first])[: ask.at_most]
        yield from (Progress(0, picked[:count]) for count in range(1, 1 + len(picked)))


def leaves(table: TableRecord, frame: Frame, speaker: Speaker) -> Iterator[Payload]:
    """Yield every page of the whole table."""
    for page in count(1):
        leaf = payload(messages.whole_table_page(table, frame, speaker, page))
        yield leaf
        if f"{click('look', table.id, page + 1)}'" not in str(leaf):
            return


def faces(match: AnyMatch, table: TableRecord, speaker: Speaker) -> Iterator[Payload]:
    """Yield everything that can be sent about a match as it stands."""
    public = match.frame(None)
    opening = fairness.beginning_text(table, public, speaker, None)
    yield payload(tale.post(table, public, [opening] * 20, speaker.people.users, speaker))
    notes = [Note("a line " * 40, count * 400.0, not count % 7) for count in range(60)]
    yield from (
        payload(messages.log_page(table, public, notes, speaker, line, 30)) for line in (HERE, LAST, 1, 9, 20, 99)
    )
    yield payload(messages.log_page(table, public, notes[:1], speaker))
    for viewer in (None, *map(Seat, range(match.seats))):
        frame = match.frame(viewer)
        yield from shown(table, frame, speaker)
        yield from () if viewer is None else ordering(table, match, viewer, speaker)
        ask = frame.mine
        if ask:
            visit = Visit(away=True, news=[opening] * 20, asked=1e9)
            yield payload(private_view.private_page(table, frame, [opening], speaker, visit=visit))
        if ask and any(choice.option.amount for choice in ask.choices):
            yield payload(number_dialog(Answers(table.id, ask, speaker)))


def lobbies(table: TableRecord, speaker: Speaker, seats: range) -> Iterator[Payload]:
    """Yield everything that is sent about a table besides its match."""
    link = f"https://discord.com/channels/{table.guild}/{table.channel}/{table.opener}"
    over = replace(table, status=Status.OVER)
    ends: list[tuple[TableRecord, tale.Fate]] = [
        (table, "answered"),
        (table, "gone"),
        (table, "moved"),
        (over, "answered"),
    ]
    settled = [tale.settled_ping(each, link, speaker, fate).content for each, fate in ends]
    for view in (
        lobby.lobby_page(table, Box(seats, dict.fromkeys(seats, 25)), speaker),
        lobby.confirm_cancel(table, speaker),
        messages.closed_page(table, speaker),
        messages.confirm_end(table, speaker),
        Page((tale.ended_post(table, speaker).content,)),
        Page(tuple(settled)),
    ):
        yield payload(view)

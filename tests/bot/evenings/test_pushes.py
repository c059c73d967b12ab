"""What looks at evenings sees what it is there for: notifications as Discord sends them, secrets, and limits."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from engine.game import AnyGame
from engine.scene import Row, Seat
from tests.bot import openapi, represented, tastes
from tests.bot.faces.gallery import TORTURE
from tests.bot.limits import BUTTON, FILE, GALLERY, LAYOUT_FLAG, SELECT, TEXT, THUMBNAIL, problems
from tests.bot.party import Party
from tests.bot.pushes import Pushes, miscalls
from tests.bot.record import Sent, written
from tests.bot.secrecy import faults, inspector
from tests.bot.server import Evening, markdown, text, words
from tests.contract.walks import sample
from tests.every import FOR_EVERY_GAME

HALL, LETTERS, ANN = 7, 8, 3
ANSWER, FOLLOW_UP = "/interactions/1/token/callback", "/webhooks/1/token"
SILENT, LAYOUT = 1 << 12, 1 << 15


def request(*pings: int, path: str = "", method: str = "POST", reader: int | None = None, **body: Any) -> Sent:
    """Return a request that a message came of: a post or a DM, unless it has another path."""
    place = LETTERS if reader else HALL
    return Sent(method, path or f"/channels/{place}/messages", body, 9, place, reader, pings, {})


NOTIFIED = {
    "a post that calls nobody": (request(content="Told"), 0, 1, True),
    "a post that calls": (request(ANN, content="<@3>", flags=LAYOUT), 1, 1, False),
    "a post that calls somebody whom nothing notifies": (request(content="<@3>"), 0, 1, False),
    "a silent post": (request(content="Told", flags=SILENT | LAYOUT), 0, 0, False),
    "a mention that is silent": (request(ANN, content="<@3>", flags=SILENT), 0, 0, True),
    "somebody named in silence": (request(content="<@3>", flags=SILENT), 0, 0, False),
    "an edit": (request(method="PATCH"), 0, 0, False),
    "a DM": (request(reader=ANN), 1, 0, False),
    "a silent DM": (request(reader=ANN, flags=SILENT), 0, 0, True),
    "an answer that all see": (request(path=ANSWER, type=4, data={}), 0, 1, True),
    "a private answer": (request(path=ANSWER, reader=ANN, type=4, data={"flags": 64}), 0, 0, False),
    "an answer that edits": (request(path=ANSWER, type=7, data={}), 0, 0, False),
    "an answer that edits a DM": (request(path=ANSWER, reader=ANN, type=7, data={}), 0, 0, False),
    "a private follow-up": (request(path=FOLLOW_UP, reader=ANN, flags=64), 0, 0, False),
}


@pytest.mark.parametrize("sent, own, every, wrong", NOTIFIED.values(), ids=NOTIFIED)
def test_who_is_notified_of_a_request(sent: Sent, own: int, every: int, *, wrong: bool) -> None:
    """Ann of what mentions her or is for her alone; whoever wants all messages of each new one that isn't silent.

    At the end of every evening a message is found that notifies others than it calls.
    """
    pushes, public = Pushes(), sent.reader is None
    pushes.count(sent)
    assert (pushes.own[ANN], pushes.every[HALL]) == (own, every)
    assert pushes.calling[HALL] == (own if public else 0)
    assert pushes.messages[HALL] == max(every, public and bool(sent.payload.get("flags", 0) & SILENT))
    assert miscalls(sent) is wrong


STEPS, HALF, MANY = 8, 60, 3


@FOR_EVERY_GAME
@pytest.mark.seed(1)
async def test_what_a_person_sees_alone_is_a_fault_anywhere_else(court: Evening, game: AnyGame) -> None:
    """A private view shown to everybody, to the neighbour, or a single sentence of it in a post."""
    own = tastes.own(game.key)
    if own is None:
        pytest.skip(f"in {game.key} nobody holds anything")
    await Party(await court.seat_first(game.seats[0], game=game.key), 1).play(STEPS)
    sent, reads = court.record.sent, await inspector(court)
    assert not list(reads.faults(sent))
    users = (await court.table()).people.users
    leaked = False
    for one in sent:
        if one.reader and own in written(one.payload):
            seat = Seat(users.index(one.reader))
            beside = Seat((seat + 1) % len(users))
            if hand(one, seat) != hand(one, beside):
                leaked = True
                assert list(reads.faults([replace(one, reader=None)]))
                assert list(reads.faults([replace(one, reader=users[beside])]))
    assert leaked, f"nobody sees in `hand`, under {own!r}, what the neighbour doesn't: `own` of the game's test data"
    posted = next(one for one in sent if one.reader is None and one.payload.get("content"))
    for alone in reads.alone(Seat(0))[:1]:
        leak = {**posted.payload, "content": f"{posted.payload['content']}\n{alone}"}
        assert list(reads.faults([*sent, replace(posted, body=leak, matches=sent[-1].matches)]))


def hand(sent: Sent, seat: int) -> tuple[Row, ...]:
    """Return what a seat alone saw when a message was sent."""
    match = sent.matches[1]
    return match.frame(Seat(seat)).scene.hand if match else ()


@pytest.mark.seed(1)
@pytest.mark.parametrize("many", [MANY, pytest.param(0, marks=pytest.mark.soak, id="all")])
async def test_a_face_down_card_that_is_named_is_a_fault_whatever_name_it_is_given(court: Evening, many: int) -> None:
    """All families have the same cards, so a name that everybody has heard is still a secret elsewhere."""
    await Party(await court.seat_first(3, game="oriflamme"), 1).play(HALF)
    reads, hidden = await inspector(court), words("oriflamme-face-down")
    boards = [one for one in court.record.sent if one.reader is None and hidden in written(one.payload)]
    assert len(boards) > 6
    for board in sample(boards, many or len(boards)):
        named = json.loads(json.dumps(board.body).replace(hidden, words("oriflamme-card-trap")))
        assert list(reads.faults([*court.record.sent, replace(board, body=named, matches=boards[-1].matches)]))


# What is sent, held against Discord's own document and against the worst of names


@pytest.mark.seed(8)
@represented.game(by="oriflamme")
async def test_names_and_requests_of_a_game_are_sound(court: Evening, game: AnyGame) -> None:
    """A whole game in a thread, one by DM, of people whose names are made to ping; only who is asked is pinged.

    Commands, answers, dialogs, DMs, threads, posts and edits: Discord's document says of each at the end of an evening
    what is wrong with it.
    """
    guests = [court.invite(TORTURE[index]) for index in (0, 3, 2, 1, 4)][: game.seats[0]]
    await guests[-1].prefer(hand="dm")
    board = await court.seat(*guests, game=game.key, thread=True)
    party = Party(guests, 8, channel=board.channel_id)

    await party.play()
    for name in ("table show", "table log", "hand", "help", f"rules {game.key}"):
        await guests[0].command(name)

    assert party.calls == await party.turns()
    assert not await faults(court)
    for sent in court.record.sent:
        mentions = sent.payload.get("allowed_mentions")
        assert mentions is None or (mentions["parse"] == [] and not mentions.get("roles"))
        assert set(map(int, (mentions or {}).get("users", ()))) == set(sent.pings)
    for message in [*court.public(party.channel), *guests[-1].dms]:
        assert not message.mention_everyone
        assert "](http" not in markdown(message).replace("\\]", "").replace("\\(", "")
        assert "\u202e" not in text(message)
    kinds = {(sent.method, openapi.template(sent.path)) for sent in court.record.sent if sent.body}
    assert len(kinds) >= 7


async def test_faulty_requests_are_found(court: Evening) -> None:
    """What has another type than Discord's document says, and what the extract of it lacks."""
    await court.guests[0].command("help")
    wrong = replace(court.record.sent[-1], body={"type": 4, "data": {"content": 5}})
    assert list(openapi.faults([wrong]))
    unknown = replace(wrong, path="/channels/1/polls/2/expire")
    assert list(openapi.faults([unknown])) == [
        "POST /channels/{channel_id}/polls/{poll_id}/expire is missing in REQUESTS of tests/api_document/extract.py"
    ]


# Discord's limits: each check sees one thing too much; what is allowed they let through in all evenings


Json = dict[str, Any]


def plain(*parts: Json, **different: Any) -> Json:
    """Return a message with plain content, and a row of these parts."""
    rows = [{"type": 1, "components": list(parts)}] if parts else []
    return {"content": "hello", "components": rows, **different}


def layout(*parts: Json, **different: Any) -> Json:
    """Return a message of components alone."""
    return {"flags": LAYOUT_FLAG, "components": list(parts), **different}


def picture(name: str = "table.png", alt: str | None = "The table") -> Json:
    """Return a picture as a gallery holds it."""
    return {"media": {"url": f"attachment://{name}"}, "description": alt}


def gallery(*pictures: Json) -> Json:
    """Return a gallery."""
    return {"type": GALLERY, "items": list(pictures)}


def section(**different: Any) -> Json:
    """Return a text with a picture beside it."""
    beside = {"type": THUMBNAIL, **picture(**different)}
    return {"type": 9, "components": [{"type": TEXT, "content": "x"}], "accessory": beside}


def attached(*names: str, alt: str | None = "The table") -> list[Json]:
    """Return what a message says of files that are sent with it."""
    return [{"id": number, "filename": name, "description": alt} for number, name in enumerate(names)]


TWO = [{"label": name, "value": name} for name in "ab"]
TOO_MUCH: dict[str, Json] = {
    "content": plain(content="x" * 2001),
    "embeds beside a layout": layout(gallery(picture()), embeds=[{"title": "y"}]),
    "text of a layout": layout(*({"type": TEXT, "content": "x" * 2001} for _ in range(2))),
    "title": {"title": "x" * 46, "custom_id": "number:1", "components": [{"type": TEXT, "content": "x"}]},
    "a button without a label": plain({"type": BUTTON, "style": 1, "custom_id": "play:0"}),
    "more picks than options": plain({"type": SELECT, "custom_id": "pick", "options": TWO, "max_values": 3}),
    "an empty text": layout({"type": TEXT, "content": " "}),
    "a picture without an alt text": layout(gallery(picture(), picture(alt=None))),
    "a picture with an empty alt text": layout(gallery(picture(alt=" "))),
    "alt text beside texts": layout(section(alt="")),
    "files": plain(attachments=attached(*map(str, range(11)))),
    "a file without an alt text": plain(attachments=attached("x", alt=None)),
    "alt text of a file": plain(attachments=attached("x", alt="x" * 1025)),
    "two files of one name": plain(attachments=attached("x", "x")),
    "nonce": plain(nonce="x" * 26),
}


@pytest.mark.parametrize("what", TOO_MUCH)
def test_what_discord_would_refuse_is_seen(what: str) -> None:
    """One thing too much each time, and exactly one problem is named: most limits are simcord's to know."""
    assert len(problems(TOO_MUCH[what])) == 1


def test_every_file_that_is_shown_is_named() -> None:
    """In galleries, beside texts and by itself, however deep."""
    shown = {"type": FILE, "file": {"url": "attachment://d"}}
    inside = {"type": 17, "components": [gallery(picture("a"), picture("b")), section(name="c")]}
    assert problems(layout(inside, shown, attachments=[])) == [f"no file of the name {name}" for name in "abcd"]
    assert problems(layout(inside, shown, attachments=attached(*"abcd"))) == []

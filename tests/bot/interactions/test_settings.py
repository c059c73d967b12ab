"""/settings: what people choose for themselves and for their servers, and what becomes of it."""

from __future__ import annotations

from dataclasses import replace

import discord
import pytest

from bot.storage.records import Person, Private, Server
from bot.texts.fluent import locales
from tests.bot.party import answer, end, offered
from tests.bot.record import Json
from tests.bot.sentences import assert_said, said
from tests.bot.server import SUBMIT, Evening, Guest, buttons, text, verbs
from tests.bot.tongues import tongues, words

pytestmark = pytest.mark.seed(7)


def warden(court: Evening) -> Guest:
    """Return somebody who may manage the server."""
    role = court.server.create_role("warden", permissions=discord.Permissions(manage_guild=True))
    return court.invite("Wat", roles=[role])


def filled(**fields: str | list[str]) -> list[Json]:
    """Return the fields of a dialog as Discord sends them, whatever they hold."""
    values = {name: {"values": each} if isinstance(each, list) else {"value": each} for name, each in fields.items()}
    return [{"type": 18, "component": {"type": 3, "custom_id": name, **each}} for name, each in values.items()]


async def person(court: Evening, guest: Guest) -> Person:
    """Return what is kept of a person's choices."""
    return await court.storage.choice(Person, guest.id)


async def server(court: Evening) -> Server:
    """Return what is kept for the server."""
    return await court.storage.choice(Server, court.server.id)


@pytest.mark.quick
@pytest.mark.parametrize(
    ("fields", "kept"),
    [
        ({"pictures": "off"}, {"pictures": False}),
        (
            {"language": "uk", "pictures": "on", "hand": "dm"},
            {"language": "uk", "pictures": True, "private": Private.DM},
        ),
        (
            {"language": "discord", "pictures": "server", "hand": "table"},
            dict.fromkeys(("language", "pictures", "private")),
        ),
    ],
)
async def test_each_choice_leaves_all_others(court: Evening, fields: dict[str, str], kept: dict[str, object]) -> None:
    """In a channel as in the bot's DMs."""
    ann, bo, *_ = court.guests
    before = Person(ann.id, Private.HERE, language="en", locale="en-US", pictures=None)
    await court.bot.preferences.change_user_settings(ann.id, private=Private.HERE, language="en", pictures=None)
    assert (await ann.prefer(**fields)).private
    assert await person(court, ann) == replace(before, **kept)  # type: ignore[arg-type]
    assert (await bo.fill_in(await bo.whisper("settings reading"), **fields)).given
    assert await person(court, bo) == replace(Person(bo.id, locale="en-US"), **kept)  # type: ignore[arg-type]


@pytest.mark.quick
async def test_every_language_can_be_chosen_by_its_own_name(court: Evening) -> None:
    """Somebody who can't read the present one finds the way out."""
    ann, *_ = court.guests
    dialog = (await ann.command("settings reading")).interaction.modal or {}
    (menu,) = [each["component"] for each in dialog["components"] if each["component"]["custom_id"] == "language"]
    named = {option["value"]: option["label"] for option in menu["options"]}
    assert named.keys() == {"discord", *locales()}
    assert named["uk"] == "Українська"
    assert named["en"] == "English"


async def test_a_chosen_language_is_spoken_from_its_own_answer_on(court: Evening) -> None:
    """Also in DMs, after a restart, and until Discord's is chosen again; one that Herald lacks is told."""
    ann, bo, cy, *_ = court.guests
    answer = await ann.prefer(language="uk")
    assert words("uk", "settings-title") in answer.private
    assert words("uk", "settings-language-chosen-now", language="українською") in answer.private
    assert words("uk", "refused-no-tables", newgame="/newgame") in (await ann.command("hand")).private
    await court.restart()
    assert words("uk", "settings-title") in (await ann.whisper("settings show")).text
    assert words("en", "settings-title") in (await ann.prefer(language="discord")).private

    tongues(court, {bo: "uk", cy: "de"})
    for guest, told in (
        (bo, words("uk", "settings-language-discord-now", language="українською")),
        (cy, words("en", "settings-language-unspoken-now", language="English")),
    ):
        assert told in (await guest.command("settings show")).private
    assert (await person(court, cy)).locale == "de"


async def test_only_who_manages_a_server_chooses_for_it(court: Evening) -> None:
    """By the command as by a forged or leftover click, or with a dialog that was opened before; in a DM nobody."""
    ann, *_ = court.guests
    panel = (await warden(court).command("settings server")).message
    chosen = {"kind": SUBMIT, "components": filled(pictures="off", language="uk")}
    for refused in (
        ann.command("settings server"),
        ann.forge("server:here", panel),
        ann.forge("chosen:server:here", panel, **chosen),
    ):
        await assert_said("refused-not-manager", refused)
    assert await server(court) == Server(court.server.id, locale="en-US")
    assert said("refused-server-only", (await ann.whisper("settings server")).text)


@pytest.mark.parametrize("chosen", [True, False])
async def test_server_reads_its_tables_in_its_language(court: Evening, *, chosen: bool) -> None:
    """Its own, which Discord shows with every click there, or a chosen one, which is stronger.

    What runs is shown anew where it stands, without a ping; what is posted later follows, also after a restart, before
    anybody has pressed anything.
    """
    ann, bo, cy, *_ = court.guests
    wat, own = warden(court), "de" if chosen else "uk"
    await court.seat(ann, bo)
    lobby = await court.open(cy)
    board, post, calls = court.board(table=1), court.post(table=1), len(court.pings())
    tongues(court, {}, server=own)
    if chosen:
        await wat.govern(language="uk")
    await bo.press("rules", board)
    assert (await server(court)).locale == own
    assert words("uk", "button-rules") in str(buttons(board))
    assert words("uk", "fortheking-name") in text(board)
    assert "Запорука" in text(post)
    assert words("uk", "button-join") in str(buttons(lobby))
    assert len(court.pings()) == calls

    thread = await court.open(ann, bo, thread=True)
    assert words("uk", "fortheking-name") in str(court.env.backend.get_channel(thread.channel_id).name)
    await court.restart()
    assert words("uk", "button-join") in str(buttons(thread))
    await ann.press("start", thread)
    assert "Запорука" in court.post_text(thread.channel_id)


async def test_letters_are_in_the_language_of_their_readers(court: Evening) -> None:
    """The chosen one, else the one that Discord showed when they sat down, else that of the table.

    So they say that the table was ended, to whoever had been asked.
    """
    ann, bo, cy, dana, eve, *_ = court.guests
    tongues(court, {ann: "uk", bo: "uk", cy: "de", dana: "en-GB", eve: "uk"}, server="uk")
    await bo.prefer(language="en")
    await court.seat(ann, bo, cy, dana, eve, private="dm", game="oriflamme")
    wanted = {ann: "uk", bo: "en", cy: "uk", dana: "en", eve: "uk"}
    title, unread = {"uk": "стіл 1", "en": "table 1"}, set(wanted)
    while unread:
        guest, letter = next((one, sent) for one in wanted for sent in one.dms[-1:] if offered(sent))
        if guest in unread:
            assert title[wanted[guest]] in text(letter), guest.name
            unread.discard(guest)
        await answer(guest, letter)

    asked = [guest for guest in wanted if offered(guest.dms[-1])]
    assert asked
    await end(ann)
    for guest in asked:
        assert words(wanted[guest], "table-ended-by", player="**Ann**") in text(guest.dms[-1])
        assert not verbs(guest.dms[-1])


async def test_who_did_not_sit_down_is_not_remembered(court: Evening) -> None:
    """Looking, asking and being refused leave nothing behind."""
    ann, bo, cy, *_ = court.guests
    tongues(court, {cy: "uk"})
    board = await court.open(ann, bo)
    await ann.press("start", board)
    for press in ("look", "log", "join"):
        await cy.forge(f"{press}:1", board)
    await cy.command("help")
    assert await person(court, cy) == Person(cy.id)
    assert (await person(court, bo)).locale == "en-US"


async def test_nobody_waits_for_what_discord_shows_to_be_kept(court: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """The click is answered first; the language that Discord shows is written thereafter, and once."""
    ann, bo, *_ = court.guests
    lobby = await court.open(ann)
    storage, late = court.storage, list[bool]()
    keep = storage.store_choices

    def answers() -> int:
        return sum(sent.path.endswith("/callback") for sent in court.record.sent)

    before = answers()

    async def watched(*chosen: object) -> None:
        if any(isinstance(each, Person) for each in chosen):
            late.append(answers() > before)
        await keep(*chosen)

    monkeypatch.setattr(storage, "store_choices", watched)
    for does in ("join", "leave", "join"):
        await bo.press(does, lobby)
    assert late == [True]
    assert (await person(court, bo)).locale == "en-US"

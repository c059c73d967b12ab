"""/settings: what people choose for themselves and for their servers, and what becomes of it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import discord
import pytest

from bot.storage.records import Person, Private, Server
from bot.texts.fluent import locales
from tests.bot.party import offered
from tests.bot.sentences import said
from tests.bot.server import Answer, Evening, Guest, buttons, text, verbs
from tests.bot.test_forgeries import HUGE
from tests.bot.tongues import tongues, words

pytestmark = pytest.mark.seed(7)


def warden(court: Evening) -> Guest:
    """Return somebody who may manage the server."""
    role = court.server.create_role("warden", permissions=discord.Permissions(manage_guild=True))
    return court.invite("Wat", roles=[role])


def menus(answer: Answer) -> dict[str, str]:
    """Return what each select of an answer shows as chosen."""
    selects = [part for part in buttons(answer.message) if "options" in part]
    return {
        part["custom_id"]: next(option["value"] for option in part["options"] if option.get("default"))
        for part in selects
    }


async def person(court: Evening, guest: Guest) -> Person:
    """Return what is kept of a person's choices."""
    return await court.bot.storage.choice(Person, guest.id)


async def server(court: Evening) -> Server:
    """Return what is kept for the server."""
    return await court.bot.storage.choice(Server, court.server.id)


async def test_the_panel_says_what_is_chosen_and_offers_all_else(court: Evening) -> None:
    """Nothing is chosen yet."""
    ann, *_ = court.guests
    answer = await court.command(ann, "settings show")
    assert menus(answer) == {
        "settings:hand": "table",
        "settings:language": "discord",
        "settings:pictures": "server",
        "habits:reminders": "channel",
        "habits:bids": "ask",
    }
    for key in ("settings-private-table-now", "settings-pictures-server-now"):
        assert said(key, answer.private)
    assert words("en", "settings-language-discord-now", language="English") in answer.private


@pytest.mark.slow
async def test_each_select_of_the_panel_is_kept_at_once(court: Evening) -> None:
    """In the panel itself, which then says so."""
    ann, *_ = court.guests
    panel = (await court.command(ann, "settings show")).message
    for what, value in (("hand", "dm"), ("pictures", "off"), ("language", "en")):
        shown = await court.choose(ann, panel, [value], f"settings:{what}")
        assert shown.edited
        assert menus(shown)[f"settings:{what}"] == value
    kept = await person(court, ann)
    assert kept == Person(ann.id, Private.DM, language="en", locale="en-US", pictures=False)
    assert said("settings-pictures-off-now", text(panel))


@pytest.mark.parametrize(
    ("command", "options", "kept"),
    [
        ("language", {"language": "uk"}, {"language": "uk"}),
        ("language", {"language": "discord"}, {"language": None}),
        ("pictures", {"pictures": "off"}, {"pictures": False}),
        ("pictures", {"pictures": "on"}, {"pictures": True}),
        ("pictures", {"pictures": "server"}, {"pictures": None}),
        ("hand", {"where": "dm"}, {"private": Private.DM}),
        ("hand", {"where": "table"}, {"private": None}),
    ],
)
async def test_each_choice_has_a_command_of_its_own(
    court: Evening, command: str, options: dict[str, Any], kept: dict[str, object]
) -> None:
    """In a channel as in the bot's DMs; all else stays as it was."""
    ann, bo, *_ = court.guests
    before = Person(ann.id, Private.HERE, language="en", locale="en-US", pictures=None)
    await court.bot.preferences.change_person(ann.id, private=Private.HERE, language="en", pictures=None)
    assert (await court.command(ann, f"settings {command}", **options)).private
    assert await person(court, ann) == replace(before, **kept)  # type: ignore[arg-type]
    assert (await court.whisper(bo, f"settings {command}", **options)).given
    assert await person(court, bo) == replace(Person(bo.id, locale="en-US"), **kept)  # type: ignore[arg-type]


async def test_every_language_can_be_chosen_by_its_own_name(court: Evening) -> None:
    """Somebody who can't read the present one finds the way out."""
    ann, *_ = court.guests
    answer = await court.command(ann, "settings show")
    (menu,) = [part for part in buttons(answer.message) if part["custom_id"] == "settings:language"]
    named = {option["value"]: option["label"] for option in menu["options"]}
    assert named.keys() == {"discord", *locales()}
    assert named["uk"] == "Українська"
    assert named["en"] == "English"


@pytest.mark.slow
async def test_a_chosen_language_is_spoken_from_its_own_answer_on(court: Evening) -> None:
    """Also in DMs, after a restart, and until Discord's is chosen again."""
    ann, *_ = court.guests
    answer = await court.command(ann, "settings language", language="uk")
    assert words("uk", "settings-title") in answer.private
    assert words("uk", "settings-language-chosen-now", language="українською") in answer.private
    assert words("uk", "refused-no-tables", newgame="/newgame") in (await court.command(ann, "hand")).private
    await court.restart()
    assert words("uk", "settings-title") in text((await court.whisper(ann, "settings show")).message)
    back = await court.command(ann, "settings language", language="discord")
    assert words("en", "settings-title") in back.private


async def test_a_language_that_discord_shows_is_spoken_where_none_is_chosen(court: Evening) -> None:
    """One that Herald doesn't speak is named as the reason."""
    ann, bo, *_ = court.guests
    tongues(court, {ann: "uk", bo: "de"})
    shown = (await court.command(ann, "settings show")).private
    assert words("uk", "settings-language-discord-now", language="українською") in shown
    shown = (await court.command(bo, "settings show")).private
    assert words("en", "settings-language-unspoken-now", language="English") in shown
    assert (await person(court, bo)).locale == "de"


@pytest.mark.slow
async def test_what_can_not_be_chosen_is_refused(court: Evening) -> None:
    """Whatever is forged, nothing is kept."""
    wat = warden(court)
    panel = (await court.command(wat, "settings show")).message
    servers = (await court.command(wat, "settings server")).message
    before = await person(court, wat), await server(court)
    for message, custom_id, values in (
        *((panel, f"settings:{what}", ["xx"]) for what in ("hand", "language", "pictures", "private", "1", HUGE)),
        (panel, "settings:language", ["server"]),
        (panel, "settings:nonsense", []),
        *((servers, f"server:{what}", ["xx"]) for what in ("language", "pictures", "hand", "1", HUGE)),
        (servers, "server:pictures", ["server"]),
        (servers, "server:language", []),
        (servers, "server", ["uk"]),
    ):
        answer = await court.forge(wat, message, custom_id, component_type=3, values=values)
        assert said("refused-unknown", answer.private), custom_id
    assert (await person(court, wat), await server(court)) == before


@pytest.mark.slow
async def test_only_who_manages_a_server_chooses_for_it(court: Evening) -> None:
    """By the command as by a forged or leftover click."""
    ann, *_ = court.guests
    wat = warden(court)
    panel = (await court.command(wat, "settings server")).message
    every: tuple[dict[str, Any], ...] = ({}, {"language": "uk"}, {"pictures": "off"})
    for options in every:
        assert said("refused-not-manager", (await court.command(ann, "settings server", **options)).private)
    forged = await court.forge(ann, panel, "server:pictures", component_type=3, values=["off"])
    assert said("refused-not-manager", forged.private)
    assert await server(court) == Server(court.server.id, locale="en-US")


async def test_nothing_is_chosen_for_a_server_in_a_dm(court: Evening) -> None:
    """There is none that it could be for."""
    answer = await court.whisper(court.guests[0], "settings server", language="uk")
    assert said("refused-server-only", text(answer.message))


@pytest.mark.slow
async def test_a_server_is_chosen_for_in_the_panel_and_by_options(court: Evening) -> None:
    """Both ways, together or one by one."""
    wat = warden(court)
    answer = await court.command(wat, "settings server")
    assert menus(answer) == {
        "server:language": "locale",
        "server:pictures": "on",
        "server:pace": "day",
        "server:then": "rival",
        "server:advice": "off",
        "server:orders": "on",
    }
    assert words("en", "server-language-locale-now", language="English") in answer.private
    shown = await court.choose(wat, answer.message, ["uk"], "server:language")
    assert shown.edited
    assert words("en", "server-language-chosen-now", language="Ukrainian") in text(shown.message)
    await court.choose(wat, answer.message, ["off"], "server:pictures")
    assert await server(court) == Server(court.server.id, "uk", "en-US", pictures=False)
    shown = await court.command(wat, "settings server", language="locale", pictures="on")
    assert said("server-pictures-on-now", shown.private)
    assert await server(court) == Server(court.server.id, None, "en-US", pictures=True)


@pytest.mark.slow
async def test_a_server_whose_language_is_changed_reads_its_tables_in_it(court: Evening) -> None:
    """What runs is shown anew where it stands, without a ping; what is posted later follows."""
    ann, bo, cy, *_ = court.guests
    wat = warden(court)
    await court.seat(ann, bo)
    lobby = await court.open(cy)
    board, post, calls = court.board(table=1), court.post(table=1), len(court.pings())
    await court.command(wat, "settings server", language="uk")
    assert words("uk", "button-rules") in str(buttons(board))
    assert words("uk", "fortheking-name") in text(board)
    assert "Запорука" in text(post)
    assert words("uk", "button-join") in str(buttons(lobby))
    assert len(court.pings()) == calls
    thread = await court.open(ann, bo, thread=True)
    assert words("uk", "fortheking-name") in str(court.env.backend.get_channel(thread.channel_id).name)


@pytest.mark.slow
async def test_a_server_whose_own_language_changes_reads_its_tables_in_it(court: Evening) -> None:
    """Discord shows it with every click there; a choice of the server's stays stronger."""
    ann, bo, *_ = court.guests
    board = await court.seat(ann, bo)
    tongues(court, {}, server="uk")
    await court.press(bo, board, "rules")
    assert (await server(court)).locale == "uk"
    assert words("uk", "button-rules") in str(buttons(board))
    await court.bot.preferences.change_server(court.server.id, language="uk")
    tongues(court, {}, server="de")
    await court.command(bo, "help")
    assert (await server(court)).locale == "de"
    assert words("uk", "button-rules") in str(buttons(board))


@pytest.mark.slow
async def test_a_server_is_told_in_its_own_language_from_the_first_post_on(court: Evening) -> None:
    """Also after a restart, before anybody has pressed anything."""
    ann, bo, *_ = court.guests
    tongues(court, {}, server="uk")
    lobby = await court.open(ann, bo, thread=True)
    assert words("uk", "button-join") in str(buttons(lobby))
    assert words("uk", "fortheking-name") in str(court.env.backend.get_channel(lobby.channel_id).name)
    await court.restart()
    assert words("uk", "button-join") in str(buttons(lobby))
    await court.press(ann, lobby, "start")
    assert "Запорука" in text(court.post(lobby.channel_id))
    asked = await court.command(ann, "table end", court.channel)
    assert said("refused-no-tables", asked.private)


@pytest.mark.slow
async def test_letters_are_in_the_language_of_their_readers(court: Evening) -> None:
    """The chosen one, else the one that Discord showed when they sat down, else that of the table."""
    ann, bo, cy, dana, eve, *_ = court.guests
    tongues(court, {ann: "uk", bo: "uk", cy: "de", dana: "en-GB", eve: "uk"}, server="uk")
    await court.command(bo, "settings language", language="en")
    await court.seat(ann, bo, cy, dana, eve, private="dm", game="oriflamme")
    wanted = {ann: "uk", bo: "en", cy: "uk", dana: "en", eve: "uk"}
    title, unread = {"uk": "стіл 1", "en": "table 1"}, set(wanted)
    while unread:
        guest, letter = next((one, sent) for one in wanted for sent in court.dms(one)[-1:] if offered(sent))
        if guest in unread:
            assert title[wanted[guest]] in text(letter), guest.name
            unread.discard(guest)
        await court.press(guest, letter, part=offered(letter)[0]["custom_id"])


@pytest.mark.slow
async def test_letters_of_a_table_that_was_ended_say_so_in_their_readers_language(court: Evening) -> None:
    """Whoever had been asked."""
    ann, bo, *_ = court.guests
    tongues(court, {ann: "uk", bo: "uk"})
    await court.seat(ann, bo, private="dm")
    asked = await court.command(ann, "table end")
    await court.press(ann, asked.message, "end")
    (letter,) = [letter for guest in (ann, bo) for letter in court.dms(guest)]
    assert words("uk", "table-ended-by", player="**Ann**") in text(letter)
    assert not verbs(letter)


@pytest.mark.slow
async def test_who_did_not_sit_down_is_not_remembered(court: Evening) -> None:
    """Looking, asking and being refused leave nothing behind."""
    ann, bo, cy, *_ = court.guests
    tongues(court, {cy: "uk"})
    board = await court.open(ann, bo)
    await court.press(ann, board, "start")
    for press in ("look", "log"):
        await court.forge(cy, board, f"{press}:1")
    await court.forge(cy, board, "join:1")
    await court.command(cy, "help")
    assert await person(court, cy) == Person(cy.id)
    assert (await person(court, bo)).locale == "en-US"


@pytest.mark.slow
async def test_nobody_waits_for_what_discord_shows_to_be_kept(court: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """The click is answered first; the language that Discord shows is written thereafter, and once."""
    ann, bo, *_ = court.guests
    lobby = await court.open(ann)
    storage, late = court.bot.storage, list[bool]()
    keep = storage.keep

    def answers() -> int:
        return sum(sent.path.endswith("/callback") for sent in court.record.sent)

    before = answers()

    async def watched(choice: object) -> None:
        if isinstance(choice, Person):
            late.append(answers() > before)
        await keep(choice)

    monkeypatch.setattr(storage, "keep", watched)
    await court.press(bo, lobby, "join")
    await court.press(bo, lobby, "leave")
    await court.press(bo, lobby, "join")
    assert late == [True]
    assert (await person(court, bo)).locale == "en-US"

"""/settings: what people choose for themselves and for their servers, and what becomes of it; and its dialogs."""

from __future__ import annotations

import json
from typing import Any
from unittest.mock import AsyncMock, patch

import pytest

from bot.clocks.table_clock import DAY, HOUR, TimeoutAction
from bot.faces.components import ELLIPSIS
from bot.features.hints import Hints
from bot.storage.records import Person, Private, Server, TableDefaults
from bot.texts.fluent import locales
from tests.bot.clocked import clock_of
from tests.bot.party import answer, end, offered
from tests.bot.sentences import assert_said, assert_tells, said
from tests.bot.server import HUGE, Evening, Guest, buttons, text, verbs, warden
from tests.bot.storage.samples import full
from tests.bot.tongues import Say, everybody_reads, tongues, words
from tests.every import FOR_EVERY_LANGUAGE

pytestmark = pytest.mark.seed(7)


async def person(guest: Guest) -> Person:
    """Return what is kept of a person's choices."""
    return await guest.evening.storage.choice(Person, guest.id)


async def server(court: Evening) -> Server:
    """Return what is kept for the server."""
    return await court.storage.choice(Server, court.server.id)


async def test_a_chosen_language_is_spoken_from_its_own_answer_on(court: Evening) -> None:
    """Also in DMs, after a restart, and until Discord's is chosen again; one that Herald lacks is told.

    Each is listed by its own name: somebody who can't read the present one finds the way out.
    """
    ann, bo, cy, *_ = court.guests
    dialog = await ann.command("settings reading")
    parts = [each["component"] for each in (dialog.interaction.modal or {})["components"]]
    (menu,) = [each for each in parts if each["custom_id"] == "language"]
    named = {option["value"]: option["label"] for option in menu["options"]}
    assert named.keys() == {"discord", *locales()}
    assert (named["uk"], named["en"]) == ("Українська", "English")
    answer = await ann.fill_in(dialog, language="uk")
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
    assert (await person(cy)).locale == "de"


async def test_only_who_manages_a_server_chooses_for_it(court: Evening, ann: Guest) -> None:
    """By the command as by a forged or leftover click, or with a dialog that was opened before; in a DM nobody."""
    panel = await warden(court).command("settings server")
    chosen = {"pictures": "off", "language": "uk"}
    for refused in (
        ann.command("settings server"),
        ann.forge("server:here", panel),
        ann.forge("chosen:server:here", panel, fields=chosen),
    ):
        await assert_said("refused-not-manager", refused)
    assert await server(court) == Server(court.server.id, locale="en-US")
    await assert_tells("refused-server-only", ann.whisper("settings server"))


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

    So they say that the table was ended, to whoever had been asked. Who chooses another one reads it in an open DM
    at once.
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
    for guest in [*asked, *asked]:
        wanted[guest] = "en" if wanted[guest] == "uk" else "uk"
        await guest.prefer(language=wanted[guest])
        assert title[wanted[guest]] in text(guest.dms[-1])
        assert offered(guest.dms[-1])
    await end(ann)
    for guest in asked:
        assert words(wanted[guest], "table-ended-by", player="**Ann**") in text(guest.dms[-1])
        assert not verbs(guest.dms[-1])


async def test_nobody_waits_for_what_discord_shows_to_be_kept(
    court: Evening, ann: Guest, bo: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The click is answered first; the language that Discord shows is written thereafter, and once."""
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
    assert (await person(bo)).locale == "en-US"


@pytest.mark.quick
async def test_one_dialog_is_kept_as_one_change(court: Evening, ann: Guest) -> None:
    """All of it in one transaction, told where the button was pressed; what stands comes back in the next dialog.

    Before, the page says that nothing is chosen yet. The dialog is the same in the bot's DMs.
    """
    page = await ann.command("settings show")
    assert verbs(page) == ["settings", "settings"]
    for key in ("settings-private-table-now", "settings-pictures-server-now", "settings-reminders-channel-now"):
        assert said(key, page.private)
    assert words("en", "settings-language-discord-now", language="English") in page.private
    held = {"hand": "table", "language": "discord", "pictures": "server", "hints": "on"}
    assert (await ann.command("settings reading")).stands == held
    calls = {"reminders": "channel", "quiet": "", "zone": "", "bids": "ask"}
    asked = await ann.command("settings calls")
    assert asked.stands == calls
    described = {field.get("description") for field in (asked.interaction.modal or {})["components"]}
    assert described == {None, words("en", "settings-quiet-about"), words("en", "settings-zone-about")}
    opened = await ann.click(page, "settings:reading")
    with patch.object(court.storage, "store_choices", AsyncMock(wraps=court.storage.store_choices)) as kept:
        shown = await ann.fill_in(opened, hand="dm", pictures="off", language="en", hints="off")

    assert shown.edited
    assert [{type(each) for each in together.args} for together in kept.await_args_list] == [{Person, Hints}]
    assert await person(ann) == Person(ann.id, Private.DM, language="en", locale="en-US", pictures=False)
    for key in ("settings-private-dm-now", "settings-pictures-off-now", "settings-hints-off-now"):
        assert said(key, shown.text)
    dialog = await ann.whisper("settings reading")
    assert dialog.stands == {"hand": "dm", "language": "en", "pictures": "off", "hints": "off"}
    assert (await ann.fill_in(dialog, **{**held, "pictures": "on"})).given
    assert await person(ann) == Person(ann.id, locale="en-US", pictures=True)
    await ann.prefer(pictures="server")
    assert await person(ann) == Person(ann.id, locale="en-US")


@pytest.mark.quick
async def test_a_dialog_that_could_not_be_kept_changes_nothing(
    court: Evening, ann: Guest, errors: pytest.LogCaptureFixture
) -> None:
    """The disk is full: its person hears so, and nothing of it counts."""
    with patch.object(court.storage, "store_choices", full):
        refused = await ann.prefer(hand="dm", hints="off")
    assert said("apology-storage", refused.private)
    assert await court.bot.preferences.user_settings(ann.id) == Person(ann.id)
    assert await court.bot.preferences.get(Hints, ann.id) == Hints(ann.id)
    errors.clear()


@pytest.mark.quick
async def test_choices_that_cannot_be_read_are_logged_in_words(
    court: Evening, errors: pytest.LogCaptureFixture
) -> None:
    """The person is answered as one who has chosen nothing; the log puts the error's sentence in its place."""
    with patch.object(court.bot.preferences, "user_settings", full):
        assert (await court.guests[0].command("help")).private
    assert "There is no room left" in errors.text
    assert "storage-full" not in errors.text
    errors.clear()


@pytest.mark.quick
async def test_a_dialog_that_was_opened_before_a_restart_still_counts(court: Evening, ann: Guest) -> None:
    """Its custom_id says whose it is; what an earlier dialog didn't ask for stays.

    Whoever chooses where hands are, or sends that as it stands, gives closed DMs another chance.
    """
    await court.bot.preferences.change_user_settings(ann.id, private=Private.DM, dm_closed=True, dm_told=True)
    await ann.prefer(hints="off")
    assert await person(ann) == Person(ann.id, Private.DM, locale="en-US")
    page = await ann.command("settings show")
    await court.restart()
    fields = {"hand": "dm", "pictures": "off"}
    await assert_tells("settings-hints-off-now", ann.forge("chosen:settings:reading", page, fields=fields))
    assert await person(ann) == Person(ann.id, Private.DM, locale="en-US", pictures=False)


@FOR_EVERY_LANGUAGE
async def test_no_dialog_cuts_a_word(court: Evening, locale: str) -> None:
    """Labels have 45 characters at most, what is said below them and of options 100."""
    wat = warden(court)
    everybody_reads(court, locale)
    await court.open(wat)
    page = await wat.command("settings server")
    lobby = await wat.press("time")
    opened = [await wat.command(f"settings {each}") for each in ("reading", "calls", "follow")]
    opened += [await wat.click(page, f"server:{each}") for each in ("here", "tables")]
    opened += [await wat.click(lobby, f"{each}:1") for each in ("terms", "starting")]
    for dialog in opened:
        assert dialog.interaction.modal
        assert ELLIPSIS not in json.dumps(dialog.interaction.modal, ensure_ascii=False)


async def test_what_can_not_be_chosen_is_refused(court: Evening) -> None:
    """Whatever is forged, nothing is kept: nor what is filled in beside it.

    Nor what is picked in lists of earlier messages: they show what holds, for dialogs have taken their place.
    """
    wat = warden(court)
    panel = await wat.command("settings show")
    every: tuple[tuple[str, dict[str, Any]], ...] = (
        *(("settings:reading", {"pictures": "off", what: "xx"}) for what in ("hand", "language", "hints")),
        ("settings:reading", {"language": ["uk", "en"]}),
        ("settings:reading", {"language": []}),
        ("settings:calls", {"reminders": "server"}),
        ("settings:calls", {"reminders": "dm", "bids": "xx"}),
        *(("server:here", {"pictures": "off", what: "xx"}) for what in ("language", "channel")),
        ("server:tables", {"pace": "aeon"}),
        ("server:tables", {"pace": "hour", "options": ["cheat"]}),
        *((f"{verb}:{what}", {"pace": "hour"}) for verb in ("settings", "server", "x") for what in ("1", HUGE)),
    )
    for goal, fields in every:
        answer = await wat.forge(f"chosen:{goal}", panel, fields=fields)
        assert said("refused-unknown", answer.private), goal

    lists = {"settings:hand": "dm", "habits:bids": "trust", "server:pictures": "off", "threads": "5"}
    for custom_id, value in lists.items():
        answer = await wat.forge(custom_id, panel, values=[value])
        assert answer.edited
        assert {*verbs(answer)} <= {"settings", "server"}
    page = await wat.press("time", await court.open(wat))
    assert (await wat.forge("terms:1:pace", page, values=["hour"])).edited

    assert await person(wat) == Person(wat.id, locale="en-US")
    assert await server(court) == Server(court.server.id, locale="en-US")
    assert await court.storage.choice(TableDefaults, court.server.id) == TableDefaults(court.server.id)


@pytest.mark.quick
async def test_of_two_dialogs_sent_at_once_both_count(court: Evening) -> None:
    """What each of two people chooses for a server in another dialog stands; in the same one, the later counts.

    Each opens with what stands, and the page says what holds.
    """
    wat, eve = warden(court), warden(court)
    answer = await wat.command("settings server")
    page = answer.message
    assert words("en", "server-language-locale-now", language="English") in answer.private
    here, tables = [await wat.click(page, f"server:{form}") for form in ("here", "tables")]
    assert here.stands == {"language": "locale", "pictures": "on", "board": [], "channel": []}
    assert tables.stands == {"pace": "day", "then": "rival", "options": ["orders"]}
    shown = await wat.fill_in(here, language="uk", pictures="off")
    assert shown.edited
    assert words("en", "server-language-chosen-now", language="Ukrainian") in shown.text
    assert await server(court) == Server(court.server.id, "uk", "en-US", pictures=False)

    sent = [
        guest.begin(page, f"chosen:server:{form}", fields=fields)
        for guest, form, fields in (
            (wat, "here", {"language": "uk", "pictures": "off"}),
            (eve, "tables", {"pace": "hour", "then": "waits"}),
            (eve, "here", {"language": "locale", "pictures": "on"}),
        )
    ]
    await court.settle()

    assert all(each.given for each in sent)
    assert await server(court) == Server(court.server.id, None, "en-US", pictures=True)
    kept = await court.storage.choice(TableDefaults, court.server.id)
    assert kept == TableDefaults(court.server.id, "hour", TimeoutAction.WAITS)


@pytest.mark.quick
@pytest.mark.usefixtures("ahead")
async def test_a_table_opens_as_its_server_wants_and_the_lobby_says_so(court: Evening, says: Say) -> None:
    """In one dialog; who opens the table may still choose otherwise.

    Where nobody has chosen, people can order ahead.
    """
    guard, ann, bo, cy = warden(court), *court.guests[:3]
    await court.open(cy)
    panel = await guard.govern(pace="week", then="waits", options=["advice"])
    assert await court.storage.choice(TableDefaults, court.server.id) == TableDefaults(
        court.server.id, "week", TimeoutAction.WAITS, advice=True, orders=False
    )
    time = says("time-waits", pace=says("pace-week"), reserve=says("reserve-week"))
    for line in (time, says("customs-advice-on"), says("customs-orders-off")):
        assert f"- {line}" in panel.text
    lobby = text(await court.open(ann))
    assert says("allowed-advice") in lobby
    assert time in lobby
    await court.open(bo, pace="hour", orders=True)
    for table, pace, then, advice, orders in (
        (1, DAY, TimeoutAction.RIVAL, False, True),
        (2, 7 * DAY, TimeoutAction.WAITS, True, False),
        (3, HOUR, TimeoutAction.WAITS, True, True),
    ):
        record, terms = await court.table_record(table), (await clock_of(court, table)).terms
        assert (terms.pace, terms.then, record.advice, record.orders) == (pace, then, advice, orders)


async def test_who_opens_a_table_chooses_where_hands_are_shown(
    court: Evening, ann: Guest, bo: Guest, says: Say
) -> None:
    """In the lobby's options, where everybody reads it; nobody else may, and the game goes by it."""
    await ann.agree_on(await court.open(ann, bo), hands="dm")
    await court.settle()
    assert (await court.table_record()).private is Private.DM
    assert says("allowed-by-dm") in court.board_text()
    for guest, where in ((bo, "here"), (ann, "sky")):
        await guest.forge("termed:1", fields={"hands": where})
    assert (await court.table_record()).private is Private.DM
    await ann.press("start")
    assert ann.dms or bo.dms

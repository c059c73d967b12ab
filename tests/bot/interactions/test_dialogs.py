"""The dialogs of /settings: what stands in them, what is kept together, what is refused, what was sent before."""

from __future__ import annotations

import json
from typing import Any

import pytest

from bot.clocks.table_clock import TimeoutAction
from bot.faces.components import ELLIPSIS
from bot.features.hints import Hints
from bot.storage.records import Person, Private, Server, TableDefaults
from tests.bot.interactions.test_forgeries import HUGE
from tests.bot.interactions.test_settings import filled, person, server, warden
from tests.bot.sentences import said
from tests.bot.server import SUBMIT, Evening, verbs
from tests.bot.storage.faulty import full
from tests.bot.tongues import everybody_reads, words
from tests.every import FOR_EVERY_LANGUAGE

pytestmark = pytest.mark.seed(7)


@pytest.mark.quick
async def test_one_dialog_is_kept_as_one_change(court: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """All of it in one transaction, told where the button was pressed; what stands comes back in the next dialog.

    Before, the page says that nothing is chosen yet.
    """
    ann, *_ = court.guests
    page = await ann.command("settings show")
    assert verbs(page.message) == ["settings", "settings"]
    for key in ("settings-private-table-now", "settings-pictures-server-now", "settings-reminders-channel-now"):
        assert said(key, page.private)
    assert words("en", "settings-language-discord-now", language="English") in page.private
    held = {"hand": "table", "language": "discord", "pictures": "server", "hints": "on"}
    assert (await ann.command("settings reading")).stands == held
    held = {"reminders": "channel", "quiet": "", "zone": "", "bids": "ask"}
    assert (await ann.command("settings calls")).stands == held
    storage, kept = court.storage, list[tuple[object, ...]]()

    async def watched(*chosen: object, keep: Any = storage.store_choices) -> None:
        kept.append(chosen)
        await keep(*chosen)

    monkeypatch.setattr(storage, "store_choices", watched)
    opened = await ann.click(page.message, "settings:reading")
    shown = await ann.fill_in(opened, hand="dm", pictures="off", language="en", hints="off")

    assert shown.edited
    assert [{type(each) for each in together} for together in kept] == [{Person, Hints}]
    assert await person(court, ann) == Person(ann.id, Private.DM, language="en", locale="en-US", pictures=False)
    for key in ("settings-private-dm-now", "settings-pictures-off-now", "settings-hints-off-now"):
        assert said(key, shown.text)
    held = {"hand": "dm", "language": "en", "pictures": "off", "hints": "off"}
    assert (await ann.command("settings reading")).stands == held


@pytest.mark.quick
async def test_a_dialog_that_could_not_be_kept_changes_nothing(
    court: Evening, monkeypatch: pytest.MonkeyPatch, errors: pytest.LogCaptureFixture
) -> None:
    """The disk is full: its person hears so, and nothing of it counts."""
    ann, *_ = court.guests

    with monkeypatch.context() as patch:
        patch.setattr(court.storage, "store_choices", full)
        refused = await ann.prefer(hand="dm", hints="off")
    assert said("apology-storage", refused.private)
    assert await court.bot.preferences.user_settings(ann.id) == Person(ann.id)
    assert await court.bot.preferences.get(Hints, ann.id) == Hints(ann.id)
    errors.clear()


@pytest.mark.quick
async def test_a_dialog_that_was_opened_before_a_restart_still_counts(court: Evening) -> None:
    """Its custom_id says whose it is; what an earlier dialog didn't ask for stays.

    Whoever chooses where hands are, or sends that as it stands, gives closed DMs another chance.
    """
    ann, *_ = court.guests
    await court.bot.preferences.change_user_settings(ann.id, private=Private.DM, dm_closed=True, dm_told=True)
    await ann.prefer(hints="off")
    assert await person(court, ann) == Person(ann.id, Private.DM, locale="en-US")
    page = (await ann.command("settings show")).message
    await court.restart()
    fields = filled(hand="dm", pictures="off")
    sent = await ann.forge("chosen:settings:reading", page, kind=SUBMIT, components=fields)
    assert said("settings-hints-off-now", sent.text)
    assert await person(court, ann) == Person(ann.id, Private.DM, locale="en-US", pictures=False)


@FOR_EVERY_LANGUAGE
async def test_no_dialog_cuts_a_word(court: Evening, locale: str) -> None:
    """Labels have 45 characters at most, what is said below them and of options 100."""
    wat = warden(court)
    everybody_reads(court, locale)
    await court.open(wat)
    page = (await wat.command("settings server")).message
    lobby = (await wat.press("time")).message
    opened = [await wat.command(f"settings {each}") for each in ("reading", "calls", "follow")]
    opened += [await wat.click(page, f"server:{each}") for each in ("here", "tables")]
    opened += [await wat.click(lobby, f"{each}:1") for each in ("terms", "starting")]
    for dialog in opened:
        assert dialog.interaction.modal
        assert ELLIPSIS not in json.dumps(dialog.interaction.modal, ensure_ascii=False)


async def test_what_can_not_be_chosen_is_refused(court: Evening) -> None:
    """Whatever is forged, nothing is kept: nor what is filled in beside it."""
    wat = warden(court)
    panel = (await wat.command("settings show")).message
    before = await person(court, wat), await server(court)
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
        answer = await wat.forge(f"chosen:{goal}", panel, kind=SUBMIT, components=filled(**fields))
        assert said("refused-unknown", answer.private), goal
    assert (await person(court, wat), await server(court)) == before
    assert await court.storage.choice(TableDefaults, court.server.id) == TableDefaults(court.server.id)


@pytest.mark.quick
async def test_lists_of_earlier_messages_show_what_holds(court: Evening) -> None:
    """Whatever is picked there is kept no more; dialogs have taken their place."""
    wat = warden(court)
    panel = (await wat.command("settings show")).message
    lists = {"settings:hand": "dm", "habits:bids": "trust", "server:pictures": "off", "threads": "5"}
    for custom_id, value in lists.items():
        answer = await wat.forge(custom_id, panel, component_type=3, values=[value])
        assert answer.edited
        assert {*verbs(answer.message)} <= {"settings", "server"}
    lobby = await court.open(wat)
    page = (await wat.press("time", lobby)).message
    assert (await wat.forge("terms:1:pace", page, component_type=3, values=["hour"])).edited
    assert await person(court, wat) == Person(wat.id, locale="en-US")
    assert await server(court) == Server(court.server.id, locale="en-US")


async def test_a_server_is_chosen_for_in_two_dialogs(court: Evening) -> None:
    """Each with what stands, and the page says what holds."""
    wat = warden(court)
    answer = await wat.command("settings server")
    assert words("en", "server-language-locale-now", language="English") in answer.private
    here = await wat.click(answer.message, "server:here")
    assert here.stands == {"language": "locale", "pictures": "on", "board": [], "channel": []}
    tables = await wat.click(answer.message, "server:tables")
    assert tables.stands == {"pace": "day", "then": "rival", "options": ["orders"]}
    shown = await wat.fill_in(here, language="uk", pictures="off")
    assert shown.edited
    assert words("en", "server-language-chosen-now", language="Ukrainian") in shown.text
    assert await server(court) == Server(court.server.id, "uk", "en-US", pictures=False)
    await warden(court).govern(language="locale", pictures="on")
    assert await server(court) == Server(court.server.id, None, "en-US", pictures=True)


@pytest.mark.quick
async def test_of_two_dialogs_sent_at_once_both_count(court: Evening) -> None:
    """What each of two people chooses for a server in another dialog stands; in the same one, the later counts."""
    wat, eve = warden(court), warden(court)
    page = (await wat.command("settings server")).message
    sent = [
        wat.begin(page, "chosen:server:here", kind=SUBMIT, components=filled(language="uk", pictures="off")),
        eve.begin(page, "chosen:server:tables", kind=SUBMIT, components=filled(pace="hour", then="waits")),
        eve.begin(page, "chosen:server:here", kind=SUBMIT, components=filled(language="uk", pictures="on")),
    ]
    await court.settle()
    assert all(each.given for each in sent)
    assert await server(court) == Server(court.server.id, "uk", "en-US", pictures=True)
    kept = await court.storage.choice(TableDefaults, court.server.id)
    assert kept == TableDefaults(court.server.id, "hour", TimeoutAction.WAITS)

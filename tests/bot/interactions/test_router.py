"""The router: one handler for each custom_id that a face writes; rate limits, and how long people wait for it."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from statistics import median

import pytest

from bot.faces.feature_hooks import Handler
from bot.interactions import services
from bot.interactions.request import Request
from bot.interactions.router import Route, all_routes
from bot.interactions.services import TokenBucket
from bot.tables.refusals import UnknownClick
from bot.tables.table import Table
from engine.games import GAMES
from tests.bot.clock import Clock
from tests.bot.interactions.test_lobbies import cancel, seated
from tests.bot.party import Party
from tests.bot.sentences import assert_said, said
from tests.bot.server import GAME, Evening, Guest, words
from tests.test_architecture import read

ROOT = Path(__file__).parents[3]
FACES = [path for room in ("faces", "announce", "features") for path in (ROOT / "bot" / room).rglob("*.py")]

VERBS = {"make_custom_id": 0, "custom_id": 0, "button": 1, "text_button": 2, "confirm_page": 2, "turn_to": 3}
"""In which place of their arguments the functions that write a custom_id take its verb."""


async def look(request: Request, number: int, game: str, page: int = 1) -> None:
    """Do nothing."""


async def untyped(request: Request, table) -> None:  # type: ignore[no-untyped-def]  # noqa: ANN001
    """Do nothing; the word has no type."""


async def listing(request: Request, names: list[str]) -> None:
    """Do nothing; no custom_id can hold a list."""


async def second(request: Request, game: str, table: Table) -> None:
    """Do nothing; a table is the first word."""


def test_words_have_the_types_of_the_handlers_parameters() -> None:
    """The last of them may be missing where the parameter has a default."""
    route = Route.of(look)
    assert route.read_words(["7", "12"]) == [7, "12"]
    assert route.read_words(["7", "chess", "3"]) == [7, "chess", 3]
    for wrong in ((), ("7",), ("x", "chess"), ("7", "chess", "x"), ("7", "chess", "3", "4")):
        with pytest.raises(UnknownClick):
            route.read_words(wrong)


@pytest.mark.parametrize("handler, named", [(untyped, "table"), (listing, "names"), (second, "table")])
def test_a_handler_of_other_parameters_is_refused_by_name(handler: Handler, named: str) -> None:
    """When the bot is imported, not when somebody presses the button."""
    with pytest.raises(TypeError, match=f"{handler.__name__} takes .*{named}"):
        Route.of(handler)


def written() -> set[str]:
    """Return the verbs of all custom_ids that the source of the faces and of the announcer writes in so many words."""
    found: set[str] = set()
    for path in FACES:
        for node in read(path).nodes:
            if isinstance(node, ast.Call):
                place = VERBS.get(getattr(node.func, "attr", getattr(node.func, "id", "")), len(node.args))
                found |= {str(each.value) for each in node.args[place : place + 1] if isinstance(each, ast.Constant)}
    return found


@pytest.mark.slow
def test_every_custom_id_that_is_written_has_a_handler() -> None:
    """A verb that nobody answers would be a button that doesn't work."""
    assert written() <= set(all_routes())
    assert {"move", "play", "look", "join", "rules"} <= written()


def test_a_verb_leads_to_its_handler() -> None:
    """Whoever looks for a verb finds one line, in the router or in the feature that it belongs to, with the handler."""
    core = (ROOT / "bot" / "interactions" / "router.py").read_text(encoding="utf-8")
    for verb, route in all_routes().items():
        _, place, *rest = route.handler.__module__.split(".")
        room = rest[0] if place == "features" else ""
        own = ROOT / "bot" / "features" / room / "__init__.py"
        source = own.read_text(encoding="utf-8").partition(" = Feature(")[2] if room else core
        assert len(re.findall(rf'"{verb}": (?:\w+\.)?\w+\b', source)) == 1, verb


# Rate limits of one user: clicks and opened tables; and how long people wait for an answer


MOST_CPU, MOST_SECONDS = 0.02, 1.5
"""Seconds: of CPU for the median answer, which takes 5 ms; besides waits for a core, for all but one in a hundred."""


def test_as_much_as_is_allowed_may_come_at_once_and_then_evenly(clock: Clock) -> None:
    """Six in a minute: six at once, the seventh ten seconds later, and after a quiet minute six at once again.

    Who clicks without end slows nobody else down. What came to nothing is given back, to nobody else.
    """
    clicks = TokenBucket(6, 60, clock)
    assert [clicks.take(1) for _ in range(8)] == [0] * 6 + [10, 10]
    clicks.give_back(2)
    assert [clicks.take(user) for user in (1, 2)] == [10, 0]
    clicks.give_back(1)
    assert [clicks.take(1) for _ in range(2)] == [0, 10]
    clock.now += 9
    assert clicks.take(1) == 1
    clock.now += 1
    assert [clicks.take(1) for _ in range(2)] == [0, 10]
    clock.now += 60
    assert [clicks.take(1) for _ in range(7)] == [0] * 6 + [10]


@pytest.mark.parametrize("times, seconds, kept", [(6, 60, 50), (0, 60, 0), (1, 0, 0)])
def test_bucket_remembers_the_last_users_alone(
    clock: Clock, monkeypatch: pytest.MonkeyPatch, times: int, seconds: float, kept: int
) -> None:
    """However many people click. 0 stands for no limit: as many and as fast as people like, and nothing is kept."""
    monkeypatch.setattr(services, "MOST_USERS", 50)
    clicks = TokenBucket(times, seconds, clock)
    assert not any(clicks.take(user) for user in range(1000))
    assert len(clicks._full) == kept
    assert kept or not any(clicks.take(1) for _ in range(1000))


@pytest.mark.settings(clicks_per_minute=5)
async def test_who_clicks_without_end_is_told_in_private_and_changes_nothing(
    court: Evening, ann: Guest, bo: Guest
) -> None:
    """A click too many, or a command, is answered with one sentence; others go on, and so does the person later."""
    lobby = await court.open(ann)
    answers = [await ann.press("rules", lobby) for _ in range(5)]
    assert said("refused-too-fast", answers[-1].private)
    assert not any(said("refused-too-fast", answer.private) for answer in answers[:4])
    await assert_said("refused-too-fast", ann.press("leave", lobby))
    await assert_said("refused-too-fast", ann.command("help"))
    assert (await bo.press("join", lobby)).edited
    assert await seated(court) == ["Ann", "Bo"]


@pytest.mark.settings(newgame_seconds=10, lobbies_per_person=1)
async def test_a_table_is_opened_every_ten_seconds(court: Evening, ann: Guest, bo: Guest) -> None:
    """/newgame: the second one at once is refused with the seconds that are left; somebody else's isn't.

    Who was told of one reason isn't told of another the next time.
    """
    lobby = await court.open(ann)
    refused = await ann.command("newgame oriflamme")
    assert refused.private == words("refused-too-soon", seconds=10)
    await assert_said("newgame-opened", bo.command("newgame oriflamme"))
    assert len(await court.tables.find()) == 2

    court.bot.services.rate_limits.tables.give_back(ann.id)
    for _ in range(2):
        await assert_said("refused-many-lobbies", ann.command("newgame fortheking"))
    await cancel(ann, lobby)
    await assert_said("newgame-opened", ann.command("newgame fortheking"))


@pytest.mark.seed(2)
@pytest.mark.settings(clicks_per_minute=120)
@pytest.mark.parametrize("people, most", [(2, 100), (GAMES[GAME].seats[-1], 60)])
async def test_answers_come_well_within_discords_three_seconds(court: Evening, people: int, most: int) -> None:
    """From the click to the moment at which the answer is on its way, at a full table and between two in a hurry.

    They answer at once and never stop to think, and meet no limit: the default is generous.
    """
    guests = await court.seat_first(people)
    court.record.is_timed = True
    party = Party(guests, 2)
    await party.play(most)
    seconds = sorted(court.record.seconds)
    assert len(seconds) > most
    assert median(court.record.cpu) < MOST_CPU
    assert seconds[len(seconds) * 99 // 100] < MOST_SECONDS
    assert not [line for line in party.said if said("refused-too-fast", line)]

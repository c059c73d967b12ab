"""Pressing everything old that answers a question, and what comes of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from simcord.backend.models import Message

from tests.bot.limits import BUTTON
from tests.bot.party import ANSWERING, offered
from tests.bot.record import Json
from tests.bot.server import SUBMIT, Answer, Evening, verb
from tests.released.left import Left
from tests.released.reopening import Shown, guest

NUMBER = "98"
SELECT = 3


@dataclass(frozen=True, slots=True)
class Pressed:
    """Something old that was pressed at a table, if by the person who is asked there, and what came of it."""

    table: int
    custom_id: str
    asked: bool
    answer: Answer

    @property
    def offered(self) -> set[str]:
        """Return what answers the question in the message that is the answer."""
        return {str(part["custom_id"]) for part in offered(self.answer.message)}


@dataclass(frozen=True, slots=True)
class Old:
    """Something old that can be pressed: by whom, in which message, and what a client would send."""

    user: int
    message: Message
    custom_id: str
    data: Json


def press(court: Evening, table: Left, places: Sequence[Shown]) -> Iterator[Pressed]:
    """Press whatever answered a question at a table, each once for each person, and don't wait."""
    for old in {(one.user, one.custom_id): one for one in _old(court, table, places)}.values():
        answer = guest(court, table, old.user).begin(old.message, old.custom_id, **old.data)
        yield Pressed(table.table, old.custom_id, old.user == table.asking, answer)


def _old(court: Evening, table: Left, places: Sequence[Shown]) -> Iterator[Old]:
    """Yield what stands in messages, what could have stood in the view of who was asked, and the open dialogs."""
    for place in places:
        for part in place.buttons:
            if verb(part) in ANSWERING:
                values = [option["value"] for option in part.get("options", ())][: part.get("max_values", 0)]
                user = place.reader or table.asking
                yield Old(user, place.message, str(part["custom_id"]), _data(values))
    for asked in table.asked:
        for custom_id, values in asked.answers.items():
            yield Old(table.users[asked.seat], places[-1].message, custom_id, _data(values[:1]))
    for dialog in table.dialogs:
        field = {"type": 18, "component": {"type": 4, "custom_id": "number", "value": NUMBER}}
        message = court.message(dialog.channel, dialog.message)
        yield Old(dialog.user, message, dialog.id, {"kind": SUBMIT, "components": [field]})


def _data(values: Sequence[str]) -> Json:
    return {"component_type": SELECT, "values": list(values)} if values else {"component_type": BUTTON}

"""Replay: a table that is over, walked through move by move, in private, with the eyes of everybody or of a seat."""

from __future__ import annotations

from bot.faces.components import Parts
from bot.faces.hooks import Feature, PrivateView
from bot.faces.words import Speaker
from bot.features.replay.handlers import Replays
from bot.features.replay.view import replay_button
from bot.storage.records import Status, TableRecord


def _buttons(table: TableRecord, speaker: Speaker, *_: object) -> Parts:
    """Return the button that opens the replay; nothing where the match isn't over."""
    return [replay_button(table.id, speaker)] if table.status is Status.OVER else []


def _rows(table: TableRecord, speaker: Speaker) -> list[Parts]:
    return [row] if (row := _buttons(table, speaker)) else []


REPLAYS = Replays()
REPLAY = Feature(
    key="replay",
    routes={
        "replay:<table_id>[:<move>][:<eyes>][:<way>]": REPLAYS.show,
        "showmoment:<table_id>:<move>:<eyes>": REPLAYS.post,
    },
    rows=_rows,
    private_view=PrivateView(buttons=_buttons),
    look_buttons=_buttons,
)

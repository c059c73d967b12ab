"""The clicks of a replay: each shows a moment of a table that is over, and all of the moment is in the custom_id."""

from __future__ import annotations

from bot.faces import messages
from bot.faces.picture.requests import whole_picture
from bot.features.replay import view
from bot.features.replay.recording import Recordings
from bot.features.replay.view import CHAPTERS, EYES, OPEN, PUBLIC, Moment
from bot.interactions.request import Request
from bot.tables.refusals import UnknownClick
from bot.tables.table import Table
from engine.scene import Seat, Viewer


class Replays:
    """Answers the clicks of replays from the recordings that were looked at last."""

    def __init__(self) -> None:
        """Know no recording yet."""
        self._recordings = Recordings()

    async def show(self, request: Request, table_id: int, move: int = 0, eyes: str = PUBLIC, way: str = "") -> None:
        """Show a moment in place of the private view that was clicked, or in a new one; `way` names the control.

        Raise NotOver for a table that isn't over, UnknownClick for whoever can't read its channel, or for other eyes
        than there are.
        """
        table = await request.table(table_id)
        _check_reader(request, table)
        recording = await self._recordings.of(table, request.services.storage)
        if request.values:
            move = request.numbers[0] if way == CHAPTERS and request.numbers else move
            eyes = request.values[0] if way == EYES else eyes
        viewer = _viewer(eyes, len(table.record.sitters))
        moment = Moment(table, recording, recording.clamp(move), eyes, viewer)
        frame = recording.at(moment.move).frame(viewer)
        speaker = request.speaker(table).about(table.people_at(moment.move))
        pictured = await request.wants_pictures(table.record.guild)
        picture = whole_picture(frame, messages.title(table.record, speaker), speaker) if pictured else None
        await request.answer(view.page(moment, frame, speaker), anew=not way, picture=picture)


def _check_reader(request: Request, table: Table) -> None:
    """Raise UnknownClick for who neither sat at a table nor reads its channel: a click elsewhere is forged."""
    seated = any(sitter.user == request.person.user for sitter in table.record.sitters)
    if not seated and request.interaction.channel_id != table.record.channel:
        raise UnknownClick


def _viewer(eyes: str, seats: int) -> Viewer:
    """Return with whose eyes a moment is looked at; raise UnknownClick if there are no such eyes."""
    if eyes in {PUBLIC, OPEN}:
        return None
    if not eyes.isdecimal() or int(eyes) >= seats:
        raise UnknownClick
    return Seat(int(eyes))

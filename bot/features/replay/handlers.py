"""The clicks of a replay: each shows a moment of a table that is over, and all of the moment is in the custom_id."""

from __future__ import annotations

from bot.faces import messages
from bot.faces.picture.requests import PictureRequest, whole_picture
from bot.faces.pictured import pictures_for_table
from bot.faces.words import Speaker
from bot.features.replay import view
from bot.features.replay.recording import Recordings
from bot.features.replay.view import CHAPTERS, EYES, OPEN, PUBLIC, Moment
from bot.interactions.request import Request
from bot.tables.refusals import TooFast, UnknownClick
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
        moment = await self._moment(request, table_id, move, eyes, way)
        speaker = request.speaker(moment.table).about(moment.people)
        pictured = await request.wants_pictures(moment.table.record.guild)
        picture = _picture(moment, speaker) if pictured else None
        page = view.page(moment, speaker, here=_in_channel(request, moment.table))
        await request.answer(page, anew=not way, picture=picture)

    async def post(self, request: Request, table_id: int, move: int, eyes: str) -> None:
        """Post a moment in the channel of its table, with its picture and the way to walk on from there.

        Raise what `show` does, UnknownClick in any other place, TooFast for who posts one moment after the other.
        """
        moment = await self._moment(request, table_id, move, eyes)
        table = moment.table
        if not _in_channel(request, table):
            raise UnknownClick
        if seconds := request.services.paces.posts.wait(request.person.user):
            raise TooFast(seconds=seconds)
        speaker = (await request.services.audience.speaker(table)).about(moment.people)
        server = await request.services.preferences.server(table.record.guild)
        picture = _picture(moment, speaker) if pictures_for_table(server) else None
        await request.post(view.shown(moment, speaker, f"<@{request.person.user}>"), picture)

    async def _moment(self, request: Request, table_id: int, move: int, eyes: str, way: str = "") -> Moment:
        table = await request.table(table_id)
        _check_reader(request, table)
        recording = await self._recordings.of(table, request.services.storage)
        if request.values:
            move = request.numbers[0] if way == CHAPTERS and request.numbers else move
            eyes = request.values[0] if way == EYES else eyes
        viewer, move = _viewer(eyes, len(table.record.sitters)), recording.clamp(move)
        return Moment(table, recording, move, eyes, viewer, recording.at(move))


def _picture(moment: Moment, speaker: Speaker) -> PictureRequest:
    return whole_picture(moment.frame, messages.title(moment.table.record, speaker), speaker)


def _check_reader(request: Request, table: Table) -> None:
    """Raise UnknownClick for who neither sat at a table nor reads its channel: a click elsewhere is forged."""
    seated = any(sitter.user == request.person.user for sitter in table.record.sitters)
    if not seated and not _in_channel(request, table):
        raise UnknownClick


def _in_channel(request: Request, table: Table) -> bool:
    """Tell whether a click was made in the channel of a table."""
    return request.interaction.channel_id == table.record.channel


def _viewer(eyes: str, seats: int) -> Viewer:
    """Return with whose eyes a moment is looked at; raise UnknownClick if there are no such eyes."""
    if eyes in {PUBLIC, OPEN}:
        return None
    if not eyes.isdecimal() or int(eyes) >= seats:
        raise UnknownClick
    return Seat(int(eyes))

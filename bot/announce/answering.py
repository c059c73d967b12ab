"""While a click is answered: what the clicked message is to show, and what it shows since."""

from __future__ import annotations

from dataclasses import dataclass

from bot.announce.projection import Projection
from bot.announce.sender import Sender
from bot.announce.table_message import pledge_exchanged
from bot.faces.words import Speaker
from bot.sending.outgoing import Outgoing
from bot.tables.prompts import Prompt
from bot.tables.table import Table


@dataclass(frozen=True, slots=True)
class Answering:
    """The answer to a click at a table, as long as it is under way; `message` is what was clicked, if it is known."""

    message: int | None
    _sender: Sender
    _shown: Projection

    async def post(self, table: Table) -> Outgoing | None:
        """Return how the clicked post is to look after the move; None if it is not the table's present post."""
        return None if self.message is None else await self._shown.posts.clicked(table, self.message)

    async def lobby(self, table: Table, speaker: Speaker) -> Outgoing:
        """Return how an open table is to look in the answer: with its picture if that is drawn."""
        return self._sender.ready(await self._shown.lobby(table, speaker))

    def keeps(self, table: Table) -> bool:
        """Tell whether the clicked message has shown another pledge than the table has now, and stays as it is."""
        pledged, present = table.record.pledged, table.record.announced.message
        first = pledged is not None and self.message == pledged.message
        return pledge_exchanged(table.record) or (first and present not in {None, self.message})

    def shown(self, look: Outgoing | None) -> None:
        """Remember how the clicked message looks after the answer; None: nothing is known of it any more."""
        if self.message is not None:
            self._sender.shown(self.message, look)

    def read(self, asked: Prompt) -> None:
        """Remember that the clicked message, a DM, shows its reader the question of that number, or none after it."""
        if self.message is not None:
            self._shown.dms.answered(self.message, asked)

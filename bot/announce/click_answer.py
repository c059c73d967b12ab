"""Answer to a click, while it is under way: its edit shows what the announcer would, which then needn't edit again."""

from __future__ import annotations

from bot.announce.announce_state import AnnounceState
from bot.announce.posts import has_exchanged_pledge
from bot.announce.reconciler import Reconciler
from bot.announce.sender import Sender
from bot.faces.components import Page
from bot.faces.scene_text import Localizer
from bot.storage.port import About, Notice
from bot.tables.seat_orders import QuestionNumber
from bot.tables.table import Table
from engine.frozen import frozen


@frozen
class ClickAnswer:
    """The answer under way to a click on `message` at a table: renders what its edit shows, and notes it."""

    message: int | None
    _sender: Sender
    _reconciler: Reconciler
    _state: AnnounceState

    async def render_post(self, table: Table) -> Page | None:
        """Return the clicked message as it looks after the move; None if it is no post or ping message of the table."""
        if self.message is None:
            return None
        return await self._reconciler.posts.render_clicked(table, self.message)

    async def render_table(self, table: Table, localizer: Localizer) -> Page:
        """Return the table message for the answer: a lobby's with its picture if that is drawn already."""
        outgoing = await self._reconciler.render(table, localizer)
        if table.match is not None:
            return outgoing.without_picture
        return self._sender.with_cached_picture(outgoing)

    def has_old_pledge(self, table: Table) -> bool:
        """Tell whether the clicked message stays as it is: it has shown another pledge than the table has now."""
        pledged = table.record.pledged
        present = table.record.announced.message
        first = pledged is not None and self.message == pledged.message
        return has_exchanged_pledge(table.record) or (
            first and present not in {None, self.message}
        )

    def note_question(self, asked: QuestionNumber) -> None:
        """Note that the clicked message, a DM, shows the question `asked`, or none after it."""
        if self.message is not None:
            self._reconciler.dms.note_answer(self.message, asked)
            shown = Notice(About.SHOWN, self.message, asked)
            self._state.dms.append(shown)

"""The log of a table: lines that are added and never changed, each sealed with the one before it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from bot.storage import seals, sql
from bot.storage.port import Change
from bot.storage.records import Logged, TableRecord
from bot.storage.seals import Row


def chained(table: TableRecord, lines: Sequence[Logged]) -> list[dict[str, Any]]:
    """Return new lines of a table as rows, each of which continues the seal of the one before."""
    seal, rows = table.head, list[dict[str, Any]]()
    for line in lines:
        at = float(line.at)
        # As `seals.written` has it, which takes four times as long: this is on the way of every move.
        numbers = f"{table.id},{line.seq},{line.rules},{line.seat},"
        written = f"{numbers}{len(line.action)}:{line.action}{len(line.told)}:{line.told}{at},"
        seal = seals.seal(written.encode(errors="surrogateescape"), seal)
        kept = {"table_id": table.id, "seq": line.seq, "rules": line.rules, "seat": line.seat, "seal": seal}
        rows.append({**kept, "action": line.action, "told": line.told, "at": at})
    return rows


def before(table: TableRecord, lines: Sequence[Logged], *, begins: bool) -> int:
    """Return how many moves were made before these; -1 if the match wasn't there."""
    return -1 if begins or table.save is None else table.save.seq - len(lines)


def follow(table: TableRecord, lines: Sequence[Logged], *, begins: bool) -> bool:
    """Tell whether lines are, by their own numbers, those that lead to where the match of a table stands."""
    save = table.save
    if save is None:
        return not lines and not begins
    since = save.seq - len(lines)
    in_order = [line.seq for line in lines] == list(range(since + 1, save.seq + 1))
    ruled = all(line.rules == save.rules for line in lines)
    return in_order and ruled and save.game == table.game and (not begins or save.seq == 0)


def checkpoint(table: TableRecord) -> Iterator[Change]:
    """Yield what keeps the first position under the rules of a match, from which its log can be replayed."""
    save = table.save
    if save is not None:
        asked = f"[{', '.join(map(str, save.asked))}]"
        row = {"table_id": table.id, "seq": save.seq, "rules": save.rules, "asked": asked, "state": save.state}
        yield sql.CHECKPOINT(**row, seal=seals.of_row(seals.CHECKPOINT, row))


def log_of(found: Iterable[Row], after: int) -> Iterator[Logged]:
    """Yield the moves after one, of rows that begin with their predecessor; damaged or missing ones aren't `sound`."""
    before, last, stands = seals.START, 0, 0
    for row in found:
        stands = row["stands"] or 0
        if row["seq"] is None:
            continue
        if row["seq"] > after:
            sound = row["seq"] == last + 1 and seals.row_whole(seals.MOVE, row, before)
            yield Logged(row["seq"], row["rules"], row["seat"], row["action"], row["told"], row["at"], sound)
        before, last = row["seal"], row["seq"]
    if stands > max(last, after):
        yield Logged(stands, 0, 0, "{}", "[]", 0.0, sound=False)

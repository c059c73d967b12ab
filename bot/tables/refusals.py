"""Refusals: exceptions of requests that a table turns down. Nothing has changed, and `key` is the text for the user.

A refusal that is raised in one place, and told from no other, needs no class: `Refused` takes its key there, but in
faces, which know only this module.

Refused (engine.errors)
    finding a table   NoSuchTable, NothingRests, TableClosed
    in a lobby        AlreadyStarted, AlreadySeated, TableFull, NotOpener, WrongPlayers
    seats             HandSeen, NoVacancy, NoCandidate
    answers           NotStarted, NotYours, NotANumber, WrongPicks, UnknownClick, Outdated
    finished matches  NotOver, Sealed
    time              WrongQuiet, UnknownZone
    limits            TooManySeats
    channels          NoThread, WrongPlace, GuildOnly

`TableSuspended` and `PlayedByNewer` are kinds of `TableClosed`.
"""

from engine.errors import Refused


class NoSuchTable(Refused):
    """There is no table of that number here."""

    key = "refused-no-table"


class TableClosed(Refused):
    """The table was ended."""

    key = "refused-closed"


class TableSuspended(TableClosed):
    """The channel of the table is gone, and it waits for another one."""

    key = "refused-suspended"


class PlayedByNewer(TableClosed):
    """A newer Herald has carried the table over to rules that this one doesn't know."""

    key = "refused-newer"


class NotStarted(Refused):
    """The table is still waiting for people."""

    key = "refused-not-started"


class AlreadyStarted(Refused):
    """The game has begun, so people can't come or go any more."""

    key = "refused-started"


class AlreadySeated(Refused):
    """The person sits at this table already."""

    key = "refused-already-seated"


class TableFull(Refused):
    """Every seat is taken."""

    key = "refused-full"


class HandSeen(Refused):
    """The person has seen a hand of this match, and can't play another one."""

    key = "refused-witness"


class NoVacancy(Refused):
    """The seat isn't free, or can't be freed by this user."""

    key = "refused-no-vacancy"


class NoCandidate(Refused):
    """The person doesn't ask for a seat any more, or has one, or has enough tables."""

    key = "refused-no-candidate"


class WrongQuiet(Refused):
    """The text is no span of quiet hours: no times of a day, too long, or without a known time zone."""

    key = "refused-quiet"


class NotOver(Refused):
    """The match goes on, rests or was ended early: nothing that is hidden is opened."""

    key = "refused-not-over"


class Sealed(Refused):
    """The match is over, and nothing is told of it before everybody has played the same deal; or none is undone."""

    key = "refused-sealed"


class NotOpener(Refused):
    """Only the person who opened the table, or a moderator, may do that."""

    key = "refused-not-opener"


class WrongPlayers(Refused):
    """The game isn't played by so many."""

    key = "refused-players"


class UnknownZone(Refused):
    """The user has typed a time of a day, and has set no time zone."""

    key = "refused-zone"


class NotYours(Refused):
    """The question that this answers is asked of another seat."""

    key = "refused-not-yours"


class NotANumber(Refused):
    """The number dialog was answered with something else, or with a number that can't be named."""

    key = "refused-number"


class TooManySeats(Refused):
    """The person sits at as many tables as one person may."""

    key = "refused-many-seats"


class NoThread(Refused):
    """Discord allows no thread here, or none of Herald, or the channel was deleted meanwhile."""

    key = "refused-no-thread"


class Outdated(Refused):
    """The person's Discord shows commands as they were before an update."""

    key = "refused-outdated"


class WrongPicks(Refused):
    """The picked options can't be played together."""

    key = "refused-picks"


class UnknownClick(Refused):
    """The `custom_id` is not one of Herald's, or has been tampered with."""

    key = "refused-unknown"


class WrongPlace(Refused):
    """The click or the command does not belong to this place."""

    key = "refused-elsewhere"


class GuildOnly(Refused):
    """A server is needed for this, not a DM."""

    key = "refused-server-only"


class NothingRests(Refused):
    """No table that this person could bring here is at rest."""

    key = "refused-nothing-rests"

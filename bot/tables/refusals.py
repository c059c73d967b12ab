"""Refusals: exceptions of requests that a table turns down. Nothing has changed, and `key` is the text for the user.

A refusal that is raised in one or two places, and told from no other, needs no class: `Refused` takes its key there,
or `TableClosed`, whose kinds are caught together; but in faces, which know only this module.

Refused (engine.errors)
    finding a table   NoSuchTable, NothingRests, TableClosed
    in a lobby        AlreadyStarted, TableFull, NotOpener
    answers           NotYours, NotANumber, UnknownClick, Outdated
    finished matches  NotOver
    time              WrongQuiet, UnknownZone
    limits            TooManySeats
    channels          NoThread, GuildOnly
"""

from engine.errors import Refused


class NoSuchTable(Refused):
    """There is no table of that number here."""

    key = "refused-no-table"


class TableClosed(Refused):
    """The table was ended."""

    key = "refused-closed"


class AlreadyStarted(Refused):
    """The game has begun, so people can't come or go any more."""

    key = "refused-started"


class TableFull(Refused):
    """Every seat is taken."""

    key = "refused-full"


class WrongQuiet(Refused):
    """The text is no span of quiet hours: no times of a day, too long, or without a known time zone."""

    key = "refused-quiet"


class NotOver(Refused):
    """The match goes on, rests or was ended early: nothing that is hidden is opened."""

    key = "refused-not-over"


class NotOpener(Refused):
    """Only the person who opened the table, or a moderator, may do that."""

    key = "refused-not-opener"


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


class UnknownClick(Refused):
    """The `custom_id` is not one of Herald's, or has been tampered with."""

    key = "refused-unknown"


class GuildOnly(Refused):
    """A server is needed for this, not a DM."""

    key = "refused-server-only"


class NothingRests(Refused):
    """No table that this person could bring here is at rest."""

    key = "refused-nothing-rests"

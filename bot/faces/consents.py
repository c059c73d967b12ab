"""Calls to agree with a newcomer, in words: who would like which seat, and the button with which one agrees."""

from __future__ import annotations

from collections.abc import Sequence

from bot.faces.messages import Post
from bot.faces.vacancies import welcome_button
from bot.faces.words import Speaker
from bot.policies.vacancies import Candidate
from bot.storage.records import TableRecord
from bot.texts.names import bold_name
from engine.scene import Seat, Value, Who


def call(table: TableRecord, newcomer: Candidate, player: Value, speaker: Speaker, pings: Sequence[int] = ()) -> Post:
    """Return the message that asks a `player` whether they agree that a newcomer takes a free seat."""
    who, rival = bold_name(newcomer.sitter.name), Who(Seat(newcomer.seat))
    told = speaker.key("seat-call", player=player, newcomer=who, rival=rival)
    return Post(told, ([welcome_button(table, newcomer, speaker)],), tuple(pings))


def call_over(speaker: Speaker) -> Post:
    """Return what stays of such a message once nobody asks for the seat any more."""
    return Post(f"-# {speaker.key('refused-no-candidate')}")

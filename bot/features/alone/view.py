"""The buttons of private tables: going back, putting one away, and once more at the end."""

from __future__ import annotations

from bot.faces.components import Parts, Style, button, click
from bot.faces.fairness import opened_button
from bot.faces.words import Speaker
from bot.storage.records import Status, TableRecord
from bot.texts.fluent import Language
from engine.games import GAMES
from engine.scene import say


def buttons(table: TableRecord, speaker: Speaker, *_: object) -> Parts:
    """Return what a person can press at a private table besides: going back, and putting it away."""
    if not table.alone or table.status is not Status.PLAYING:
        return []
    rewind = [] if table.duplicate else [button(speaker.text("button-rewind"), click("rewind", table.id))]
    return [*rewind, button(speaker.text("button-put-away"), click("putaway", table.id))]


def look_buttons(table: TableRecord, speaker: Speaker) -> Parts:
    """Return what can be pressed under a private table that is over: what was hidden, and once more."""
    if not table.alone or table.status is not Status.OVER:
        return []
    again = button(speaker.text("button-again"), click("again", table.id), style=Style.SUCCESS)
    return [again, opened_button(table.id, speaker.language)]


def lobby_buttons(table: TableRecord, speaker: Speaker) -> Parts:
    """Return the button that teaches the game of an open table; none where nothing teaches it."""
    game = GAMES.get(table.game)
    return [button(speaker.text("button-learn"), click("learn", table.game))] if game and game.primer else []


def help_buttons(reader: Language) -> Parts:
    """Return a button for each game that can be learned."""
    taught = [game for game in GAMES.values() if game.primer]
    return [
        button(reader.text("button-learn-game", game=say(f"{game.key}-name")), click("learn", game.key))
        for game in taught
    ]

"""Hints: what a question is about, in a sentence, the first time that somebody meets it in a game."""

from bot.faces.hooks import Choices, Feature, PrivateView
from bot.features.hints import kept

HINTS = Feature(
    key="hints",
    fields=kept.fields,
    private_view=PrivateView(lines=kept.hint_line),
    kinds=(kept.KIND,),
    choices=Choices(lines=kept.settings_lines, document=kept.document),
)

"""Proof: the record of a match that is over, which proves its shuffle was fair, and what a file proves to its host."""

from bot.faces.hooks import Feature, TableCommand
from bot.features.proof.handlers import provable, prove

PROOF = Feature(key="proof", table_commands=(TableCommand("record", "proof", prove, provable),))

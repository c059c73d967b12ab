"""Proof: a match that is over as a file that proves its shuffle was fair, and what a file proves to its host."""

from bot.faces.hooks import Feature, TableCommand
from bot.features.proof.handlers import provable, prove

PROOF = Feature(key="proof", table_commands=(TableCommand("proof", "proof", prove, provable),))

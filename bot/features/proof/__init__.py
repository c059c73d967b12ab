"""Proof: the record of a match that is over, which proves its shuffle was fair, and what a file proves to its host.

Beside it the way into Board Game Stats, for those who log their plays there.
"""

from bot.faces.hooks import Feature, TableCommand
from bot.features.proof.handlers import log_play, provable, prove

PROOF = Feature(
    key="proof",
    routes={"logplay:<table_id>": log_play},
    table_commands=(TableCommand("record", "proof", prove, provable),),
)

"""Advice: whoever is asked may ask a rival what it would choose, where a table allows that; everybody reads that."""

from bot.faces.hooks import Feature, PrivateView
from bot.features.advice.handlers import advice, buttons

ADVICE = Feature(
    key="advice",
    routes={"advice:<table_id>:<seat>:<question>:<level>": advice},
    private_view=PrivateView(buttons=buttons),
)

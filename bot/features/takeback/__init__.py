"""Take back: a person undoes the own last move until somebody else has acted, where the question stood."""

from bot.faces.hooks import Feature, PrivateView
from bot.features.takeback.handlers import take_back, take_back_button

TAKE_BACK = Feature(
    key="takeback", routes={"back:<table_id>:<move>": take_back}, private_view=PrivateView(ways=take_back_button)
)

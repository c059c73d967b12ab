"""Features: optional parts of Herald, each a package that joins the core by `bot.faces.feature_hooks.Feature`.

A feature knows the core; the core knows no feature, and no feature another. A feature holds its own actions, views,
clicks and commands, stored settings, and work that falls due.
"""

from bot.faces import feature_hooks
from bot.features.advice import ADVICE
from bot.features.alone import ALONE
from bot.features.daily import DAILY
from bot.features.follows import FOLLOWS
from bot.features.hints import HINTS
from bot.features.notes import NOTES
from bot.features.play import PLAY
from bot.features.privacy import PRIVACY
from bot.features.proof import PROOF
from bot.features.rematch import REMATCH
from bot.features.replay import REPLAY
from bot.features.takeback import TAKE_BACK
from bot.features.threads import THREADS
from bot.interactions import router

feature_hooks.register_features(
    (
        ADVICE,
        TAKE_BACK,
        ALONE,
        DAILY,
        REMATCH,
        REPLAY,
        PLAY,
        FOLLOWS,
        THREADS,
        HINTS,
        NOTES,
        PROOF,
        PRIVACY,
    )
)
# A handler that takes what no custom_id holds is found here, not by who presses the button.
router.all_routes()

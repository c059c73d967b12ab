"""An ear for what the bot logs, as in the other tests of the bot."""

from tests.bot.conftest import _nothing_goes_wrong, errors

__all__ = ["_nothing_goes_wrong", "errors"]

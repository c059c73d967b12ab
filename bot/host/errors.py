"""Errors that only the host can fix, told in one line in the host's language."""

from engine.scene import Text, Value, say


class HostError(Exception):
    """Herald can't work until the host fixes this; `text` is one sentence, without any secret."""

    def __init__(self, key: str, **facts: Value) -> None:
        """Take the `key` of the sentence and its `facts`."""
        super().__init__(f"{key} {facts}")
        self.text: Text = say(key, **facts)


def system_reason(error: OSError) -> str:
    """Return the system's own words for `error`, or its kind where it has none."""
    return error.strerror or type(error).__name__

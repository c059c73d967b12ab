"""What only the host of a bot can mend: errors that become one line in the host's language."""

from engine.scene import Text, Value, say


class HostError(Exception):
    """Something keeps Herald from its work until the host mends it; the text is one sentence, without any secret."""

    def __init__(self, key: str, **facts: Value) -> None:
        """Keep the key of the sentence and the facts that it mentions."""
        super().__init__(f"{key} {facts}")
        self.text: Text = say(key, **facts)

"""The numbers of components of a message or modal, classic or V2, and of flags."""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]

BUTTON, SELECT, INPUT, TEXT, LABEL = 2, 3, 4, 10, 18
RADIO, CHECKBOXES, CHECKBOX = 21, 22, 23
SELECTS = frozenset({SELECT, 5, 6, 7, 8})
LINK_STYLES = frozenset({5, 6})
V2 = 1 << 15
EPHEMERAL = 1 << 6

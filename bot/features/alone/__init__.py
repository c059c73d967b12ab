"""Alone: a private table against rivals, which nobody else sees, and at which moves can be rewound."""

from __future__ import annotations

from bot.faces.hooks import Feature, PrivateView
from bot.features.alone import handlers, view
from bot.features.alone.commands import slash_commands
from bot.features.alone.opening import open_here

ALONE = Feature(
    key="alone",
    routes={
        "rewind:<table_id>": handlers.rewind,
        "rewound:<table_id>": handlers.rewound,
        "putaway:<table_id>": handlers.put_away,
        "again:<table_id>": handlers.again,
    },
    commands=slash_commands,
    private_view=PrivateView(buttons=view.buttons),
    look_buttons=view.look_buttons,
    without_server=open_here,
)
"""/alone: a private table."""

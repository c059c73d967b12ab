"""Alone: private tables against rivals, to practise at, with moves rewound, and to learn a game."""

from __future__ import annotations

from bot.faces.hooks import Choices, Feature, PrivateView
from bot.features.alone import handlers, learning, lessons, view
from bot.features.alone.commands import slash_commands
from bot.features.alone.opening import open_table

TEACHING = lessons.Teaching()
ALONE = Feature(
    key="alone",
    routes={
        "rewind:<table_id>": handlers.rewind,
        "rewound:<table_id>": handlers.rewound,
        "putaway:<table_id>": handlers.put_away,
        "again:<table_id>": handlers.again,
        "learn:<game>": learning.learn,
        "suggested:<table_id>:<seat>:<question>": learning.suggested,
        "why:<table_id>": learning.why,
        "graduate:<table_id>": learning.graduate,
    },
    commands=slash_commands,
    private_view=PrivateView(ways=TEACHING.ways, lines=TEACHING.lines, buttons=view.buttons),
    look_buttons=view.look_buttons,
    lobby_buttons=view.lobby_buttons,
    help_buttons=view.help_buttons,
    without_server=open_table,
    kinds=(lessons.KIND,),
    choices=Choices(lines=lessons.settings_lines, document=lessons.document),
)
"""/alone and /learn: private tables."""

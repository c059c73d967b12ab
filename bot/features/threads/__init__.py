"""A channel or forum for tables: each new table of a server gets a thread there, and a forum's posts are tagged."""

from bot.faces.hooks import Feature
from bot.features.threads.handlers import chosen, fields, lines
from bot.features.threads.kept import KINDS
from bot.features.threads.opening import room, sweep
from bot.features.threads.tags import show

THREADS = Feature(
    key="threads",
    fields=fields,
    server_lines=lines,
    chosen_for_server=chosen,
    room=room,
    show=show,
    kinds=KINDS,
    due=sweep,
)

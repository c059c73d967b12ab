"""The design, held against the source: who may import what, who may send, and how long a module may be."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import TypeAlias

import pytest

ROOT = Path(__file__).parents[1]
TREES = ("engine", "bot", "cogs", "sandbox", "bench", "tests")
MOST_LINES = 400
MOST_VERBS = 5
LIFE = {"catch_up", "reannounce", "close"}
"""How the announcer begins, goes on after another one, and ends: what no table asks of it."""

MAY_IMPORT = {
    "engine": {"engine"},
    "bot": {"engine", "bot"},
    "cogs": {"engine", "bot", "cogs"},
    "sandbox": {"engine", "bot", "cogs", "sandbox"},
    "bench": {"engine", "bot", "cogs", "bench"},
    "tests": set(TREES),
}
LENT = {"bench": ("tests.loopback", "tests.contract.turns", "tests.process.forking")}
"""What a tree may import of another besides: the whole bot is measured on the Discord that its tests run on, and what
it calls people for is held against the log as the tests do."""
PURE = {
    *("__future__", "abc", "bisect", "collections", "dataclasses", "enum", "functools", "hashlib", "heapq"),
    *("itertools", "json", "math", "operator", "struct", "types", "typing"),
    *("pydantic", "typing_extensions"),
}
"""What the engine may import besides itself; pydantic brings typing_extensions."""

FACE_MAY_KNOW = {
    "engine.scene": None,
    "engine.match": {"Ask", "Choice", "Frame"},
    "engine.game": {"Option"},
    "engine.frozen": {"frozen", "replace"},
}
"""What faces may import of the engine, and by which names; None: any."""
OF_A_MATCH = ("engine.match", "engine.position", "engine.saves", "engine.proof", "engine.fairness")
DATABASES = {"sqlite3"}
SQL = re.compile(
    r"\b(SELECT\s.+\sFROM|INSERT\s+(OR\s+\w+\s+)?INTO|UPDATE\s+\w+\s+SET|DELETE\s+FROM"
    r"|(CREATE|ALTER|DROP)\s+(TABLE|INDEX|TRIGGER|VIEW)|PRAGMA|BEGIN\s+IMMEDIATE|VACUUM)\b",
    re.DOTALL,
)
ANSWERS = {"send_message", "send_modal", "edit_message", "edit_original_response", "delete_original_response"}
"""The methods of discord.py that answer an interaction."""

SHOWS = ("bot.faces", "bot.announce", "bot.interactions", "bot.client")
SENDS = {*ANSWERS, "create_thread", "add_reaction", "create_dm"}
"""The methods that only Discord's objects have, and that send."""

SENDS_IF_DISCORD = {"send", "edit", "reply", "delete", "defer", "pin"}
"""Names that other objects have, too: they count only where `discord` is imported."""


UNDOCUMENTED = "discord.http", "discord.gateway", "discord.state", "discord.webhook.async_"
HTTP = (".http", "discord.gateway")
"""The inner parts of discord.py, as modules and as attributes."""


@dataclass(frozen=True)
class Module:
    """A Python file of the project."""

    name: str
    source: str

    @cached_property
    def tree(self) -> ast.Module:
        """Return what the file says."""
        return ast.parse(self.source)

    @cached_property
    def nodes(self) -> tuple[ast.AST, ...]:
        """Return all parts of what the file says."""
        return tuple(ast.walk(self.tree))

    @cached_property
    def calls(self) -> tuple[tuple[ast.Attribute, str], ...]:
        """Return every method that is called, with the last name of what it is called on."""
        called = (
            node.func for node in self.nodes if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
        )
        return tuple((func, getattr(func.value, "attr", getattr(func.value, "id", ""))) for func in called)

    @property
    def top(self) -> str:
        """Return the tree that the module stands in: "engine", "bot" ..."""
        return self.name.partition(".")[0]

    @cached_property
    def imports(self) -> tuple[tuple[str, str], ...]:
        """Return every import, wherever it stands, as the module and the name that is taken from it."""
        found = list[tuple[str, str]]()
        for node in self.nodes:
            if isinstance(node, ast.Import):
                found += [(alias.name, "") for alias in node.names]
            if isinstance(node, ast.ImportFrom):
                origin = "." * node.level + (node.module or "")
                found += [(origin, alias.name) for alias in node.names]
        return tuple(found)

    @cached_property
    def reaches(self) -> frozenset[str]:
        """Return the full names of everything imported; a name may be a module's or something in it."""
        return frozenset(f"{origin}.{name}" if name else origin for origin, name in self.imports)

    def within(self, *packages: str) -> bool:
        """Tell whether this is one of these modules or stands inside one."""
        return inside(self.name, *packages)


def inside(name: str, *packages: str) -> bool:
    """Tell whether a dotted name is one of these modules or stands inside one."""
    return any(name == package or name.startswith(f"{package}.") for package in packages)


def files(*trees: str) -> list[Path]:
    """Return every Python file of these trees, or of the project."""
    return sorted(path for tree in trees or TREES for path in (ROOT / tree).rglob("*.py"))


@cache
def read(path: Path) -> Module:
    """Return a file as a module, named as it is imported."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return Module(".".join(parts).removesuffix(".__init__"), path.read_text("utf-8"))


Faults: TypeAlias = Iterator[str]
Rule: TypeAlias = Callable[[Module], Iterable[str]]


def layers(module: Module) -> Faults:
    """Direction 1: cogs -> bot -> engine and never back; nothing uses sandbox, bench or tests."""
    for name in module.reaches:
        top = name.partition(".")[0]
        if top in TREES and top not in MAY_IMPORT[module.top] and not inside(name, *LENT.get(module.top, ())):
            yield f"{module.top} imports {name}"
        if name.startswith("."):
            yield f"a relative import: {name}"


def purity(module: Module) -> Faults:
    """Direction 2: the engine imports only itself, pydantic and what has no IO, no clock and no chance."""
    if module.top == "engine":
        yield from (name for name in module.reaches if name.partition(".")[0] not in {*PURE, "engine"})


def games_apart(module: Module) -> Faults:
    """Direction 3: games know neither other games nor matches nor saves, agents no match; the engine no single game."""
    for name in module.reaches:
        if module.within("engine.agents", "engine.game") and inside(name, *OF_A_MATCH):
            yield name
        if module.within("engine.games") and module.name != "engine.games":
            folder = ".".join(module.name.split(".")[:3])
            if inside(name, "engine.match", "engine.position", "engine.saves", "engine.agents"):
                yield name
            if inside(name, "engine.games") and not inside(name, folder):
                yield name
        elif module.top == "engine" and module.name != "engine.games" and inside(name, "engine.games"):
            yield name


def faces_blind(module: Module) -> Faults:
    """Direction 4: faces know scenes and frames, and cannot reach a state."""
    if not module.within("bot.faces"):
        return
    for origin, name in module.imports:
        if not inside(origin, "engine"):
            continue
        names = FACE_MAY_KNOW.get(origin, set())
        if names is not None and name not in names:
            yield f"{origin}.{name}"


def sql_in_one_place(module: Module) -> Faults:
    """Direction 5: SQL only in bot/storage, and where it is held against SQLite alone."""
    if module.within("bot.storage", "bench.storage", "bench.faults.ledger") or module.top == "tests":
        return
    yield from DATABASES & {name.partition(".")[0] for name in module.reaches}
    for node in module.nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and SQL.search(node.value):
            yield f"line {node.lineno}: {node.value[:40]}"


def one_player_of_matches(module: Module) -> Faults:
    """Direction 5: only bot/tables plays a match; all others ask the tables to."""
    if module.top in {"bot", "cogs"} and not module.within("bot.tables.tables"):
        for call, receiver in module.calls:
            if call.attr == "play" and receiver not in {"tables", "_tables"}:
                yield f"line {call.lineno}: {receiver}.play"


def tables_alone(module: Module) -> Faults:
    """Direction 5: storage and tables don't know who shows, announces or answers; they tell whoever listens."""
    if module.within("bot.storage", "bot.tables"):
        yield from (name for name in module.reaches if inside(name, *SHOWS))


def announcer_by_its_face(module: Module) -> Faults:
    """Direction 5: whoever wants something announced asks the announcer, and nobody reaches past it.

    A feature that calls people by itself does so by the announcer's sender.
    """
    if module.top in {"bot", "cogs"} and not module.within("bot.announce"):
        faces = ["bot.announce.announcer.Announcer", "bot.announce.click_answer.ClickAnswer"]
        faces += ["bot.announce.sender", "bot.announce.dedupe"] if module.within("bot.features") else []
        yield from (name for name in module.reaches if inside(name, "bot.announce") and not inside(name, *faces))


def few_verbs(module: Module) -> Faults:
    """Direction 5: the announcer has a face of a few verbs, besides its beginning and its end."""
    if module.name == "bot.announce.announcer":
        (face,) = (node for node in module.tree.body if isinstance(node, ast.ClassDef) and node.name == "Announcer")
        methods = (node.name for node in face.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
        verbs = [name for name in methods if not name.startswith("_") and name not in LIFE]
        yield from verbs[MOST_VERBS:]


def senders(module: Module) -> Faults:
    """Direction 5: only these rooms and cogs send, through `bot.sending.rest`; features by a request or the sender."""
    rooms = "bot.announce", "bot.interactions", "bot.features", "bot.pictures", "bot.sending.rest"
    if module.top != "bot" or module.within(*rooms):
        return
    yield from (name for name in module.reaches if inside(name, "bot.sending.rest"))
    sends = SENDS | (SENDS_IF_DISCORD if any(inside(name, "discord") for name in module.reaches) else set())
    for call, receiver in module.calls:
        if call.attr in sends or receiver == "followup":
            yield f"line {call.lineno}: {receiver}.{call.attr}"


def undocumented(module: Module) -> Faults:
    """Direction 5: what discord.py's documentation doesn't promise is touched by two modules, which a test holds."""
    if module.top not in {"bot", "cogs"} or module.within("bot.sending.rest", "bot.sending.internals"):
        return
    yield from (name for name in module.reaches if inside(name, *UNDOCUMENTED))
    for node in module.nodes:
        if isinstance(node, ast.Attribute) and ast.unparse(node).endswith(HTTP):
            yield f"line {node.lineno}: {ast.unparse(node)}"


def one_way_to_answer(module: Module) -> Faults:
    """Direction 5: clicks and commands are answered by their request; nothing else touches an interaction's answer."""
    if module.name != "bot.interactions.request" and module.within("bot.interactions", "bot.features", "cogs"):
        yield from (name for name in module.reaches if inside(name, "bot.sending.rest"))
        for call, receiver in module.calls:
            if call.attr in ANSWERS or receiver in {"response", "followup"}:
                yield f"line {call.lineno}: {receiver}.{call.attr}"


def cogs_without_rules(module: Module) -> Faults:
    """Direction 6: cogs contain no rule of a game, nor reach past the tables for a match."""
    if module.top == "cogs":
        yield from (name for name in module.reaches if inside(name, "engine.match", "engine.position", "engine.saves"))
        yield from (name for name in module.reaches if inside(name, "engine.games") and name != "engine.games.GAMES")


def length(module: Module) -> Faults:
    """House style: a module is around one idea, and never over 400 lines."""
    lines = module.source.count("\n")
    if lines > MOST_LINES:
        yield f"{lines} lines"


RULES: tuple[Rule, ...] = (
    *(layers, purity, games_apart, faces_blind, sql_in_one_place),
    *(one_player_of_matches, tables_alone, announcer_by_its_face, few_verbs, senders, undocumented),
    one_way_to_answer,
    *(cogs_without_rules, length),
)


@pytest.mark.parametrize(
    "folder", sorted({path.parent for path in files()}), ids=lambda folder: str(folder.relative_to(ROOT))
)
def test_the_modules_of_a_folder_keep_to_the_house_plan(folder: Path) -> None:
    """Design, Direction and How code reads here: each rule, for each file."""
    for module in map(read, sorted(folder.glob("*.py"))):
        assert {rule.__name__: faults for rule in RULES if (faults := sorted(rule(module)))} == {}, module.name


def room_of(name: str, split: str) -> str:
    """Return the room in which the module `name` stands: a package right inside the house `split`, or a whole house."""
    house, _, rest = name.partition(".")
    return rest.partition(".")[0] if house == split and rest else house


def rooms(modules: Iterable[Module], split: str) -> dict[str, set[str]]:
    """Return the rooms of the project that each room imports; the module that starts the program is no room."""
    needs: dict[str, set[str]] = {}
    for module in modules:
        if (room := room_of(module.name, split)) != "__main__":
            found = {room_of(name, split) for name in module.reaches if inside(name, *TREES)}
            needs.setdefault(room, set()).update(found - {room, split})
    return needs


def circle(needs: Mapping[str, Iterable[str]]) -> str:
    """Return packages that import each other in a circle, if there is one."""
    try:
        TopologicalSorter(needs).prepare()
    except CycleError as error:
        return " <- ".join(error.args[1])
    return ""


@pytest.mark.parametrize("house", [pytest.param("bot", marks=pytest.mark.slow), "engine"])
def test_no_rooms_import_each_other(house: str) -> None:
    """Direction: within a house, too, each package can be understood without those that are built on it."""
    assert circle(rooms(map(read, files(house)), house)) == ""


def test_a_circle_of_rooms_is_seen() -> None:
    """Wherever the import stands, and however many rooms lie between."""
    there = (
        Module("bot.faces.scene_text", "from bot.texts import fluent"),
        Module("bot.texts.fluent", "import bot.host.errors"),
    )
    back = Module("bot.host.errors", "def late():\n    from bot.faces.scene_text import Localizer")
    assert circle(rooms(there, "bot")) == ""
    assert set(circle(rooms([*there, back], "bot")).split(" <- ")) == {"faces", "texts", "host"}


def test_the_whole_project_is_read() -> None:
    """A tree that was moved or renamed must not fall out of sight."""
    names = {read(path).name for path in files()}
    assert {name.partition(".")[0] for name in names} >= {"engine", "bot", "cogs", "tests"}
    assert {"engine.match", "bot.tables.tables", "engine.games.fortheking.state"} <= names

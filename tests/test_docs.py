"""What the documents promise is what the project does."""

import re
import sqlite3
import tomllib
from pathlib import Path

import pytest

from bot import __main__ as command_line
from bot.client.permissions import PERMISSIONS
from bot.host import cli
from bot.host.config import Config
from bot.texts.fluent import DEFAULT, language
from engine.games import GAMES

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PRIVACY = (ROOT / "PRIVACY.md").read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
NAME = r"[A-Za-z0-9._-]+"


def targets() -> list[str]:
    """Return the targets of the Makefile that a person calls."""
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    phony = re.search(r"^\.PHONY: (.+)$", makefile, re.MULTILINE)
    assert phony is not None
    return [target for target in phony[1].split() if target != "help"]


def requirements() -> list[str]:
    """Return every requirement of pyproject.toml that isn't the project itself."""
    project = PROJECT["project"]
    lists = [project["dependencies"], *project["optional-dependencies"].values()]
    return [line for each in lists for line in each if not line.startswith(project["name"])]


def constraints() -> dict[str, str]:
    """Return the versions of constraints.txt by their normalized names."""
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pins = [re.fullmatch(rf"({NAME})==({NAME})(?:; .+)?", line) for line in lines if not line.startswith("#")]
    assert all(pins)
    return {normal(pin[1]): pin[2] for pin in pins if pin}


def normal(name: str) -> str:
    """Return a package's name as indexes compare it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def test_the_readme_names_every_target_of_the_makefile_and_no_other() -> None:
    """Issue 2, part 1: make play, make test and the rest are there, and told of."""
    assert set(re.findall(r"`make ([a-z]+)`", README)) == set(targets())


def test_the_readme_shows_every_setting_with_its_default() -> None:
    """The settings table is the settings, in their order."""
    rows = dict(re.findall(r"^\| `([A-Z_]+)` \| (?:`(.+?)`)? ?\|", README, re.MULTILINE))
    defaults = {name: field.default for name, field in Config.model_fields.items()}
    assert rows == {name.upper(): str(default or "") for name, default in defaults.items()}


def test_the_invitation_asks_for_exactly_the_permissions_of_the_bot() -> None:
    """Issue 2, part 1: the number in the address is the number in the code."""
    assert re.findall(r"permissions=(\d+)", README) == [str(PERMISSIONS.value)]
    assert "scope=bot+applications.commands" in README


def test_the_readme_names_the_permissions_that_the_number_stands_for() -> None:
    """A host may see what the number grants."""
    named = re.search(r"exactly these permissions: (.+?)\.", README, re.DOTALL)
    assert named is not None
    names = {name.strip().lower().replace(" ", "_") for name in re.sub(r"\s+", " ", named[1]).split(",")}
    granted = {name for name, given in PERMISSIONS if given}
    assert {"read_messages" if name == "view_channels" else name for name in names} == granted


def test_every_command_of_the_readme_names_a_game_that_herald_knows() -> None:
    """One row for each game under /newgame and /rules."""
    for command in ("newgame", "rules"):
        assert set(re.findall(rf"^\| `/{command} ([a-z]+)`", README, re.MULTILINE)) == set(GAMES)


@pytest.mark.parametrize("word", ["verify", "backup"])
def test_the_command_line_knows_the_words_of_the_readme(word: str) -> None:
    """Looking after the database needs what the README says it does."""
    assert f"`python -m bot {word}" in README
    rest = ["TARGET"] if word == "backup" else []
    assert command_line.arguments([word, *rest], language(DEFAULT)).command == word


def test_the_readme_lists_the_exit_codes() -> None:
    """Whoever watches over the bot can tell a fault of the settings from the rest."""
    codes = {int(code) for code in re.findall(r"^\| (\d) \|", README, re.MULTILINE)}
    assert codes == {cli.OK, cli.FAILED, cli.MISUSED}


def test_the_files_that_the_documents_link_to_are_there() -> None:
    """No link leads nowhere."""
    links = re.findall(r"\]\((?!http)([^)]+)\)", README)
    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []


def test_every_dependency_is_pinned_and_the_constraints_agree() -> None:
    """Issue 2, part 1: a reproducible install."""
    pins = constraints()
    for requirement in requirements():
        pin = re.fullmatch(rf"({NAME})(?:\[\w+\])?==({NAME})", requirement)
        assert pin is not None, requirement
        assert pins[normal(pin[1])] == pin[2]


@pytest.mark.parametrize(
    "name", ["pyproject.toml", "constraints.txt", "Makefile", "Dockerfile", ".ci/run", "README.md"]
)
def test_no_package_index_is_named(name: str) -> None:
    """Issue 2, part 1: whoever installs chooses where from."""
    text = (ROOT / name).read_text(encoding="utf-8")
    assert not re.search(r"index-url|find-links|pypi|file://", text, re.IGNORECASE)


def test_the_check_of_a_clean_clone_runs_the_test_command_of_the_readme() -> None:
    """Issue 2, part 1: .ci/run calls the README's test command, once."""
    steps = re.findall(r"^make (\w+)", (ROOT / ".ci/run").read_text(encoding="utf-8"), re.MULTILINE)
    section = README.split("## Test it", 1)[1]
    command = re.search(r"```\nmake (\w+)\n```", section)
    assert command is not None
    assert steps == ["lint", command[1]]


def test_the_container_keeps_the_tables_in_its_volume() -> None:
    """A container that is made anew finds the tables again."""
    image = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    compose = (ROOT / "compose.yaml").read_text(encoding="utf-8")
    assert "VOLUME /data\n" in image
    assert "DATABASE=/data/herald.db" in image
    assert "DATABASE: /data/herald.db" in compose
    assert "USER herald" in image


def test_a_person_can_be_removed_as_the_privacy_page_says() -> None:
    """The lines for hosts leave no trace of the person's id and name, and every trace of the others."""
    lines = re.search(r"```sql\n(.+?)```", PRIVACY, re.DOTALL)
    assert lines is not None
    base = sqlite3.connect(":memory:")
    for step in sorted((ROOT / "bot/storage/sqlite/migrations").glob("*.sql")):
        base.executescript(step.read_text(encoding="utf-8"))
    seat_two_people(base)
    for line in lines[1].strip().splitlines():
        base.execute(line, {"id": 7001})
    left = "\n".join(base.iterdump())
    base.close()
    assert "7001" not in left
    assert "Ann" not in left
    assert "7002" in left
    assert "Bo" in left


def seat_two_people(base: sqlite3.Connection) -> None:
    """Write a table that Ann (7001) opened and got a letter of, with Bo (7002) at it."""
    filled = {"id": 1, "opener": 7001, "letters": "[[0, 7, 7001, 9]]"}
    required = [
        (name, kind)
        for _, name, kind, needed, default, _ in base.execute("PRAGMA table_info(tables)")
        if needed and default is None and name not in filled
    ]
    values = filled | {name: b"" if kind == "BLOB" else "lobby" if kind == "TEXT" else 0 for name, kind in required}
    marks = ", ".join(f":{name}" for name in values)
    base.execute(f"INSERT INTO tables ({', '.join(values)}) VALUES ({marks})", values)  # noqa: S608 - names of columns
    base.executemany("INSERT INTO seats VALUES (1, ?, ?, ?)", [(0, 7001, "Ann"), (1, 7002, "Bo")])
    chosen = "INSERT INTO users VALUES (?, 'dm', 0, 0, 'uk', 'de', 1)"
    base.executemany(chosen, [(7001,), (7002,)])

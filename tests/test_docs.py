"""What the documents promise is what the project does."""

from __future__ import annotations

import configparser
import importlib.util
import re
from pathlib import Path

import discord
import pytest

from bot import __main__ as command_line
from bot.host import cli
from bot.host.config import Config
from bot.interactions.permissions import NAMES
from bot.pictures import renderer
from bot.texts.fluent import DEFAULT, language
from engine.games import GAMES
from tests import citations
from tests.citations import ROOT, Source, text_of
from tests.every import FOR_EVERY_KEY

README = text_of("README.md")
PERFORMANCE = text_of("docs/performance.md")
PRIVACY = text_of("PRIVACY.md")
COUNTED = ("", "one", "two", "three", "four", "five", "six", "seven", "eight")
SOURCES = citations.sources()
RULINGS = citations.rulings()
PAGES = sorted((ROOT / "docs").rglob("*.md"))
DOCUMENTS = "README.md", "SECURITY.md", "CONTRIBUTING.md", *(str(page.relative_to(ROOT)) for page in PAGES)
OUTSIDE = re.compile(r"\b[Pp]arts? \d|\b[Ii]ssues? \d|\bIssue[,:]|\bD\d+:|\bhouse plan\b")
"""Citations of texts that only those who wrote the code have had."""


def test_the_readme_names_every_target_of_the_makefile_and_no_other() -> None:
    """Make play, make test and the rest are there, and told of."""
    phony = re.search(r"^\.PHONY: (.+)$", text_of("Makefile"), re.MULTILINE)
    assert phony is not None
    assert set(re.findall(r"`make ([a-z]+)`", README)) == {*phony[1].split()} - {"help"}


def test_the_readme_shows_every_setting_with_its_default() -> None:
    """The settings table is the settings, in their order."""
    rows = dict(re.findall(r"^\| `([A-Z_]+)` \| (?:`(.+?)`)? ?\|", README, re.MULTILINE))
    defaults = {name: field.default for name, field in Config.model_fields.items()}
    assert rows == {name.upper(): str(default or "") for name, default in defaults.items()}


def test_invitation_asks_for_the_permissions_of_the_bot() -> None:
    """The number in the address is the number in the code; a host may see what it grants."""
    permissions = discord.Permissions(**dict.fromkeys(NAMES, True))
    assert re.findall(r"permissions=(\d+)", README) == [str(permissions.value)]
    assert "scope=bot+applications.commands" in README
    named = re.search(r"exactly these permissions: (.+?)\.", README, re.DOTALL)
    assert named is not None
    names = {name.strip().lower().replace(" ", "_") for name in re.sub(r"\s+", " ", named[1]).split(",")}
    granted = {name for name, given in permissions if given}
    assert {"read_messages" if name == "view_channels" else name for name in names} == granted


@pytest.mark.parametrize("command", ["newgame", "rules"])
def test_every_command_of_the_readme_names_a_game_that_herald_knows(command: str) -> None:
    """No row for a game that is gone."""
    assert set(re.findall(rf"^\| `/{command} ([a-z]+)`", README, re.MULTILINE)) <= set(GAMES)


@FOR_EVERY_KEY
def test_readme_has_every_game_with_its_commands(game: str) -> None:
    """One row for each game under /newgame and /rules; whoever looks for a game finds it in the list at the top."""
    lacking = [row for row in (f"| `/newgame {game}` |", f"| `/rules {game}` |") if f"\n{row}" not in README]
    assert not lacking, f"README's table of commands lacks the rows that begin with {lacking}."
    name, seats = language(DEFAULT).text(f"{game}-name"), GAMES[game].seats
    line = f"- *{name}*, for {COUNTED[seats[0]]} to {COUNTED[seats[-1]]} players"
    assert line in README.splitlines(), f"Write it into README's list of games: {line}"


def test_postgresql_is_set_back_in_a_file_of_its_own() -> None:
    """What was moved there has left a `herald.db` behind, which isn't what people have seen last."""
    names = re.findall(
        r"^DATABASE=(\S+) python -m bot (?:restore|move postgres)", text_of("docs/scale.md"), re.MULTILINE
    )
    assert len(names) == 2
    assert str(Config().database) not in names


def test_the_readme_lists_the_exit_codes() -> None:
    """Whoever watches over the bot can tell a fault of the settings from the rest."""
    codes = {int(code) for code in re.findall(r"^\| (\d) \|", README, re.MULTILINE)}
    assert codes == {cli.OK, cli.FAILED, cli.MISUSED}


@pytest.mark.parametrize(
    "name", ["pyproject.toml", "constraints.txt", "Makefile", "Dockerfile", ".ci/run", "README.md"]
)
def test_no_package_index_is_named(name: str) -> None:
    """Whoever installs chooses where from."""
    text = text_of(name)
    assert not re.search(r"index-url|find-links|pypi|file://", text, re.IGNORECASE)


def test_the_check_of_a_clean_clone_runs_the_test_command_of_the_readme() -> None:
    """.ci/run calls the README's test command, once."""
    steps = re.findall(r"^make (\w+)", text_of(".ci/run"), re.MULTILINE)
    section = README.split("## Test it", 1)[1]
    command = re.search(r"```\nmake (\w+)\n```", section)
    assert command is not None
    assert steps == ["lint", command[1]]


def snippet(first: str) -> str:
    """Return the block of README that begins with this line."""
    (found,) = re.findall(rf"^```\w*\n({re.escape(first)}.*?)^```$", README, re.DOTALL | re.MULTILINE)
    return str(found)


def test_the_figures_of_the_readme_are_those_of_the_page() -> None:
    """Ten that matter, word for word."""
    section = README.split("### How fast it is", 1)[1].split("\n## ", 1)[0]
    head, _, *figures = [line for line in section.splitlines() if line.startswith("| ")]
    assert head == "| what | figure | beside | goal |"
    assert len(figures) == len(set(figures)) == 10
    assert set(figures) <= set(PERFORMANCE.splitlines())


def test_the_readme_quotes_the_line_about_a_late_picture_as_the_log_has_it() -> None:
    """And says how much longer the first one may take."""
    assert f"took longer than {renderer.PATIENCE:g} s to draw*" in README
    assert f"{renderer.PATIENCE + renderer.STARTING:g} s for the first one" in README


def test_quoted_troubles_are_what_herald_says() -> None:
    """README, When it doesn't start: whoever looks for the words of a sentence finds them; dots stand for its facts."""
    texts = [*(ROOT / "bot/locales/en").glob("*.ftl"), *(ROOT / "bot").rglob("*.py")]
    said = "\n".join(text.read_text("utf-8") for text in texts)
    section = README.split("## When it doesn't start", 1)[1].split("\n## ", 1)[0]
    quoted = re.findall(r"^- \*([^\"`*]+)\*", section, re.MULTILINE)
    pieces = {piece.strip() for quote in quoted for piece in re.split(r"\.\.\.|\d+ s", quote)}

    assert {piece for piece in pieces if piece not in said} == {"The commands don't show up in Discord", "table.png of"}


def test_systemd_runs_the_bot_and_its_backup() -> None:
    """The bot again after whatever isn't the host's own stop, unless the settings can't be used: that would not help.

    A backup is a service that ends, which Herald understands, and a timer that makes up for what it missed.
    """
    bot, backup, timer = (configparser.ConfigParser(strict=True) for _ in range(3))
    for each, first in ((bot, "[Unit]"), (backup, "[Service]"), (timer, "[Timer]")):
        each.optionxform = str  # type: ignore[assignment,method-assign] # systemd's names have capitals
        each.read_string(snippet(first))
    said = bot["Service"]
    assert command_line.arguments(said["ExecStart"].split()[3:], language(DEFAULT)).command is None
    assert said["ExecStart"].startswith(f"{said['WorkingDirectory']}/.venv/bin/python -m bot")
    assert (said["Restart"], said["RestartPreventExitStatus"]) == ("on-failure", str(cli.MISUSED))
    assert (said["UMask"], bot["Install"]["WantedBy"]) == ("0077", "multi-user.target")
    said = backup["Service"]
    assert said["Type"] == "oneshot"
    asked = command_line.arguments(said["ExecStart"].partition("python -m bot ")[2].split(), language(DEFAULT))
    assert (asked.command, asked.keep) == ("backup", 14)
    assert (timer["Timer"]["Persistent"], timer["Install"]["WantedBy"]) == ("true", "timers.target")


def test_changelog_has_short_entries_in_three_sections() -> None:
    """Added, Changed and Fixed, in this order; an entry has at most two lines of 150 characters."""
    for version in text_of("CHANGELOG.md").split("\n## ")[1:]:
        sections = re.findall(r"^### (.+)", version, re.MULTILINE)
        assert sections == [name for name in ("Added", "Changed", "Fixed") if name in sections]
        entries = re.findall(r"^- (?:.|\n(?!\n|- |#))+", version, re.MULTILINE)
        assert entries
        assert [one for one in entries if not re.fullmatch(r".{1,150}(?:\n.{1,150})?\n?", one)] == []


def test_the_privacy_page_says_how_long_things_are_kept() -> None:
    """Every setting of retention, and its default in words as they are there."""
    words = {"lobby_days": (7, "seven days"), "resting_days": (30, "thirty days"), "finished_days": (365, "a year")}
    words["idle_days"] = (30, "thirty days")
    assert set(words) == {name for name in Config.model_fields if name.endswith("_days")}
    for name, (days, said) in words.items():
        assert Config.model_fields[name].default == days
        assert f"`{name.upper()}`" in PRIVACY
        assert said in PRIVACY


@pytest.mark.slow
def test_every_cited_ruling_stands_on_one_page() -> None:
    """Whoever reads "F26" or "C9" in the code finds it in docs/rulings, and only there."""
    lost = [
        f"{source.path}: {number} is {'on more than one page' if found else 'no ruling of this game'}"
        for source in SOURCES
        for number in sorted({one for ends in citations.citations(source) for one in ends})
        if len(found := citations.homes(source, number, RULINGS)) != 1
    ]
    assert lost == []


@pytest.mark.slow
def test_every_ruling_is_cited_by_a_test_that_proves_it() -> None:
    """In the docstring of a test; a ruling without one is a promise that nobody checks."""
    proven = citations.proven(RULINGS)
    assert [f"{game} {one}" for game, numbers in RULINGS.items() for one in numbers if (game, one) not in proven] == []


@pytest.mark.parametrize("game", RULINGS)
def test_a_ruling_has_one_meaning(game: str) -> None:
    """No number is given twice on a page, and every page belongs to a game."""
    assert game in GAMES
    assert len(set(RULINGS[game])) == len(RULINGS[game])


def test_every_cited_section_of_the_design_is_there() -> None:
    """A heading or a bold word of its pages, as in "Design, Saves"; "Design" alone says too little."""
    known = citations.sections()
    lost = {
        f"{source.path}: Design, {name}"
        for source in SOURCES
        for name in citations.cited_sections(source)
        if name not in known
    }
    assert lost == set()


@pytest.mark.slow
def test_nothing_is_cited_that_a_reader_can_not_open() -> None:
    """Rulings and the design are in docs/; no comment or docstring points to any other plan."""
    suspects = [source for source in SOURCES if OUTSIDE.search(source.text)]
    outside = [f"{one.path}: {found[0]}" for one in suspects for text in one.prose if (found := OUTSIDE.search(text))]
    assert outside == []


CITING: tuple[tuple[str, str, set[str]], ...] = (
    ("engine/games/oriflamme/resolution.py", '"""Discard the Plot (C5, C99)."""', {"C99"}),
    ("engine/games/oriflamme/resolution.py", "x = 1  # a single card gives nothing (F26)", {"F26"}),
    ("tests/engine/games/fortheking/test_duties.py", '"""King cards (F9, F13-F99)."""', {"F99"}),
    ("tests/golden/pages.py", 'WHY = "a forced move (C10)"', {"C10"}),
    ("tests/golden/pages.py", '"""F26, R24b and A1.4 are on one page each."""', set()),
    ("bot/faces/scene_text.py", 'KEYS = ("F99", "#C3", "0xR99")  # noqa: S101', set()),
)


@pytest.mark.parametrize("path, text, lost", CITING, ids=[text for _, text, _ in CITING])
def test_a_citation_is_told_from_what_only_looks_like_one(path: str, text: str, lost: set[str]) -> None:
    """The grammar at the head of tests/citations.py."""
    source = Source(Path(path), text)
    ends = {one for both in citations.citations(source) for one in both}
    assert {one for one in ends if len(citations.homes(source, one, RULINGS)) != 1} == lost


def test_a_section_that_is_not_there_and_a_plan_that_nobody_has_are_seen() -> None:
    """One name after the other, and none at all."""
    source = Source(
        Path("tests/test_weather.py"), '"""Design, Saves and Weather: it rains."""\n# Design: it shines, part 3.'
    )
    assert set(citations.cited_sections(source)) - citations.sections() == {"Weather", ""}
    assert [found[0] for text in source.prose if (found := OUTSIDE.search(text))] == ["part 3"]
    assert all(map(OUTSIDE.search, ("Issue: it rains.", "Parts 3 and 5: it rains.", "D4: it rains.", "See issue 8.")))


@pytest.mark.parametrize("name", DOCUMENTS)
def test_whatever_a_document_names_is_there(name: str) -> None:
    """A file that it links to, and a module that it runs: `python -m bot verify`, `python -m tests.golden.record`.

    A path in backticks, with a slash in it, but no pattern or place for a name: `bot/locales/*`, `games/NAME`. Or a
    module of any room, without a slash.
    """
    text = text_of(name)
    links = re.findall(r"\]\((?!http)([^)#]+)\)", text)
    assert [link for link in links if not (ROOT / name).parent.joinpath(link).exists()] == []
    modules = set(re.findall(r"python3? -m ([a-z_.]+)", text))
    assert {module for module in modules if importlib.util.find_spec(module) is None} == set()
    words = re.findall(r"`([^`\s]+)`", text)
    paths = [word for word in words if re.fullmatch(r"[\w.-]+(?:/[\w.-]+)*/?", word) and "/" in word]
    lost = [path for path in paths if not re.search(r"\b[A-Z]{2,}\b", path) and not (ROOT / path).exists()]
    alone = {word for word in words if re.fullmatch(r"\w+\.py", word)}
    assert alone <= {source.path.name for source in SOURCES}
    # The page that adds a game is followed in a copy, where its files are.
    assert [path for path in lost if not re.search(r"\bnets\b", path) or name != "docs/add-a-game.md"] == []


def test_glossary_has_words_of_the_code() -> None:
    """Each word in its second column stands in the engine or the bot; `store_...` is a beginning."""
    rows = [line.split("|") for line in text_of("docs/glossary.md").splitlines() if line.startswith("| ")]
    words = {word for row in rows for word in re.findall(r"`(\w+)", row[2])}
    code = "\n".join(source.text for source in SOURCES if source.path.parts[0] in {"bot", "engine"})
    assert len(words) > 80
    assert {word for word in words if not re.search(rf"\b{word}", code)} == set()

"""The pages of the design: what they name, draw and print is the code's."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from tests import citations, rooms
from tests.citations import ROOT, text_of

FIRST, *PAGES = citations.DESIGN_PAGES
WITHOUT_EXAMPLE = "faces", "features"
"""Pages on what is shown: the gallery and the screenshots are their examples."""
CODE = [source for source in citations.sources() if source.path.suffix != ".md"]
WORD = re.compile(r"\w+")
IDENTIFIER = re.compile(r"`([A-Za-z_][\w.]*)(?:\([^`]*\))?`")


@pytest.mark.parametrize("page", citations.DESIGN_PAGES, ids=lambda page: str(page.stem))
def test_each_name_on_a_page_is_in_the_code(page: Path) -> None:
    """The last word of it: a field, a function, a class, a module; a file is named by its path elsewhere."""
    words = {word for source in CODE for word in WORD.findall(source.text)}
    named = {name.rpartition(".")[2] for name in IDENTIFIER.findall(page.read_text("utf-8"))}
    assert named - words - {"md", "py", "sql"} == set()


def test_the_tree_of_the_design_is_the_tree_of_the_project() -> None:
    """Each line of it names a folder, or a file in the folder above."""
    design = FIRST.read_text("utf-8")
    tree = re.search(r"## The tree\n+```\n(.+?)```", design, re.DOTALL)
    assert tree is not None
    folder, lost = "", []
    for indent, path in re.findall(r"^( *)(\S+)", tree[1], re.MULTILINE):
        folder = folder if indent else path
        if not list(ROOT.glob((folder + path if indent else path).rstrip("/").replace("NAME", "*"))):
            lost.append(path)
    assert lost == []


def test_the_rooms_of_the_design_are_those_of_the_code() -> None:
    """Each room and each arrow between two of them: `python -m tests.rooms` draws them anew."""
    design = FIRST.read_text("utf-8")
    assert rooms.DRAWN.findall(design) == [rooms.diagram()]


def test_each_page_of_the_design_is_named_on_its_first_one() -> None:
    """Whoever reads the first page finds the page of a mechanism."""
    design = FIRST.read_text("utf-8")
    named = {ROOT / "docs" / page for page in re.findall(r"\]\((design/[a-z]+\.md)\)", design)}
    assert named == set(PAGES)


@pytest.mark.parametrize("name", ["announcing", "clocks", "orders", "saves", "shuffles"])
def test_a_page_on_a_mechanism_defines_it_follows_a_case_and_sums_up(name: str) -> None:
    """Whoever reads one knows how to read the others."""
    page = text_of(f"docs/design/{name}.md")
    assert page.index("**In one paragraph**") < page.index(", step by step\n") < page.index("## In short")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.stem))
def test_the_examples_of_a_page_run_as_they_are_printed(page: Path) -> None:
    """Whoever types them sees the same."""
    failed, tried = doctest.testfile(str(page), module_relative=False, optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
    assert failed == 0
    assert tried or page.stem in WITHOUT_EXAMPLE

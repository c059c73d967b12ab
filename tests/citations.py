"""What the source cites: rulings of a game, and sections of the design.

A ruling is cited by its number, "F26", or as a range, "F9-F13". Its page is that of the game whose folder or file cites
it; elsewhere only numbers can be cited that one page alone has. A section of the design is cited as "Design, Saves:".
Comments, docstrings and documents are read word by word; in other strings a citation stands alone in brackets: "(F42)".
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

ROOT = Path(__file__).parents[1]
TREES = ("engine", "bot", "cogs", "sandbox", "bench", "tests")
KINDS = ("*.py", "*.ftl", "*.toml", "*.sql")
PAGES = ROOT / "docs" / "rulings"
DESIGN_PAGES = (ROOT / "docs" / "design.md", *sorted((ROOT / "docs" / "design").glob("*.md")))
GRAMMAR = {ROOT / "tests" / "citations.py", ROOT / "tests" / "test_docs.py"}
"""Where citations stand that lead nowhere, to show that they are found."""

NUMBER = r"(?:[FRCST][1-9]\d?[a-z]?|[AB][1-9]\.[1-9])"
CITED = re.compile(rf"(?<![\w#.:/-])({NUMBER})(?:-({NUMBER}))?(?!\w)")
BRACKETS = re.compile(rf"\({NUMBER}(?:(?:, |-){NUMBER})*\)")
DEFINED = re.compile(rf"^(?:- \*\*|### )({NUMBER})\b", re.MULTILINE)
DESIGN = re.compile(r"\bDesign(?:, ([\w `]+)(?=[:.,\"])|(?=:))")
SECTION = re.compile(r"^(?:#+ |(?:- )?\*\*)([^*\n]+?)(?:\*\*.*)?$", re.MULTILINE)
COMMENT = re.compile(r"^\s*(?:#|--)(.*)$", re.MULTILINE)


def text_of(place: str) -> str:
    """Return the text of a file, by its place in the project."""
    return (ROOT / place).read_text("utf-8")


@dataclass(frozen=True)
class Source:
    """A file that may cite something, by its place in the project."""

    path: Path
    text: str

    @classmethod
    def read(cls, path: Path) -> Source:
        """Read a file of the project."""
        return cls(path.relative_to(ROOT), path.read_text("utf-8"))

    @cached_property
    def _nodes(self) -> list[ast.AST]:
        return list(ast.walk(ast.parse(self.text))) if self.path.suffix == ".py" else []

    @cached_property
    def prose(self) -> tuple[str, ...]:
        """What is written for readers: comments and docstrings, or the whole of a document."""
        match self.path.suffix:
            case ".md":
                return (self.text,)
            case ".py":
                return (*self._docstrings, *self._comments)
            case _:
                return tuple(COMMENT.findall(self.text))

    @property
    def _docstrings(self) -> Iterator[str]:
        for node in self._nodes:
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
                yield str(node.value.value)

    @property
    def _comments(self) -> Iterator[str]:
        tokens = tokenize.generate_tokens(io.StringIO(self.text).readline)
        yield from (token.string for token in tokens if token.type == tokenize.COMMENT)

    @property
    def strings(self) -> Iterator[str]:
        """Yield the strings of a Python file, docstrings among them."""
        values = (node.value for node in self._nodes if isinstance(node, ast.Constant))
        yield from (value for value in values if isinstance(value, str))

    @property
    def claims(self) -> Iterator[str]:
        """Yield the docstrings of a Python file's tests."""
        for node in self._nodes:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
                yield ast.get_docstring(node) or ""

    def page(self, pages: Iterable[str]) -> str | None:
        """Return the game that the file belongs to, by its folder or its name; None if it belongs to none."""
        return next((game for game in pages if game in {*self.path.parts, self.path.stem}), None)


@cache
def sources() -> list[Source]:
    """Return every file that may cite something; the pages of rulings only define."""
    code = {path for tree in TREES for kind in KINDS for path in (ROOT / tree).rglob(kind)}
    documents = {*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *DESIGN_PAGES, ROOT / "pyproject.toml"}
    return [Source.read(path) for path in sorted((code | documents) - GRAMMAR)]


def rulings() -> dict[str, list[str]]:
    """Return the numbers that each game's page defines, in their order."""
    return {path.stem: DEFINED.findall(path.read_text("utf-8")) for path in sorted(PAGES.glob("*.md"))}


def sections() -> set[str]:
    """Return the headings, up to a colon, and the leading bold words of the pages of the design."""
    pages = (page.read_text("utf-8") for page in DESIGN_PAGES)
    return {name.partition(":")[0].strip("`") for page in pages for name in SECTION.findall(page)}


def cited(texts: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield every ruling that texts cite, as the first and the last of a range; the two are one for a single number."""
    for text in texts:
        yield from ((first, last or first) for first, last in CITED.findall(text))


def citations(source: Source) -> set[tuple[str, str]]:
    """Return the rulings that a file cites."""
    if not CITED.search(source.text):
        return set()
    bracketed = (match for text in source.strings for match in BRACKETS.findall(text))
    return {*cited(source.prose), *cited(bracketed)}


def homes(source: Source, number: str, pages: Mapping[str, list[str]]) -> list[str]:
    """Return the games whose page may be meant by a number; a single one, if all is well."""
    own = source.page(pages)
    return [game for game, numbers in pages.items() if number in numbers and own in {None, game}]


def proven(pages: Mapping[str, list[str]]) -> set[tuple[str, str]]:
    """Return every game and number that a test's docstring cites, ranges number by number."""
    found = set()
    for source in sources():
        if source.path.parts[0] == "tests" and source.path.suffix == ".py" and CITED.search(source.text):
            for first, last in cited(source.claims):
                for game in homes(source, first, pages):
                    numbers = pages[game]
                    if last in numbers:
                        found |= {(game, one) for one in numbers[numbers.index(first) : numbers.index(last) + 1]}
    return found


def cited_sections(source: Source) -> Iterator[str]:
    """Yield the sections of the design that a file cites; the empty string where it says no section."""
    for text in source.prose if "Design" in source.text else ():
        for name in DESIGN.findall(" ".join(text.split())):
            yield from name.strip("`").split(" and ")

"""A new option of a table and a new choice of a person: a record and its words, in a copy of the project."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from bot.texts.fluent import locales
from tests.new_game.copies import copied, examine

RECORDS: Mapping[str, str] = {
    "    advice: bool = False\n": "    house: bool = False\n",
    "    dm_closed: bool = False\n": "    color: str | None = None\n",
}
"""The line that each record gets, in front of one that it has."""
FACE: Mapping[str, str] = {
    '    "pictures": Preference(\n        "pictures", {"server"': (
        '    "color": Preference("color", {"none": None, "red": "red", "teal": "teal"}, "settings-color"),\n'
    )
}
WORDS = """
customs-house-on = {mark} The duke may be played
customs-house-off = {mark} No duke is played
house-allow = {mark} With the duke
house-allow-about = {mark} he may be played
house-forbid = {mark} Without the duke
house-forbid-about = {mark} nobody plays him
lobby-house = {mark} The duke may be played here.
allowed-house = {mark} the duke
settings-color-pick = {mark} Which color do you like best?
settings-color-none = {mark} No color
settings-color-red = {mark} Red
settings-color-teal = {mark} Teal
settings-color-none-now = {mark} You like no color.
settings-color-red-now = {mark} You like red.
settings-color-teal-now = {mark} You like teal.
"""


def write_before(path: Path, lines: Mapping[str, str]) -> None:
    """Write lines in front of others, each of which stands in a file once."""
    source = path.read_text(encoding="utf-8")
    for place, line in lines.items():
        assert source.count(place) == 1
        source = source.replace(place, line + place)
    path.write_text(source, encoding="utf-8")


@pytest.mark.slow
@pytest.mark.soak
def test_new_option_needs_a_record_and_words(tmp_path: Path) -> None:
    """No statement, no migration, no command, no handler: `house_rule` plays what comes of it."""
    copy = copied(tmp_path / "later")
    write_before(copy / "bot/storage/records.py", RECORDS)
    write_before(copy / "bot/faces/settings.py", FACE)
    for locale in locales():
        words = WORDS.format(mark=locale.upper())
        with (copy / f"bot/locales/{locale}/settings.ftl").open("a", encoding="utf-8") as file:
            file.write(words)

    done = examine(copy, "tests/bot/house_rule.py")

    assert done.returncode == 0, done.stdout

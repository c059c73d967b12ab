"""The command line as a whole: what its exit code and its one line say where nothing was done."""

from __future__ import annotations

import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from typing import TypeAlias
from unittest.mock import Mock

import pytest

from bot import __main__ as command_line
from bot.host.cli import FAILED, OK
from bot.texts.fluent import Language

Capture: TypeAlias = pytest.CaptureFixture[str]


@pytest.mark.parametrize("words, code", [([], OK), (["verify"], FAILED), (["backup", "x"], FAILED)])
def test_command_that_is_cut_short_has_not_succeeded(
    monkeypatch: pytest.MonkeyPatch, words: list[str], code: int
) -> None:
    """Ctrl+C is the way to stop the bot; whatever would follow a backup must not."""
    monkeypatch.setattr(command_line, "_run_command", Mock(side_effect=KeyboardInterrupt))
    assert command_line.main(words) == code


@pytest.mark.parametrize("words", ["verify", "forget 42", "record 1", "backup copy.db", "restore herald.db", "move b"])
def test_failed_command_claims_no_stop_of_herald(
    said: Language, tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch, words: str
) -> None:
    """A bot may well be running: whoever types one of these reads what is missing, and that alone.

    Whoever started Herald on what was emptied would begin anew, if that were said to be an older database.
    """
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LANGUAGE", said.locale)
    assert command_line.main(words.split()) == FAILED
    assert capsys.readouterr().err == said.text("storage-missing", path="herald.db") + "\n"
    assert list(tmp_path.iterdir()) == []

    (tmp_path / "herald.db").touch()
    assert command_line.main(words.split()) == FAILED
    assert said.text("storage-older", path="herald.db") not in capsys.readouterr().err
    assert not (tmp_path / "copy.db").exists()


def test_missing_sandbox_is_a_sentence(said: Language, monkeypatch: pytest.MonkeyPatch) -> None:
    """As in Docker's image, which has nothing but what a host needs."""
    monkeypatch.setenv("LANGUAGE", said.locale)
    monkeypatch.setitem(sys.modules, "sandbox", None)
    with pytest.raises(SystemExit) as ended:
        command_line.main(["sandbox"])
    assert ended.value.code == said.text("sandbox-not-installed")


def test_database_of_killed_start_is_none(tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite had begun its file, and Herald nothing in it: an older one didn't write that."""
    monkeypatch.chdir(tmp_path)
    with closing(sqlite3.connect("herald.db")) as db:
        db.execute("PRAGMA journal_mode = WAL")
    assert command_line.main(["verify"]) == FAILED
    assert capsys.readouterr().err == "There is no database at herald.db.\n"

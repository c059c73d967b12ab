"""Commands of the host that can't be done, beside a bot that may be running: they say why, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot import __main__ as command_line
from bot.host.cli import FAILED
from bot.texts.fluent import Language, language, locales


@pytest.fixture(params=locales())
def said(request: pytest.FixtureRequest) -> Language:
    """Return each language."""
    return language(request.param)


@pytest.mark.parametrize("words", ["verify", "forget 42", "record 1", "backup copy.db", "restore herald.db", "move b"])
def test_failed_command_claims_no_stop_of_herald(
    said: Language, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, words: str
) -> None:
    """A bot may well be running: whoever types one of these reads what is missing, and that alone."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LANGUAGE", said.locale)

    assert command_line.main(words.split()) == FAILED

    assert capsys.readouterr().err == said.text("storage-missing", path="herald.db") + "\n"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("words", [("verify",), ("backup", "copy.db"), ("restore", "herald.db"), ("move", "b.db")])
def test_empty_file_is_no_older_database(
    said: Language,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    words: list[str],
) -> None:
    """Whoever started Herald on what was emptied would begin anew, as "written by an older Herald" asked them to."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LANGUAGE", said.locale)
    (tmp_path / "herald.db").touch()

    assert command_line.main(words) == FAILED

    assert said.text("storage-older", path="herald.db") not in capsys.readouterr().err
    assert not (tmp_path / "copy.db").exists()

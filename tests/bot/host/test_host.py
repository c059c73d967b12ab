"""What the host reads at the terminal: in the language of the settings, and never a word that stands in code."""

from __future__ import annotations

import json
import re
import resource
import sqlite3
import sys
from collections.abc import Sequence
from contextlib import closing
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeAlias
from unittest.mock import Mock

import pytest
from fluent.syntax import FluentParser
from fluent.syntax.ast import Message

from bot import __main__ as command_line
from bot.features.proof import subcommands
from bot.host.cli import FAILED, MISUSED, OK, Terminal
from bot.host.config import Config
from bot.host.errors import HostError
from bot.operations import backup_commands
from bot.storage import backends, sql
from bot.storage.backends import Fault
from bot.storage.records import Person, TableId, TableRecord
from bot.storage.sqlite import migrations
from bot.tables.tables import Tables
from bot.texts.fluent import DEFAULT, Language, language, locales
from engine import fairness
from engine.fairness import Shuffle
from engine.games import GAMES
from engine.match import AnyMatch
from engine.proof import Record, fingerprint, format_document, prove
from engine.scene import Seat, say
from tests.bot.storage.samples import ANN, BO, CAT, begin, execute, lobby, opened, play_on
from tests.engine.records import by_chance
from tests.released import left

Capture: TypeAlias = pytest.CaptureFixture[str]

ROOT = Path(__file__).parents[3]
TOO_LONG = "x" * 300
"""The name of a file at which no system looks."""
ENGLISH = ("usage", "positional", "optional", "show this", "error:", "required", "invalid", "argument")
"""What argparse would say in English."""


@pytest.fixture(params=locales())
def said(request: pytest.FixtureRequest) -> Language:
    """Return each language."""
    return language(request.param)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return the file of a database, which isn't there yet."""
    return tmp_path / "herald.db"


def obey(file: Path, said: Language, *words: str) -> int:
    """Do what a command line says with the database's copies."""
    return backup_commands.run_command(command_line.arguments(words, said), file, Terminal(said))


def test_every_sentence_for_the_host_is_asked_for_and_there_is_one_for_whatever_is() -> None:
    """What raises an error names a key: here is no way to find it missing but by looking."""
    paths = [
        ROOT / "bot/__main__.py",
        *(path for room in ("host", "operations", "storage") for path in (ROOT / "bot" / room).rglob("*.py")),
    ]
    sources = [path.read_text(encoding="utf-8") for path in paths]
    keys = re.compile(r"""["']((?:host|arguments|settings?|storage|fault|health|doctor)-[a-z-]+)["']""")
    asked = {key for source in sources for key in keys.findall(source)}
    source = (files("bot") / "locales" / DEFAULT / "host.ftl").read_text(encoding="utf-8")
    assert asked == {entry.id.name for entry in FluentParser().parse(source).body if isinstance(entry, Message)}


@pytest.mark.parametrize(
    "words, code",
    [
        *((words, OK) for words in (["--help"], ["backup", "-h"])),
        *((words, MISUSED) for words in (["dance"], ["backup"], ["verify", "all"], ["--loud"])),
        *((["backup", "x", "--keep", wrong], MISUSED) for wrong in ("0", "many")),
        *((["forget", wrong], MISUSED) for wrong in ("ann", "0", "-5", str(1 << 63))),
        *(([word, ""], MISUSED) for word in ("backup", "restore", "prove")),
        (["record", str(1 << 63)], MISUSED),
    ],
)
def test_words_of_a_command_line_are_explained(said: Language, capsys: Capture, words: list[str], code: int) -> None:
    """Those that can't be understood after the line of usage: numbers of copies and of users, for two, have bounds.

    Headings and the line of usage are in the host's language, too.
    """
    with pytest.raises(SystemExit) as ended:
        command_line.arguments(words, said)
    assert ended.value.code == code
    out, err = capsys.readouterr()
    assert [bool(out), bool(err)] == [code == OK, code != OK]
    for key in ("help", "options") if out else ():
        assert said.text(f"arguments-{key}") in out
    assert out or (err.startswith(said.text("arguments-usage")) and "--help" in err.splitlines()[-1])
    assert said.locale == DEFAULT or not [word for word in ENGLISH if word in out + err]


async def test_nobody_is_forgotten_by_a_mistyped_id(said: Language, file: Path, capsys: Capture) -> None:
    """Three zeros would look like success.

    A table that is played waits: the others go on, and the wish stands in the database, for the Herald that runs next.
    """
    async with opened(file) as storage:
        table = await begin(storage)
        user = table.sitters[0].user
        await storage.store_choices(Person(user, language="uk"))
    assert await command_line.forget(Config(database=file), 42, Terminal(said)) == FAILED
    assert capsys.readouterr().out == said.text("host-nobody", user="42") + "\n"
    assert await command_line.forget(Config(database=file), user, Terminal(said)) == OK
    async with opened(file) as storage:
        assert await storage.load(table.id) == table
        assert await storage.select(sql.WISHES, user=user) == [(user, table.id)]
        assert await storage.choice(Person, user) == Person(user)


async def test_faults_are_told_one_by_one_and_counted(
    said: Language, file: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Which table, after which move, and what; what belongs to no table names none.

    A database that is whole is said to be. The answer goes to standard output, alone.
    """
    async with opened(file):
        pass
    assert command_line.verify(Config(database=file), Terminal(said)) == OK
    assert capsys.readouterr() == (said.text("host-whole", path=str(file)) + "\n", "")
    faults = [Fault(TableId(0), 0, say("fault-sqlite", found="page 7")), Fault(TableId(1204), 33, say("fault-move"))]
    monkeypatch.setattr(backends, "verify", lambda *_: faults)
    assert command_line.verify(Config(database=file), Terminal(said)) == FAILED
    first, second, last = capsys.readouterr().out.splitlines()
    assert first == said.text("fault-sqlite", found="page 7")
    assert not [one for one in ("1204", "33") if one not in second]
    assert second.endswith(said.text("fault-move"))
    assert not [one for one in (str(file), "2") if one not in last]


async def played(file: Path, moves: int | None = None) -> TableRecord:
    """Return a table of Oriflamme at which people always chose the first, so many moves or to its end."""

    def choose(match: AnyMatch) -> tuple[Seat, Sequence[Any]] | None:
        if not match.deciding or match.seq == moves:
            return None
        seat = match.deciding[0]
        return seat, match.legal[seat][:1]

    async with opened(file) as storage:
        tables = Tables(storage, GAMES)
        await tables.open(lobby(ANN, BO, CAT, game="oriflamme"))
        await tables.start(TableId(1), ANN.user)
        return (await tables.play_all(TableId(1), choose)).record


def proof(folder: Path, *, pledged: bool = True) -> Path:
    """Write the proof of a match played by chance, with a word of one of its people or of a seed that was pledged."""
    word = fairness.word_digest(bytes(16), "rook").hex()
    shuffle = Shuffle(secret="07" * 32, message="123", words=(word, None)) if pledged else None
    path = folder / "proof.json"
    path.write_text(format_document(by_chance(GAMES["fortheking"], 2, shuffle, bytes(32))), encoding="utf-8")
    return path


def proved(said: Language, path: Path, *word: str) -> int:
    """Return the exit code of a proof, with the salt and the word that are looked for in it."""
    known = command_line.arguments(["prove", str(path), *(["--word", *word] if word else [])], said)
    return subcommands.prove(known, Terminal(said))


@pytest.mark.parametrize("pledged", [True, False])
def test_a_proof_is_replayed_without_settings_or_a_database(
    said: Language,
    tmp_path: Path,
    capsys: Capture,
    monkeypatch: pytest.MonkeyPatch,
    *,
    pledged: bool,
) -> None:
    """The sentences that Discord's answer has, the pledge among them, on standard output, and exit code 0.

    Of one that is not there one sentence says so, and exit code 1.
    """
    path = proof(tmp_path, pledged=pledged)
    monkeypatch.setattr(command_line, "host_language", lambda: said.locale)
    monkeypatch.setattr(command_line, "read_config", lambda: pytest.fail("the settings were read"))
    assert command_line.main(["prove", str(path)]) == OK
    shown = capsys.readouterr()
    assert json.loads(path.read_text(encoding="utf-8"))["pledge"] in shown.out
    first, *rest = shown.out.splitlines()
    assert first == said.text("host-proved", path=str(path))
    assert rest == [said.say(sentence) for sentence in prove(path.read_bytes(), GAMES).sentences]
    assert not shown.err
    assert command_line.main(["prove", str(tmp_path / "none.json")]) == FAILED
    assert "none.json" in capsys.readouterr().err


@pytest.mark.slow
def test_the_word_that_somebody_added_is_looked_for_in_a_proof(said: Language, tmp_path: Path, capsys: Capture) -> None:
    """By its salt; another word or salt, and what is no salt, before anything is proved, have codes of their own."""
    path, salt = proof(tmp_path), bytes(16).hex()
    for words, code, key in (
        ((salt, "rook"), OK, "host-word-there"),
        ((salt, "pawn"), FAILED, "host-word-missing"),
        (("01" * 16, "rook"), FAILED, "host-word-missing"),
    ):
        assert proved(said, path, *words) == code
        digest = fairness.word_digest(bytes.fromhex(words[0]), words[1]).hex()
        assert capsys.readouterr().out.splitlines()[-1] == said.text(key, digest=digest)
    assert proved(said, path, "rook", salt) == MISUSED
    assert capsys.readouterr() == ("", said.text("host-word-salt") + "\n")


def test_a_forged_proof_is_refused_in_a_sentence(said: Language, tmp_path: Path, capsys: Capture) -> None:
    """Exit code 1, and why; one by older rules is no forgery and no proof, for its moves can't be replayed."""
    path = proof(tmp_path)
    content = path.read_text(encoding="utf-8")
    older = json.loads(content)
    older["log"] = [{**line, "rules": 1} for line in older["log"]][:-1]
    for written, why in (
        (content.replace('"07', '"17', 1), "proof-changed"),
        (json.dumps({**older, "fingerprint": fingerprint(older)}), "proof-older"),
    ):
        path.write_text(written, encoding="utf-8")
        assert proved(said, path) == FAILED
        assert capsys.readouterr().out == said.text("host-unproved", path=str(path), why=say(why)) + "\n"


async def test_a_record_of_a_table_is_for_those_that_are_over(
    said: Language, file: Path, tmp_path: Path, capsys: Capture
) -> None:
    """Exit code 1 and a sentence for a table that goes on, or that isn't there: nothing hidden is opened."""
    table = await played(file, moves=3)
    for number, key in ((table.id, "refused-not-over"), (99, "refused-no-table")):
        words = command_line.arguments(["record", str(number), "--into", str(tmp_path / "r.json")], said)
        assert await command_line.record(Config(database=file), words, Terminal(said)) == FAILED
        assert capsys.readouterr().err.startswith(said.text(key)[:20])
    assert not (tmp_path / "r.json").exists()


@pytest.mark.slow
async def test_a_host_may_write_names_and_times(said: Language, file: Path, tmp_path: Path, capsys: Capture) -> None:
    """Only if asked to; a file that is there already stays."""
    table = await played(file)
    for words, named in (([], False), (["--names", "--times"], True)):
        path = tmp_path / f"{named}.json"
        known = command_line.arguments(["record", str(table.id), "--into", str(path), *words], said)
        assert await command_line.record(Config(database=file), known, Terminal(said)) == OK
        assert capsys.readouterr().out == said.text("host-recorded", path=str(path), table=table.id) + "\n"
        record = prove(path.read_bytes(), GAMES).proof
        assert isinstance(record, Record)
        assert [player.name for player in record.players] == [s.name if named else None for s in table.sitters]
        assert all(bool(move.time) is named for move in record.log)
        assert await command_line.record(Config(database=file), known, Terminal(said)) == FAILED
        assert str(path) in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="no limits of files there")
async def test_full_disk_leaves_no_half_record(said: Language, file: Path, tmp_path: Path, capsys: Capture) -> None:
    """Else the next try would find the file there already."""
    table, path = await played(file), tmp_path / "r.json"
    known = command_line.arguments(["record", str(table.id), "--into", str(path)], said)
    async with opened(file) as storage:
        before = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (1000, before[1]))
        try:
            code = await subcommands.record(known, Tables(storage, GAMES), Terminal(said))
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert code == FAILED
    assert not path.exists()
    assert str(path) in capsys.readouterr().err


async def test_copies_say_where_they_are_and_what_goes(said: Language, file: Path, capsys: Capture) -> None:
    """A second backup to the same place says why not; a restore tells table by table, and where the old files are.

    A copy that isn't whole is told fault by fault, and refused.
    """
    target = file.with_name("copy.db")
    with pytest.raises(HostError):
        obey(file, said, "backup", str(target))
    async with opened(file) as storage:
        table = await begin(storage, moves=2)
        await begin(storage, moves=1)
        assert obey(file, said, "backup", str(target)) == OK
        assert str(target) in capsys.readouterr().out
        await play_on(storage, table, 3)
    with pytest.raises(HostError) as refused:
        obey(file, said, "backup", str(target))
    assert said.say(refused.value.text) == said.text("storage-target-taken", path=str(target))

    assert obey(file, said, "restore", str(target)) == OK
    back, kept, done, aside = capsys.readouterr().out.splitlines()
    assert back == said.text("host-restored-table", table=1, fate="set-back", move=2, count=3)
    assert kept == said.text("host-restored-kept", count=1)
    assert str(target) in done
    assert ".replaced-" in aside
    execute(target, "UPDATE tables SET document = 'x' WHERE id = 2")
    with pytest.raises(HostError) as refused:
        obey(file, said, "restore", str(target))
    assert said.text("fault-table") in capsys.readouterr().out
    assert "--damaged" in said.say(refused.value.text)


async def test_a_backup_into_a_folder_ends_with_what_verify_finds(
    said: Language, file: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A timer sees it by the exit code."""
    words = "backup", str(file.parent), "--keep", "2"
    async with opened(file) as storage:
        await begin(storage, moves=1)
        assert obey(file, said, *words) == OK
        execute(file, "UPDATE tables SET document = 'x'")
        monkeypatch.setattr("bot.storage.sqlite.backups.STAMP", "29990101T000000Z")
        assert obey(file, said, *words) == FAILED
        assert said.text("fault-table") in capsys.readouterr().out


@pytest.mark.slow
def test_backup_of_an_older_database_is_none_to_start_on(said: Language, file: Path) -> None:
    """As after `git pull`, before the first start: the copy is there, by its date, and isn't verified."""
    left.database(file)
    folder = file.with_name("backups")
    folder.mkdir()
    with pytest.raises(HostError) as told:
        obey(file, said, "backup", str(folder))
    (copy,) = folder.iterdir()
    assert told.value.text == say("storage-copy-older", path=str(copy))
    assert obey(file, said, "restore", str(copy)) == OK


@pytest.mark.parametrize(
    "place, words",
    [
        *(("herald.db", (command, TOO_LONG)) for command in ("backup", "restore", "move")),
        *((TOO_LONG, tuple(words.split())) for words in ("verify", "forget 42", "record 1")),
        *((TOO_LONG, (command, "herald.db")) for command in ("backup", "restore", "move")),
    ],
    ids=lambda given: given[0][:7],
)
def test_path_that_cannot_be_looked_at_is_named(
    said: Language,
    file: Path,
    capsys: Capture,
    monkeypatch: pytest.MonkeyPatch,
    place: str,
    words: tuple[str, ...],
) -> None:
    """In a sentence, as where a folder is closed to the host: the path of the command, or that of the database."""
    monkeypatch.chdir(file.parent)
    monkeypatch.setenv("LANGUAGE", said.locale)
    monkeypatch.setenv("DATABASE", place)
    with closing(sqlite3.connect(file)) as db:
        migrations.migrate(db, file)
    assert command_line.main(words) == FAILED
    out, err = capsys.readouterr()
    assert (out, len(err.splitlines())) == ("", 1)
    assert TOO_LONG in err


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

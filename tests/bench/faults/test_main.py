"""What can be asked for, and what all faults come to together."""

from __future__ import annotations

import pytest

from bench.faults.__main__ import KINDS, altogether, main
from bench.records import Record


def test_faults_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    """Each with its sizes; what is none is refused, with those that are."""
    main(["--list"])
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == list(KINDS)
    with pytest.raises(SystemExit):
        main(["kils"])
    assert "no fault is called kils; there are" in capsys.readouterr().err


def test_promises_are_summed_up() -> None:
    """Whatever the faults are called; the longest wait counts."""
    lost, wait = "acknowledged moves lost", "seconds until everything was announced, at most"
    records = [Record(f"{name}: {lost}", value, "moves", goal="at most 0") for name, value in (("a", 0), ("b", 2))]
    records += [Record(f"{name}: {wait}", value, "s") for name, value in (("a", 3), ("b", 2))]
    found = {record.what: (record.value, record.reached) for record in altogether(records)}
    assert found[f"altogether: {lost}"] == (2, False)
    assert found[f"altogether: {wait}"][0] == 3

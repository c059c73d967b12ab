"""What can be asked for, and what all faults come to together."""

from __future__ import annotations

import pytest

from bench.faults.__main__ import KINDS, altogether, main
from bench.records import Record


def test_the_faults_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    """Each with its sizes."""
    main(["--list"])
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == list(KINDS)


def test_a_fault_that_is_none_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    """With those that are."""
    with pytest.raises(SystemExit):
        main(["kils"])
    assert "no fault is called kils; there are" in capsys.readouterr().err


def test_promises_are_summed_up_and_the_longest_wait_counts() -> None:
    """Whatever the faults are called."""
    lost = [
        Record(f"{name}: acknowledged moves lost", value, "moves", goal="at most 0")
        for name, value in (("a", 0), ("b", 2))
    ]
    waits = [
        Record(f"{name}: seconds until everything was announced, at most", value, "s")
        for name, value in (("a", 3), ("b", 2))
    ]
    found = {record.what: record for record in altogether([*lost, *waits])}
    assert found["altogether: acknowledged moves lost"].value == 2
    assert found["altogether: acknowledged moves lost"].reached is False
    assert found["altogether: seconds until everything was announced, at most"].value == 3

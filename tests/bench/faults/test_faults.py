"""Each fault is ordered once, small, while people play with the real process, and the promises under it are kept.

What can be asked for is named, and all faults are summed up together.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bench.faults.__main__ import KINDS, altogether, main
from bench.faults.clicks import Sent, asked, attacked, press
from bench.faults.people import TOLD_WITHIN, evening
from bench.faults.promises import tally
from bench.faults.trials import Trial
from bench.records import Record

SMALL = {
    "kills": 2,
    "sigterm": 2,
    "clicks": 60,
    "hiccups": 1,
    "waking": 20,
    "storms": 4,
    "gateway": 2,
    "full": 1,
    "locks": 1,
    "bits": 5,
    "wal": 6,
}
KEPT = (
    *("acknowledged moves lost", "questions answered twice", "posts or pings doubled", "secrets out"),
    *("clicks unanswered outside the fault", "seconds until everything was announced, at most"),
    *("batches that had an effect", "doubled clicks that were taken twice", "exits other than 0"),
    *("seconds to the exit, at most", "states that are no prefix of what was acknowledged"),
    *("damage taken for sound", "damage taken for sound by verify", "damage taken for sound by a running Herald"),
    *("errors that are no sentence", "tracebacks"),
    *("seconds until its own table showed, at most", "seconds until any other one showed, at most"),
    "seconds until a click was answered meanwhile, at most",
)


@pytest.mark.parametrize("name", KINDS)
async def test_promises_are_kept_under_a_fault(name: str) -> None:
    """At two tables; people got through moves all the same."""
    found = {record.what.partition(": ")[2]: record for record in await KINDS[name].order(Trial(SMALL[name], 3, 2))}
    broken = [record.what for what, record in found.items() if what in KEPT and not record.reached]
    assert broken == []
    assert any(what in found for what in KEPT)
    assert "moves acknowledged" not in found or found["moves acknowledged"].value > 0


async def test_a_click_that_had_an_effect_is_found_out() -> None:
    """What the right person presses changes the table, and what nobody can press changes nothing."""
    async with evening(3, 2) as now:
        await now.begun()
        # Until somebody has pressed Play, what is asked in private can't be answered.
        await now.discord.until(lambda: any(map(list, map(asked, now.circles))), TOLD_WITHIN)
        await now.halt()
        await now.settled()
        await now.announced(0.0)

        def right() -> Iterator[Sent]:
            for circle in now.circles:
                for person, node, message in asked(circle):
                    if str(node["custom_id"]).startswith(("move:", "offer:")):
                        yield press(person, message, node)

        def wrong() -> Iterator[Sent]:
            message = now.circles[0].game.channel.messages[-1] if now.circles[0].game else None
            assert message is not None
            stranger = now.discord.person("Mallory")
            yield press(stranger, message, {"custom_id": "end:1", "type": 2})

        assert await attacked(now, wrong(), 1) == 0
        assert any(True for each in right() if each.close() is None)
        assert await attacked(now, right(), 1) == 1
        assert list(tally(now).broken) == []


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

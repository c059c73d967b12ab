"""Draw mutants of the code by lot, and tell which of them survive the tests: `python -m tests.mutants`."""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from random import Random

from tests.mutants.mutations import Mutation, find_mutations
from tests.mutants.trial import Trial
from tests.new_game.copies import ROOT, copied

AREAS = ("engine", "bot/tables", "bot/storage", "bot/clocks", "bot/announce", "bot/interactions")


def main(words: Sequence[str] | None = None) -> int:
    """Try the mutants that the command line asks for; return 1 if the tests can't be run at all, else 0."""
    chosen = _parser().parse_args(words)
    drawn = draw_mutants(chosen.area or AREAS, chosen.seed, chosen.count)
    with tempfile.TemporaryDirectory(prefix="herald-mutants-") as place:
        trial = Trial(copied(Path(place) / "herald"), chosen.workers, chosen.timeout)
        if problem := trial.run("--collect-only").problem:
            sys.stderr.write(f"The tests don't run as they are: {problem}\n")
            return 1
        survivors = 0
        for module, mutation in drawn:
            killer = trial.find_killer(module, mutation, chosen.tests)
            survivors += not killer
            fate = f"killed by {killer}" if killer else "SURVIVED"
            sys.stdout.write(f"{module}:{mutation.line}  {mutation}  {fate}\n")
            sys.stdout.flush()
    sys.stdout.write(f"{len(drawn) - survivors} killed, {survivors} survived (seed {chosen.seed})\n")
    return 0


def draw_mutants(areas: Sequence[str], seed: int, count: int) -> list[tuple[str, Mutation]]:
    """Return up to `count` mutations, with their modules, out of all of these folders or files."""
    files = [
        file for area in areas for file in ([ROOT / area] if area.endswith(".py") else (ROOT / area).rglob("*.py"))
    ]
    mutants = [
        (file.relative_to(ROOT).as_posix(), mutation)
        for file in sorted(files)
        for mutation in find_mutations(file.read_text("utf-8"))
    ]
    return Random(seed).sample(mutants, min(count, len(mutants)))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("area", nargs="*", help=f"folders or files to draw from (default: {' '.join(AREAS)})")
    parser.add_argument("--seed", type=int, default=1, help="another number draws others (default: 1)")
    parser.add_argument("--count", type=int, default=30, help="how many are drawn (default: 30)")
    parser.add_argument("--tests", choices=("near", "quick", "all"), default="all", help="how far tests are tried")
    parser.add_argument("--workers", type=int, default=2, help="processes of pytest (default: 2)")
    parser.add_argument(
        "--timeout", type=float, default=900, help="seconds until a run counts as killed (default: 900)"
    )
    return parser


if __name__ == "__main__":
    sys.exit(main())

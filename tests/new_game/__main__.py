"""Lay the files of a new game down: `python -m tests.new_game NAME`."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.new_game import Unfit, lay

ROOT = Path(__file__).parents[2]
MISUSED = 2
NEXT = """
That is a small game that runs: `python -m sandbox --game {name}` plays it. docs/add-a-game.md goes on from here, and

    python -m pytest -k {name}

says what is still to be decided.
"""


def main() -> int:
    """Lay the game of the command line down and say what was written; return the exit code."""
    try:
        (name,) = sys.argv[1:]
        written = lay(name, ROOT)
    except Unfit as refusal:
        sys.stderr.write(f"{refusal}\n")
        return MISUSED
    except ValueError:
        sys.stderr.write("One name, please: python -m tests.new_game NAME\n")
        return MISUSED
    sys.stdout.writelines(f"{path.relative_to(ROOT)}\n" for path in written)
    sys.stdout.write(NEXT.format(name=name))
    return 0


if __name__ == "__main__":
    sys.exit(main())

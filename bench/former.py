"""Games as they were judged at an earlier commit, read from the repository's history.

So today's rivals can be measured against those of then, and no old code is kept beside the new.
"""

from __future__ import annotations

import subprocess
import sys
from functools import cache
from pathlib import Path
from types import ModuleType

from engine.frozen import replace
from engine.game import AnyGame

ROOT = Path(__file__).parent.parent
MODULES = ("outlook", "worth", "judgement")
"""What a judgement is made of, each after those that it imports; a game may lack some."""


@cache
def judged_at(game: AnyGame, commit: str) -> AnyGame:
    """Return a game with its judgement of a commit and today's rules; raise LookupError if git doesn't have it."""
    names = {
        f"engine.games.{game.key}.{name}": f"bench.former.{game.key}_{name}_{commit}"
        for name in MODULES
    }
    last = None
    for today, then in names.items():
        source = _source(today, commit)
        if source is None:
            continue
        for one, other in names.items():
            source = source.replace(f"from {one} import", f"from {other} import")
        last = sys.modules[then] = ModuleType(then)
        exec(compile(source, then, "exec"), last.__dict__)  # noqa: S102 - the repository's own code
    if last is None:
        raise LookupError(f"the repository has no judgement of {game.key} at {commit}")
    return replace(game, judgement=last)


def _source(module: str, commit: str) -> str | None:
    path = f"{commit}:{module.replace('.', '/')}.py"
    found = subprocess.run(  # noqa: S603
        ["git", "show", path],  # noqa: S607
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    return found.stdout if found.returncode == 0 else None

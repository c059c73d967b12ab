"""The trial of a mutation: the tests of a copy of the project in which that one place is changed."""

from __future__ import annotations

import ast
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import cache_from_source
from pathlib import Path

from tests.mutants.mutations import Mutation

FAILED = re.compile(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", re.MULTILINE)
QUICK = "not slow and not soak"
SLOW = "slow and not soak"
EVERY = "not soak"
PASSED = (0, 5)
"""The exit codes of pytest that tell of no failure: 5 means that no test was chosen."""


@dataclass(frozen=True)
class Run:
    """How a run of tests ended: `failures` are ids of tests, `problem` says what kept pytest from telling them."""

    failures: tuple[str, ...] = ()
    problem: str = ""

    @property
    def passed(self) -> bool:
        """Tell whether every test passed."""
        return not self.failures and not self.problem


@dataclass(frozen=True)
class Trial:
    """Runs tests in `copy`, a copy of the project, on `workers` processes; a run is ended after `seconds`."""

    copy: Path
    workers: int
    seconds: float

    def find_killer(self, module: str, mutation: Mutation, depth: str) -> str:
        """Return the test that fails with a mutation of `module` and passes without it; "" if none does.

        `depth` is "near" (the tests of that module), "quick" (then all but the slow ones), or "all" (then these, too).
        """
        near = find_tests(self.copy, module)
        beside = [[mark, *near] for mark in (QUICK, SLOW) if near]
        stages = {"near": beside, "quick": [[QUICK]], "all": [[SLOW]]}
        for stage, runs in stages.items():
            for arguments in runs:
                if killer := self._find_in_stage(module, mutation, ["-m", *arguments]):
                    return killer
            if stage == depth:
                break
        return ""

    def _find_in_stage(self, module: str, mutation: Mutation, arguments: Sequence[str]) -> str:
        """Run the tests until one is found that the mutation alone fails; leave out those that fail anyway."""
        left_out: list[str] = []
        while True:
            with mutated(self.copy / module, mutation):
                run = self.run(*arguments, *(f"--deselect={test}" for test in left_out))
            if run.passed or run.problem:
                return run.problem
            unfair = [test for test in run.failures if not self.run("-m", EVERY, test).passed]
            if fair := [test for test in run.failures if test not in unfair]:
                return fair[0]
            left_out += unfair

    def run(self, *arguments: str) -> Run:
        """Run pytest in the copy until the first failure."""
        command = [sys.executable, "-m", "pytest", "-n", str(self.workers), "-qx", "-rfE", "--tb=no", "-p"]
        command += ["no:cacheprovider", *arguments]
        env = {**os.environ, "PYTHONPATH": str(self.copy), "COLUMNS": "1000"}
        for name in ("PYTEST_ADDOPTS", "PYTHONDONTWRITEBYTECODE"):
            env.pop(name, None)
        with subprocess.Popen(  # noqa: S603 - our own tests
            command,
            cwd=self.copy,
            env=env,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            process_group=0,
        ) as process:
            try:
                output, _ = process.communicate(timeout=self.seconds)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                return Run(problem=f"no end after {self.seconds:g} s")
        failures = tuple(FAILED.findall(output))
        broken = process.returncode not in PASSED and not failures
        return Run(failures, f"pytest ended with {process.returncode}: {output.strip()[-200:]}" if broken else "")


@contextmanager
def mutated(path: Path, mutation: Mutation) -> Iterator[None]:
    """Change a file for as long as the context lasts; its bytecode is forgotten, for it may be as old and as long."""
    source = path.read_text("utf-8")
    try:
        _write(path, mutation.apply(source))
        yield
    finally:
        _write(path, source)


def _write(path: Path, source: str) -> None:
    path.write_text(source, "utf-8")
    Path(cache_from_source(str(path))).unlink(missing_ok=True)


def find_tests(root: Path, module: str) -> list[str]:
    """Return the test files of a module: those named after it, those that import it, and those of its mirrored folder.

    The likeliest killers come first.
    """
    path = Path(module)
    mirrored = root / "tests" / path.parent
    dotted = ".".join(path.with_suffix("").parts).removesuffix(".__init__")
    stem = path.stem.rstrip("sy")
    tests = [test for test in sorted((root / "tests").rglob("test_*.py")) if test.parent != root / "tests/mutants"]
    named = [test for test in tests if stem in test.stem]
    importing = [test for test in tests if dotted in _imports(test)]
    beside = [test for test in tests if test.parent == mirrored]
    return [test.relative_to(root).as_posix() for test in dict.fromkeys([*named, *importing, *beside])]


def _imports(path: Path) -> set[str]:
    """Return the modules that a file imports, and what it takes from them, by their full names."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        if isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found

"""The mutations of a module: small changes of its syntax tree, each of which some test should notice."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
TYPES = {"annotation", "returns", "decorator_list"}
"""The fields of the syntax tree whose change no run could notice."""
DECLARATIONS = {"contravariant", "covariant", "frozen", "kw_only", "repr", "slots", "strict"}
"""Keywords that guard against mistakes of programmers: without mistakes, their change means nothing."""


@dataclass(frozen=True)
class Mutation:
    """A change of one place in a source: the bytes from `start` to `end` become `new`.

    `line` counts from 1; `old` and `new` are code.
    """

    line: int
    start: int
    end: int
    old: str
    new: str

    def apply(self, source: str) -> str:
        """Return `source` with this change."""
        encoded = source.encode()
        return (encoded[: self.start] + self.new.encode() + encoded[self.end :]).decode()

    def __str__(self) -> str:
        """Return the change on one line."""
        return " ".join(f"{self.old}  ->  {self.new}".split("\n"))


def find_mutations(source: str) -> Iterator[Mutation]:
    """Yield every mutation of a module, in the order of its lines; raise `SyntaxError` if it isn't Python."""
    starts = [0, *accumulate(len(line) for line in source.encode().splitlines(keepends=True))]
    for node in _walk(ast.parse(source)):
        for target, replacement in _replace(node):
            start = starts[target.lineno - 1] + target.col_offset
            end = starts[(target.end_lineno or target.lineno) - 1] + (target.end_col_offset or 0)
            new = ast.unparse(replacement)
            code = new if isinstance(replacement, ast.stmt) else f"({new})"
            yield Mutation(target.lineno, start, end, ast.unparse(target), code)


def _walk(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes that are run; Python 3.11 doesn't know where the parts of an f-string stand."""
    if isinstance(node, ast.JoinedStr) or (isinstance(node, ast.keyword) and node.arg in DECLARATIONS):
        return
    if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
        return
    yield node
    for name, value in ast.iter_fields(node):
        if name not in TYPES:
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    yield from _walk(child)


def _replace(node: ast.AST) -> Iterator[tuple[ast.expr | ast.stmt, ast.expr | ast.stmt]]:
    """Yield what takes the place of a node, or of a part of it."""
    match node:
        case ast.Compare(left, ops, comparators):
            for place, operator in enumerate(ops):
                swapped = [*ops[:place], COMPARISONS[type(operator)](), *ops[place + 1 :]]
                yield node, ast.Compare(left, swapped, comparators)
        case ast.BoolOp(operator, values):
            yield node, ast.BoolOp(ast.Or() if isinstance(operator, ast.And) else ast.And(), values)
        case ast.If(test) | ast.While(test) | ast.IfExp(test):
            yield test, ast.UnaryOp(ast.Not(), test)
        case ast.comprehension(ifs=tests):
            yield from ((test, ast.UnaryOp(ast.Not(), test)) for test in tests)
        case ast.Constant(bool(value)):
            yield node, ast.Constant(not value)
        case ast.Constant(int(value)):
            yield from ((node, ast.Constant(value + step)) for step in (1, -1))
        case ast.Return(ast.expr() as value) if not isinstance(value, ast.Constant):
            yield node, ast.Return(ast.Constant(None))
        case ast.Expr(ast.Call() | ast.Await()) | ast.AugAssign() | ast.Raise() | ast.Break() | ast.Continue():
            yield node, ast.Pass()
        case _:
            pass

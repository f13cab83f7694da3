"""Where a module can be altered: every mutant of it, with what it takes to make it."""

import ast
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from tests.mutants.operators import negated, variants

LEFT_ALONE = (
    ast.Assert, ast.Import, ast.ImportFrom, ast.JoinedStr, ast.expr_context, ast.operator, ast.boolop, ast.cmpop,
    ast.unaryop,
)  # fmt: skip
"""What serves the type checker, what people read, and what is altered as part of the whole."""

NOT_FOLLOWED = {"decorator_list", "annotation", "returns"}
GENERICS = {"tuple", "list", "dict", "set", "frozenset", "type"}
LONGEST = 90


@dataclass(frozen=True)
class Key:
    """What names a mutant as long as the code around it stays as it is: `change` reads `before => after`.

    `function` is "" at the top of a module, `number` tells equal changes of equal lines apart.
    """

    module: str
    function: str
    line: str
    change: str
    number: int = 1


@dataclass(frozen=True)
class Mutant:
    """One alteration in line `number`; `lines` are those of the whole statement."""

    key: Key
    path: Path
    tree: ast.Module = field(repr=False)
    parent: ast.AST = field(repr=False)
    place: tuple[str, int | None] = field(repr=False)
    instead: Any = field(repr=False)
    operator: str
    lines: range
    number: int

    def alter(self) -> ast.Module:
        """Alter the tree for good, which only a process does that is about to end, and return it."""
        name, index = self.place
        if index is None:
            setattr(self.parent, name, self.instead)
        else:
            getattr(self.parent, name)[index] = self.instead
        return ast.fix_missing_locations(self.tree)


def mutants(module: str, path: Path) -> list[Mutant]:
    """Return all mutants of a module."""
    text = path.read_text(encoding="utf-8")
    return list(_numbered(_Walk(module, path, text).mutants()))


def _numbered(found: Iterator[Mutant]) -> Iterator[Mutant]:
    seen: Counter[Key] = Counter()
    for mutant in found:
        seen[mutant.key] += 1
        yield replace(mutant, key=replace(mutant.key, number=seen[mutant.key]))


class _Walk:
    """A walk through one module."""

    def __init__(self, module: str, path: Path, text: str) -> None:
        self._module = module
        self._path = path
        self._source = text.splitlines()
        self._tree = ast.parse(text)

    def mutants(self) -> Iterator[Mutant]:
        return self._below(self._tree, "", "", range(0))

    def _below(self, node: ast.AST, scope: str, function: str, lines: range) -> Iterator[Mutant]:
        """Yield the mutants below a node; `scope` is the class or function it is in, `function` the outermost."""
        for name, value in ast.iter_fields(node):
            if name in NOT_FOLLOWED:
                continue
            for index, child in enumerate(value) if isinstance(value, list) else ((None, value),):
                if isinstance(child, ast.AST):
                    yield from self._at(node, (name, index), child, scope, function, lines)

    def _at(
        self,
        parent: ast.AST,
        place: tuple[str, int | None],
        node: ast.AST,
        scope: str,
        function: str,
        lines: range,
    ) -> Iterator[Mutant]:
        if isinstance(node, LEFT_ALONE) or _is_a_guard(parent, place[0], node) or _names_exports(node):
            return
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield from self._inside(node, scope, function)
            return
        if isinstance(node, ast.stmt):
            lines = _own_lines(node)
        for operator, instead in (*variants(node), *_as_condition(parent, place[0], node)):
            yield self._mutant(parent, place, node, instead, operator, function, lines)
        yield from self._below(node, scope, function, lines)

    def _inside(self, node: ast.FunctionDef | ast.ClassDef, scope: str, function: str) -> Iterator[Mutant]:
        name = f"{scope}.{node.name}" if scope else node.name
        if isinstance(node, ast.ClassDef):
            yield from self._below(ast.Module(node.body, []), name, function, range(0))
            return
        head = range(node.lineno, node.body[0].lineno)
        yield from self._below(node.args, name, function, head)
        if not function:
            whole = range(node.body[0].lineno, (node.end_lineno or node.lineno) + 1)
            yield self._mutant(
                node, ("body", None), node, [ast.Return()], "return at once", name, whole, "(whole body)"
            )
            function = name
        yield from self._below(ast.Module(node.body, []), name, function, range(0))

    def _mutant(
        self,
        parent: ast.AST,
        place: tuple[str, int | None],
        node: Any,
        instead: Any,
        operator: str,
        function: str,
        lines: range,
        before: str = "",
    ) -> Mutant:
        after = "return" if isinstance(instead, list) else _shown(instead)
        change = f"{before or _shown(node)} => {after}"
        key = Key(self._module, function, self._source[node.lineno - 1].strip(), change)
        return Mutant(key, self._path, self._tree, parent, place, instead, operator, lines, node.lineno)


def _as_condition(parent: ast.AST, name: str, node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    if isinstance(parent, ast.If | ast.IfExp | ast.While) and name == "test":
        assert isinstance(node, ast.expr)
        yield from negated(node)
    elif isinstance(parent, ast.comprehension) and name == "ifs":
        yield "drop a condition", ast.Constant(value=True)


def _shown(node: ast.AST) -> str:
    if isinstance(node, ast.Slice):
        return f"[{ast.unparse(node)}]"
    text = " ".join(ast.unparse(ast.fix_missing_locations(node)).split())
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}..."


def _own_lines(node: ast.stmt) -> range:
    """Return the lines of a statement, of one that holds others those of its head."""
    inner = getattr(node, "body", None)
    end = inner[0].lineno - 1 if inner else node.end_lineno
    return range(node.lineno, max(node.lineno, end or 0) + 1)


def _is_a_guard(parent: ast.AST, name: str, node: ast.AST) -> bool:
    """Tell whether something is there for type checkers, or `strict=True`, which says what is so anyway."""
    if isinstance(node, ast.If):
        return ast.unparse(node.test) == "TYPE_CHECKING"
    if isinstance(node, ast.keyword):
        return node.arg == "strict"
    if isinstance(node, ast.AnnAssign):
        return ast.unparse(node.annotation) == "TypeAlias"
    if isinstance(parent, ast.Subscript) and name == "slice" and isinstance(parent.value, ast.Name):
        generic = parent.value.id
        return generic in GENERICS or (generic[0].isupper() and not generic.isupper())
    return False


def _names_exports(node: ast.AST) -> bool:
    return isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__"

"""The arrows between packages go one way; here the imports themselves are read."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LINES = 500

LAYERS: dict[str, frozenset[str]] = {
    "protocol": frozenset({"protocol"}),
    "referee.rules": frozenset({"protocol", "referee.rules"}),
    "referee.bots": frozenset({"protocol", "referee.bots"}),
    "referee.match": frozenset({"protocol", "referee.rules", "referee.bots", "referee.match"}),
    "referee.breakout": frozenset({"protocol", "referee.bots", "referee.breakout"}),
    "referee.hostile": frozenset(
        {"protocol", "referee.rules", "referee.bots", "referee.match", "referee.hostile"}
    ),
    "referee.tournament": frozenset(
        {"protocol", "referee.rules", "referee.bots", "referee.match", "referee.tournament"}
    ),
    "referee.env": frozenset({"protocol", "referee.rules", "referee.env"}),
    "referee.dialogue": frozenset(
        {"protocol", "referee.rules", "referee.bots", "referee.match", "referee.dialogue"}
    ),
    "referee.check": frozenset(
        {"protocol", "referee.rules", "referee.bots", "referee.match", "referee.check"}
    ),
    "referee.scenario": frozenset({"protocol", "referee.rules", "referee.scenario"}),
    "referee.report": frozenset(
        {"protocol", "referee.rules", "referee.match", "referee.tournament", "referee.report"}
    ),
    "referee.log": frozenset({"referee.log"}),
    "referee.cli": frozenset(
        {
            "protocol",
            "referee.rules",
            "referee.bots",
            "referee.match",
            "referee.breakout",
            "referee.hostile",
            "referee.tournament",
            "referee.scenario",
            "referee.dialogue",
            "referee.check",
            "referee.report",
            "referee.log",
            "referee.cli",
        }
    ),
    "referee.__main__": frozenset({"referee.cli"}),
}
"""What each part of the project may import of the project."""

PURE = {
    "collections", "collections.abc", "functools", "hashlib", "itertools", "math", "operator", "types", "typing",
    "msgspec", "msgspec.structs", "__future__",
}  # fmt: skip
"""All that the rules may import besides themselves and the protocol: no I/O, clock, logging or randomness."""

INSIDE = ("referee.rules.state", "referee.rules.frames", "referee.rules.changes", "referee.rules.engine")
"""Modules of the rules that nobody else touches."""

WORDING = "referee.report.wording"
"""The one module outside the command line that it imports at once."""

VAGUE = {"util", "utils", "helper", "helpers", "common", "misc", "tools", "lib", "base", "core", "stuff"}


def modules(package: str) -> list[Path]:
    return sorted((ROOT / package).rglob("*.py"))


def dotted(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(path: Path) -> Iterator[str]:
    """The full names of all that a module imports, wherever in it; `from a import b` is a.b."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno} imports relatively"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def within(name: str, package: str) -> bool:
    return name == package or name.startswith(package + ".")


def layer(name: str) -> str | None:
    return next((package for package in LAYERS if within(name, package)), None)


ALL = [*modules("protocol"), *modules("referee")]


def test_there_is_something_to_look_at():
    assert {layer(dotted(path)) for path in ALL} == {*LAYERS, None}
    assert [dotted(path) for path in ALL if layer(dotted(path)) is None] == ["referee"]


@pytest.mark.parametrize("path", ALL, ids=dotted)
def test_imports_follow_the_arrows(path):
    own = layer(dotted(path))
    allowed = LAYERS[own] if own else frozenset()
    for name in imports(path):
        if name == "referee.__version__":
            continue
        if within(name, "referee") or within(name, "protocol"):
            assert any(within(name, package) for package in allowed), f"{dotted(path)} imports {name}"


def test_tests_and_bots_are_imported_by_nobody():
    for path in ALL:
        assert not [name for name in imports(path) if within(name, "tests") or within(name, "sample_bots")]


@pytest.mark.parametrize("path", modules("referee/rules"), ids=dotted)
def test_the_rules_are_pure(path):
    for name in imports(path):
        known = {name, name.rpartition(".")[0]}
        assert within(name, "protocol") or within(name, "referee.rules") or known & PURE, name


@pytest.mark.parametrize("path", modules("referee/rules"), ids=dotted)
def test_the_rules_neither_open_nor_print_nor_evaluate(path):
    called = {
        node.func.id
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    assert not called & {"open", "print", "input", "eval", "exec", "__import__", "globals"}


def test_the_engine_knows_no_card():
    engine = ROOT / "referee/rules/engine.py"
    for name in imports(engine):
        assert not within(name, "referee.rules.cards"), name
        assert not within(name, "referee.rules.editions"), name
        assert not within(name, "protocol.cards"), name


@pytest.mark.parametrize(
    "path", [path for path in ALL if not within(dotted(path), "referee.rules")], ids=dotted
)
def test_the_inside_of_the_rules_stays_inside(path):
    for name in imports(path):
        assert not any(within(name, module) for module in INSIDE), f"{dotted(path)} imports {name}"


@pytest.mark.parametrize("path", modules("protocol"), ids=dotted)
def test_the_protocol_needs_msgspec_and_nothing_else(path):
    import sys

    for name in imports(path):
        top = name.partition(".")[0]
        assert top in sys.stdlib_module_names | {"msgspec", "protocol"}, name


@pytest.mark.parametrize("path", modules("referee/cli"), ids=dotted)
def test_the_command_line_imports_nothing_heavy_at_the_top(path):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in tree.body:
        if isinstance(node, ast.ImportFrom):
            light = ("click", "collections", "contextlib", "enum", "typing", "types", "pathlib", "datetime")
            allowed = (*light, "itertools", "difflib", "time", "referee.cli", "referee", WORDING)
            assert any(node.module == name or (node.module or "").startswith(name + ".") for name in allowed)
            inside = (node.module or "").startswith("referee.")
            assert not inside or within(node.module or "", "referee.cli") or node.module == WORDING


def test_the_wording_of_numbers_needs_nothing():
    (path,) = [path for path in ALL if dotted(path) == WORDING]
    assert list(imports(path)) == []
    assert list(imports(path.parent / "__init__.py")) == []


@pytest.mark.parametrize("path", ALL, ids=dotted)
def test_modules_are_short_and_named_for_what_they_are(path):
    assert len(path.read_text(encoding="utf-8").splitlines()) <= LINES
    assert path.stem not in VAGUE

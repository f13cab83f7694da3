"""What is altered, and what is left alone."""

import ast

import pytest

from tests.mutants.sites import mutants


def found(tmp_path, text):
    """The changes of a module's mutants, with the functions they are in."""
    path = tmp_path / "module.py"
    path.write_text(text)
    return [(one.key.function, one.key.change) for one in mutants("module", path)]


def changes(tmp_path, text):
    return [change for _, change in found(tmp_path, text)]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("a = b < c", ["b < c => b <= c"]),
        ("a = b == c", ["b == c => b != c"]),
        ("a = b in c", ["b in c => b not in c"]),
        ("a = b <= c <= d", ["b <= c <= d => b < c <= d", "b <= c <= d => b <= c < d"]),
        ("a = b and c", ["b and c => b or c", "b and c => c", "b and c => b"]),
        ("a = not b", ["not b => b"]),
        ("a = 3", ["3 => 4", "3 => 2"]),
        ("a = True", ["True => False"]),
        ("a = 'id'", []),
        ("a = f'{b + 1}'", []),
        ("a = b + c", ["b + c => b - c"]),
        ("a += b", ["a += b => a -= b", "a += b => pass"]),
        ("a.b = c", ["a.b = c => pass"]),
        ("act(a)", ["act(a) => pass"]),
        ("a = min(b, c)", ["min(b, c) => max(b, c)", "min(b, c) => b", "min(b, c) => c"]),
        ("a = any(b)", ["any(b) => all(b)"]),
        ("a = act(b, seat, other)", ["act(b, seat, other) => act(seat, b, other)",
                                     "act(b, seat, other) => act(b, other, seat)"]),
        ("a = act(seat, seat)", []),
        ("a = act(b=c)", ["act(b=c) => act()"]),
        ("a = zip(b, c, strict=True)", []),
        ("a = (b, c)", ["(b, c) => (c,)", "(b, c) => (b,)"]),
        ("a = {b: c}", ["{b: c} => {}"]),
        ("a = b[c:]", ["[c:] => [:]"]),
        ("a = b if c else d", ["c => not c"]),
        ("a = [b for b in c if d]", ["d => True"]),
        ("a: tuple[int, str] = b", []),
        ("a: TypeAlias = b | c", []),
        ("a = cast(tuple[b, c], d)", []),
        ("import a", []),
        ("assert a == 1", []),
        ("if TYPE_CHECKING:\n    a = 1", []),
        ("__all__ = ['a', 'b']", []),
        ("raise Illegal(a)", ["raise Illegal(a) => pass"]),
        ("raise AssertionError", []),
    ],
)  # fmt: skip
def test_the_alterations_of_one_statement(tmp_path, text, wanted):
    assert changes(tmp_path, text) == wanted


def test_a_function_returns_at_once(tmp_path):
    text = 'def f(a: int = 0) -> int:\n    """Words, 1."""\n    return 2\n'
    assert found(tmp_path, text) == [
        ("", "0 => 1"),
        ("", "0 => -1"),
        ("f", "(whole body) => return"),
        ("f", "2 => 3"),
        ("f", "2 => 1"),
    ]


def test_inner_functions_belong_to_the_outermost_and_methods_to_their_class(tmp_path):
    text = "class A:\n    def f(self):\n        def g():\n            return 1\n        return g\n"
    assert {name for name, _ in found(tmp_path, text)} == {"A.f"}


def test_equal_changes_of_equal_lines_are_numbered(tmp_path):
    path = tmp_path / "module.py"
    path.write_text("def f():\n    act(1)\n    act(1)\n")
    numbers = [one.key.number for one in mutants("m", path) if one.key.change == "act(1) => pass"]
    assert numbers == [1, 2]
    assert len({one.key for one in mutants("m", path)}) == len(mutants("m", path))


def test_every_mutant_can_be_compiled_and_differs_in_its_place_only(tmp_path):
    path = tmp_path / "module.py"
    text = "def f(a, b):\n    if a and b > 1:\n        return [a, *b][:2]\n    raise ValueError(a)\n"
    path.write_text(text)
    plain = ast.unparse(ast.parse(text))
    altered = [ast.unparse(one.alter()) for number in range(len(mutants("m", path)))
               for one in [mutants("m", path)[number]]]  # fmt: skip
    assert len(set(altered)) == len(altered) > 10
    assert plain not in altered
    for other in altered:
        compile(other, "m", "exec")

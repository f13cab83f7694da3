"""How a piece of syntax is altered. Texts, among them the ids of cards and rules, are left alone."""

import ast
from collections.abc import Callable, Iterator
from typing import Any

Variants = Iterator[tuple[str, ast.AST]]
"""The name of each alteration, and what stands there instead."""

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
ORDERS = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}
OPPOSITES = {"min": "max", "max": "min", "any": "all", "all": "any"}


def variants(node: ast.AST) -> Variants:
    """Yield what may stand in the place of a node."""
    make = _MAKERS.get(type(node))
    return iter(()) if make is None else make(node)


def negated(test: ast.expr) -> Variants:
    """Yield the opposite of a condition, unless an alteration of the condition itself comes to the same."""
    plain = isinstance(test, ast.Compare) and len(test.ops) == 1 and not isinstance(test.ops[0], ORDERS)
    if not plain and not (isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not)):
        yield "negate", ast.UnaryOp(ast.Not(), test)


def changed(node: ast.AST, **fields: Any) -> Any:
    """Return a copy of a node with other fields."""
    old = {name: getattr(node, name) for name in node._fields}
    return ast.copy_location(type(node)(**(old | fields)), node)


def without(items: list[Any], place: int) -> list[Any]:
    return [*items[:place], *items[place + 1 :]]


def replaced(items: list[Any], place: int, item: object) -> list[Any]:
    return [*items[:place], item, *items[place + 1 :]]


def _compare(node: ast.Compare) -> Variants:
    for place, found in enumerate(node.ops):
        yield "comparison", changed(node, ops=replaced(node.ops, place, COMPARISONS[type(found)]()))


def _logic(node: ast.BoolOp) -> Variants:
    yield "and/or", changed(node, op=ast.Or() if isinstance(node.op, ast.And) else ast.And())
    for place in range(len(node.values)):
        left = without(node.values, place)
        yield "drop a condition", left[0] if len(left) == 1 else changed(node, values=left)


def _unary(node: ast.UnaryOp) -> Variants:
    if isinstance(node.op, ast.Not):
        yield "drop not", node.operand
    elif isinstance(node.op, ast.USub):
        yield "sign", node.operand


def _arithmetic(node: ast.BinOp | ast.AugAssign) -> Variants:
    other = ARITHMETIC.get(type(node.op))
    if other:
        yield "arithmetic", changed(node, op=other())


def _augmented(node: ast.AugAssign) -> Variants:
    yield from _arithmetic(node)
    yield "remove", ast.Pass()


def _constant(node: ast.Constant) -> Variants:
    if isinstance(node.value, bool):
        yield "true/false", ast.Constant(not node.value)
    elif isinstance(node.value, int):
        yield "number", ast.Constant(node.value + 1)
        yield "number", ast.Constant(node.value - 1)


def _call(node: ast.Call) -> Variants:
    if isinstance(node.func, ast.Name) and node.func.id in OPPOSITES:
        name = node.func.id
        yield "opposite function", changed(node, func=ast.Name(OPPOSITES[name], ast.Load()))
        if name in ("min", "max") and len(node.args) > 1:
            yield from (("drop the bound", argument) for argument in node.args)
    for place, keyword in enumerate(node.keywords):
        if keyword.arg == "strict":
            continue
        yield "drop an argument", changed(node, keywords=without(node.keywords, place))
    for place, (one, other) in enumerate(zip(node.args, node.args[1:], strict=False)):
        seats = _is_name(one) and _is_name(other) and (_is_seat(one) or _is_seat(other))
        if seats and ast.dump(one) != ast.dump(other):
            args = replaced(replaced(node.args, place, other), place + 1, one)
            yield "exchange arguments", changed(node, args=args)


def _is_name(node: ast.AST) -> bool:
    return isinstance(node, ast.Name | ast.Attribute)


def _is_seat(node: ast.AST) -> bool:
    name = node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""
    return name in ("seat", "other", "owner", "victim", "holder")


def _collection(node: ast.Tuple | ast.List | ast.Set) -> Variants:
    if isinstance(node, ast.Set) or isinstance(node.ctx, ast.Load):
        for place in range(len(node.elts)):
            left = without(node.elts, place)
            if left or not isinstance(node, ast.Set):
                yield "drop an element", changed(node, elts=left)


def _mapping(node: ast.Dict) -> Variants:
    for place in range(len(node.keys)):
        left = changed(node, keys=without(node.keys, place), values=without(node.values, place))
        yield "drop an entry", left


def _slice(node: ast.Slice) -> Variants:
    if node.lower is not None:
        yield "drop the bound", changed(node, lower=None)
    if node.upper is not None:
        yield "drop the bound", changed(node, upper=None)


def _remove(_node: ast.AST) -> Variants:
    yield "remove", ast.Pass()


def _assign(node: ast.Assign) -> Variants:
    """Only what changes the state: without the value of a name, the next line fails anyway."""
    parts = (part for target in node.targets for part in ast.walk(target))
    if any(isinstance(part, ast.Attribute | ast.Subscript) for part in parts):
        yield "remove", ast.Pass()


def _expression(node: ast.Expr) -> Variants:
    if not isinstance(node.value, ast.Constant):
        yield "remove", ast.Pass()


def _raise(node: ast.Raise) -> Variants:
    if "AssertionError" not in ast.unparse(node):
        yield "remove", ast.Pass()


_MAKERS: dict[type[ast.AST], Callable[[Any], Variants]] = {
    ast.Compare: _compare,
    ast.BoolOp: _logic,
    ast.UnaryOp: _unary,
    ast.BinOp: _arithmetic,
    ast.AugAssign: _augmented,
    ast.Constant: _constant,
    ast.Call: _call,
    ast.Tuple: _collection,
    ast.List: _collection,
    ast.Set: _collection,
    ast.Dict: _mapping,
    ast.Slice: _slice,
    ast.Assign: _assign,
    ast.Expr: _expression,
    ast.Raise: _raise,
    ast.Delete: _remove,
    ast.Continue: _remove,
    ast.Break: _remove,
}

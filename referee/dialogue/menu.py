"""Long lists of options made short: options that have something in common wait behind one line."""

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from protocol.actions import AnyAction
from referee.dialogue.words import Words

LINES = 12
"""A menu has no more lines than this if its options can be gathered into fewer."""


class Group(NamedTuple):
    """Options with something in common: a kind, or the value of a field of their kind."""

    kind: type
    field: str | None
    value: object
    options: tuple[AnyAction, ...]

    def label(self, words: Words) -> str:
        """Return the line of the menu: the only option itself, or what the options have in common."""
        if len(self.options) == 1:
            return words.action(self.options[0])
        return f"{words.group(self.kind, self.field, self.value)} ... ({len(self.options)} ways)"


def menu(options: Sequence[AnyAction]) -> list[Group]:
    """Return the lines of a menu for options, in their order.

    Few options get a line each. Of many, kinds are spread out, the smallest first, as long as there is room;
    options of one kind are gathered by what they have in common.
    """
    if len(options) <= LINES:
        return _alone(options)
    groups = _gathered(options)
    if groups[0].field:
        return groups
    lines = len(groups)
    for group in sorted(groups, key=lambda group: len(group.options)):
        lines += len(group.options) - 1
        if lines > LINES:
            break
        at = groups.index(group)
        groups[at : at + 1] = _alone(group.options)
    return groups


def _alone(options: Sequence[AnyAction]) -> list[Group]:
    return [Group(type(option), None, None, (option,)) for option in options]


def _gathered(options: Sequence[AnyAction]) -> list[Group]:
    """Gather options by kind or, if they are of one kind, by the first field in which they differ."""
    kinds = {type(option) for option in options}
    field = _differing(options) if len(kinds) == 1 else None
    found: dict[object, list[AnyAction]] = {}
    for option in options:
        value = getattr(option, field) if field else type(option)
        found.setdefault(value, []).append(option)
    return [
        Group(type(alike[0]), field, getattr(alike[0], field) if field else None, tuple(alike))
        for alike in found.values()
    ]


def _differing(options: Sequence[AnyAction]) -> str:
    fields = (field.name for field in msgspec.structs.fields(options[0]))
    return next(field for field in fields if len({getattr(option, field) for option in options}) > 1)

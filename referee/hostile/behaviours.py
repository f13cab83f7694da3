"""All misbehaving bots by name."""

from collections.abc import Callable

from referee.hostile import answers, breeding, hoarding, leaving, lines, starting, timing

FAMILIES = (starting, lines, answers, timing, leaving, breeding, hoarding)

BEHAVIOURS: dict[str, Callable[[], None]] = {
    behaviour.__name__: behaviour for family in FAMILIES for behaviour in family.BEHAVIOURS
}

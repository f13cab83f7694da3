"""Circular orders of a lineup, chosen so that nobody always sits behind the same rival."""

from collections.abc import Sequence
from functools import lru_cache

from referee.tournament.design import Lineup
from referee.tournament.draws import Draws

_BOOKS = {
    4: ("0123", "0132", "0213", "0231", "0312", "0321"),
    6: (
        "014325", "024513", "034512", "041235", "053241",
        "014253", "023154", "035421", "043152", "052134",
    ),
    8: ("01457236", "02546173", "03427165", "04756312", "05132674", "06241537", "07643521"),
}  # fmt: skip
"""Circular orders for the table sizes that are not prime; for a prime size, steps of every length do it."""


@lru_cache(maxsize=8)
def cycle_book(seats: int) -> tuple[Lineup, ...]:
    """Return circular orders of positions 0 to `seats - 1`, in which each follows each other equally often."""
    if seats in _BOOKS:
        return tuple(tuple(map(int, order)) for order in _BOOKS[seats])
    return tuple(tuple(step * place % seats for place in range(seats)) for step in range(1, seats))


def even_orders(lineups: Sequence[Lineup], draws: Draws) -> tuple[int, ...]:
    """Return an order of the book for each lineup, so that bots follow each other as equally often as can be.

    A lineup that comes again goes through the whole book before an order comes again.
    """
    book = cycle_book(len(lineups[0]))
    pairs = [tuple(zip(order, order[1:] + order[:1], strict=True)) for order in book]
    bots = 1 + max(map(max, lineups))
    followed = [[0] * bots for _ in range(bots)]
    unused: dict[Lineup, list[int]] = {}
    chosen: list[int] = []
    for lineup in lineups:
        left = unused.get(lineup) or list(range(len(book)))
        first = draws.below(len(left))
        best = min(
            left[first:] + left[:first],
            key=lambda order: sum(followed[lineup[one]][lineup[other]] for one, other in pairs[order]),
        )
        for one, other in pairs[best]:
            followed[lineup[one]][lineup[other]] += 1
        unused[lineup] = [order for order in left if order != best]
        chosen.append(best)
    return tuple(chosen)

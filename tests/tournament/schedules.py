"""How even schedules are: `python -m tests.tournament.schedules` looks at every size and some lengths."""

import sys

from referee.tournament.balance import Balance, balances
from tests.tournament.factory import plan

LENGTHS = (24, 120, 600)
"""Blocks."""


def check_balance(bots: int, seats: int, count: int, seed: str) -> Balance:
    """Check a round-robin of so many blocks, and return how even it is, in games."""
    of = plan(bots, seats=seats, games=count * seats, seed=seed)
    [balance] = balances(of, range(of.games))
    assert balance.games.most - balance.games.least in (0, seats)
    assert balance.seats == (balance.games.least // seats, balance.games.most // seats)
    assert balance.meetings.most - balance.meetings.least <= 4 * seats
    assert balance.neighbours.most - balance.neighbours.least <= 6 * seats
    return balance


def _main() -> None:
    for seats in range(2, 9):
        for bots in range(seats, 25):
            for count in LENGTHS:
                even = check_balance(bots, seats, count, "seed")
                sys.stdout.write(
                    f"{bots} bots at {seats} seats, {count} blocks: games {even.games}, meetings {even.meetings}, "
                    f"neighbours {even.neighbours}\n"
                )


if __name__ == "__main__":
    _main()

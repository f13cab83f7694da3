"""Who sits where in which game, worked out for any one game without the others.

A block is one lineup in one circular order, played once from every seat: its games give each of its bots
each seat once. Blocks are what the statistics take as independent. Circular orders come from a book in which
each bot of the lineup follows each other one equally often, so that nobody always sits behind the same rival.
All games of a block have the same setup.
"""

from functools import lru_cache

from protocol.messages import Setup
from referee.match import GameSpec
from referee.rules import draw_setup
from referee.tournament.design import Lineup, balanced_lineups, full_length, turns
from referee.tournament.draws import Draws, derive
from referee.tournament.plan import Plan, Recipe

_BOOKS = {
    4: ("0123", "0132", "0213", "0231", "0312", "0321"),
    6: (
        "014325", "024513", "034512", "041235", "053241",
        "014253", "023154", "035421", "043152", "052134",
    ),
    8: ("01457236", "02546173", "03427165", "04756312", "05132674", "06241537", "07643521"),
}  # fmt: skip
"""Circular orders for the table sizes that are not prime; for a prime size, steps of every length do it."""


EVENED_OUT = 2000
"""Blocks, at least, among which every bot gets every setup as equally as can be."""


@lru_cache(maxsize=8)
def cycle_book(seats: int) -> tuple[Lineup, ...]:
    """Return circular orders of positions 0 to `seats - 1`, in which neighbours are equally frequent."""
    if seats in _BOOKS:
        return tuple(tuple(map(int, order)) for order in _BOOKS[seats])
    return tuple(tuple(step * place % seats for place in range(seats)) for step in range(1, seats))


def blocks(plan: Plan) -> int:
    """Return the number of blocks; the last one is cut short when the games do not come out even."""
    return -(-plan.games // plan.seats)


def block_games(plan: Plan, block: int) -> range:
    """Return the numbers of the games of a block."""
    return range(block * plan.seats, min((block + 1) * plan.seats, plan.games))


def _epoch(plan: Plan, block: int) -> tuple[int, int, int]:
    """Return how often the lineups were gone through, where among them the block is, and their number."""
    if len(plan.bots) == plan.seats:
        return block, 0, 1
    longest = min(full_length(len(plan.bots), plan.seats), blocks(plan))
    epoch, position = divmod(block, longest)
    return epoch, position, min(longest, blocks(plan) - epoch * longest)


def lineup(plan: Plan, block: int) -> Lineup:
    """Return the bots of a block, ascending."""
    epoch, position, length = _epoch(plan, block)
    design = balanced_lineups(len(plan.bots), plan.seats, length, plan.seed)
    if design.exact:
        return design.lineups[position]
    names = _relabelling(plan.seed, len(plan.bots), epoch)
    return tuple(sorted(names[bot] for bot in design.lineups[position]))


@lru_cache(maxsize=4)
def _relabelling(seed: str, bots: int, epoch: int) -> Lineup:
    """Lineups that cannot be balanced exactly are dealt to other bots each time round."""
    return tuple(Draws(seed, "relabelling", epoch).shuffled(list(range(bots))))


def seating(plan: Plan, number: int) -> Lineup:
    """Return which bot sits in each seat of a game."""
    block, rotation = divmod(number, plan.seats)
    epoch, position, _ = _epoch(plan, block)
    book = cycle_book(plan.seats)
    order = book[(Draws(plan.seed, "order", position).below(len(book)) + epoch) % len(book)]
    bots = lineup(plan, block)
    return tuple(bots[order[(seat + rotation) % plan.seats]] for seat in range(plan.seats))


def setup(plan: Plan, block: int) -> Setup:
    """Return the setup of the games of a block. Raises SetupError for a recipe that the rules forbid."""
    if isinstance(plan.setup, Setup):
        return plan.setup
    again, position = divmod(block, len(_turns(plan)))
    recipe = plan.setup[(_turns(plan)[position] + again) % len(plan.setup)]
    return _drawn(recipe, plan.seats, derive(plan.seed, "setup", block, size=16))


@lru_cache(maxsize=2)
def _turns(plan: Plan) -> tuple[int, ...]:
    """Return whose turn of the recipes it is in each block, for so many blocks that all lineups played all recipes.

    Where there is but one lineup, its circular orders count instead. After that, each turn goes to the next recipe.
    """
    recipes = 1 if isinstance(plan.setup, Setup) else len(plan.setup)
    alone = len(plan.bots) == plan.seats
    cycle = len(cycle_book(plan.seats)) if alone else full_length(len(plan.bots), plan.seats)
    pairs = cycle * recipes
    period = min(-(-EVENED_OUT // pairs) * pairs, blocks(plan))
    return turns([lineup(plan, block) for block in range(period)], cycle, recipes)


@lru_cache(maxsize=64)
def _drawn(recipe: Recipe, seats: int, seed: str) -> Setup:
    return draw_setup(
        seats,
        seed,
        recipe.cast,
        recipe.districts,
        characters=recipe.characters,
        edition=recipe.edition,
        round_limit=recipe.round_limit,
    )


def game_id(plan: Plan, number: int) -> str:
    """Return the id of a game, from which nobody learns its number."""
    return "g-" + derive(plan.seed, "game", number, size=8)


def spec(plan: Plan, number: int) -> GameSpec:
    """Return the game of a number from 0 to `games - 1`. Raises IndexError for any other."""
    if not 0 <= number < plan.games:
        raise IndexError(f"the plan has games 0 to {plan.games - 1}, no game {number}")
    return GameSpec(
        id=game_id(plan, number),
        number=number,
        setup=setup(plan, number // plan.seats),
        bots=seating(plan, number),
        seed=derive(plan.seed, "deal", number, size=16),
        bot_seeds=tuple(derive(plan.seed, "bot", number, seat, size=16) for seat in range(plan.seats)),
        clock=plan.clock,
        limits=plan.limits,
        on_fault=plan.on_fault,
    )

"""Who sits where in which game, worked out for any one game without the others.

The games of a block give each of its bots each seat once, and have the same setup.
"""

from functools import lru_cache

from protocol.messages import Setup
from referee.match import GameSpec
from referee.rules import draw_setup
from referee.tournament.cycles import cycle_book, even_orders
from referee.tournament.design import Lineup, turns
from referee.tournament.draws import Draws, derive
from referee.tournament.lineups import comes_again, cycle, table
from referee.tournament.plan import Plan, Recipe, seed_of
from referee.tournament.spans import Span, block_games, block_of, span_of_block, span_of_game
from referee.tournament.stages import Patch

EVENED_OUT = 2000
"""Blocks, at least, among which every bot gets every setup and every neighbour as equally as can be."""


def lineup(plan: Plan, block: int) -> Lineup:
    """Return the bots of a block, ascending; in a patch test, the new and the old one are both among them."""
    span = span_of_block(plan, block)
    both = (span.stage.old,) if isinstance(span.stage, Patch) else ()
    return tuple(sorted((*both, *table(plan, span, block - span.blocks.start))))


def seating(plan: Plan, number: int) -> Lineup:
    """Return which bot sits in each seat of a game."""
    span = span_of_game(plan, number)
    position, place = divmod(number - span.games.start, span.size)
    rotation, second = divmod(place, span.size // plan.seats)
    order = cycle_book(plan.seats)[_order(plan, span, position)]
    bots = table(plan, span, position)
    seats = tuple(bots[order[(seat + rotation) % plan.seats]] for seat in range(plan.seats))
    if second and isinstance(span.stage, Patch):
        return tuple(span.stage.old if bot == span.stage.new else bot for bot in seats)
    return seats


def _order(plan: Plan, span: Span, position: int) -> int:
    orders = _orders(plan, span)
    return orders[position % len(orders)]


@lru_cache(maxsize=4)
def _orders(plan: Plan, span: Span) -> tuple[int, ...]:
    """Return the circular order of each block of a stage, up to where they come again."""
    again = cycle(plan, span) * len(cycle_book(plan.seats))
    period = again if comes_again(plan, span) else -(-EVENED_OUT // again) * again
    tables = [table(plan, span, position) for position in range(min(period, span.planned))]
    return even_orders(tables, Draws(seed_of(plan, span.stage), "orders", span.stage.start))


def setup(plan: Plan, block: int) -> Setup:
    """Return the setup of the games of a block. Raises SetupError for a recipe that the rules forbid."""
    if isinstance(plan.setup, Setup):
        return plan.setup
    span = span_of_block(plan, block)
    dealt = _turns(plan, span)
    again, position = divmod(block - span.blocks.start, len(dealt))
    recipe = plan.setup[(dealt[position] + again) % len(plan.setup)]
    return _drawn(recipe, plan.seats, derive(seed_of(plan, span.stage), "setup", block, size=16))


@lru_cache(maxsize=4)
def _turns(plan: Plan, span: Span) -> tuple[int, ...]:
    """Return whose turn of the recipes it is in each block, for so many blocks that all lineups played all recipes.

    Where there is but one lineup, its circular orders count instead. After that, each turn goes to the next recipe.
    """
    recipes = 1 if isinstance(plan.setup, Setup) else len(plan.setup)
    lineups = cycle(plan, span)
    again = len(cycle_book(plan.seats)) if lineups == 1 else lineups
    pairs = again * recipes
    period = min(-(-EVENED_OUT // pairs) * pairs, span.planned)
    tables = [table(plan, span, position) for position in range(period)]
    return turns(tables, again, recipes)


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


def _seed(plan: Plan, number: int) -> str:
    return seed_of(plan, span_of_game(plan, number).stage)


def game_id(plan: Plan, number: int) -> str:
    """Return the id of a game, from which nobody learns its number."""
    return "g-" + derive(_seed(plan, number), "game", number, size=8)


def pair(plan: Plan, number: int) -> int:
    """Return the first of the two games of a patch test that differ in nothing but the bot tested; else the game."""
    span = span_of_game(plan, number)
    return number - (number - span.games.start) % (span.size // plan.seats)


def deal(plan: Plan, number: int) -> int:
    """Return the first of the games that have the same deal."""
    return block_games(plan, block_of(plan, number)).start if plan.duplicate else pair(plan, number)


def spec(plan: Plan, number: int) -> GameSpec:
    """Return the game of a number from 0 to `games - 1`. Raises IndexError for any other."""
    seed = _seed(plan, number)
    return GameSpec(
        id=game_id(plan, number),
        number=number,
        setup=setup(plan, block_of(plan, number)),
        bots=seating(plan, number),
        seed=derive(seed, "deal", deal(plan, number), size=16),
        bot_seeds=tuple(derive(seed, "bot", pair(plan, number), seat, size=16) for seat in range(plan.seats)),
        clock=plan.clock,
        limits=plan.limits,
        on_fault=plan.on_fault,
    )

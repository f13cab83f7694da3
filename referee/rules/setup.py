"""From a wish to a game: which cards may be in the box together, and the first deal."""

from collections import Counter
from collections.abc import Sequence
from typing import Literal
from typing import cast as typed

from protocol.cards import CHARACTERS, UNIQUE_DISTRICTS, Character, District, UniqueDistrict
from protocol.events import AnyEvent
from protocol.messages import Setup
from referee.rules import changes
from referee.rules.cards import BUILT
from referee.rules.editions import EDITIONS
from referee.rules.editions.tables import Edition
from referee.rules.engine import settle
from referee.rules.errors import SetupError
from referee.rules.frames import StartRound
from referee.rules.rng import draw, shuffled
from referee.rules.state import Seat, State

ROUND_LIMIT = 200
"""A game is scored at the end of this round even when no city is completed, so that every game ends."""

PRESETS: tuple[str, ...] = tuple(EDITIONS["2016"].presets)

NINTH_REQUIRED = (3, 8)
"""Numbers of players that play with nine characters."""


def make_setup(
    seats: int,
    cast: Sequence[str],
    districts: Sequence[str],
    *,
    edition: Literal["2016"] = "2016",
    round_limit: int = ROUND_LIMIT,
) -> Setup:
    """Return the setup of a game for `seats` players, `cast` in order of rank, `districts` sorted.

    Raises SetupError, with the id of the rule, for what the rules forbid, for an unknown card, for one
    whose behaviour is not built yet, and for a game that would be over before it begins.
    """
    tables = EDITIONS[edition]
    if round_limit < 1:
        raise SetupError("round-limit", f"A game is played for 1 round at least, not {round_limit}.")
    if not 2 <= seats <= 8:
        raise SetupError("rules-baseline-4-8", f"Citadels is for 2 to 8 players, not {seats}.")
    characters = known_characters(cast)
    _check_ranks(tables, seats, characters)
    _check_companions(seats, characters)
    uniques = _checked_uniques(tables, districts)
    for card in (*characters, *uniques):
        if card not in BUILT:
            raise SetupError("not-built", f"The behaviour of {card!r} is not built yet; leave it out.")
    numbers = tables.numbers
    size = numbers.city_size_small if seats <= 3 else numbers.city_size
    return Setup(edition, characters, uniques, size, round_limit)


def preset(name: str, seats: int, *, characters: int | None = None) -> Setup:
    """Return the setup of a preset, by name.

    `characters` is 8 or 9; by default nine only where the number of players demands it. Where the rules bar the
    Emperor (2 players) or the Queen (3 or 4) from the table, King and Artist take their places. Raises SetupError
    like `make_setup`.
    """
    check_number(characters)
    if name not in PRESETS:
        raise SetupError(
            "preset-optional-use", f"There is no preset {name!r}; there are {', '.join(PRESETS)}."
        )
    row = EDITIONS["2016"].presets[name]
    nine = seats in NINTH_REQUIRED if characters is None else characters == 9
    chosen: list[Character] = [*row.cast, row.ninth] if nine else [*row.cast]
    if seats == 2:
        chosen = ["king" if character == "emperor" else character for character in chosen]
    if seats in (3, 4):
        chosen = ["artist" if character == "queen" else character for character in chosen]
    return make_setup(seats, chosen, row.districts)


def check_number(characters: int | None) -> None:
    """Raise SetupError for a number of characters that no cast has; None leaves it open."""
    if characters not in (8, 9, None):
        raise SetupError("custom-one-character-per-rank", f"A cast has 8 or 9 characters, not {characters}.")


def seated(character: Character, seats: int) -> bool:
    """Tell whether the rules let a character come to a table of so many."""
    if character == "queen":
        return seats >= 5
    return character != "emperor" or seats != 2


def district_cards(setup: Setup) -> list[District]:
    """Return all district cards of a game, by kind."""
    basics = EDITIONS[setup.edition].basics.items()
    return [*(name for name, card in basics for _ in range(card.copies)), *setup.districts]


def new_game(setup: Setup, seats: int, seed: str) -> tuple[State, list[AnyEvent]]:
    """Shuffle, deal and start the first round; return the state at its first question and what happened.

    Everything random follows from `seed`, any string.
    """
    tables = EDITIONS[setup.edition]
    state = State(
        setup=setup,
        seed=seed,
        seats=[Seat(0, [], [], [()] * seats) for _ in range(seats)],
        deck=shuffled(district_cards(setup), seed, "deck", 0),
        crown=draw(seats, seed, "crown", 0),
        stack=[StartRound()],
    )
    out: list[AnyEvent] = []
    for seat in range(seats):
        changes.gain_cards(state, seat, tables.numbers.hand, "setup", out)
        changes.gain_gold(state, seat, tables.numbers.gold, "setup", out)
    settle(state, out)
    return state, out


def known_characters(cast_names: Sequence[str]) -> tuple[Character, ...]:
    """Return the characters of these names, in order of rank. Raises SetupError for an unknown one."""
    for name in cast_names:
        if name not in CHARACTERS:
            raise SetupError("comp-27-character-cards", f"There is no character {name!r}.")
    return typed(tuple[Character, ...], tuple(sorted(cast_names, key=_rank_order)))


def _rank_order(name: str) -> int:
    return CHARACTERS.index(typed(Character, name))


def _check_ranks(tables: Edition, seats: int, characters: tuple[Character, ...]) -> None:
    ranks = Counter(tables.characters[character].rank for character in characters)
    for rank in range(1, 9):
        if ranks[rank] != 1:
            raise SetupError(
                "custom-one-character-per-rank",
                f"A cast has exactly one character of rank {rank}, this one has {ranks[rank]}.",
            )
    if ranks[9] > 1:
        raise SetupError("custom-one-character-per-rank", "A cast has at most one character of rank 9.")
    if seats == 2 and ranks[9]:
        raise SetupError("two-player-ranks-1-to-8", "With 2 players there is no rank 9 character.")
    if seats in NINTH_REQUIRED and not ranks[9]:
        raise SetupError("nine-required-3-or-8", f"With {seats} players a rank 9 character is required.")


def _check_companions(seats: int, characters: tuple[Character, ...]) -> None:
    if "queen" in characters and not seated("queen", seats):
        raise SetupError("queen-needs-five", f"The Queen needs 5 players or more, not {seats}.")
    if "emperor" in characters and not seated("emperor", seats):
        raise SetupError("emperor-not-two-player", "The Emperor is not for 2 players.")


def _checked_uniques(tables: Edition, districts: Sequence[str]) -> tuple[UniqueDistrict, ...]:
    for name in districts:
        if name not in UNIQUE_DISTRICTS:
            raise SetupError("comp-30-unique", f"There is no unique district {name!r}.")
    if len(set(districts)) != len(districts):
        raise SetupError("comp-30-unique", "Of each unique district there is one card only.")
    wanted = tables.numbers.uniques
    if len(districts) != wanted:
        raise SetupError(
            "custom-fourteen-uniques", f"A game has {wanted} unique districts, not {len(districts)}."
        )
    return typed(tuple[UniqueDistrict, ...], tuple(sorted(districts)))

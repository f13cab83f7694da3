"""What SPEC.md promises of the view: it has what the events have told."""

from collections import Counter
from collections.abc import Callable
from typing import Any

from table import Game, Json

Promise = tuple[str, Callable[[Game, Json], bool]]
"""Words of SPEC.md, and whether they are true of what a game has told and of a request."""


def says(default: Any, tracked: Callable[[Game], Any], *path: str) -> Callable[[Game, Json], bool]:
    """A promise that a field of the view has what the events have told; it is `default` where it is left out."""

    def told(game: Game, asked: Json) -> bool:
        value = asked["view"]
        for field in path[:-1]:
            value = value.get(field) or {}
        return value.get(path[-1], default) == tracked(game)

    return told


def each(default: Any, field: str, tracked: Callable[[Game], list[Any]]) -> Callable[[Game, Json], bool]:
    """The same for a field of each player."""
    return lambda game, asked: (
        [player.get(field, default) for player in asked["view"]["players"]] == tracked(game)
    )


def in_turn(field: str, default: Any) -> Callable[[Game, Json], bool]:
    """The same for a field of the turn in progress."""
    return says(default, lambda game: game.turn.get(field, default), "turn", field)


def cities(asked: Json) -> list[Counter[tuple[str, bool]]]:
    return [
        Counter((one["district"], one.get("beautified", False)) for one in player["city"])
        for player in asked["view"]["players"]
    ]


def beneath(asked: Json) -> int:
    return sum(one.get("beneath", 0) for player in asked["view"]["players"] for one in player["city"])


def marks(asked: Json) -> list[Json]:
    return [{"face": None} | one for one in asked["view"].get("marks", [])]


def in_hands(asked: Json) -> bool:
    players, you = asked["view"]["players"], asked["view"]["you"]
    return all(
        one["seat"] != you["seat"] and len(one["cards"]) <= players[one["seat"]]["hand"]
        for one in you.get("known_hands", [])
    )


VIEW: tuple[Promise, ...] = (
    ("`seat` | the own seat", lambda game, asked: asked["view"]["you"]["seat"] == game.seat),
    ("`players` | by seat", lambda game, asked: len(asked["view"]["players"]) == game.seats),
    ("`round` | the round, from 1", says(None, lambda game: game.round, "round")),
    ("`crown` | the crowned seat", says(None, lambda game: game.crown, "crown")),
    ("number of cards in the deck", says(None, lambda game: game.deck, "deck")),
    ("the rank called last, 0 during the selection", says(0, lambda game: game.called, "called")),
    ("characters discarded faceup this round", says([], lambda game: game.faceup, "faceup")),
    ("gold on the Tax Collector's token |", says(0, lambda game: game.taxes, "taxes")),
    (
        "the two seats between which a Theater exchanged characters this round",
        says([], lambda game: game.swapped, "swapped"),
    ),
    (
        "the seat whose city was completed first",
        says(None, lambda game: game.first_completed, "first_completed"),
    ),
    (
        "Marks stay to the end of the round",
        lambda game, asked: (
            sorted(map(str, marks(asked))) == sorted(str({"face": one["face"]} | one) for one in game.marks)
        ),
    ),
    (
        "the turn in progress, see below; `null` also while the Witch's is held",
        lambda game, asked: bool(asked["view"].get("turn")) == bool(game.turn),
    ),
    ("whose turn, as which character", in_turn("seat", None)),
    ("as which character", in_turn("character", None)),
    ("how many more districts may be built", in_turn("builds", None)),
    ("abilities used up, by the names of `ability_used`", in_turn("used", [])),
    ("a district that is paid for and has not risen yet", in_turn("played", None)),
    ("gold paid for districts in this turn and not given back", in_turn("spent", 0)),
    ("gold in the stash", each(None, "gold", lambda game: game.gold)),
    ("number of cards in hand", each(None, "hand", lambda game: game.hands)),
    ("characters that the seat has shown this round", each([], "characters", lambda game: game.shown)),
    (
        "whether the city was completed at some moment of the game",
        each(False, "completed", lambda game: [seat in game.completed for seat in range(game.seats)]),
    ),
    ("districts in the order of building", lambda game, asked: cities(asked) == game.cities),
    ("cards beneath a Museum", lambda game, asked: beneath(asked) == game.beneath),
    (
        "the own cards, sorted by name",
        says(None, lambda game: sorted(game.hand.elements()), "you", "hand"),
    ),
    (
        "the own characters of this round, in the order of picking",
        says([], lambda game: game.characters, "you", "characters"),
    ),
    (
        "the stacks of characters that this seat was handed this round, in order",
        says([], lambda game: game.offers, "you", "offers"),
    ),
    (
        "with the one left over if it was the last to pick",
        says([], lambda game: game.set_aside, "you", "set_aside"),
    ),
    (
        "the cards beneath the own Museum, sorted by name",
        says([], lambda game: sorted(game.museum.elements()), "you", "museum"),
    ),
    ("cards that are for certain in another hand", lambda _, asked: in_hands(asked)),
    (
        "the bottom of the deck, the lowest card last, from the highest that this seat knows down",
        lambda game, asked: (
            len(known := asked["view"]["you"].get("beneath", [])) <= game.deck and known[:1] != [None]
        ),
    ),
    (
        "when this round is over the game is scored, even if no city is complete",
        lambda game, _: game.round <= game.setup["round_limit"],
    ),
)

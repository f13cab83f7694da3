"""The end of the game: points, the Haunted Quarter's best type, and who wins a tie."""

from collections import Counter
from collections.abc import Sequence

from protocol.cards import DistrictType
from protocol.events import Score
from tests.oracle.game import Game
from tests.oracle.table import Player, Site
from tests.oracle.tables import RANK, TYPES, type_of


def check_scores(game: Game, scores: Sequence[Score]) -> None:
    """Check the scores of all seats and their ranks."""
    rule = "Every player scores."
    game.demand(len(scores) == len(game.players), rule, len(game.players), len(scores))
    for player, score in zip(game.players, scores, strict=True):
        _check_points(game, player, score, player.seat == game.first)
    keys = [(score.total, _tie_break(player)) for player, score in zip(game.players, scores, strict=True)]
    game.note("tie broken by the rank revealed", len({key[0] for key in keys}) < len(keys))
    for key, score in zip(keys, scores, strict=True):
        rule = "The most points win; of tied players the one who revealed the highest rank in the last round."
        rank = 1 + sum(other > key for other in keys)
        game.demand(score.rank == rank, rule, rank, score)


def _tie_break(player: Player) -> int:
    """Return the highest rank that a player revealed in the last round, 0 for none."""
    return max((RANK[character] for character in player.shown), default=0)


def _check_points(game: Game, player: Player, score: Score, first: bool) -> None:
    """Check the points of one seat, and that no other type of the Haunted Quarter scores more."""
    completion = 4 if first else 2 if player.completed else 0
    possible: dict[DistrictType | None, tuple[int, int]] = {
        kind: _for_types(game, player, kind) for kind in (TYPES if player.has("haunted_quarter") else (None,))
    }
    districts = sum(site.cost for site in player.city)
    best = max(sum(points) for points in possible.values())
    rule = "The Haunted Quarter counts as one district type of its owner's choice at the end of the game."
    game.demand(score.haunted_quarter in possible, rule, list(possible), score)
    types, unique = possible[score.haunted_quarter]
    if score.haunted_quarter:
        game.note(f"Haunted Quarter counted as {score.haunted_quarter}")
    rule = f"P{player.seat} scores for districts, all five types, completion and unique districts."
    expected = (districts, types, completion, unique, districts + completion + best)
    found = (score.districts, score.types, score.completion, score.unique, score.total)
    game.demand(expected == found, rule, expected, score)


def _for_types(game: Game, player: Player, haunted: DistrictType | None) -> tuple[int, int]:
    """Return the points for all types and for unique districts, the Haunted Quarter being of type `haunted`."""
    types = Counter(_type(site, haunted) for site in player.city)
    everything = 3 if all(types[kind] for kind in TYPES) else 0
    extra = sum(_extra(game, player, site, types) for site in player.city)
    return everything, extra + 3 * player.hand["secret_vault"]


def _type(site: Site, haunted: DistrictType | None) -> DistrictType:
    if site.district == "haunted_quarter" and haunted:
        return haunted
    return type_of(site.district)


def _extra(game: Game, player: Player, site: Site, types: Counter[DistrictType]) -> int:
    """Return what a unique district scores beyond its cost."""
    match site.district:
        case "basilica":
            return sum(one.cost % 2 for one in player.city)
        case "capitol":
            return 3 if max(types.values()) >= 3 else 0
        case "dragon_gate":
            return 2
        case "imperial_treasury":
            return player.gold
        case "ivory_tower":
            return 5 if types["unique"] == 1 else 0
        case "map_room":
            return player.hand.total()
        case "museum":
            return site.beneath.total()
        case "statue":
            return 5 if game.crown == player.seat else 0
        case "wishing_well":
            return types["unique"]
        case _:
            return 0

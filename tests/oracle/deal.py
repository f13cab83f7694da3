"""The box and the deal: what a setup may be, and four cards and two gold for everybody."""

from collections import Counter

from tests.oracle.game import Game
from tests.oracle.table import Deck
from tests.oracle.tables import BASIC, FACEUP, RANK, UNIQUE, city_size


def check_setup(game: Game) -> None:
    """Object to a box that the rules do not allow."""
    setup, seats = game.setup, len(game.players)
    cast = list(setup.cast)
    rule = "A cast has one character of each rank from 1 to 8, or to 9: always with 3 or 8 players, never with 2."
    game.demand((seats, len(cast)) in FACEUP, rule, f"a number of characters for {seats} players", len(cast))
    ranks = [RANK[character] for character in cast]
    game.demand(ranks == list(range(1, len(cast) + 1)), rule, "one of each rank", cast)
    game.demand(
        seats > 2 or "emperor" not in cast, "The Emperor cannot be used by 2 players.", "another", cast
    )
    rule = "The Queen cannot be used in games with fewer than five players."
    game.demand(seats > 4 or "queen" not in cast, rule, "another", cast)
    rule = "Fourteen different unique districts are used."
    known = {*UNIQUE, "secret_vault"}
    fits = len(setup.districts) == 14 == len(set(setup.districts) & known)
    game.demand(fits, rule, "14 unique districts", setup.districts)
    rule = "A city is completed by 8 districts with 2 or 3 players, by 7 with more."
    game.demand(setup.city_size == city_size(seats), rule, city_size(seats), setup.city_size)


def deal(game: Game) -> None:
    """Check the deal: four cards and two gold for each player."""
    box = Counter({name: copies for name, (_, _, copies) in BASIC.items()}) + Counter(game.setup.districts)
    game.demand(box.total() == 68, "The deck has 54 basic and 14 unique districts.", 68, box.total())
    game.deck = Deck(box.elements())
    for player in game.players:
        rule = "Each player starts with four district cards."
        game.gain_cards(player, 4, "setup", rule)
        game.gain_gold(player, 2, "setup", "Each player starts with two gold.")

"""The table as the events of a game tell of it."""

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

from facts import CITY, DECK, GOLD, HAND, RANKS

Json = dict[str, Any]


class Game:
    """What the events of one game have told so far."""

    def __init__(self, start: Json) -> None:
        self.name, self.seat, self.seats = start["game"], start["seat"], start["seats"]
        self.setup, self.dice = start["setup"], random.Random(start["bot_seed"])
        self.move_ms, self.bank_ms = start["time"]["move_ms"], start["time"]["bank_ms"]
        self.next_seq, self.requests, self.round, self.crown = 1, 0, 0, -1
        self.gold, self.hands, self.deck, self.taxes = [0] * self.seats, [0] * self.seats, 68, 0
        self.hand, self.museum, self.beneath, self.drawn = Counter(), Counter(), 0, 0
        self.cities = [Counter() for _ in range(self.seats)]
        self.first_completed, self.completed, self.scores = None, set(), []
        self.turn: Json = {}
        self.forget_round()

    def forget_round(self) -> None:
        """Forget what is of one round only."""
        self.called, self.picks = 0, 0
        self.faceup, self.swapped, self.marks = [], [], []
        self.offers, self.characters, self.set_aside = [], [], []
        self.shown = [[] for _ in range(self.seats)]

    def apply(self, event: Json) -> None:
        """Bring the picture of the table up to date with one event."""
        kind = event["kind"]
        self.next_seq += 1
        for field, sign in GOLD.get(kind, {}).items():
            self.gold[event[field]] += sign * event.get("gold", 1)
        if event.get("cause") != "museum" or kind != "cards_discarded":
            for field, sign in HAND.get(kind, {}).items():
                self._deal(event[field], sign, event)
        for field, sign in CITY.get(kind, {}).items():
            self.cities[event[field]][event["district"], event.get("beautified", False)] += sign
        if kind in DECK:
            field, sign = DECK[kind]
            self.deck += sign * event.get(field, 1)
        if kind in EFFECTS:
            EFFECTS[kind](self, event)

    def _deal(self, seat: int, sign: int, event: Json) -> None:
        """Move cards into a hand or out of it."""
        self.hands[seat] += sign * event.get("count", 1)
        if seat == self.seat:
            cards = event["cards"] if "count" in event else [event.get("card") or event["district"]]
            for card in cards:
                self.hand[card] += sign

    def concerns(self, event: Json) -> bool:
        """Tell whether fields with * are for this seat."""
        return self.seat in (event.get("seat"), event.get("victim"), event.get("other"))


def start_round(game: Game, event: Json) -> None:
    game.forget_round()
    game.round, game.crown = event["round"], event["crown"]


def note_offer(game: Game, event: Json) -> None:
    if game.concerns(event):
        game.offers.append(event["characters"])


def note_pick(game: Game, event: Json) -> None:
    game.picks += 1
    if game.concerns(event):
        game.characters.append(event["character"])


def note_put_aside(game: Game, event: Json) -> None:
    if game.concerns(event):
        game.set_aside.append(event["character"])


def swap(game: Game, event: Json) -> None:
    game.swapped = sorted((event["seat"], event["other"]))
    if game.concerns(event):
        change = [event["given"], event["received"]]
        gone, come = change if event["seat"] == game.seat else change[::-1]
        game.characters[game.characters.index(gone)] = come


def start_turn(game: Game, event: Json) -> None:
    game.turn = {field: event[field] for field in ("seat", "character", "builds")}
    game.turn |= {"used": [], "played": None, "spent": 0}


def play_card(game: Game, event: Json) -> None:
    game.turn |= {"played": event["district"], "builds": event["builds"]}


def spend(game: Game, event: Json) -> None:
    if event["cause"] == "build":
        game.turn["spent"] += event["gold"]


def get_back(game: Game, event: Json) -> None:
    if event["cause"] == "magistrate":
        game.turn["spent"] -= event["gold"]


def mark(game: Game, event: Json) -> None:
    game.marks.append({field: event.get(field) for field in ("mark", "character", "seat", "face")})


def turn_mark(game: Game, event: Json) -> None:
    for one in game.marks:
        if (one["mark"], one["character"]) == (event["mark"], event["character"]):
            one["face"] = event["face"]


def remove_mark(game: Game, event: Json) -> None:
    game.marks = [
        one for one in game.marks if (one["mark"], one["character"]) != (event["mark"], event["character"])
    ]


def put_away(game: Game, event: Json) -> None:
    game.beneath += 1
    if game.concerns(event):
        game.museum[event["card"]] += 1


def move_district(game: Game, event: Json) -> None:
    if event["district"] == "museum":
        game.museum = Counter(event.get("beneath", ()) if event["seat"] == game.seat else ())


def destroy_district(game: Game, event: Json) -> None:
    if event["district"] == "museum":
        game.museum, game.beneath = Counter(), 0


def beautify(game: Game, event: Json) -> None:
    game.cities[event["seat"]].update({(event["district"], True): 1, (event["district"], False): -1})


def complete_city(game: Game, event: Json) -> None:
    game.completed.add(event["seat"])
    game.first_completed = event["seat"] if event["first"] else game.first_completed


def tax(game: Game, event: Json) -> None:
    game.taxes = game.taxes + 1 if event["kind"] == "tax_paid" else game.taxes - event["gold"]


EFFECTS: dict[str, Callable[[Game, Json], object]] = {
    "round_started": start_round,
    "characters_discarded": lambda game, event: setattr(game, "faceup", event["faceup"]),
    "characters_offered": note_offer,
    "character_picked": note_pick,
    "character_discarded": note_put_aside,
    "character_called": lambda game, event: setattr(game, "called", RANKS[event["character"]]),
    "character_revealed": lambda game, event: game.shown[event["seat"]].append(event["character"]),
    "characters_swapped": swap,
    "turn_started": start_turn,
    "turn_held": lambda game, _: game.turn.clear(),
    "turn_ended": lambda game, _: game.turn.clear(),
    "ability_used": lambda game, event: game.turn["used"].append(event["ability"]),
    "card_played": play_card,
    "district_built": lambda game, event: game.turn.update(played=None, builds=event["builds"]),
    "gold_paid": spend,
    "gold_gained": get_back,
    "character_marked": mark,
    "mark_revealed": turn_mark,
    "mark_removed": remove_mark,
    "cards_drawn": lambda game, event: setattr(game, "drawn", event["count"]),
    "cards_studied": lambda game, _: setattr(game, "deck", game.deck + game.drawn - 1),
    "card_put_away": put_away,
    "district_moved": move_district,
    "district_destroyed": destroy_district,
    "district_beautified": beautify,
    "city_completed": complete_city,
    "tax_paid": tax,
    "taxes_collected": tax,
    "crown_moved": lambda game, event: setattr(game, "crown", event["seat"]),
    "game_ended": lambda game, event: setattr(game, "scores", event["scores"]),
}
"""What else an event changes, beside what moves."""

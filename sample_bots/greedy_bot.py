"""Takes what is to be had: income first, the dearest district, the character that pays best.

Standard library only. `choose` holds the rules of play, `main` speaks the protocol.
"""

import json
import sys
from collections.abc import Callable
from typing import Any

Json = dict[str, Any]

PRICES = {
    "temple": 1, "tavern": 1, "watchtower": 1,
    "church": 2, "market": 2, "trading_post": 2, "prison": 2, "haunted_quarter": 2, "stables": 2,
    "manor": 3, "monastery": 3, "docks": 3, "barracks": 3, "keep": 3, "statue": 3, "armory": 3, "framework": 3,
    "castle": 4, "harbor": 4, "observatory": 4, "basilica": 4, "monument": 4, "museum": 4, "poor_house": 4,
    "dragon_gate": 6, "gold_mine": 6, "great_wall": 6, "library": 6, "park": 6, "school_of_magic": 6,
    "theater": 6, "thieves_den": 6,
}  # fmt: skip
"""Building costs in gold; all other districts cost 5."""

INCOME = {
    "king": ("manor", "castle", "palace"),
    "bishop": ("temple", "church", "monastery", "cathedral"),
    "merchant": ("tavern", "market", "trading_post", "docks", "harbor", "town_hall"),
    "warlord": ("watchtower", "prison", "barracks", "fortress"),
}
"""The districts that pay a gold each to a character."""

BONUS = {"merchant": 1.5, "architect": 2.0, "king": 1.0, "thief": 0.9}
"""What a character is worth besides its income, in gold."""

FIRST_THINGS = ("collect_income", "extra_gold", "extra_cards", "collect_taxes")
"""What only ever helps, and is done before anything else in a turn."""


def price(district: str) -> int:
    """Return the building cost of a district in gold."""
    return PRICES.get(district, 5)


def choose(request: Json) -> int:
    """Return the index of the option to take."""
    legal = request["legal"]
    rule = RULES.get(request["decision"])
    return rule(legal, request["view"]) if rule else 0


def _pick(legal: list[Json], view: Json) -> int:
    """Pick the character that pays best for the own city."""
    city = [placed["district"] for placed in view["players"][view["you"]["seat"]]["city"]]

    def worth(option: Json) -> float:
        character = option.get("character", "")
        paying = sum(district in INCOME.get(character, ()) for district in city)
        return paying + BONUS.get(character, 0.0)

    return _best(legal, worth)


def _keep(legal: list[Json], _view: Json) -> int:
    return _best(legal, lambda option: price(option.get("card", "")))


def _turn(legal: list[Json], view: Json) -> int:
    """Take all income, gather what is short, build the dearest district, end the turn."""
    kinds = [option["kind"] for option in legal]
    for kind in FIRST_THINGS:
        if kind in kinds:
            return kinds.index(kind)
    if "gather_gold" in kinds:
        wanted = "gather_gold" if view["you"]["hand"] or "gather_cards" not in kinds else "gather_cards"
        return kinds.index(wanted)
    if "build" in kinds:
        return _best(legal, lambda option: price(option["district"]) if option["kind"] == "build" else 0)
    victim = _victim(legal, view)
    if victim is not None:
        return victim
    return kinds.index("end_turn") if "end_turn" in kinds else 0


def _victim(legal: list[Json], view: Json) -> int | None:
    """Kill the Architect, rob the Merchant, swap with the biggest hand."""
    for number, option in enumerate(legal):
        if option in TARGETS:
            return number
    hands = [player["hand"] for player in view["players"]]
    swaps = [number for number, option in enumerate(legal) if option["kind"] == "swap_hands"]
    best = max(swaps, key=lambda number: hands[legal[number]["seat"]], default=None)
    if best is None or hands[legal[best]["seat"]] <= len(view["you"]["hand"]):
        return None
    return best


def _best(legal: list[Json], worth: Callable[[Json], float]) -> int:
    return max(range(len(legal)), key=lambda number: worth(legal[number]))


TARGETS = ({"kind": "assassinate", "character": "architect"}, {"kind": "rob", "character": "merchant"})
"""Whom to kill and whom to rob."""

RULES = {"pick": _pick, "keep": _keep, "turn": _turn}
"""How to answer, by the kind of decision."""


def answer(message: Json) -> Json | None:
    """Return the answer to a line of the referee, None when it wants none."""
    match message["type"]:
        case "hello":
            return {"type": "hello", "version": 1, "name": "greedy"}
        case "game_start":
            return {"type": "ready", "game": message["game"]}
        case "request":
            return {"type": "action", "request": message["request"], "choice": choose(message)}
        case "rejected":
            return {"type": "action", "request": message["request"], "choice": 0}
        case _:
            return None


def main() -> None:
    """Answer line by line until the referee says goodbye."""
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "shutdown":
            break
        reply = answer(message)
        if reply is not None:
            print(json.dumps(reply), flush=True)


if __name__ == "__main__":
    main()

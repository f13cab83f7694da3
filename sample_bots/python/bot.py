"""A bot for Citadels. `choose` is the place for ideas; all else keeps the protocol."""

import json
import random
import sys
from collections.abc import Callable
from typing import Any

Choose = Callable[[dict[str, Any], random.Random], int]
"""Returns the index of an option in the `legal` of a request."""


def choose(request: dict[str, Any], dice: random.Random) -> int:
    """Choose any option."""
    return dice.randrange(len(request["legal"]))


def choose_thriftily(request: dict[str, Any], dice: random.Random) -> int:
    """Collect and build what can be, and draw cards only when the hand is empty."""
    gather = "gather_gold" if request["view"]["you"]["hand"] else "gather_cards"
    kinds = [option["kind"] for option in request["legal"]]
    for kind in ("collect_income", "build", gather, "extra_gold", "extra_cards"):
        if kind in kinds:
            return kinds.index(kind)
    return choose(request, dice)


def main(choose: Choose) -> None:
    """Answer the referee until it has nothing more to say."""
    dice = random.Random()
    for line in sys.stdin:
        message = json.loads(line)
        match message["type"]:
            case "hello":
                answer = {"type": "hello", "version": 1, "name": "python"}
            case "game_start":
                dice = random.Random(message["bot_seed"])
                answer = {"type": "ready", "game": message["game"]}
            case "request":
                answer = {"type": "action", "request": message["request"], "choice": choose(message, dice)}
            case "rejected":
                answer = {"type": "action", "request": message["request"], "choice": 0}
            case "shutdown":
                return
            case _:
                continue
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main(choose_thriftily if sys.argv[1:] == ["thrifty"] else choose)

"""Answers every question with a random legal option. This is all that a bot has to do."""

import json
import random
import sys

rng = random.Random()
for line in sys.stdin:
    message = json.loads(line)
    match message["type"]:
        case "hello":
            answer = {"type": "hello", "version": 1, "name": "random"}
        case "game_start":
            rng = random.Random(message["bot_seed"])
            answer = {"type": "ready", "game": message["game"]}
        case "request":
            choice = rng.randrange(len(message["legal"]))
            answer = {"type": "action", "request": message["request"], "choice": choice}
        case "rejected":
            answer = {"type": "action", "request": message["request"], "choice": 0}
        case "shutdown":
            break
        case _:
            continue
    print(json.dumps(answer), flush=True)

"""The smallest bot with the json module: it always takes the first option."""

import json
import sys

for line in sys.stdin:
    message = json.loads(line)
    match message["type"]:
        case "hello":
            answer = {"type": "hello", "version": 1, "name": "bench"}
        case "game_start":
            answer = {"type": "ready", "game": message["game"]}
        case "request":
            answer = {"type": "action", "request": message["request"], "choice": 0}
        case _:
            continue
    print(json.dumps(answer), flush=True)

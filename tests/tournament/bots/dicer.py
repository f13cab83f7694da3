"""Takes any of the legal actions, by the seed it is given."""

import json
import random
import sys

for line in sys.stdin:
    message = json.loads(line)
    answer = None
    if message["type"] == "hello":
        answer = {"type": "hello", "version": 1}
    elif message["type"] == "game_start":
        draws = random.Random(message["bot_seed"])
        answer = {"type": "ready", "game": message["game"]}
    elif message["type"] == "request":
        choice = draws.randrange(len(message["legal"]))
        answer = {"type": "action", "request": message["request"], "choice": choice}
    if answer:
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()

"""Takes the first legal action five times in a game, then complains and leaves."""

import json
import sys


def say(message):
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


requests = 0
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        say({"type": "hello", "version": 1})
    elif message["type"] == "game_start":
        requests = 0
        say({"type": "ready", "game": message["game"]})
    elif message["type"] == "request":
        requests += 1
        if requests > 5:
            sys.exit("I have had enough.")
        say({"type": "action", "request": message["request"], "choice": 0})

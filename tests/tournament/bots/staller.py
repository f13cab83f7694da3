"""Opens the file it is given when its first request comes, and never answers that."""

import json
import signal
import sys
from pathlib import Path


def say(message):
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        say({"type": "hello", "version": 1})
    elif message["type"] == "game_start":
        say({"type": "ready", "game": message["game"]})
    elif message["type"] == "request":
        Path(sys.argv[1]).write_text("")
        signal.pause()

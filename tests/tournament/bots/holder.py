"""Plays like the dicer, but keeps its first request unanswered until it may go on.

It tells the named pipe ASKED the process that asks, answers when the file GO is there, and does so once ever.
"""

import json
import os
import random
import sys
import time
from pathlib import Path

asked, go = map(Path, sys.argv[1:])
for line in sys.stdin:
    message = json.loads(line)
    answer = None
    if message["type"] == "hello":
        answer = {"type": "hello", "version": 1}
    elif message["type"] == "game_start":
        draws = random.Random(message["bot_seed"])
        answer = {"type": "ready", "game": message["game"]}
    elif message["type"] == "request":
        if asked.exists():
            asked.write_text(str(os.getppid()))
            asked.unlink()
            while not go.exists():
                time.sleep(0.01)
        choice = draws.randrange(len(message["legal"]))
        answer = {"type": "action", "request": message["request"], "choice": choice}
    if answer:
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()

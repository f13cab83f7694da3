"""A bot that breaks the clauses that its argument names, separated by commas."""

import json
import os
import random
import sys
import time

BREAKS = set(sys.argv[1].split(","))
HOARD = []
ONE_PIECE = 20_000
"""What this bot takes for a whole line, even if it has no end."""


class Bot:
    def __init__(self):
        self.games = 0
        self.random = random.Random()

    def answer(self, message):
        if "unknown-fields" in BREAKS and "unknown_field" in message:
            raise KeyError("unknown_field")
        return getattr(self, "on_" + message["type"], self.on_unknown)(message)

    def on_unknown(self, message):
        if "unknown-messages" in BREAKS:
            raise KeyError(message["type"])

    def on_hello(self, _message):
        if "json-only" in BREAKS:
            print("thinking...", flush=True)
        if "control-characters" in BREAKS:
            print("\x00\x1b[31m]]>\ufffe", flush=True)
        return {"type": "hello", "version": 7 if "hello" in BREAKS else 1, "name": "bad"}

    def on_game_start(self, message):
        self.games += 1
        self.seats = message["seats"]
        self.requests = 0
        if "broken-off" in BREAKS and self.games > 1 and not self.ended:
            sys.exit(3)
        self.ended = False
        if "fresh-game" not in BREAKS or self.games == 1:
            self.random = random.Random(None if "same-seed" in BREAKS else message["bot_seed"])
        if "many-games" in BREAKS:
            HOARD.append(b"x" * 8_000_000)
        return {"type": "ready", "game": "another" if "ready" in BREAKS else message["game"]}

    def on_request(self, message):
        legal = message["legal"]
        self.requests += 1
        if "answers" in BREAKS:
            sys.exit(1)
        if "every-table" in BREAKS and self.seats == 7 and len(legal) > 1:
            sys.exit(1)
        if "single-option" in BREAKS and len(legal) == 1 and self.seats > 2:
            sys.exit(1)
        if "in-time" in BREAKS and self.seats > 4 and len(legal) > 1:
            time.sleep(3600)
        if "little-time" in BREAKS and message["time"]["bank_ms"] == 0:
            time.sleep(3600)
        if "unknown-events" in BREAKS and any(event["kind"] == "comet_seen" for event in message["events"]):
            sys.exit(1)
        self.asked = message
        if "legal" in BREAKS and self.seats > 2 and self.requests == 1:
            return {"type": "action", "request": message["request"], "choice": len(legal)}
        if "asked-only" in BREAKS and self.requests == 2 and self.seats > 2:
            print(json.dumps({"type": "action", "request": "r1", "choice": 0}), flush=True)
        return {"type": "action", "request": message["request"], "choice": self.random.randrange(len(legal))}

    def on_rejected(self, message):
        if "refusals" in BREAKS:
            sys.exit(1)
        return {"type": "action", "request": message["request"], "choice": 0}

    def on_notice(self, _message):
        if "notices" in BREAKS:
            sys.exit(1)

    def on_game_aborted(self, _message):
        pass

    def on_game_end(self, _message):
        self.ended = True


def lines():
    """The lines of standard input, read as carelessly as the clause to be broken wants it."""
    if "long-lines" in BREAKS:
        while line := sys.stdin.readline(400_000):
            yield line
    elif "unicode" in BREAKS:
        for line in sys.stdin.buffer:
            yield line.decode("ascii")
    elif "pieces" in BREAKS:
        while data := os.read(0, 1 << 20):
            while len(data) > ONE_PIECE and not data.endswith(b"\n"):
                data += os.read(0, 1 << 20)
            yield from data.decode().rstrip("\n").split("\n")
    else:
        yield from sys.stdin


def play():
    bot = Bot()
    for line in lines():
        message = json.loads(line)
        if message["type"] == "shutdown":
            if "shutdown" in BREAKS:
                time.sleep(3600)
            return
        answer = bot.answer(message)
        if answer:
            sys.stdout.write(json.dumps(answer) + "\n")
            if "flush" not in BREAKS:
                sys.stdout.flush()
    if "end-of-input" in BREAKS:
        sys.exit(1)


if "flush" in BREAKS:
    sys.stdout = os.fdopen(1, "w", buffering=1 << 16, closefd=False)
play()

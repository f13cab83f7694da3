"""A bot written from SPEC.md alone, which holds the referee to it.

It spells out what it chooses at random and never answers with `choice`. It follows all events and compares what they
tell with each view. It leaves with status 3 when a promise was broken, with 4 when an answer was refused.
"""

import json
import sys
from random import Random
from typing import Any, NoReturn

from promises import PROMISES, is_template, parse
from table import Game, Json


def fill(value: Any, dice: Random) -> Any:
    """Replace a template by a random selection in random order; anything else stays as it is."""
    if is_template(value):
        return dice.sample(value["from"], dice.randint(value["min"], value["max"]))
    return value


class Bot:
    """One process of the bot, from `hello` to the end of input. `crossed`: an answer may have come too late."""

    def __init__(self) -> None:
        self.said, self.game, self.crossed = "", None, False
        self.line, self.answer = b"", {}

    def leave(self, status: int, reason: str) -> NoReturn:
        """Say on standard error why the bot leaves, and leave."""
        heard = self.line.decode("utf-8", "replace").strip()
        sys.stderr.write(f"Known: {self.game and vars(self.game)}.\nHeard: {heard}\n{reason}\n")
        sys.exit(status)

    def verify(self, topic: str, *facts: Any) -> None:
        """Leave if one of the promises about a topic is not kept."""
        for words, is_kept in PROMISES.get(topic, ()):
            try:
                trouble = "" if is_kept(*facts) else "it is not so"
            except (LookupError, TypeError, ValueError, AttributeError) as error:
                trouble = repr(error)
            if trouble:
                self.leave(3, f"SPEC.md says of {topic}: «{words}», but: {trouble}.")

    def receive(self, line: bytes) -> Json | None:
        """Check a line of the referee; return the answer, if it wants one."""
        self.line = line
        self.verify("line", line)
        message = parse(line)
        kind = message.get("type")
        if kind == "notice":
            self.verify(kind, self, message)
        if kind not in HANDLERS:
            return None
        self.verify("order", self.said, kind)
        self.said = kind
        if kind in ("request", "game_end"):
            self.verify("events", self.game, message)
            for event in message["events"]:
                self.verify("event", self.game, event)
        self.verify(kind, self.game, message)
        return HANDLERS[kind](self, message)

    def greet(self, _hello: Json) -> Json:
        return {"type": "hello", "version": 1, "name": "spec"}

    def start(self, start: Json) -> Json:
        """Begin a game; nothing is kept of the one before."""
        self.game = Game(start)
        return {"type": "ready", "game": start["game"]}

    def act(self, request: Json) -> Json:
        """Answer with an option, spelled out."""
        game = self.game
        self.verify("view", game, request)
        game.bank_ms = request["time"]["bank_ms"]
        game.requests += 1
        option = game.dice.choice(request["legal"])
        action = {field: fill(value, game.dice) for field, value in option.items()}
        self.answer = {"type": "action", "request": request["request"], "action": action}
        return self.answer

    def refuse(self, _rejected: Json) -> NoReturn:
        self.leave(4, f"Refused: {json.dumps(self.answer)}.")

    def abort(self, _aborted: Json) -> None:
        self.crossed = True

    def rest(self, _message: Json) -> None:
        """Nothing is to be said."""


HANDLERS = {
    "hello": Bot.greet,
    "game_start": Bot.start,
    "request": Bot.act,
    "rejected": Bot.refuse,
    "game_end": Bot.rest,
    "game_aborted": Bot.abort,
    "shutdown": Bot.rest,
}


def main() -> None:
    """Answer the lines of standard input until it ends; a last line that was cut off is ignored."""
    bot = Bot()
    for line in sys.stdin.buffer:
        reply = bot.receive(line) if line.endswith(b"\n") else None
        if reply:
            sys.stdout.write(json.dumps(reply) + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()

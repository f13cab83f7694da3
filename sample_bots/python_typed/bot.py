"""A bot for Citadels. `choose` is the place for ideas; all else keeps the protocol."""

import random
import sys
from collections.abc import Callable

import msgspec
from citadels import (
    ActionMessage,
    BotHello,
    Build,
    CollectIncome,
    ExtraCards,
    ExtraGold,
    FromBot,
    GameStart,
    GatherCards,
    GatherGold,
    Hello,
    Ready,
    Rejected,
    Request,
    Shutdown,
)


class Head(msgspec.Struct):
    """What tells the messages apart."""

    type: str


DECODERS = {
    "hello": msgspec.json.Decoder(Hello),
    "game_start": msgspec.json.Decoder(GameStart),
    "request": msgspec.json.Decoder(Request),
    "rejected": msgspec.json.Decoder(Rejected),
    "shutdown": msgspec.json.Decoder(Shutdown),
}
"""How to read the messages that matter here; all others are passed over."""

Choose = Callable[[Request, random.Random], int]
"""Returns the index of an option in the `legal` of a request."""


def choose(request: Request, dice: random.Random) -> int:
    """Choose any option."""
    return dice.randrange(len(request.legal))


def choose_thriftily(request: Request, dice: random.Random) -> int:
    """Collect and build what can be, and draw cards only when the hand is empty."""
    gather = GatherGold if request.view.you.hand else GatherCards
    for wanted in (CollectIncome, Build, gather, ExtraGold, ExtraCards):
        for number, option in enumerate(request.legal):
            if isinstance(option, wanted):
                return number
    return choose(request, dice)


def main(choose: Choose) -> None:
    """Answer the referee until it has nothing more to say."""
    dice = random.Random()
    answer: FromBot
    for line in sys.stdin.buffer:
        decoder = DECODERS.get(msgspec.json.decode(line, type=Head).type)
        if decoder is None:
            continue
        match decoder.decode(line):
            case Hello():
                answer = BotHello(version=1, name="python_typed")
            case GameStart(game=game, bot_seed=seed):
                dice = random.Random(seed)
                answer = Ready(game)
            case Request() as request:
                answer = ActionMessage(request.request, choose(request, dice))
            case Rejected(request=name):
                answer = ActionMessage(name, 0)
            case Shutdown():
                return
        sys.stdout.buffer.write(msgspec.json.encode(answer) + b"\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(choose_thriftily if sys.argv[1:] == ["thrifty"] else choose)

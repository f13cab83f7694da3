"""Takes the first choice, with what is installed for the interpreter that runs the referee."""

import sys

import sibling

from protocol.codec import decode_from_referee, encode
from protocol.messages import ActionMessage, BotHello, GameStart, Hello, Ready, Request
from referee import rules

assert rules.PRESETS

for line in sys.stdin.buffer:
    match decode_from_referee(line):
        case Hello():
            answer = BotHello(1, sibling.NAME)
        case GameStart(game=game):
            answer = Ready(game)
        case Request(request=request):
            answer = ActionMessage(request, choice=0)
        case _:
            continue
    sys.stdout.buffer.write(encode(answer))
    sys.stdout.buffer.flush()

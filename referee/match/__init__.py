"""One game: the loop that plays it, its record, and what can be done with a record afterwards.

Read `spec` and `record` (what goes in and comes out), then `game` (the loop) and `chair` (one seat of it);
`replay` reads a record back, `verify` holds it against the rules, `text` tells it in words.
"""

from referee.match.game import play_game
from referee.match.record import GameRecord, SeatFault, SeatTiming
from referee.match.replay import Moment, Replay, ReplayError, VerifyError, play_back, read_replay
from referee.match.spec import GameSpec
from referee.match.text import tell_game
from referee.match.verify import verify, verify_deal

__all__ = [
    "GameRecord",
    "GameSpec",
    "Moment",
    "Replay",
    "ReplayError",
    "SeatFault",
    "SeatTiming",
    "VerifyError",
    "play_back",
    "play_game",
    "read_replay",
    "tell_game",
    "verify",
    "verify_deal",
]

"""Everything that can still have to happen: the table of contents of the game's future.

A `Step` runs by itself, an `Ask` waits for a seat. Frames hold ids and numbers only, and none removes another's.
"""

from typing import ClassVar, TypeAlias

from msgspec import Struct

from protocol.cards import District
from protocol.messages import Decision


class Step(Struct, frozen=True, tag_field="frame", tag=True):
    """A frame that the engine runs by itself."""


class Ask(Struct, frozen=True, tag_field="frame", tag=True):
    """A frame that waits for the answer of `seat`."""

    decision: ClassVar[Decision]
    seat: int


class StartRound(Step, frozen=True):
    """A new round begins."""


class DiscardFaceup(Step, frozen=True):
    """Characters are discarded faceup at random."""

    count: int


class DiscardFacedown(Step, frozen=True):
    """A random character of the pile goes facedown, unseen."""


class HandStack(Step, frozen=True):
    """A seat is handed the pile to pick from; with `discard` it also sets one character aside.

    `with_facedown` adds the character that was discarded facedown at the beginning.
    """

    seat: int
    discard: bool = False
    with_facedown: bool = False


class SetAsideRest(Step, frozen=True):
    """The last picker puts the one character left over facedown."""

    seat: int


class Call(Step, frozen=True):
    """The crowned player calls a rank."""

    rank: int


class TakeTurn(Step, frozen=True):
    """A seat that has shown the character of `rank` begins its turn."""

    seat: int
    rank: int


class Raise(Step, frozen=True):
    """A district that is paid for rises in the city of `seat`."""

    seat: int
    district: District


class FinishTurn(Step, frozen=True):
    """The turn in progress is over."""


class EndRound(Step, frozen=True):
    """All ranks have been called."""


class ScoreGame(Step, frozen=True):
    """The game is over and is scored."""


class AskPick(Ask, frozen=True):
    """Which character of the stack does the seat keep (and which does it set aside)?"""

    decision: ClassVar[Decision] = "pick"
    discard: bool = False


class AskTurn(Ask, frozen=True):
    """What does the seat do in its turn?"""

    decision: ClassVar[Decision] = "turn"


class AskKeep(Ask, frozen=True):
    """Which of the cards drawn does the seat keep?"""

    decision: ClassVar[Decision] = "keep"


AnyStep: TypeAlias = (
    StartRound
    | DiscardFaceup
    | DiscardFacedown
    | HandStack
    | SetAsideRest
    | Call
    | TakeTurn
    | Raise
    | FinishTurn
    | EndRound
    | ScoreGame
)
AnyAsk: TypeAlias = AskPick | AskTurn | AskKeep
Frame: TypeAlias = AnyStep | AnyAsk

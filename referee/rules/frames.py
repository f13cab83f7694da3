"""Everything that can still have to happen: the table of contents of the game's future.

A `Step` runs by itself, an `Ask` waits for a seat. Frames hold ids and numbers only, and none removes another's.
"""

from typing import ClassVar, TypeAlias

from msgspec import Struct

from protocol.cards import Character, District
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


class TakeCrown(Step, frozen=True):
    """A seat takes the crown."""

    seat: int


class OpenCalls(Step, frozen=True):
    """The selection is over: whoever has a say before the first call is asked."""


class Raise(Step, frozen=True):
    """A district that was played rises in the city of `seat`; `paid` is the gold it cost."""

    seat: int
    district: District
    paid: int = 0


class HoldTurn(Step, frozen=True):
    """The turn in progress is put on hold; it may be resumed later in the round."""


class CutTurn(Step, frozen=True):
    """The turn in progress is over at once, without anything that belongs to the end of a turn."""


class ResumeTurn(Step, frozen=True):
    """A seat resumes its turn in the role of the character of `rank`."""

    seat: int
    rank: int


class FinishTurn(Step, frozen=True):
    """The turn in progress is over."""


class EndRound(Step, frozen=True):
    """All ranks have been called."""


class ActLate(Step, frozen=True):
    """The character of `rank` acts at the end of the round."""

    rank: int


class CloseRound(Step, frozen=True):
    """The round is over, and with it perhaps the game."""


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


class AskGather(Ask, frozen=True):
    """Gold or cards?"""

    decision: ClassVar[Decision] = "gather"


class AskStudy(Ask, frozen=True):
    """Which of the cards drawn does the Scholar keep?"""

    decision: ClassVar[Decision] = "keep"


class AskBewitch(Ask, frozen=True):
    """Whom does the Witch bewitch?"""

    decision: ClassVar[Decision] = "bewitch"


class AskBribe(Ask, frozen=True):
    """Does the threatened `character` bribe?"""

    decision: ClassVar[Decision] = "bribe"
    character: Character


class AskReveal(Ask, frozen=True):
    """Is the threat on `character`, who did not bribe, turned up?"""

    decision: ClassVar[Decision] = "reveal_threat"
    character: Character


class AskConfiscate(Ask, frozen=True):
    """Does the Magistrate confiscate the `district` for which `builder` has `paid`?"""

    decision: ClassVar[Decision] = "confiscate"
    builder: int
    district: District
    paid: int


class AskTakeCard(Ask, frozen=True):
    """Which card of the hand of `victim` does the Wizard take, and is it built at once?"""

    decision: ClassVar[Decision] = "take_card"
    victim: int


class AskGiveCards(Ask, frozen=True):
    """Which cards does the Seer give to `victims`?"""

    decision: ClassVar[Decision] = "give_cards"
    victims: tuple[int, ...]


class AskPassCrown(Ask, frozen=True):
    """To whom does the killed Emperor pass the crown?"""

    decision: ClassVar[Decision] = "pass_crown"


class AskTheater(Ask, frozen=True):
    """Does the owner of the Theater exchange a character?"""

    decision: ClassVar[Decision] = "theater"


AnyStep: TypeAlias = (
    StartRound
    | DiscardFaceup
    | DiscardFacedown
    | HandStack
    | SetAsideRest
    | Call
    | TakeCrown
    | OpenCalls
    | HoldTurn
    | CutTurn
    | ResumeTurn
    | Raise
    | FinishTurn
    | EndRound
    | ActLate
    | CloseRound
    | ScoreGame
)
AnyAsk: TypeAlias = (
    AskPick
    | AskTheater
    | AskTurn
    | AskGather
    | AskKeep
    | AskStudy
    | AskBewitch
    | AskBribe
    | AskReveal
    | AskConfiscate
    | AskTakeCard
    | AskGiveCards
    | AskPassCrown
)
Frame: TypeAlias = AnyStep | AnyAsk

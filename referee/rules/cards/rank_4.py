"""Rank 4. King, Patrician: take the crown. Emperor: pass it on. Each gains resources for noble districts."""

from collections.abc import Iterator

from protocol import events
from protocol.actions import AnyAction, PassCrown
from protocol.cards import Character
from referee.rules import changes
from referee.rules.cards.income import card_income, gold_income
from referee.rules.engine import ASKS, AskRule, Events, step
from referee.rules.errors import IllegalAction
from referee.rules.frames import AskPassCrown, TakeCrown
from referee.rules.moments import AT_ROUND_END, DUTIES, OPENING, Duty
from referee.rules.rng import draw
from referee.rules.state import State
from referee.rules.turn import Verb, ability


def show_killed(state: State, character: Character, out: Events) -> int | None:
    """Show a killed rank 4 character at the end of the round; return its seat, None if nobody holds it."""
    if state.marked("killed", character):
        for number, seat in enumerate(state.seats):
            if character in seat.characters:
                seat.shown.append(character)
                out.append(events.CharacterRevealed(number, character))
                return number
    return None


# King and Patrician


@step(TakeCrown)
def _take_crown(state: State, frame: TakeCrown, out: Events) -> None:
    """At the reveal, unless a threat comes first: the moment has no effect on anything else (TRN-18, BLK-20)."""
    changes.move_crown(state, frame.seat, out)


def _inherit_king(state: State, out: Events) -> None:
    """A killed King is shown and takes the crown all the same (KIL-05, KIL-08)."""
    heir = show_killed(state, "king", out)
    if heir is not None:
        changes.move_crown(state, heir, out)


def _inherit_patrician(state: State, out: Events) -> None:
    """A killed Patrician is shown and takes the crown all the same (KIL-05, KIL-08)."""
    heir = show_killed(state, "patrician", out)
    if heir is not None:
        changes.move_crown(state, heir, out)


gold_income("king")
card_income("patrician")
OPENING["king"] = TakeCrown
OPENING["patrician"] = TakeCrown
AT_ROUND_END["king"] = _inherit_king
AT_ROUND_END["patrician"] = _inherit_patrician


# Emperor


def _heirs(state: State, seat: int) -> list[int]:
    """Who may get the crown: neither the Emperor nor who has it (EMP-01, KIL-07)."""
    return [other for other in range(len(state.seats)) if other not in (seat, state.crown)]


def _pass_options(state: State, seat: int) -> Iterator[AnyAction]:
    for heir in _heirs(state, seat):
        player = state.seats[heir]
        if player.gold:
            yield PassCrown(heir, "gold")
        if player.hand:
            yield PassCrown(heir, "card")
        if not player.gold and not player.hand:
            yield PassCrown(heir)


def _check_heir(state: State, seat: int, action: PassCrown) -> None:
    if action.seat == seat:
        raise IllegalAction(
            "bad_target", "emperor-not-to-self", "The Emperor does not crown himself.", "/seat"
        )
    if action.seat not in _heirs(state, seat):
        raise IllegalAction(
            "bad_target", "emperor-different-player", "The crown goes to a player without it.", "/seat"
        )


def _check_pass(state: State, seat: int, action: PassCrown) -> None:
    """A resource that is there must be taken, one that is not cannot (EMP-04 to EMP-07)."""
    _check_heir(state, seat, action)
    player = state.seats[action.seat]
    there = {"gold": player.gold > 0, "card": bool(player.hand)}
    if action.take is None and any(there.values()):
        raise IllegalAction(
            "bad_choice", "emperor-takes-gold-or-random-card", "A gold or a card is to be taken.", "/take"
        )
    if action.take is not None and not there[action.take]:
        raise IllegalAction("bad_choice", "EMP-05", f"P{action.seat} has no {action.take}.", "/take")


def _pass_crown(state: State, seat: int, action: PassCrown, out: Events) -> None:
    changes.move_crown(state, action.seat, out)
    if action.take == "gold":
        changes.take_gold(state, seat, action.seat, 1, "emperor", out)
    elif action.take == "card":
        hand = sorted(state.seats[action.seat].hand)
        card = hand[draw(len(hand), state.seed, "emperor", state.draws)]
        state.draws += 1
        changes.take_card(state, seat, action.seat, card, "emperor", out)


def _killed_emperor(state: State, out: Events) -> None:
    """A killed Emperor is shown and still passes the crown, for nothing (KIL-06, KIL-07)."""
    seat = show_killed(state, "emperor", out)
    if seat is not None:
        state.then(AskPassCrown(seat))


def _last_options(state: State, ask: AskPassCrown) -> Iterator[AnyAction]:
    return (PassCrown(heir) for heir in _heirs(state, ask.seat))


def _check_last(state: State, ask: AskPassCrown, action: AnyAction) -> None:
    if not isinstance(action, PassCrown):
        raise IllegalAction("wrong_kind", "emperor-killed-moves-crown", "The crown is to be passed.", "/kind")
    if action.seat == ask.seat:
        raise IllegalAction(
            "bad_target", "emperor-killed-not-to-self", "The Emperor does not crown himself.", "/seat"
        )
    _check_heir(state, ask.seat, action)
    if action.take is not None:
        raise IllegalAction(
            "bad_choice", "emperor-killed-no-resource", "A killed Emperor takes nothing.", "/take"
        )


def _answer_last(state: State, _ask: AskPassCrown, action: PassCrown, out: Events) -> None:
    changes.move_crown(state, action.seat, out)


def _last_fallback(state: State, ask: AskPassCrown) -> AnyAction:
    return next(_last_options(state, ask))


ability("emperor", PassCrown, Verb(_pass_options, _check_pass, _pass_crown, use="pass_crown"))
gold_income("emperor")
DUTIES["emperor"] = Duty(
    PassCrown,
    "pass_crown",
    "emperor-must-move-crown",
    "The Emperor must pass the crown before the turn ends.",
)
AT_ROUND_END["emperor"] = _killed_emperor
ASKS[AskPassCrown] = AskRule(_last_options, _check_last, _answer_last, _last_fallback)

"""Putting a mark on a character by naming it: Assassin, Witch, Magistrate, Thief, Blackmailer."""

from protocol.cards import Character
from referee.rules.editions import EDITIONS
from referee.rules.errors import IllegalAction
from referee.rules.state import State


def rank(state: State, character: Character) -> int:
    """Return the rank of a character."""
    return EDITIONS[state.setup.edition].characters[character].rank


def check_in_cast(state: State, character: Character, rule: str, path: str) -> None:
    """Raise IllegalAction when the character is not in this game."""
    if character not in state.setup.cast:
        raise IllegalAction("bad_target", rule, f"{character} is not in this game.", path)


def barred_for_rank_2(state: State, character: Character, owner: Character) -> tuple[str, str] | None:
    """Return rule and reason why Thief or Blackmailer (`owner`) may not name `character` (THF-02, BLK-02)."""
    if rank(state, character) == 1:
        return f"{owner}-not-rank1", "The rank 1 character cannot be named."
    if state.marked("killed", character):
        return f"{owner}-not-killed", f"{character} was killed."
    if state.marked("bewitched", character):
        return f"{owner}-not-bewitched", f"{character} is bewitched."
    return None


def holder(state: State, character: Character) -> int | None:
    """Return the seat that has shown `character` this round."""
    for number, seat in enumerate(state.seats):
        if character in seat.shown:
            return number
    return None


def acting(state: State, character: Character) -> int | None:
    """Return the seat that plays `character` this round: who showed it, or the Witch who bewitched it.

    None when nobody has shown it, or a King was only shown at the end of the round.
    """
    spell = state.marked("bewitched", character)
    seat = holder(state, character)
    return spell.seat if spell and seat is not None else seat

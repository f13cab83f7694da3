"""Monte Carlo search over what may be: sample tables, try every candidate on each, keep the better half, repeat.

All candidates are tried on the same samples with the same dice, so that luck cancels out in the comparison.
"""

from collections.abc import Iterator, Sequence
from math import ceil, log2
from random import Random
from time import monotonic

from judging import judge
from msgspec.structs import replace
from playing import answer
from weighing import Look, loot

from protocol.actions import (
    AnyAction,
    Assassinate,
    Beautify,
    Build,
    Choose,
    CollectTaxes,
    CollectTithe,
    ExtraCards,
    ExtraGold,
    GiveCards,
    Redraw,
    Rob,
    ServeWarrants,
    Spy,
    Threaten,
)
from referee.rules import State, apply, determinize, options, pending

FREE = (CollectTaxes, CollectTithe, ExtraGold, ExtraCards)
"""What only ever helps, and is done without thinking if nothing of the kind excludes it."""

NAMING = (Assassinate, ServeWarrants, Rob, Spy, Threaten)
"""Abilities that are used before anything else is thought about."""

MOST = 16
"""With more candidates than this, the least promising ones are not tried at all."""


class Games:
    """A budget of so many games played in the head: the same answer each time."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._played = 0

    def spent(self) -> float:
        """Return the part that is used up; to be asked after each game."""
        self._played += 1
        return self._played / self._most


class Time:
    """A budget of milliseconds from now on: how far the search gets depends on the machine."""

    def __init__(self, milliseconds: float) -> None:
        self._start = monotonic()
        self._seconds = max(1.0, milliseconds) / 1000

    def spent(self) -> float:
        """Return the part that is used up."""
        return (monotonic() - self._start) / self._seconds


Budget = Games | Time


def choose(imagined: State, budget: Budget, dice: Random) -> AnyAction:
    """Return the answer to the pending question of `imagined` that does best for the seat that is asked."""
    ask = pending(imagined)
    assert ask is not None, "nobody is asked"
    habit = answer(imagined, dice)
    tried = candidates(imagined, ask.seat, habit)
    if len(tried) == 1:
        return tried[0]
    return Search(imagined, ask.seat, tried, dice).best(budget)


class Search:
    """One search: what each candidate has won so far, over the samples that it was tried on."""

    def __init__(self, imagined: State, seat: int, tried: Sequence[AnyAction], dice: Random) -> None:
        self._imagined = imagined
        self._seat = seat
        self._tried = list(tried)
        self._dice = dice
        self._won = [0.0] * len(self._tried)

    def best(self, budget: Budget) -> AnyAction:
        """Halve the candidates until the budget is spent or one is left; the first one wins ties."""
        left = list(range(len(self._tried)))
        phases = ceil(log2(len(left)))
        for phase in range(1, phases + 1):
            while (spent := self._sample(left, budget)) < phase / phases:
                pass
            left = sorted(left, key=self._won.__getitem__, reverse=True)[: (len(left) + 1) // 2]
            if spent >= 1 or len(left) == 1:
                break
        return self._tried[left[0]]

    def _sample(self, left: list[int], budget: Budget) -> float:
        """Try what is left on one more sample; return the part of the budget that is spent."""
        seed = str(self._dice.getrandbits(64))
        sample = determinize(self._imagined, self._seat, seed)
        won: list[float] = []
        for number in left:
            won.append(playout(sample.copy(), self._seat, self._tried[number], Random(seed)))
            spent = budget.spent()
            if spent >= 1:
                break
        else:
            for number, value in zip(left, won, strict=True):
                self._won[number] += value
        return spent


def playout(state: State, seat: int, action: AnyAction, dice: Random) -> float:
    """Let `seat` take `action`, play quickly to the end of the round, and judge."""
    number = state.round
    apply(state, seat, action)
    while state.round == number and (ask := pending(state)) is not None:
        apply(state, ask.seat, answer(state, dice))
    return judge(state, seat)


def candidates(state: State, seat: int, habit: AnyAction) -> list[AnyAction]:
    """Return the answers worth trying, the habitual one first."""
    legal = options(state)
    if isinstance(habit, FREE):
        return [habit]
    naming = [option for option in legal if isinstance(option, NAMING)]
    look = Look(state, seat)
    found: dict[AnyAction, None] = {habit: None}
    for option in naming or legal:
        found |= dict.fromkeys(completions(look, option))
    tried = list(found)
    if len(tried) > MOST:
        tried[1:] = sorted(tried[1:], key=lambda action: _promise(state, seat, action), reverse=True)
    return tried[:MOST]


def _promise(state: State, seat: int, action: AnyAction) -> float:
    """Judge the table right after an action."""
    after = state.copy()
    apply(after, seat, action)
    return judge(after, seat)


def completions(look: Look, option: AnyAction) -> Iterator[AnyAction]:
    """Yield an option itself, or sensible selections for its template."""
    match option:
        case Build(cards=Choose(min=least, max=most)) | Build(exchange=Choose(min=least, max=most)):
            field = "cards" if isinstance(option.cards, Choose) else "exchange"
            others = look.junk()
            if option.district in others:
                others.remove(option.district)
            for number in {least, max(least, min(most, look.worthless())), most}:
                yield replace(option, **{field: tuple(others[:number])})
        case Redraw():
            for number in {max(1, look.worthless()), len(look.me.hand)}:
                yield Redraw(tuple(look.junk()[:number]))
        case Beautify(districts=Choose(options=cards, min=least, max=most)):
            dearest = sorted(cards, key=look.worth, reverse=True)
            for number in range(least, most + 1):
                yield Beautify(tuple(dearest[:number]))
        case GiveCards(seats=seats):
            given = look.junk()[: len(seats)]
            yield GiveCards(seats, tuple(given))
            yield GiveCards(seats, tuple(reversed(given)))
        case ServeWarrants(signed=signed):
            gold = loot(look)
            blank = sorted((one for one in gold if one != signed), key=gold.__getitem__, reverse=True)
            yield ServeWarrants(signed, tuple(blank[:2]))
        case _:
            yield option

"""Which bots sit out, because they failed in too many games in a row.

A bot is benched from the game after the last of `bench_after` games in a row, in the order of the plan, in all of
which it failed. In each later game its seat is played by harmless moves from the start, and its program is not
started. So who sits out in a game depends on the games before it in the plan alone, never on when they were
played: that is known as soon as all games before it are.
"""

from collections.abc import Iterable
from typing import Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from protocol.faults import FaultCode
from referee.match import GameSpec
from referee.tournament.plan import Plan
from referee.tournament.played import Judged

BENCHED: FaultCode = "benched"


Game = TypeVar("Game", bound=Judged)


class Benched(Struct, frozen=True):
    """A bot, by name, that is benched from the game with the number `since` on."""

    bot: str
    since: int


class Benching:
    """Follows the games of a run in the order of the plan and tells who is benched."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._streaks = [0] * len(plan.bots)
        self._since: dict[int, int] = {}
        self.turn = 0
        """The number of the game that is to be followed next. Who sits out in it is certain."""

    @property
    def benched(self) -> tuple[Benched, ...]:
        """The bots benched so far, in the order in which it came to that."""
        return tuple(Benched(self._plan.bots[bot].name, since) for bot, since in self._since.items())

    def seated(self, game: GameSpec) -> GameSpec:
        """Return a game with the seats of those who sit out, as far as that is known by now."""
        return replace(game, benched=self._due(game.number, game.bots))

    def holds(self, game: Judged) -> bool:
        """Tell whether those sat out in a game who had to, as far as that is known by now."""
        found = tuple(fault.seat for fault in game.faults if fault.code == BENCHED)
        return found == self._due(game.number, game.bots)

    def follow(self, game: Judged) -> bool:
        """Take in the game whose turn it is; return whether it benches somebody."""
        known = len(self._since)
        failed = {game.bots[fault.seat] for fault in game.faults}
        for bot in game.bots:
            self._streaks[bot] = self._streaks[bot] + 1 if bot in failed else 0
            if self._streaks[bot] == self._plan.bench_after > 0:
                self._since.setdefault(bot, self.turn + 1)
        self.turn += 1
        return len(self._since) > known

    def _due(self, number: int, bots: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(seat for seat, bot in enumerate(bots) if self._since.get(bot, number + 1) <= number)


class InTurn(Generic[Game]):
    """Brings games, which come in any order, into that of the plan.

    A game that was played with a bot that turns out to be benched by then is dropped, to be played again.
    """

    def __init__(self, plan: Plan, recorded: Iterable[Judged]) -> None:
        """Begin after the games that are recorded already, in the order of the plan."""
        self.benching = Benching(plan)
        self._recorded: dict[int, Judged] = {}
        self._held: dict[int, Game] = {}
        for game in recorded:
            self._recorded[game.number] = game
            self._pass_recorded()

    @property
    def held(self) -> int:
        """The number of games that wait for others."""
        return len(self._held)

    def take(self, games: Iterable[Game]) -> tuple[list[Game], list[int]]:
        """Take in games; return those whose turn has come, and the numbers of those that were dropped."""
        self._held.update((game.number, game) for game in games)
        dropped, ready = self._dropped(), []
        while (game := self._held.pop(self.benching.turn, None)) is not None:
            ready.append(game)
            if self.benching.follow(game):
                dropped += self._dropped()
            self._pass_recorded()
        return ready, sorted(dropped)

    def _dropped(self) -> list[int]:
        wrong = [number for number, game in self._held.items() if not self.benching.holds(game)]
        for number in wrong:
            del self._held[number]
        return wrong

    def _pass_recorded(self) -> None:
        while (game := self._recorded.pop(self.benching.turn, None)) is not None:
            self.benching.follow(game)

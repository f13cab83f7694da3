"""The fourth level: the same game gets the same answers."""

from itertools import zip_longest

from referee.check.bench import Bench, BreachError, Table, demand_no_fault

GAMES = 4
"""So many games are compared."""


def same_seed(bench: Bench) -> None:
    """Play each game twice, each time in a new process."""
    for number in range(GAMES):
        table = Table(seed=f"same-{number}", seat=number, bot_seed=f"{number:032x}")
        _demand_same(_answers(bench, table), _answers(bench, table), "played again in a new process")


def fresh_game(bench: Bench) -> None:
    """Play games in one process, each of them also alone in a new one."""
    played = [
        Table(seed=f"fresh-{number}", seat=number, bot_seed=f"{number:032x}") for number in range(GAMES)
    ]
    alone = [_answers(bench, table) for table in played]
    with bench.seat() as bot:
        for table, answers in zip(played, alone, strict=True):
            heard = len(bench.transcript.said)
            demand_no_fault(bench.play(bot, table))
            _demand_same(answers, bench.transcript.since(heard).lines("bot", "action"), "played after others")


def _answers(bench: Bench, table: Table) -> list[bytes]:
    with bench.seat() as bot:
        demand_no_fault(bench.play(bot, table))
        return bench.transcript.lines("bot", "action")


def _demand_same(first: list[bytes], second: list[bytes], how: str) -> None:
    for number, (one, other) in enumerate(zip_longest(first, second, fillvalue=b"nothing"), 1):
        if one != other:
            raise BreachError(
                f"Answer {number} was {one.decode()}, and {other.decode()} when the game was {how}."
            )

"""The points at the end, line by line, each with the rule that it follows."""

from collections.abc import Iterator, Sequence

from rich.text import Text

from referee.dialogue.words import Words
from referee.match import Replay, play_back
from referee.rules import ScoreLine, State, tally

REASONS = {
    "types": "a district of each type",
    "first": "the first to complete a city",
    "completion": "a complete city",
}


def explained(replay: Replay, names: Sequence[str]) -> Iterator[Text]:
    """Yield, from the winner on, what each player scored for what, and what decided a tie."""
    words = Words(replay.header.setup.edition, names)
    outcome = replay.outcome
    *_, last = play_back(replay)
    for seat in sorted(range(len(names)), key=lambda seat: outcome.ranks[seat]):
        yield Text()
        yield Text(f"{_place(outcome.ranks[seat])}: {names[seat]}", style="bold")
        yield from _lines(last.state, seat, words)
        counted = outcome.scores[seat].haunted_quarter
        if counted:
            yield Text(f"       The Haunted Quarter counts as {counted}, which is best. [SCR-04]")
        yield Text(f"  {outcome.scores[seat].total:3}  in all", style="bold")
    tied = [score.total for score in outcome.scores]
    if len(set(tied)) < len(tied):
        yield Text()
        yield Text("Equal points: the higher rank shown in the last round is ahead. [TIE-01]")


def _place(rank: int) -> str:
    return "The winner" if rank == 1 else f"Place {rank}"


def _lines(state: State, seat: int, words: Words) -> Iterator[Text]:
    for line in tally(state, seat).lines():
        text = Text(f"  {line.points:3}  {_reason(line, words)} ")
        yield text + Text(f"[{line.rule}]", style="dim")


def _reason(line: ScoreLine, words: Words) -> str:
    if line.district is None:
        return REASONS[line.kind]
    title = words.title(line.district)
    if line.kind == "unique":
        return f"{title}, beyond its cost"
    return f"{title}, in the hand" if line.kind == "hand" else title

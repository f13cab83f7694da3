"""The page of one game."""

from collections.abc import Iterator, Sequence

from referee.match import Replay
from referee.report.film import film
from referee.report.index import Index, card_tables, listed_alone
from referee.report.page import pack, render


def replay_page(replay: Replay, names: Sequence[str] = ()) -> Iterator[str]:
    """Yield the text of the page; `names` are those of the bots by seat.

    Raises VerifyError where the replay does not follow the rules.
    """
    shown = film(replay, names)
    order = sorted(range(len(shown.names)), key=lambda seat: shown.ranks[seat])
    results = ", ".join(f"{shown.names[seat]} {shown.scores[seat].total}" for seat in order)
    return render(
        "replay.html.j2",
        title=f"Game {shown.number}",
        lead=f"{len(order)} players, {shown.rounds} rounds, id {shown.game}. Points: {results}.",
        films=[pack(shown)],
        games=Index(shown.names, (listed_alone(shown),)),
        cards=card_tables([shown.setup]),
    )

"""The check of a whole game, and the summary of what occurred in it."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from protocol.events import AnyEvent, DistrictBuilt, GameEnded, Score, TurnStarted
from protocol.messages import Setup
from tests.oracle.deal import check_setup, deal
from tests.oracle.game import Game
from tests.oracle.record import Record, Recorded
from tests.oracle.rounds import play_rounds
from tests.oracle.scoring import check_scores
from tests.oracle.tables import UNIQUE


@dataclass
class Summary:
    """What a game, or many, came to.

    `turns` counts turns by character, `resumed` those among them that a Witch played on; `districts` the unique
    districts that rose in a city, and Secret Vaults held in the end; `causes` why gold or cards moved; `rarities`
    cases of the rules that are seldom met.
    """

    games: int = 0
    rounds: int = 0
    decisions: int = 0
    scores: Sequence[Score] = ()
    turns: Counter[str] = field(default_factory=Counter)
    resumed: Counter[str] = field(default_factory=Counter)
    districts: Counter[str] = field(default_factory=Counter)
    actions: Counter[str] = field(default_factory=Counter)
    events: Counter[str] = field(default_factory=Counter)
    causes: Counter[str] = field(default_factory=Counter)
    rarities: Counter[str] = field(default_factory=Counter)

    def add(self, other: "Summary") -> None:
        """Add what another game, or many, came to."""
        self.games += other.games
        self.rounds += other.rounds
        self.decisions += other.decisions
        for name in ("turns", "resumed", "districts", "actions", "events", "causes", "rarities"):
            getattr(self, name).update(getattr(other, name))


def check_game(
    setup: Setup, seats: int, deal_events: Sequence[AnyEvent], steps: Sequence[Recorded]
) -> Summary:
    """Check a finished game, from the deal to the scores, and return what occurred in it.

    `deal_events` are the unredacted events of a new game, `steps` every action with its seat and the unredacted
    events that came of it. Raises Objection at the first step that the rules do not explain.
    """
    game = Game(setup, seats, Record(deal_events, steps))
    check_setup(game)
    deal(game)
    play_rounds(game)
    rule = "The game ends after the round in which a city was completed."
    scores = game.record.find(GameEnded, rule).scores
    check_scores(game, scores)
    game.record.close()
    return _summary(game, deal_events, steps, scores)


def _summary(
    game: Game, deal_events: Sequence[AnyEvent], steps: Sequence[Recorded], scores: Sequence[Score]
) -> Summary:
    summary = Summary(1, game.round.number, len(steps), scores)
    summary.rarities = game.rarities
    summary.actions.update(_name(step.action) for step in steps)
    for event in [*deal_events, *(event for step in steps for event in step.events)]:
        summary.events[_name(event)] += 1
        cause = getattr(event, "cause", None)
        if cause:
            summary.causes[cause] += 1
        if isinstance(event, DistrictBuilt) and event.district in UNIQUE:
            summary.districts[event.district] += 1
        if isinstance(event, TurnStarted):
            summary.turns[event.character] += 1
            summary.resumed[event.character] += event.gathered
    summary.districts["secret_vault"] += sum(player.hand["secret_vault"] for player in game.players)
    return summary


def _name(tagged: object) -> str:
    """Return the kind of an action or event, as it is called on the wire."""
    config = getattr(tagged, "__struct_config__")  # noqa: B009 - not in the type
    return str(config.tag)

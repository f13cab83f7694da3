"""What the statistics of a run say: plain data, ready to be printed, drawn, or written as JSON.

Points are placement points, from 0 (last) to 1 (first). A block is a lineup played once from every seat, the unit
that counts as independent. A number that cannot be had is None, never NaN; then there is a `reason`.
"""

from typing import Any, Literal, TypeAlias

import msgspec
from msgspec import Struct

from referee.bots import Sandbox
from referee.tournament.benching import Benched

Interval: TypeAlias = tuple[float, float]
"""Lower and upper end."""

State: TypeAlias = Literal["open", "decided", "undecided"]
"""Of a claim: more games may decide it, it was found true, or the last game was played without that."""


class Estimate(Struct, frozen=True):
    """A value with its block-robust standard error and Student's 95% interval on `df` degrees of freedom."""

    value: float | None
    se: float | None = None
    df: int | None = None
    ci95: Interval | None = None
    reason: str | None = None


class Scores(Struct, frozen=True):
    """Total scores of a bot; `counts` are the games with a total of `least`, `least + 1`, and so on to `most`."""

    mean: float
    sd: float | None
    least: int
    quartile: float
    median: float
    upper_quartile: float
    most: int
    counts: tuple[int, ...]


class Rating(Struct, frozen=True):
    """Plackett-Luce on the scale of Elo: 1500 is the mean of the field, 400 points are odds of ten to one.

    `strength` is the same as a log-strength with mean 0; its odds are exp(difference).
    """

    value: float | None
    strength: float | None
    se: float | None = None
    ci95: Interval | None = None
    reason: str | None = None


class SeatPoints(Struct, frozen=True):
    """Points in one seat, counted from 0."""

    seat: int
    games: int
    points: Estimate


class Standing(Struct, frozen=True):
    """One bot's line of the table; `entry` is its index among the bots of the plan.

    `points`, `se`, `df`, `ci95`, `reason` are an estimate. `rank_range` are the best and the worst rank that the
    simultaneous bands allow. Bots that share a letter of `tier` are not separated. `places` counts the games ended
    in rank 1, 2, ...; joint ranks count as the better one. `fault_codes` counts failures by code,
    `benched` the games that the bot sat out.
    """

    bot: str
    games: int
    points: float | None
    ci95: Interval | None
    wins: int
    mean_score: float | None
    faults: int
    entry: int
    blocks: int
    se: float | None
    df: int | None
    reason: str | None
    rank: int
    rank_range: tuple[int, int]
    tier: str
    win_rate: Estimate
    mean_rank: float | None
    places: tuple[int, ...]
    scores: Scores | None
    rating: Rating
    seats: tuple[SeatPoints, ...]
    fault_codes: dict[str, int]
    benched: int


class Pair(Struct, frozen=True):
    """Two bots, of which `first` stands higher in the table.

    `difference` is that of their points over all their games, `band` its 95% band that holds for all pairs at once.
    `separated`: the band leaves out 0. `ahead` is the share of the `common` games in which `first` finished before
    `second`, level counting half; `predicted` what Plackett-Luce expects of that, `residual` how many standard
    errors `ahead` lies above it.
    """

    first: str
    second: str
    difference: Estimate
    band: Interval | None
    separated: bool
    common: int
    before: int
    level: int
    behind: int
    ahead: Estimate
    predicted: float | None
    residual: float | None


class Bands(Struct, frozen=True):
    """How the simultaneous bands came about: `critical` standard errors to either side, from so many resamples."""

    critical: float | None
    resamples: int
    blocks: int
    reason: str | None


class RunningPoint(Struct, frozen=True):
    """The difference after some blocks of the comparison, with its anytime band; `games` of the run so far."""

    blocks: int
    games: int
    mean: float
    low: float | None
    high: float | None
    log_wealth: float


class Running(Struct, frozen=True):
    """How the difference of two bots came to be, over the blocks in which both play; long series are thinned.

    The band holds at all times at once, with probability `confidence`. The claim that `better` is better is found
    true when `log_wealth` reaches `threshold`, from block `first_look` on.
    """

    better: str
    worse: str
    confidence: float
    threshold: float
    first_look: int
    strict: bool
    points: tuple[RunningPoint, ...]


class Stopped(Struct, frozen=True):
    """A rule to stop early and what came of it; `games` is where it was decided, `better` who was found better.

    `better` is the best bot where the claim is `best`. `sentence` says it all.
    """

    rule: str
    strict: bool
    confidence: float
    state: State
    games: int | None
    better: str | None
    sentence: str


class DecisionTimes(Struct, frozen=True):
    """How long a bot took to decide, in microseconds; `p99` is what 99 of 100 decisions did not exceed."""

    bot: str
    decisions: int
    mean: float
    median: int
    p99: int
    most: int


class ProcessorTime(Struct, frozen=True):
    """How long the processes of a bot have used a processor, in seconds."""

    bot: str
    seconds: float


class Delay(Struct, frozen=True):
    """What the referee itself added to the time of decisions, in microseconds.

    It waits for a processor, and takes a moment to understand the answer. `p99` is what 99 of 100 decisions did not
    exceed.
    """

    decisions: int
    median: int
    p99: int
    most: int


class Analysis(Struct, frozen=True):
    """All about a run. `games` count, those of complete blocks from the first on; `recorded` may be more.

    `planned` is None where time will end the run. `void` games were broken off through no bot's fault.
    `results_sha256` is the digest of the canonical export of what is recorded. `variance_ratio` compares the
    differences between bots within blocks to those of independent games: below 1, playing in blocks helped.
    `running` compares the bots of the stopping rule, or the leader with the others. `benched` are the bots that
    sit out, and since which game. All that depends on the machine is `times`, in the order of the standings,
    without bots that never decided, `cpu` in the same order, and `delay`, None before any decision.
    """

    games: int
    void: int
    faults: int
    results_sha256: str
    standings: tuple[Standing, ...]
    seats: tuple[SeatPoints, ...]
    pairs: tuple[Pair, ...]
    bands: Bands
    variance_ratio: float | None
    stopped: Stopped | None
    running: tuple[Running, ...]
    players: int
    blocks: int
    recorded: int
    planned: int | None
    sandbox: Sandbox
    benched: tuple[Benched, ...]
    times: tuple[DecisionTimes, ...]
    cpu: tuple[ProcessorTime, ...]
    delay: Delay | None


def summary(analysis: Analysis) -> dict[str, Any]:
    """Return what follows from the plan and the bots' answers, without what takes room: what `run --json` prints."""
    document = msgspec.to_builtins(analysis)
    left_out = ("running", "times", "cpu", "delay")
    return {field: value for field, value in document.items() if field not in left_out}

"""What a run was: the lines at the head of its report."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from protocol.messages import Setup
from referee import __version__
from referee.report.index import Listed
from referee.report.wording import counted, fixed, listing
from referee.rules import preset_name
from referee.tournament import plan as plans
from referee.tournament.balance import balances
from referee.tournament.plan import Plan
from referee.tournament.statistics.results import Analysis


class Fact(Struct, frozen=True):
    """A line: what it is about, what it says, and whether that is to be copied rather than read."""

    label: str
    text: str
    code: bool = False


def facts(plan: Plan, analysis: Analysis, games: Sequence[Listed]) -> tuple[Fact, ...]:
    """Return all there is to say of a run beside its results."""
    return (
        *_played(plan, analysis),
        *_rules_of_play(plan),
        *_balance(plan, games),
        *_statistics(analysis),
        *_digests(plan, analysis),
    )


def finished(analysis: Analysis) -> bool:
    """Tell whether nothing more is to be played: all games are there, or the stopping rule has fired."""
    decided = analysis.stopped is not None and analysis.stopped.state == "decided"
    return decided or analysis.recorded == analysis.planned


def _played(plan: Plan, analysis: Analysis) -> Iterator[Fact]:
    void = f", {counted(analysis.void, 'void game')} played again" if analysis.void else ""
    planned = "" if analysis.planned is None else f" of {analysis.planned} planned"
    yield Fact("Games", f"{analysis.recorded}{planned}{void}")
    yield Fact("Blocks", f"{analysis.blocks}, each a lineup played once from every seat")
    entered = counted(plan.entered, "bot")
    repeated = f"; {listing(list(plans.repeated(plan)))} to fill the table" if plans.repeated(plan) else ""
    yield Fact("Bots", f"{entered}, {plan.seats} at a table{repeated}")


def _rules_of_play(plan: Plan) -> Iterator[Fact]:
    yield Fact("Box", _box(plan))
    clock = plan.clock
    yield Fact("Clock", f"{clock.move_ms} ms for each decision, {clock.bank_ms} ms to spare in each game")
    failed = {
        "play-on": "harmless moves are played for the seat",
        "forfeit": "harmless moves are played for the seat, which ranks last",
    }
    yield Fact("A failed bot", failed[plan.on_fault])
    if plan.fresh:
        yield Fact("Processes", "started anew for each game")


def _box(plan: Plan) -> str:
    if isinstance(plan.setup, Setup):
        preset = preset_name(plan.setup, plan.seats)
        return f"{plan.setup.edition} edition, {preset or 'characters and districts of its own'}"
    editions = listing(sorted({recipe.edition for recipe in plan.setup}))
    return f"{editions} edition, {counted(len(plan.setup), 'recipe')} in turn"


def _balance(plan: Plan, games: Sequence[Listed]) -> Iterator[Fact]:
    """Tell who played how often, where, with whom and behind whom, least and most, by kind of stage."""
    found = balances(plan, sorted(game.number for game in games))
    for of in found:
        stage = f" ({of.stage})" if len(found) > 1 else ""
        yield Fact(f"Games of each bot{stage}", f"{of.games}")
        yield Fact("… in each seat", f"{of.seats}")
        yield Fact("… with each other bot", f"{of.meetings}")
        yield Fact("… next to each other bot", f"{of.neighbours}")


def _statistics(analysis: Analysis) -> Iterator[Fact]:
    yield Fact("Stopping rule", analysis.stopped.sentence if analysis.stopped else "none; all games planned")
    bands = analysis.bands
    made = f"{fixed(bands.critical, 2)} standard errors, {bands.resamples} resamples of {bands.blocks} blocks"
    yield Fact("Simultaneous bands", bands.reason or made)
    if analysis.variance_ratio is not None:
        yield Fact("Variance ratio", f"{analysis.variance_ratio:.2f} against games that share nothing")


def _digests(plan: Plan, analysis: Analysis) -> Iterator[Fact]:
    over = finished(analysis)
    for commitment, seed in zip(plans.commitments(plan), plans.seeds(plan), strict=True):
        published = over or seed != plans.secret(plan)
        yield Fact("Commitment: SHA-256 of the seed", commitment, code=True)
        yield Fact("Seed", seed if published else "published when the run is finished", code=published)
    yield Fact("SHA-256 of the plan", plans.digest(plan), code=True)
    yield Fact("SHA-256 of the results", analysis.results_sha256, code=True)
    yield Fact("Versions", f"report by referee {__version__}, {plan.format} {plan.version}")

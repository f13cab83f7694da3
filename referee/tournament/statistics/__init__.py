"""How well the bots of a run did, and how sure one can be of it; numpy and scipy do the sums, so import it late."""

from referee.tournament.statistics.analysis import analyse
from referee.tournament.statistics.results import Analysis

__all__ = ["Analysis", "analyse"]

"""Follows a run that is played elsewhere: tells what its folder has come to hold."""

import time
from pathlib import Path

from referee.tournament.chronicle import Chronicle, Clock, Report
from referee.tournament.export import results_sha256
from referee.tournament.lock import at_work
from referee.tournament.lookout import Lookout
from referee.tournament.store import read


class Follower:
    """Tells the story of the run in a folder as far as it has come, and goes on whenever it `looks`."""

    def __init__(self, folder: Path, report: Report, clock: Clock = time.monotonic) -> None:
        """Tell what is recorded already. Raises PlanError (no run there) or StoreError."""
        self._folder = folder
        with read(folder) as run:
            self._chronicle = Chronicle(run.plan, report, clock)
            self._chronicle.begin(run, workers=None)

    def look(self) -> bool:
        """Tell what is new; return whether more may come.

        When the run is complete, or nobody is at work on it any more, that is told, too. Raises PlanError or
        StoreError when the folder cannot be read any more.
        """
        alive = at_work(self._folder)
        with read(self._folder) as run:
            chronicle = self._chronicle
            fresh = list(run.since(chronicle.tally.games))
            chronicle.recorded(fresh, run.void_since(chronicle.void))
            if alive and chronicle.tally.games < run.plan.games:
                chronicle.glance()
                return True
            finished = chronicle.tally.games == run.plan.games or run.revealed() or Lookout(run).decided
            chronicle.end(results_sha256(run), finished=finished)
        return False

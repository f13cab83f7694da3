"""The exit codes, and which error ends the program with which of them."""

import sys
from collections.abc import Callable
from enum import IntEnum
from typing import Any

import click

from referee import __version__


class ExitCode(IntEnum):
    """How the program ends."""

    OK = 0
    FOUND = 1
    USAGE = 2
    BOT = 3
    MISMATCH = 4
    FOLDER = 5
    BUG = 70
    INTERRUPTED = 130


MEANINGS: dict[ExitCode, str] = {
    ExitCode.OK: "all is well",
    ExitCode.FOUND: "a scenario failed, a bot broke a clause, a selftest found something, "
    "a run that is watched was left incomplete, or, under --strict, a bot failed",
    ExitCode.USAGE: "wrong usage: an unknown option, bot, card or game, or a setup that the rules forbid",
    ExitCode.BOT: "a bot could not be built or started, or did not shake hands, before the first game",
    ExitCode.MISMATCH: "a replay or a run does not hold",
    ExitCode.FOLDER: (
        "a run folder or this machine cannot be used: another plan, locked, damaged, disk full; "
        "a run that was begun says how to go on"
    ),
    ExitCode.BUG: "a mistake of the referee's own; it says how to report it",
    ExitCode.INTERRUPTED: "interrupted by Ctrl-C, a game of yours also by the end of input; it prints how to go on",
}


class BotTrouble(click.ClickException):
    """A bot that cannot take part in any game."""

    exit_code = ExitCode.BOT


class Mismatch(click.ClickException):
    """Something recorded does not hold."""

    exit_code = ExitCode.MISMATCH


class FolderTrouble(click.ClickException):
    """A run folder or the machine cannot serve."""

    exit_code = ExitCode.FOLDER


class GuardedGroup(click.Group):
    """A group whose commands end with the documented exit codes, whatever happens in them."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command and turn every error into the message and the code that it deserves."""
        try:
            return super().invoke(ctx)
        except (click.ClickException, click.exceptions.Exit, click.Abort, BrokenPipeError):
            raise
        except KeyboardInterrupt:
            click.echo("Interrupted.", err=True)
            ctx.exit(ExitCode.INTERRUPTED)
        except Exception as error:
            known = explained(error)
            if known is not None:
                raise known from error
            click.echo(_bug_report(error), err=True)
            ctx.exit(ExitCode.BUG)


def explained(error: Exception) -> click.ClickException | None:
    """Return what to tell about an error that is not our mistake, None for one that is."""
    for name, explain in _EXPECTED.items():
        module, _, kind = name.rpartition(".")
        # An error can only be of a kind whose module is loaded.
        if module in sys.modules and isinstance(error, getattr(sys.modules[module], kind)):
            return explain(error)
    return _host_trouble(error)


def _host_trouble(error: Exception) -> click.ClickException | None:
    from referee.bots.faults import host_fault

    fault = host_fault(error)
    return None if fault is None else FolderTrouble(fault.sentence)


def _usage(error: Any) -> click.ClickException:
    return click.UsageError(str(error))


def _refused_setup(error: Any) -> click.ClickException:
    hint = f"`referee rules {error.rule}` shows the rule."
    return click.UsageError(f"{error.sentence} [{error.rule}]\n{hint}")


def _mismatch(error: Any) -> click.ClickException:
    return Mismatch(": ".join([*getattr(error, "__notes__", []), str(error)]))


def _failed_build(error: Any) -> click.ClickException:
    return BotTrouble(f"{error}\n{error.output}".rstrip())


_EXPECTED: dict[str, Callable[[Any], click.ClickException]] = {
    "referee.bots.command.CommandError": _usage,
    "referee.bots.command.BuildError": _failed_build,
    "referee.bots.faults.HostFault": lambda error: FolderTrouble(error.sentence),
    "referee.rules.errors.SetupError": _refused_setup,
    "referee.match.replay.VerifyError": _mismatch,
    "referee.tournament.verify.PlanVerifyError": lambda error: Mismatch(str(error)),
    "referee.tournament.plan.PlanningError": _usage,
    "referee.tournament.plan.CommitmentError": lambda error: Mismatch(str(error)),
    "referee.tournament.verify.RunVerifyError": lambda error: Mismatch(str(error)),
    "referee.tournament.store.StoreError": lambda error: FolderTrouble(str(error)),
    "referee.tournament.plan.PlanError": lambda error: FolderTrouble(str(error)),
    "referee.tournament.executor.WorkerLost": lambda error: FolderTrouble(f"{error}, again and again."),
    "referee.tournament.until.UntilError": _usage,
    "referee.match.journal.JournalError": lambda error: FolderTrouble(str(error)),
    "referee.tournament.event.EventError": _usage,
    "referee.scenario.problems.ScenarioError": _usage,
}
"""What each kind of error is told as, by its full name, because naming it would mean importing it."""


def _bug_report(error: Exception) -> str:
    """Return what to say about a mistake of our own; all of it also goes into a file."""
    import tempfile
    import traceback

    trace = "".join(traceback.format_exception(error))
    about = f"referee {__version__}, Python {sys.version}\n{' '.join(map(repr, sys.argv))}\n\n{trace}"
    try:
        with tempfile.NamedTemporaryFile(
            "w", prefix="referee-bug-", suffix=".txt", encoding="utf-8", delete=False
        ) as file:
            file.write(about)
        kept = f", with the file {file.name}, which holds this trace and the record of the game so far."
    except OSError as trouble:
        kept = f". It could not be kept in a file: {trouble.strerror}."
    short = "".join(traceback.format_exception_only(type(error), error.with_traceback(None)))
    return (
        f"{''.join(traceback.format_tb(error.__traceback__))}{short}\n"
        f"This is a mistake in referee itself, not in a bot. Please report it{kept}"
    )

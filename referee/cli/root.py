"""The command `referee`: its options, its commands, its exit codes."""

import click

from referee import __version__
from referee.cli.check import check
from referee.cli.exits import MEANINGS, GuardedGroup
from referee.cli.explain import explain
from referee.cli.export import export
from referee.cli.init import init
from referee.cli.logs import LOG_FORMATS, LOG_LEVELS, LogChoice
from referee.cli.play import play
from referee.cli.replay import replay
from referee.cli.report import report
from referee.cli.rules import rules
from referee.cli.run import run
from referee.cli.scenario import scenario
from referee.cli.schema import schema
from referee.cli.selftest import selftest
from referee.cli.standings import standings
from referee.cli.verify import verify
from referee.cli.watch import watch

_EPILOG = (
    "\b\nExit codes:\n"
    + "\n".join(f"  {code.value:>3}  {meaning}" for code, meaning in MEANINGS.items())
    + """

\b
Shell completion, in the shell's start-up file:
  bash  eval "$(_REFEREE_COMPLETE=bash_source referee)"
  zsh   eval "$(_REFEREE_COMPLETE=zsh_source referee)"
  fish  _REFEREE_COMPLETE=fish_source referee | source
"""
)


@click.group(cls=GuardedGroup, context_settings={"help_option_names": ["-h", "--help"]}, epilog=_EPILOG)
@click.version_option(__version__, message="referee %(version)s")
@click.option(
    "--log-level",
    type=click.Choice(LOG_LEVELS),
    default="info",
    show_default=True,
    help="Least level of log lines.",
)
@click.option(
    "--log-format",
    type=click.Choice(LOG_FORMATS),
    default="text",
    show_default=True,
    help="Form of log lines.",
)
@click.pass_context
def cli(ctx: click.Context, log_level: str, log_format: str) -> None:
    """Referee competitions of Citadels bots.

    Results go to standard output, progress and messages to standard error.
    """
    ctx.obj = LogChoice(log_level, log_format)


for _command in (
    init,
    run, watch, play, check, standings, report, replay, verify, export, scenario, rules, explain, schema, selftest,
):  # fmt: skip
    cli.add_command(_command)


def main() -> None:
    """Run the command line of this process."""
    cli(prog_name="referee")

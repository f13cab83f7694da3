"""`referee explain`."""

import os
from typing import TYPE_CHECKING

import click

from referee.cli.parameters import nearest

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from protocol.faults import FaultInfo
    from referee.scenario import Scenario


def _complete(_ctx: click.Context, _parameter: click.Parameter, start: str) -> "list[CompletionItem]":
    from click.shell_completion import CompletionItem

    codes = {**_faults(), **_refusals()}
    return [
        CompletionItem(code, help=codes[code].meaning) for code in sorted(codes) if code.startswith(start)
    ]


@click.command(short_help="Explain a fault, a refusal or a rule.")
@click.argument("code", required=False, shell_complete=_complete)
def explain(code: str | None) -> None:
    """Explain a fault code, a refusal code or a rule id; without CODE, list the codes.

    Codes come with an example and with advice, rules with the scenarios that show what they mean.
    """
    if code is None:
        _list("Faults: what ends a bot's part in a game", _faults())
        click.echo()
        _list("Refusals: why an action is rejected", _refusals())
    elif code in _faults():
        _show(code, "a fault: the bot's part in the game ends", _faults()[code])
    elif code in _refusals():
        _show(code, "a refusal: the answer may be given again", _refusals()[code])
    else:
        _explain_rule(code)


def _faults() -> "dict[str, FaultInfo]":
    from protocol.faults import FAULTS

    return dict(FAULTS.items())


def _refusals() -> "dict[str, FaultInfo]":
    from protocol.faults import REFUSALS

    return dict(REFUSALS.items())


def _list(title: str, codes: "dict[str, FaultInfo]") -> None:
    click.echo(title)
    width = max(map(len, codes))
    for code, info in codes.items():
        click.echo(f"  {code:{width}}  {info.meaning}")


def _show(code: str, what: str, info: "FaultInfo") -> None:
    example = "\n".join(f"  {line}" for line in info.example.splitlines())
    click.echo(f"{code}: {what}.\n\n{info.meaning}\n{info.advice}\n\nFor example:\n{example}")


def _explain_rule(code: str) -> None:
    from referee.cli.rules import describe
    from referee.scenario import citing, load_index

    rules = {rule.id: rule for rule in load_index().rules}
    if code not in rules:
        known = [*_faults(), *_refusals(), *rules]
        raise click.UsageError(f"There is no code or rule {code!r}.{nearest(code, known)}")
    click.echo(describe(rules[code]))
    shown = citing(code)
    _show_breach(code, shown)
    if shown:
        click.echo("\nScenarios that show it:")
    for scenario in shown:
        path, line = os.path.relpath(scenario.place.file), scenario.place.line
        click.echo(f"  {path}:{line}: {scenario.title}")


def _show_breach(code: str, shown: "list[Scenario]") -> None:
    """Print how a rule is kept, and an answer that breaks it, when a scenario has one."""
    from protocol.codec import encode
    from protocol.messages import ActionMessage

    breach = next((step for scenario in shown for step in scenario.breaches() if step.rule == code), None)
    if breach is None:
        return
    line = encode(ActionMessage(request="r7", action=breach.move.action)).decode().strip()
    click.echo(
        "\nTo keep it, answer with one of the options in `legal`: none of them breaks it. Other answers are refused,"
        "\nand may be given again."
        f"\n\nA breach of it, in the situation of {os.path.relpath(breach.place.file)}:{breach.place.line}:"
        f"\n  <- {line}"
    )

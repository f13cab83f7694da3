"""`referee rules`."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from referee.cli.parameters import json_option, nearest, print_json

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from referee.scenario import Rule

FEW = 5
"""So many rules are shown in full; more of them get a line each."""


def _complete(_ctx: click.Context, _parameter: click.Parameter, start: str) -> "list[CompletionItem]":
    from click.shell_completion import CompletionItem

    from referee.scenario import load_index

    return [
        CompletionItem(rule.id, help=rule.text) for rule in load_index().rules if rule.id.startswith(start)
    ]


@click.command(short_help="Show and search the rules of the game.")
@click.argument("query", nargs=-1, shell_complete=_complete)
@json_option
def rules(query: tuple[str, ...], *, as_json: bool) -> None:
    """Show the rules of the game by id, or all that contain some words; without QUERY, all of them."""
    from referee.scenario import find, load_index

    index = load_index()
    wanted = " ".join(query)
    found = find(index, wanted) if query else list(index.rules)
    if not found:
        raise click.UsageError(f"No rule has {wanted!r} in it.{nearest(wanted, index.ids)}")
    if as_json:
        print_json(found)
    elif len(found) <= FEW:
        click.echo("\n\n".join(map(describe, found)))
    else:
        _list(found)


def _list(found: "Sequence[Rule]") -> None:
    width = max(len(rule.id) for rule in found)
    for rule in found:
        click.echo(f"{rule.id:{width}}  {rule.text}")


def describe(rule: "Rule") -> str:
    """Return a rule in full, for a person."""
    players = f", {' or '.join(map(str, rule.players))} players" if rule.players else ""
    lines = [
        click.style(rule.id, bold=True),
        f"  {rule.text}",
        f"  {rule.edition} edition{players}, {rule.area}, {rule.kind}",
    ]
    if rule.source:
        lines.append(f"  source: {rule.source}")
    if rule.needs:
        lines.append(f"  cards: {', '.join(rule.needs)}")
    return "\n".join(lines)

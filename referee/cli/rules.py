"""`referee rules`."""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from referee.cli.parameters import json_option, nearest, print_json

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from referee.rules import Card
    from referee.scenario import Rule

FEW = 5
"""So many rules are shown in full; more of them get a line each."""


def _complete(_ctx: click.Context, _parameter: click.Parameter, start: str) -> "list[CompletionItem]":
    from click.shell_completion import CompletionItem

    from referee.scenario import load_index

    cards = [CompletionItem(name, help="card") for name in _cards() if name.startswith(start)]
    found = [rule for rule in load_index().rules if rule.id.startswith(start)]
    return [*cards, *(CompletionItem(rule.id, help=rule.text) for rule in found)]


@click.command(short_help="Show and search the rules of the game and its cards.")
@click.argument("query", nargs=-1, shell_complete=_complete)
@json_option
def rules(query: tuple[str, ...], *, as_json: bool) -> None:
    """Show the rules of the game by id, or all that contain some words; without QUERY, all of them.

    The name of a card shows the card and the rules that are about it.
    """
    shown, found = look_up(" ".join(query))
    if as_json:
        print_json({"card": shown, "rules": found} if shown else found)
    else:
        click.echo(_found_text(shown, found))


def look_up(wanted: str) -> "tuple[Card | None, list[Rule]]":
    """Return the card that is meant and the rules about it, its own first, or no card and the rules with these words.

    Raises UsageError when there is neither.
    """
    from referee.rules import card, card_id
    from referee.scenario import find, load_index

    index = load_index()
    name = card_id(wanted)
    if name:
        shown = card(name)
        about = [rule for rule in index.rules if _about(rule, shown)]
        return shown, sorted(about, key=lambda rule: not _filed(rule, shown))
    found = find(index, wanted) if wanted else list(index.rules)
    if not found:
        raise click.UsageError(f"No rule has {wanted!r} in it.{nearest(wanted, [*index.ids, *_cards()])}")
    return None, found


def _found_text(shown: "Card | None", found: "Sequence[Rule]") -> str:
    if shown:
        about = ["\nThe rules about it:", _listed(found)] if found else []
        return "\n".join([describe_card(shown), *about])
    return "\n\n".join(map(describe, found)) if len(found) <= FEW else _listed(found)


def _cards() -> tuple[str, ...]:
    from protocol.cards import BASIC_DISTRICTS, CHARACTERS, UNIQUE_DISTRICTS

    return (*CHARACTERS, *BASIC_DISTRICTS, *UNIQUE_DISTRICTS)


def _about(rule: "Rule", card: "Card") -> bool:
    """Tell whether a rule needs a card, is filed under it or mentions its title."""
    mentioned = re.search(rf"\b{re.escape(card.title)}\b", rule.text)
    return card.id in rule.needs or _filed(rule, card) or mentioned is not None


def _filed(rule: "Rule", card: "Card") -> bool:
    return card.id == rule.area.partition(":")[2].replace("-", "_")


def describe_card(card: "Card") -> str:
    """Return a card in full, for a person."""
    lines = [click.style(card.title, bold=True), f"  {card.text}" if card.text else ""]
    if card.kind == "character":
        lines.append(f"  character of rank {card.rank}, {card.edition} edition")
    else:
        cost = "cannot be built" if card.cost is None else f"costs {card.cost} gold"
        copies = "1 copy" if card.copies == 1 else f"{card.copies} copies"
        lines.append(f"  {card.type} district, {cost}, {copies}, {card.edition} edition")
    return "\n".join([*filter(None, lines), f"  id: {card.id}"])


def _listed(found: "Sequence[Rule]") -> str:
    width = max(len(rule.id) for rule in found)
    return "\n".join(f"{rule.id:{width}}  {rule.text}" for rule in found)


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

"""`referee schema`."""

import click


@click.command(short_help="Print the JSON Schema of the protocol, or of a run's events.")
@click.argument("what", type=click.Choice(("protocol", "events")), default="protocol")
def schema(what: str) -> None:
    """Print the JSON Schema of the protocol with bots, or of the events of a run."""
    if what == "protocol":
        from protocol.schema import schema_text
    else:
        from referee.tournament.happenings import schema_text

    click.echo(schema_text(), nl=False)

"""`referee schema`."""

import click


@click.command()
def schema() -> None:
    """Print the JSON Schema of the protocol."""
    from protocol.schema import schema_text

    click.echo(schema_text(), nl=False)

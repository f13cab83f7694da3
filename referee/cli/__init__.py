"""The command line: parse, call, print. One file for each command.

At import there is click and nothing else, so that `--help` and completion answer at once; whatever a command
needs is imported inside its body.
"""

from referee.cli.root import main

__all__ = ["main"]

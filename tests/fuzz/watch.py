"""Commands read hostile files while everything that Python would open, import, execute or start is noted.

`python -m tests.fuzz.watch FOLDER` prints a JSON object for each input: the command, how it ended, and what was noted.
Every command runs twice, and is noted the second time, when all that the referee itself needs is loaded.
"""

import json
import sys
from pathlib import Path

from click.testing import CliRunner

from referee.cli.root import cli
from tests.fuzz.doors import corpus

COMMANDS = {"scenario": [["scenario", "run"]], "replay": [["verify"], ["replay"], ["replay", "--json"]]}
"""By the door that their input is meant for."""

PLAIN = ("object.", "sys._getframe", "builtins.id", "gc.", "sys.excepthook", "cpython.", "code.__new__")
"""Events of the interpreter that reach nothing."""


class Watch:
    """What happens while it is open. The hook itself can never be taken away."""

    def __init__(self) -> None:
        self.noted: list[str] | None = None
        sys.addaudithook(self.note)

    def note(self, event: str, arguments: tuple[object, ...]) -> None:
        """Note an event and the first of what it is about; `sys.addaudithook` has this called."""
        if self.noted is not None and not event.startswith(PLAIN):
            self.noted.append(" ".join(map(str, (event, *arguments[:2]))))

    def over(self, words: list[str]) -> dict[str, object]:
        """Run a command and tell how it ended, and what happened meanwhile."""
        self.noted = noted = []
        result = CliRunner().invoke(cli, words)
        self.noted = None
        return {"words": words, "status": result.exit_code, "output": result.output, "noted": noted}


def main(folder: Path) -> None:
    """Run every command on every input that is kept for it."""
    watch = Watch()
    for door, commands in COMMANDS.items():
        for number, data in enumerate(corpus(door)):
            path = folder / f"{door}-{number}.yaml"
            path.write_bytes(data)
            for command in commands:
                words = [*command, str(path)]
                watch.over(words)
                print(json.dumps(watch.over(words)))


if __name__ == "__main__":
    main(Path(sys.argv[1]))

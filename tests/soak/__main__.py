"""`python -m tests.soak [MODULE [OPTION...]]`"""

import sys
from importlib import import_module
from time import monotonic

SOAKS = ("stopping", "fair_time", "kill_points", "fuzzing")
"""The modules, in the order in which they run."""


def main(words: list[str]) -> int:
    """Run the module that is named, or all of them. Return 1 when one of them found something."""
    chosen = words[:1] or SOAKS
    if not set(chosen) <= set(SOAKS):
        print(f"There is no soak {words[0]}; there are {', '.join(SOAKS)}.", file=sys.stderr)
        return 2
    failed = [name for name in chosen if _run(name, words[1:])]
    print(f"failed: {', '.join(failed)}" if failed else "All is well.")
    return 1 if failed else 0


def _run(name: str, words: list[str]) -> int:
    began = monotonic()
    print(f"== {name}", flush=True)
    status: int = import_module(f"tests.soak.{name}").main(words)
    print(f"== {name}: status {status} after {monotonic() - began:.0f} s", flush=True)
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Measures what the README's table says: `python -m tests.bench [WORD...]` prints ratios, all or those named."""

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from referee.rules import PRESETS
from tests.bench import measures
from tests.bench.measures import Ratio, Workshop

ROWS: tuple[tuple[str, str, str, Callable[[Workshop], Ratio]], ...] = (
    ("a refereed decision, C bot / bare pipe", "≤ 4.5", "≤ 3", measures.c_decision),
    ("a refereed decision, Python bot / bare Python ping-pong", "≤ 1.6", "≤ 1.3", measures.python_decision),
    ("start and end of a C bot, within limits / without", "≤ 1.3", "≤ 1.1", measures.starts),
    ("two workers / one, games per second", "≥ 1.9", "≥ 1.95", measures.two_workers),
    ("engine decisions per second / C round trips per second", "≥ 0.45", "≥ 1.4", measures.engine),
    *(
        (f"{name}, six players / first game, four", "≥ 0.8", "≥ 1", lambda _, name=name: measures.any_cast(name))
        for name in PRESETS
    ),
    ("copy of a state / deepcopy", "≤ 0.05", "≤ 0.025", lambda _: measures.copying()),
    ("view, options and line of seven players / json.dumps", "≤ 1", "≤ 0.5", lambda _: measures.request_line()),
    ("memory per game in flight, KiB", "≤ 64", "≤ 32", measures.memory),
    ("referee --help / python -c pass", "≤ 5", "≤ 4", lambda _: measures.help_text()),
    ("a game in a run of 4000 / in one of 400, time", "≤ 1.1", "1", measures.long_run),
)  # fmt: skip


def main(*words: str) -> None:
    """Print a row for each measurement whose title holds one of the words."""
    print(f"{'what':58} {'ratio':>7}  {'must':7} {'aim':7} measured")
    with tempfile.TemporaryDirectory() as folder:
        shop = Workshop(Path(folder))
        for title, must, aim, measure in ROWS:
            if not words or any(word in title for word in words):
                ratio = measure(shop)
                print(f"{title:58} {ratio.value:7.2f}  {must:7} {aim:7} {ratio.detail}", flush=True)


main(*sys.argv[1:])

"""A recorded run, its page, and one browser for all tests that look at pages."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from referee.report.replays import replay_page
from referee.report.runs import run_page
from referee.tournament.store import RunReader, read
from tests.report.recorded import GAMES, record_run

ROOT = Path(__file__).parents[2]
CHROMIUM = "/usr/bin/chromium"
DEADLINE_MS = 120_000
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip


@pytest.fixture(scope="session")
def folder(tmp_path_factory) -> Path:
    """The folder of a finished run."""
    return record_run(tmp_path_factory.mktemp("report") / "run", range(GAMES))


@pytest.fixture(scope="session")
def run(folder) -> Iterator[RunReader]:
    """The finished run."""
    with read(folder) as opened:
        yield opened


@pytest.fixture(scope="session")
def report(run, tmp_path_factory) -> Path:
    """The page of the run, with half of its games."""
    path = tmp_path_factory.mktemp("pages") / "report.html"
    path.write_text("".join(run_page(run, GAMES // 2, lambda *_: None)), encoding="utf-8")
    return path


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's Chromium."""
    with sync_playwright() as playwright:
        yield playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)


class Watched:
    """A page that nothing untoward may happen on."""

    def __init__(self, context: BrowserContext) -> None:
        self.troubles: list[str] = []
        self.requests: list[str] = []
        self.page: Page = context.new_page()
        self.page.on("console", lambda message: self.troubles.append(f"{message.type}: {message.text}"))
        self.page.on("pageerror", lambda error: self.troubles.append(str(error)))
        self.page.on("dialog", lambda dialog: self.troubles.append(f"dialog: {dialog.message}"))
        self.page.on("request", lambda request: self.requests.append(request.url))


Open = Callable[..., Page]


@pytest.fixture
def look(browser) -> Iterator[Open]:
    """Open a file in the browser; afterwards there must be no console message, dialog or other request."""
    contexts: list[BrowserContext] = []
    watched: list[Watched] = []

    def open_page(
        path: Path, address: str = "", *, width: int = 1280, scheme: str = "light", bypass_csp: bool = False
    ) -> Page:
        context = browser.new_context(
            viewport={"width": width, "height": 900},
            color_scheme=scheme,
            offline=True,
            bypass_csp=bypass_csp,
            reduced_motion="reduce",
        )
        context.set_default_timeout(DEADLINE_MS)
        contexts.append(context)
        watched.append(Watched(context))
        page = watched[-1].page
        page.goto(path.as_uri() + address)
        return page

    yield open_page
    for context in contexts:
        context.close()
    for one in watched:
        assert one.troubles == []
        assert all(url.partition(":")[0] in ("file", "data") for url in one.requests), one.requests


@pytest.fixture(scope="session")
def screenshots() -> Path:
    """Where to keep pictures for people to look at."""
    folder = ROOT / "build" / "screenshots"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@pytest.fixture(scope="session")
def game_page(run, tmp_path_factory) -> Callable[[int], Path]:
    """Make the page of one game of the run."""
    from referee.match import read_replay

    def make(number: int) -> Path:
        path = tmp_path_factory.mktemp("games") / f"{number}.html"
        names = [run.plan.bots[bot].name for bot in run.result(number).bots]
        path.write_text("".join(replay_page(read_replay(run.replay(number)), names)), encoding="utf-8")
        return path

    return make

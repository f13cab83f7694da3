"""The page of a run as text: what is in it, what is escaped, how it is cut, what it says of an unfinished run."""

import base64
import html
import json
import re
import zlib
from hashlib import sha256

import pytest
from msgspec.structs import replace

from referee.report.page import island
from referee.report.runs import run_page
from referee.tournament.store import create, read
from tests.report.recorded import EVENT, FAULTY, GAMES, NAMES, record_run

pytestmark = pytest.mark.xdist_group("report")


def page(run, games=None):
    return "".join(run_page(run, games, lambda *_: None))


@pytest.fixture(scope="module")
def text(report):
    return report.read_text(encoding="utf-8")


def films(text):
    packed = re.findall(r'<script type="text/plain" class="film" id="film-(\d+)">([^<]*)</script>', text)
    return {int(number): json.loads(zlib.decompress(base64.b64decode(data))) for number, data in packed}


def test_the_same_run_makes_the_same_page(run, text):
    assert page(run, GAMES // 2) == text


def test_films_are_the_games_of_the_run(run, text):
    shown = films(text)
    assert len(shown) == GAMES // 2
    for number, film in shown.items():
        result = run.result(number)
        assert film["game"] == result.id
        assert film["names"] == [NAMES[bot] for bot in result.bots]
        assert [score["total"] for score in film["scores"]] == [score.total for score in result.scores]
        assert len(film["steps"]) == result.decisions + 1


def test_names_are_text_everywhere(text):
    for name in NAMES[:3]:
        assert name not in text
        assert str(html.escape(name)).replace("&#x27;", "&#39;").replace("&quot;", "&#34;") in text
    scripts = re.findall(r"<script([^>]*)>", text)
    assert len(scripts) == 7 + 2 + GAMES // 2
    assert "alert(1)</script>" not in text


def test_the_title_is_the_name_of_the_event(run, text, tmp_path):
    assert f"<h1>{html.escape(EVENT)}</h1>" in text
    assert f'<p class="lead">{len(NAMES)} bots, {GAMES} games of Citadels. ' in " ".join(text.split())
    with create(tmp_path / "run", replace(run.plan, name="")) as nameless:
        assert f"<h1>{len(NAMES)} bots, 0 games of Citadels</h1>" in page(nameless)


def test_json_in_a_script_cannot_end_it():
    assert island({"name": "</script><script>"}) == '{"name":"\\u003c/script>\\u003cscript>"}'


def test_the_policy_allows_exactly_what_is_there(text):
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', text)[1].replace(
        "&#39;", "'"
    )
    assert "unsafe" not in policy
    assert policy.startswith("default-src 'none'")
    for tag in ("script", "style"):
        for body in re.findall(rf"<{tag}>(.*?)</{tag}>", text, re.DOTALL):
            digest = base64.b64encode(sha256(body.encode()).digest()).decode()
            assert f"'sha256-{digest}'" in policy
    assert " style=" not in text
    assert not re.search(
        r"\son\w+=", re.sub(r"<(script|style)\b.*?</\1>", "", text, flags=re.DOTALL).replace("onerror=&", "")
    )


def test_nothing_is_loaded_from_elsewhere(text):
    markup = re.sub(r"<(script|style)\b.*?</\1>", "", text, flags=re.DOTALL)
    assert set(re.findall(r'(?:src|href)="([^"#]*)', markup)) <= {"data:,", ""}


def test_facts_are_there(run, text):
    plain = html.unescape(re.sub(r"<[^>]+>", "", text))
    for fact in (
        f"{GAMES} of {GAMES} planned",
        run.plan.seed,
        "16, each a lineup",
        "none; all games planned",
    ):
        assert fact in plain


def test_the_faulty_game_is_linked_where_the_referee_took_over(run, text):
    step = int(re.search(rf'href="#game={FAULTY}&amp;step=([1-9]\d*)"', text)[1])
    film = films(text)[FAULTY]
    assert film["steps"][step]["forced"] == "move_timeout"
    assert not any("forced" in earlier for earlier in film["steps"][:step])


def test_a_page_may_have_all_games_or_none(run):
    assert len(films(page(run))) == GAMES
    none = page(run, 0)
    assert films(none) == {}
    assert 'id="viewer"' not in none
    assert f"0 games of {GAMES} are in this page" in none


def test_an_unfinished_run_says_so(tmp_path):
    with read(record_run(tmp_path / "half", range(4))) as run:
        text = page(run)
        assert f"This run is not finished: 4 of {GAMES} games are played." in text
        assert "The blocks are too few to tell" in text
        assert run.plan.seed not in re.findall(r"<dt>Seed</dt><dd>(.*?)</dd>", text)


def test_a_run_without_games_has_a_page(tmp_path):
    with read(record_run(tmp_path / "none", range(0))) as run:
        assert "No block of games is complete yet" in page(run)


def test_progress_is_told(run):
    told = []
    "".join(run_page(run, 3, lambda done, games: told.append((done, games))))
    assert told == [(1, 3), (2, 3), (3, 3)]

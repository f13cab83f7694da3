"""`referee report` and `referee replay --html`."""

from referee.cli.exits import ExitCode


def test_a_report_is_written_into_the_folder(invoke, finished, tmp_path):
    done = invoke("report", finished, "--games", 2)
    assert (done.exit_code, done.stdout) == (0, f"{finished / 'report.html'}\n")
    text = (finished / "report.html").read_text(encoding="utf-8")
    assert text.startswith("<!doctype html>")
    assert text.count('class="film"') == 2
    named = invoke("report", finished, "--games", "all", "-o", tmp_path / "all.html")
    assert named.stdout == f"{tmp_path / 'all.html'}\n"
    assert (tmp_path / "all.html").read_text(encoding="utf-8").count('class="film"') == 8


def test_mistakes_are_named(invoke, finished, tmp_path):
    none = invoke("report", tmp_path)
    assert (none.exit_code, "holds no run" in none.stderr) == (ExitCode.FOLDER, True)
    wrong = invoke("report", finished, "--games", "many")
    assert (wrong.exit_code, "neither a number of games nor `all`" in wrong.stderr) == (ExitCode.USAGE, True)
    nowhere = invoke("report", finished, "-o", tmp_path / "missing" / "report.html")
    assert (nowhere.exit_code, "cannot be written" in nowhere.stderr) == (ExitCode.USAGE, True)
    assert list(tmp_path.iterdir()) == []


def test_a_game_as_a_page(invoke, finished, tmp_path):
    done = invoke("replay", finished, "--game", 3, "--html")
    assert done.exit_code == 0
    assert "<title>Game 3</title>" in done.stdout
    assert done.stdout.count('class="film"') == 1
    (tmp_path / "game.jsonl").write_bytes(invoke("replay", finished, "--game", 3, "--raw").stdout_bytes)
    alone = invoke("replay", tmp_path / "game.jsonl", "--html")
    assert "<title>Game 3</title>" in alone.stdout
    assert invoke("replay", finished, "--game", 3, "--html", "--raw").exit_code == ExitCode.USAGE

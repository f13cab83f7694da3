import os
import select
import signal
import subprocess
import sys
from concurrent.futures import CancelledError, wait
from pathlib import Path

import pytest

from referee.tournament.cpus import usable_cpus
from referee.tournament.executor import LocalExecutor, WorkerLost
from tests.tournament import jobs

DEADLINE_S = 60


def gone(pid: int) -> bool:
    """Wait until a process is dead, whoever's child it is."""
    try:
        handle = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    try:
        waiting = select.poll()
        waiting.register(handle, select.POLLIN)
        return bool(waiting.poll(DEADLINE_S * 1000))
    finally:
        os.close(handle)


@pytest.fixture
def pipe(tmp_path):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    return path


def test_jobs_are_done_and_results_come_back():
    with LocalExecutor(2) as executor:
        futures = [executor.submit(jobs.add, number, two=10) for number in range(50)]
        assert [future.result(DEADLINE_S) for future in futures] == [number + 10 for number in range(50)]


def test_the_executor_is_one_of_the_standard_library():
    with LocalExecutor(2) as executor:
        assert list(executor.map(jobs.add, range(5), range(5), timeout=DEADLINE_S)) == [0, 2, 4, 6, 8]


def test_workers_are_sessions_of_their_own_bound_to_their_cores():
    cores = list(usable_cpus().cores)
    with LocalExecutor(1, cores[-1:]) as executor:
        pid, session, affinity = executor.submit(jobs.where).result(DEADLINE_S)
    assert pid == session != os.getsid(0)
    assert affinity == set(cores[-1:])


def test_workers_keep_their_secrets_from_other_processes():
    with LocalExecutor(1) as executor:
        assert executor.submit(jobs.dumpable).result(DEADLINE_S) == 0


def test_without_cores_workers_run_where_they_like():
    with LocalExecutor(1) as executor:
        assert executor.submit(jobs.where).result(DEADLINE_S)[2] == os.sched_getaffinity(0)


def test_no_worker_is_started_without_need():
    with LocalExecutor(8) as executor:
        for _ in range(3):
            executor.submit(jobs.where).result(DEADLINE_S)
        assert len(executor.pids) == 1


def test_errors_come_back_with_their_traceback():
    with LocalExecutor(1) as executor:
        with pytest.raises(ValueError, match="bad luck") as caught:
            executor.submit(jobs.fail, "bad luck").result(DEADLINE_S)
        assert "in fail" in caught.value.__notes__[0]
        assert executor.submit(jobs.add, 1).result(DEADLINE_S) == 2


def test_errors_that_cannot_travel_are_described():
    with LocalExecutor(1) as executor, pytest.raises(RuntimeError, match="StubbornError: 1 and 2"):
        executor.submit(jobs.fail_stubbornly).result(DEADLINE_S)


def test_what_cannot_be_sent_is_refused_at_once():
    with LocalExecutor(1) as executor, pytest.raises(AttributeError, match="pickle"):
        executor.submit(lambda: None)


@pytest.mark.parametrize(
    ("job", "how"), [(jobs.die, "was ended by SIGKILL"), (jobs.leave_by_status, "exit status 7")]
)
def test_only_the_job_of_a_dead_worker_is_lost(job, how):
    with LocalExecutor(2) as executor:
        before = [executor.submit(jobs.add, number) for number in range(10)]
        lost = executor.submit(job)
        after = [executor.submit(jobs.add, number) for number in range(10)]
        with pytest.raises(WorkerLost, match=how):
            lost.result(DEADLINE_S)
        assert [future.result(DEADLINE_S) for future in before + after] == [*range(1, 11), *range(1, 11)]


def test_a_worker_that_dies_at_leisure_is_replaced():
    with LocalExecutor(1) as executor:
        pid, _, _ = executor.submit(jobs.where).result(DEADLINE_S)
        os.kill(pid, signal.SIGKILL)
        futures = [executor.submit(jobs.where) for _ in range(2)]
        wait(futures, DEADLINE_S)
        alive = [future.result()[0] for future in futures if not future.exception()]
        assert alive
        assert pid not in alive


def test_what_a_dead_worker_had_started_is_ended(pipe):
    with LocalExecutor(1) as executor:
        lost = executor.submit(jobs.die_with_family, str(pipe))
        family = [int(pid) for pid in pipe.read_text().split()]
        assert len(family) == 2
        with pytest.raises(WorkerLost):
            lost.result(DEADLINE_S)
        assert all(gone(pid) for pid in family)


def test_temporary_files_go_with_their_worker(pipe):
    with LocalExecutor(2) as executor:
        lost = executor.submit(jobs.leave_a_file_and_die, str(pipe))
        left = Path(pipe.read_text())
        with pytest.raises(WorkerLost):
            lost.result(DEADLINE_S)
        made = Path(executor.submit(jobs.make_a_file).result(DEADLINE_S))
        assert made.exists()
        assert not left.parent.exists()
    assert not made.parent.exists()
    assert made.parent != left.parent


def test_other_children_of_this_process_are_left_alone(pipe):
    with subprocess.Popen(["sleep", "1000"], start_new_session=True) as stranger:
        with LocalExecutor(1) as executor, pytest.raises(WorkerLost):
            executor.submit(jobs.die).result(DEADLINE_S)
        assert stranger.poll() is None
        stranger.kill()


def test_shutdown_finishes_what_was_taken_and_takes_no_more():
    executor = LocalExecutor(1)
    futures = [executor.submit(jobs.where) for _ in range(20)]
    executor.shutdown()
    pid = futures[0].result(0)[0]
    assert {future.result(0)[0] for future in futures} == {pid}
    assert gone(pid)
    with pytest.raises(RuntimeError, match="no more jobs"):
        executor.submit(jobs.add, 1)
    executor.shutdown()


def test_shutdown_can_drop_what_has_not_begun(tmp_path):
    said, heard = tmp_path / "said", tmp_path / "heard"
    os.mkfifo(said)
    os.mkfifo(heard)
    executor = LocalExecutor(1)
    begun = executor.submit(jobs.wait_for_word, str(said), str(heard))
    said.read_text()
    queued = [executor.submit(jobs.add, number) for number in range(5)]
    executor.shutdown(wait=False, cancel_futures=True)
    heard.write_text("done")
    executor.shutdown()
    assert begun.result(0) == "done"
    assert all(future.cancelled() for future in queued)


def test_kill_breaks_jobs_off(pipe):
    executor = LocalExecutor(1)
    stuck = executor.submit(jobs.wait_for_ever, str(pipe))
    pid = int(pipe.read_text())
    queued = executor.submit(jobs.add, 1)
    executor.kill()
    with pytest.raises(WorkerLost):
        stuck.result(0)
    with pytest.raises(CancelledError):
        queued.result(0)
    assert gone(pid)


def test_ctrl_c_does_not_reach_a_worker(tmp_path):
    said, heard = tmp_path / "said", tmp_path / "heard"
    os.mkfifo(said)
    os.mkfifo(heard)
    with LocalExecutor(1) as executor:
        waiting = executor.submit(jobs.wait_for_word, str(said), str(heard))
        os.kill(int(said.read_text()), signal.SIGINT)
        heard.write_text("still here")
        assert waiting.result(DEADLINE_S) == "still here"


def test_workers_end_with_a_referee_that_is_killed(tmp_path, pipe):
    code = (
        "from referee.tournament.executor import LocalExecutor\n"
        "from tests.tournament import jobs\n"
        f"LocalExecutor(1).submit(jobs.wait_for_ever, {str(pipe)!r}).result()"
    )
    root = Path(__file__).parents[2]
    with subprocess.Popen([sys.executable, "-c", code], cwd=root, start_new_session=True) as referee:
        worker = int(pipe.read_text())
        os.killpg(referee.pid, signal.SIGKILL)
    assert gone(worker)

"""Worker processes on this machine, as an executor of `concurrent.futures`.

Unlike the standard library's, it outlives a worker's death: only that worker's job fails, with WorkerLost,
and whatever the worker had started is ended. Each worker is a session of its own, so that Ctrl-C reaches
the referee alone, and ends when the referee does, however that dies.
"""

import atexit
import os
import pickle
import signal
import tempfile
import threading
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import ExitStack, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from pathlib import Path
from traceback import format_exc
from types import FrameType
from typing import Any, NamedTuple, NoReturn, ParamSpec, TypeVar

from referee.bots import host_fault
from referee.bots.reaper import become_subreaper
from referee.bots.sandbox.scratch import Scratch, remove, sweep
from referee.tournament.processes import children, end_orphans, end_with, keep_secrets

P = ParamSpec("P")
T = TypeVar("T")

PATIENCE_S = 30.0
"""How long a worker may take to end its bots before it is ended by force."""


class WorkerLost(BrokenExecutor):
    """A worker died in the middle of a job: through the job, or through this machine."""


class _Job(NamedTuple):
    future: Future[Any]
    payload: bytes


class _Worker:
    """One worker process, bound to a core or not, the pipe to it, and the job it is at."""

    def __init__(self, core: int | None) -> None:
        """Start the process. Raises OSError when this machine cannot."""
        context = get_context("spawn")
        self.core = core
        self.job: _Job | None = None
        with ExitStack() as failed:
            self._scratch = Scratch()
            failed.callback(self._scratch.remove)
            self.pipe, theirs = context.Pipe()
            failed.callback(self.pipe.close)
            with theirs:
                arguments = (theirs, os.getpid(), core, str(self._scratch.path))
                self.process = context.Process(target=serve, args=arguments, daemon=True)
                self.process.start()
            failed.pop_all()

    def give(self, job: _Job) -> None:
        """Send a job. That the worker died while it was idle shows when its answer is read."""
        self.job = job
        with suppress(OSError):
            self.pipe.send_bytes(job.payload)

    def end(self) -> str:
        """Wait for the process to end by itself, then by force, and say how it ended."""
        self.pipe.close()
        self.process.join(PATIENCE_S)
        if self.process.exitcode is None:
            self.process.kill()
            self.process.join()
        self._scratch.remove()
        code = self.process.exitcode or 0
        how = f"was ended by {signal.Signals(-code).name}" if code < 0 else f"ended with exit status {code}"
        return f"worker process {self.process.pid} {how}"


class LocalExecutor(Executor):
    """At most `workers` processes, started when there is work.

    Each is bound to one of the cores in turn, or to none if none are given. Jobs and what they return travel
    pickled, so that functions must be importable.
    """

    def __init__(self, workers: int, cores: Sequence[int] = ()) -> None:
        self._places = deque(cores[place % len(cores)] if cores else None for place in range(workers))
        self._workers: dict[Connection, _Worker] = {}
        self._jobs: deque[_Job] = deque()
        self._lock = threading.Lock()
        self._bell, self._rope = get_context("spawn").Pipe(duplex=False)
        self._closing = self._killed = False
        self._trouble: Exception | None = None
        become_subreaper()
        sweep()
        self._not_ours = children()
        self._thread = threading.Thread(target=self._supervise, name="workers", daemon=True)
        self._thread.start()

    @property
    def pids(self) -> list[int]:
        """The process ids of the workers alive."""
        return [worker.process.pid for worker in list(self._workers.values()) if worker.process.pid]

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Have a worker call a function. Raises RuntimeError after `shutdown`, HostFault when none can be started."""
        job = _Job(Future(), pickle.dumps((fn, args, kwargs)))
        with self._lock:
            if self._trouble:
                raise self._trouble
            if self._closing:
                raise RuntimeError("the executor takes no more jobs")
            self._jobs.append(job)
        self._ring()
        return job.future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Take no more jobs, finish those taken (or, if told so, only those begun), then end the workers."""
        with self._lock:
            self._closing = True
            dropped = list(self._jobs) if cancel_futures else []
            for job in dropped:
                self._jobs.remove(job)
        for job in dropped:
            job.future.cancel()
        self._ring()
        if wait:
            self._thread.join()

    def kill(self) -> None:
        """End the workers in the middle of their jobs, with their bots, and drop all other jobs."""
        self._killed = True
        self.shutdown(cancel_futures=True)

    def _ring(self) -> None:
        with suppress(OSError):
            self._rope.send_bytes(b"!")

    def _supervise(self) -> None:
        try:
            while self._hand_out():
                for ready in wait([self._bell, *self._workers]):
                    self._hear(ready)
        except Exception as error:  # noqa: BLE001 - whoever waits for a job is told
            self._give_up(host_fault(error) or error)
        finally:
            self._dismiss()

    def _give_up(self, trouble: Exception) -> None:
        """Tell all who wait for a job that has not begun why none will."""
        with self._lock:
            self._trouble = trouble
            while self._jobs:
                job = self._jobs.popleft()
                if job.future.set_running_or_notify_cancel():
                    job.future.set_exception(trouble)

    def _hand_out(self) -> bool:
        """Give jobs to idle workers. Returns whether there is anything left to wait for."""
        with self._lock:
            while not self._killed and self._jobs and (worker := self._idle()):
                job = self._jobs.popleft()
                if job.future.set_running_or_notify_cancel():
                    worker.give(job)
            busy = any(worker.job for worker in self._workers.values())
            return not self._killed and bool(busy or self._jobs or not self._closing)

    def _idle(self) -> _Worker | None:
        for worker in self._workers.values():
            if worker.job is None:
                return worker
        if not self._places:
            return None
        try:
            worker = _Worker(self._places[0])
        except OSError:
            if self._workers:
                return None  # those that could be started do the work
            raise
        self._places.popleft()
        self._workers[worker.pipe] = worker
        return worker

    def _hear(self, ready: Any) -> None:
        if ready is self._bell:
            self._bell.recv_bytes()
            return
        worker = self._workers[ready]
        try:
            payload = worker.pipe.recv_bytes()
        except (EOFError, OSError):
            self._lose(worker)
        else:
            job, worker.job = worker.job, None
            if job:
                _settle(job.future, payload)

    def _lose(self, worker: _Worker) -> None:
        del self._workers[worker.pipe]
        self._places.append(worker.core)
        how = worker.end()
        try:
            end_orphans(self._not_ours)
        finally:
            if worker.job:
                worker.job.future.set_exception(WorkerLost(how))

    def _dismiss(self) -> None:
        with self._lock:
            self._closing = True
            for job in self._jobs:
                job.future.cancel()
        for worker in self._workers.values():
            worker.pipe.close()
            if self._killed:
                worker.process.terminate()
        for worker in self._workers.values():
            how = worker.end()
            if worker.job:
                worker.job.future.set_exception(WorkerLost(how))
        with suppress(OSError):
            end_orphans(self._not_ours)
        self._workers.clear()
        self._bell.close()
        self._rope.close()


def _settle(future: Future[Any], payload: bytes) -> None:
    try:
        fine, outcome = _unpacked(payload)
    except Exception as error:  # noqa: BLE001 - whoever waits for the outcome is told
        fine, outcome = False, error
    if fine:
        future.set_result(outcome)
    else:
        future.set_exception(outcome)


def serve(pipe: Connection, parent: int, core: int | None, scratch: str) -> None:
    """Be a worker: do one job after the other until the pipe's other end is closed.

    Temporary files go to the folder `scratch`, which is gone in the end.
    """
    os.setsid()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _leave)
    end_with(parent)
    keep_secrets()
    become_subreaper()
    tempfile.tempdir = scratch
    atexit.register(remove, Path(scratch))
    if core is not None:
        os.sched_setaffinity(0, {core})
    try:
        while True:
            pipe.send_bytes(_outcome(pipe.recv_bytes()))
    except (EOFError, OSError):
        return
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)


def _leave(number: int, _frame: FrameType | None) -> NoReturn:
    """Stop in the middle of a job, in such a way that what must be closed is closed."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    raise SystemExit(128 + number)


def _unpacked(payload: bytes) -> Any:
    return pickle.loads(payload)  # noqa: S301 - it comes from a process of ours


def _outcome(payload: bytes) -> bytes:
    try:
        function, args, kwargs = _unpacked(payload)
        return pickle.dumps((True, function(*args, **kwargs)))
    except Exception as error:  # noqa: BLE001 - whoever submitted the job is told
        error.add_note(f"in a worker process:\n{format_exc()}")
        return _packed(error)


def _packed(error: Exception) -> bytes:
    """Pickle an error, or its description when it does not survive that."""
    try:
        packed = pickle.dumps((False, error))
        _unpacked(packed)
    except Exception:  # noqa: BLE001 - any failure to pickle will do
        return pickle.dumps((False, RuntimeError("".join(error.__notes__))))
    return packed

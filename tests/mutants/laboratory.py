"""Runs the scenarios against mutants, each in a process of its own that ends with it.

A function is altered where it stands, in a copy of this process, and only the scenarios that come through the altered
lines are run. What is altered at the top of a module, or runs when it is imported, takes a fresh import and, if need
be, all scenarios.
"""

import contextlib
import functools
import gc
import importlib.abc
import importlib.util
import json
import os
import resource
import sys
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib.machinery import ModuleSpec, SourceFileLoader
from pathlib import Path
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import Any

from tests.mutants.sites import Mutant

MEMORY = 4 << 30
"""Bytes that a mutant may ask for."""

SLACK = 20
"""So many times the usual processor time may pass, and `SECONDS` more, before a mutant is taken to go on forever."""

SECONDS = 5

Lines = dict[str, set[int]]
"""Which lines of which files were run."""


@dataclass(frozen=True)
class Verdict:
    """What became of a mutant: `killed` says by which scenario or how; None when nothing noticed it."""

    mutant: Mutant
    killed: str | None


@dataclass(frozen=True)
class Specimen:
    """One scenario: where it stands, the lines it runs, the processor seconds it takes."""

    scenario: Any
    title: str
    lines: Lines
    seconds: float


class Laboratory:
    """The rules of a folder (a copy of the working tree) with all scenarios that hold there."""

    def __init__(self, folder: Path) -> None:
        assert not any(name.partition(".")[0] in ("referee", "protocol") for name in sys.modules)
        self._rules = str(folder / "referee" / "rules")
        self._scenarios = folder / "scenarios"
        sys.path.insert(0, str(folder))
        with _traced(self._rules) as self._imported:
            importlib.import_module("referee.rules")
        self.broken: list[str] = []
        self.specimens = list(self._specimens())
        self._functions = _functions(self._rules)

    def _specimens(self) -> Iterator[Specimen]:
        """Run every scenario once and look where it goes; those that do not hold are put aside."""
        for path, scenario in _load(self._scenarios, self.broken):
            title = f"{path.relative_to(self._scenarios)}: {scenario.title}"
            began = time.process_time()
            if _problem(scenario):
                self.broken.append(title)
                continue
            seconds = time.process_time() - began
            _forget()
            with _traced(self._rules) as lines:
                _problem(scenario)
            yield Specimen(scenario, title, lines, seconds)

    def examine(self, mutants: Iterable[Mutant], workers: int) -> Iterator[Verdict]:
        """Run what there is to run against each mutant, some at a time, and yield the verdicts as they come."""
        waiting = iter(mutants)
        out: dict[int, tuple[Mutant, int]] = {}
        try:
            while True:
                while len(out) < workers and (mutant := next(waiting, None)) is not None:
                    pid, answer = self._start(mutant)
                    out[pid] = (mutant, answer)
                if not out:
                    return
                pid, status = os.wait()
                yield _verdict(*out.pop(pid), status)
        finally:
            for pid in out:
                os.kill(pid, 9)
                os.waitpid(pid, 0)

    def _start(self, mutant: Mutant) -> tuple[int, int]:
        """Start a process that answers through a pipe."""
        answer, ours = os.pipe()
        pid = os.fork()
        if pid:
            os.close(ours)
            return pid, answer
        try:
            killer = self._killer(mutant)
        except BaseException as error:  # noqa: BLE001 - whatever a mutant does wrong is noticed
            killer = f"{type(error).__name__} outside of any scenario"
        os.write(ours, json.dumps(killer).encode())
        os._exit(0)

    def _killer(self, mutant: Mutant) -> str | None:
        """Return what notices the mutant. Called in a process that ends afterwards."""
        with Path(os.devnull).open("w") as nowhere:
            os.dup2(nowhere.fileno(), 1)
            os.dup2(nowhere.fileno(), 2)
        if self._runs_at_import(mutant):
            return self._imported_anew(mutant)
        chosen = sorted(self._reaching(mutant), key=lambda specimen: specimen.seconds)
        _limit(sum(specimen.seconds for specimen in chosen))
        self._transplant(mutant)
        return next((one.title for one in chosen if _problem(one.scenario)), None)

    def _runs_at_import(self, mutant: Mutant) -> bool:
        """Tell whether a mutant does its work at import, or in functions that were made then."""
        key = mutant.key
        inner = f"{key.function}.<locals>."
        made = any(file == str(mutant.path) and name.startswith(inner) for file, name in self._functions)
        return not key.function or made or not self._imported[str(mutant.path)].isdisjoint(mutant.lines)

    def _reaching(self, mutant: Mutant) -> Iterator[Specimen]:
        file = str(mutant.path)
        return (one for one in self.specimens if not one.lines[file].isdisjoint(mutant.lines))

    def _transplant(self, mutant: Mutant) -> None:
        """Give the function of the mutant its altered code, wherever it is held."""
        code = compile(mutant.alter(), str(mutant.path), "exec")
        altered = next(part for part in _parts(code) if part.co_qualname == mutant.key.function)
        for function in self._functions[str(mutant.path), mutant.key.function]:
            function.__code__ = altered
        _forget()

    def _imported_anew(self, mutant: Mutant) -> str | None:
        """Import everything once more with an altered module and run the scenarios, the likely ones first."""
        _limit(10 + 4 * sum(specimen.seconds for specimen in self.specimens))
        for name in [name for name in sys.modules if name.partition(".")[0] == "referee"]:
            del sys.modules[name]
        sys.meta_path.insert(0, _Altered(mutant))
        order = self._likely(mutant)
        for path, scenario in _load(self._scenarios, [], order):
            title = f"{path.relative_to(self._scenarios)}: {scenario.title}"
            if title not in self.broken and _problem(scenario):
                return title
        return None

    def _likely(self, mutant: Mutant) -> list[Path]:
        """Return the scenario files, first those that spend most of their scenarios' lines in the module."""
        file = str(mutant.path)
        share: dict[str, list[float]] = defaultdict(list)
        for one in self.specimens:
            lines = sum(map(len, one.lines.values()))
            share[one.title.partition(": ")[0]].append(len(one.lines[file]) / max(1, lines))
        names = sorted(share, key=lambda name: -sum(share[name]) / len(share[name]))
        return [self._scenarios / name for name in names]


class _Altered(importlib.abc.MetaPathFinder):
    """Finds the module of a mutant, and no other."""

    def __init__(self, mutant: Mutant) -> None:
        self._mutant = mutant

    def find_spec(
        self, fullname: str, _path: Sequence[str] | None, _target: ModuleType | None = None
    ) -> ModuleSpec | None:
        mutant = self._mutant
        if fullname != mutant.key.module:
            return None
        loader = _Loader(fullname, str(mutant.path), compile(mutant.alter(), str(mutant.path), "exec"))
        inner = [str(mutant.path.parent)] if mutant.path.name == "__init__.py" else None
        return importlib.util.spec_from_file_location(
            fullname, mutant.path, loader=loader, submodule_search_locations=inner
        )


class _Loader(SourceFileLoader):
    def __init__(self, name: str, path: str, code: CodeType) -> None:
        super().__init__(name, path)
        self._code = code

    def get_code(self, _fullname: str) -> CodeType:
        return self._code


def _verdict(mutant: Mutant, answer: int, status: int) -> Verdict:
    with os.fdopen(answer, "rb") as pipe:
        said = pipe.read()
    if not said:
        return Verdict(mutant, f"it never ends (signal {os.waitstatus_to_exitcode(status)})")
    return Verdict(mutant, json.loads(said))


def _load(folder: Path, broken: list[str], paths: Sequence[Path] = ()) -> Iterator[tuple[Path, Any]]:
    """Yield all scenarios below a folder, in the order of paths; note the files that cannot be read."""
    scenario = importlib.import_module("referee.scenario")
    ids = scenario.load_index().ids
    for path in paths or scenario.scenario_files([folder]):
        try:
            loaded = scenario.load_file(path, ids)
        except scenario.ScenarioError as error:
            broken.append(str(error))
        else:
            yield from ((path, one) for one in loaded.scenarios)


def _problem(scenario: Any) -> bool:
    """Tell whether a scenario does not hold, be it that the rules break down in it."""
    runner = sys.modules["referee.scenario.runner"]
    try:
        return bool(runner.run_scenario(scenario).problems)
    except Exception:  # noqa: BLE001 - a mutant may break down in any way
        return True


@contextlib.contextmanager
def _traced(folder: str) -> Iterator[Lines]:
    """Note the lines that are run of the files below a folder."""
    lines: Lines = defaultdict(set)

    def line(frame: FrameType, event: str, _argument: object) -> Any:
        if event == "line":
            lines[frame.f_code.co_filename].add(frame.f_lineno)
        return line

    def call(frame: FrameType, _event: str, _argument: object) -> Any:
        return line if frame.f_code.co_filename.startswith(folder) else None

    before = sys.gettrace()
    sys.settrace(call)
    try:
        yield lines
    finally:
        sys.settrace(before)


def _functions(folder: str) -> dict[tuple[str, str], list[FunctionType]]:
    """Return all functions there are of the files below a folder, by file and qualified name."""
    found: dict[tuple[str, str], list[FunctionType]] = defaultdict(list)
    for thing in gc.get_objects():
        if isinstance(thing, FunctionType) and thing.__code__.co_filename.startswith(folder):
            found[thing.__code__.co_filename, thing.__code__.co_qualname].append(thing)
    return found


def _parts(code: CodeType) -> Iterator[CodeType]:
    """Yield a piece of code and all within it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _parts(constant)


def _forget() -> None:
    """Empty all caches: what they hold may be another matter with a mutant."""
    for thing in gc.get_objects():
        if isinstance(thing, functools._lru_cache_wrapper):
            module = getattr(thing, "__module__", None) or ""
            if module.partition(".")[0] == "referee":
                thing.cache_clear()


def _limit(usual: float) -> None:
    """Let this process have so much more processor time than usual, in seconds, and not all memory."""
    used = time.process_time()
    end = int(used + SLACK * usual + SECONDS)
    resource.setrlimit(resource.RLIMIT_CPU, (end, end))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))

"""Which file of the starter kits gets which types."""

from collections.abc import Callable, Iterator
from pathlib import Path

from protocol.kits import c, cpp, go, java, python, rust, typescript

Emit = Callable[[], Iterator[str]]

GENERATED: dict[str, Emit] = {
    "typescript/citadels.ts": typescript.emit,
    "javascript/citadels.d.ts": typescript.emit,
    "python_typed/citadels.py": python.emit,
    "go/citadels.go": go.emit,
    "java/Citadels.java": java.emit,
    "rust/citadels.rs": rust.emit,
    "cpp/citadels.hpp": cpp.emit,
    "c/citadels.h": c.emit,
}
"""The generated files, as paths in the folder of the kits."""


def source(emit: Emit) -> str:
    """Return the text of a generated file."""
    return "\n".join(emit()) + "\n"


def write(kits: Path) -> None:
    """Write all generated files into the folder of the kits."""
    for name, emit in GENERATED.items():
        path = kits / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(source(emit), encoding="utf-8")

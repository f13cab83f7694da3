"""Writes the generated files of the starter kits anew."""

from pathlib import Path

from protocol.kits.generate import write

write(Path(__file__).parents[2] / "sample_bots")

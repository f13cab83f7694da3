"""The types in the kits follow from the Structs, and fit what is said in games."""

import importlib.util
import json
import subprocess

import msgspec
import pytest

from protocol.kits import GENERATED, source
from tests.kits.table import KITS, copied
from tests.protocol.recording import CONVERSATIONS, read

SAID = [one for folder in sorted(CONVERSATIONS.iterdir()) for _, said in read(folder) for one in said]
UNIONS = {"referee": "FromReferee", "bot": "FromBot"}


@pytest.mark.parametrize("name", GENERATED)
def test_the_file_in_the_repository_is_what_the_structs_say(name):
    assert (KITS / name).read_text(encoding="utf-8") == source(GENERATED[name]), "run `make schema`"


def test_typed_python_reads_all_that_is_said():
    spec = importlib.util.spec_from_file_location("citadels", KITS / "python_typed" / "citadels.py")
    assert spec
    assert spec.loader
    citadels = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(citadels)
    decoders = {by: msgspec.json.Decoder(getattr(citadels, union)) for by, union in UNIONS.items()}
    for by, line in SAID:
        assert without_null(msgspec.json.encode(decoders[by].decode(line))) == without_null(line)


def without_null(line):
    return json.loads(line, object_hook=lambda one: {k: v for k, v in one.items() if v is not None})


def test_typescript_accepts_all_that_is_said_and_nothing_else(tmp_path):
    kit = copied("typescript", tmp_path)
    lines = [f"const line{number}: {UNIONS[by]} = {line.decode()};" for number, (by, line) in enumerate(SAID)]
    wrong = len(lines) + 2
    lines = [
        'import type { FromBot, FromReferee } from "./citadels";',
        *lines,
        'const wrong: FromBot = {"type":"action","request":"r1","action":{"kind":"keep","card":"pub"}};',
        "export {};",
    ]
    (kit / "said.ts").write_text("\n".join(lines))
    check = ["tsc", "--noEmit", "--strict", "--target", "ES2021", "said.ts"]
    done = subprocess.run(check, cwd=kit, capture_output=True, text=True)
    errors = [line for line in done.stdout.splitlines() if line.startswith("said.ts")]
    assert [error.split(",")[0] for error in errors] == [f"said.ts({wrong}"], errors[:3]

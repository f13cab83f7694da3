"""`referee init`."""

import re
import shlex
import shutil
from pathlib import Path

import click

from referee.cli.exits import FolderTrouble

MANIFEST = "bot.toml"
OUTPUTS = ("build", "bot", "__pycache__")
"""What building and running leaves in a kit."""

TOOLS: dict[str, dict[str, str]] = {
    "c": {"cc": "gcc libc6-dev"},
    "cpp": {"c++": "g++"},
    "go": {"go": "golang-go"},
    "java": {"javac": "default-jdk-headless", "java": "default-jdk-headless"},
    "javascript": {"node": "nodejs"},
    "python": {},
    "python_typed": {},
    "rust": {"rustc": "rustc"},
    "shell": {"awk": "mawk", "cksum": "coreutils"},
    "typescript": {"tsc": "node-typescript", "node": "nodejs"},
}
"""The languages there are kits for: programs that a kit needs, each with the Debian packages that have it."""

_NAME = re.compile(r"[\w.+-]{1,100}", re.ASCII)


def kits() -> Path:
    """Return the folder of the kits: in an installed package, or in the repository."""
    installed = Path(__file__).parents[1] / "kits"
    return installed if installed.is_dir() else Path(__file__).parents[2] / "sample_bots"


@click.command(short_help="Begin a bot in a language of your choice.")
@click.argument("language", metavar="[LANGUAGE]", type=click.Choice(sorted(TOOLS)), required=False)
@click.argument("folder", metavar="[DIR]", type=click.Path(path_type=Path), required=False)
def init(language: str | None, folder: Path | None) -> None:
    """Put a bot that plays legal games into the new folder DIR, to be made better.

    Its README says how to build it and what to beware of; DIR gives the bot its name. Without LANGUAGE, list the
    languages there are.
    """
    if language is None:
        click.echo("\n".join(_line(name) for name in TOOLS))
        return
    if folder is None:
        raise click.UsageError(f"Say where the bot shall be: referee init {language} DIR")
    name = folder.resolve().name
    if not _NAME.fullmatch(name):
        raise click.UsageError(f"{name} names the bot; take letters, digits and any of . + - _ only.")
    _copy(kits() / language, folder)
    _rename(folder, language, name)
    click.echo(_next_steps(language, folder))


def _line(language: str) -> str:
    """Return what to say of a language in the list of all."""
    missing = _missing(language)
    return f"{language:14}" + (f"needs {', '.join(missing)}, which is not installed" if missing else "ready")


def _missing(language: str) -> dict[str, str]:
    return {tool: packages for tool, packages in TOOLS[language].items() if shutil.which(tool) is None}


def _copy(kit: Path, folder: Path) -> None:
    """Copy a kit into a folder that is empty or not there. Raises UsageError, FolderTrouble."""
    if folder.exists() and not folder.is_dir():
        raise click.UsageError(f"{folder} is a file.")
    if folder.is_dir() and any(folder.iterdir()):
        raise click.UsageError(f"{folder} is not empty; name a new folder.")
    try:
        shutil.copytree(kit, folder, ignore=shutil.ignore_patterns(*OUTPUTS), dirs_exist_ok=True)
    except OSError as error:
        raise FolderTrouble(f"{folder} cannot be written: {error.strerror or error}.") from error


def _rename(folder: Path, language: str, name: str) -> None:
    """Let the bot greet with its own name in place of its language's."""
    greeting = re.compile(rf"(\bname\W{{1,5}}){language}\b")
    for file in folder.iterdir():
        text = file.read_text(encoding="utf-8")
        renamed = greeting.sub(rf"\g<1>{name}", text)
        if renamed != text:
            file.write_text(renamed, encoding="utf-8")


def _next_steps(language: str, folder: Path) -> str:
    bot, thrifty = shlex.quote(str(folder)), shlex.quote(str(folder / "thrifty.toml"))
    lines = [f"{folder} has a bot; read {folder / 'README.md'} first."]
    missing = _missing(language)
    if missing:
        packages = " ".join(dict.fromkeys(missing.values()))
        lines.append(
            f"It needs {', '.join(missing)}: install it first, on Debian with `apt install {packages}`."
        )
    lines += [
        "",
        f"  referee check {bot}",
        f"  referee run {bot} {thrifty} --games 20",
    ]
    return "\n".join(lines)

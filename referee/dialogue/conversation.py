"""The conversation with a person: what happened, the table, a question, and what they say to it."""

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

from msgspec.structs import replace
from rich.text import Text

from protocol import events
from protocol.actions import AnyAction, Choose, ChooseCharacters, GiveCards
from protocol.events import AnyEvent
from protocol.messages import GameEnd, GameStart, Rejected, Request, Setup
from referee.bots import Fault
from referee.dialogue import drawing
from referee.dialogue.menu import menu
from referee.dialogue.words import QUESTIONS, Words

HELP = """\
a number   choose that line; what is chosen is done, nothing can be taken back
b          back to the list before
t          the table
s          the story of this round
?witch     what a card or a rule says: by its name, its id, or some words of it
q          leave; the game is kept (so it is by Ctrl-C)"""

SELECTION_HELP = """\
1 3        choose the first and the third
all        choose all, where that is allowed
none       choose none, where that is allowed"""

SILENT = frozenset({events.TurnStarted, events.CardPlayed, events.GameEnded})
"""Events that other events tell of, too."""

STYLES: dict[type[AnyEvent], str] = {
    events.RoundStarted: "bold",
    events.CharacterCalled: "cyan",
    events.CityCompleted: "bold",
    events.DistrictDestroyed: "red",
}


class LeftError(Exception):
    """The person wants to leave."""


class _BackError(Exception):
    """The person wants the list before."""


class Terminal(Protocol):
    """Where the conversation takes place."""

    def say(self, text: Text) -> None:
        """Show some text and a newline."""

    def hear(self, prompt: str) -> str:
        """Return the next line of the person. Raises EOFError when there is none."""


class Conversation:
    """Talks with the person of one seat, as `referee.match.person.Partner` wants it.

    `names` are those of the seats; `look_up` returns what a card or a rule says. All that asks may raise LeftError,
    and whatever the terminal raises.
    """

    def __init__(self, terminal: Terminal, names: Sequence[str], look_up: Callable[[str], str]) -> None:
        self._terminal = terminal
        self.names = names
        self._look_up = look_up
        self._story: list[AnyEvent] = []
        self._overheard = False
        self._scene: object = None

    def begin(self, start: GameStart) -> None:
        """Tell who plays and what is in the box."""
        self._setup: Setup = start.setup
        self._words = words = Words(start.setup.edition, self.names)
        self._say(f"Citadels, {start.setup.edition} edition: {', '.join(self.names)}")
        self._say(f"Characters: {words.titles(start.setup.cast)}")
        self._say(f"Unique districts: {words.titles(start.setup.districts)}")
        self._say(f"A city is complete with {start.setup.city_size} districts; then the round is the last.")
        self._say("? shows what you can say.\n")

    def overhear(self, request: Request) -> None:
        """Take note of what happened before a question that was answered earlier."""
        self._story += request.events
        self._overheard = True

    def failed(self, seat: int, fault: Fault) -> None:
        """Tell that a bot has failed."""
        name = self.names[seat]
        self._say(f"{name} has failed, {fault.code}: {fault.detail} Harmless moves are played for it.", "red")

    def ask(self, request: Request) -> AnyAction:
        """Tell the news, show the table where it has changed much, and ask until there is an answer."""
        self._request = request
        if self._overheard:
            self._say("The round so far:")
            self._tell(self._round())
            self._overheard = False
        self._story += request.events
        self._tell(request.events)
        self._say("")
        self._show(request)
        return self._choose()

    def refused(self, rejected: Rejected) -> AnyAction:
        """Tell why the last answer is against the rules, and ask again."""
        self._say(f"{rejected.message} [{rejected.rule}]", "red")
        return self._choose()

    def over(self, end: GameEnd) -> None:
        """Tell what happened last."""
        self._tell(end.events)

    def _say(self, text: str, style: str = "") -> None:
        self._terminal.say(Text(text, style=style))

    def _tell(self, happened: Iterable[AnyEvent]) -> None:
        for event in happened:
            if isinstance(event, events.RoundStarted):
                self._say("")
            if type(event) not in SILENT:
                self._say(self._words.story.tell(event), STYLES.get(type(event), ""))

    def _round(self) -> list[AnyEvent]:
        """Return what has happened in this round."""
        starts = [at for at, event in enumerate(self._story) if isinstance(event, events.RoundStarted)]
        return self._story[starts[-1] if starts else 0 :]

    def _show(self, request: Request) -> None:
        """Show the table when a round's selection or somebody's turn has begun, else the own cards."""
        turn = request.view.turn
        scene = (request.view.round, turn and (turn.seat, turn.character))
        shown = drawing.own(request.view, self._words)
        if scene != self._scene:
            shown = drawing.table(request.view, self._setup, self._words)
        self._scene = scene
        for line in shown:
            self._terminal.say(line)

    def _choose(self) -> AnyAction:
        """Go down the menus to one option, and fill it in if it is a template."""
        while True:
            self._say("")
            self._say(QUESTIONS[self._request.decision], "bold")
            try:
                return self._descend(self._request.legal)
            except _BackError:
                self._say("There is no list before this one.")

    def _descend(self, options: Sequence[AnyAction]) -> AnyAction:
        while True:
            lines = menu(options)
            for number, group in enumerate(lines, 1):
                self._say(f"{number:4}  {group.label(self._words)}")
            chosen = lines[self._number(len(lines)) - 1].options
            try:
                return self._filled_in(chosen[0]) if len(chosen) == 1 else self._descend(chosen)
            except _BackError:
                continue

    def _number(self, most: int) -> int:
        while True:
            line = self._line("> ", HELP)
            if line.isdecimal() and 1 <= int(line) <= most:
                return int(line)
            self._say(f"{line!r} is no number from 1 to {most}; ? shows what you can say.")

    def _filled_in(self, option: AnyAction) -> AnyAction:
        """Return an option with the cards that the person chooses in place of its templates."""
        for field in option.__struct_fields__:
            template = getattr(option, field)
            if isinstance(template, Choose | ChooseCharacters):
                option = replace(option, **{field: self._selection(option, template)})
        return option

    def _selection(self, option: AnyAction, template: Choose | ChooseCharacters) -> tuple[str, ...]:
        cards, ordered = template.options, isinstance(option, GiveCards)
        if template.min == template.max == len(cards) and not ordered:
            return cards
        self._say(f"{self._words.action(option)}:")
        for number, name in enumerate(cards, 1):
            self._say(f"{number:4}  {self._words.value(name)}")
        self._say(f"Which? {_how_many(template)}, for example `1 2`{', in this order' if ordered else ''}.")
        places = self._places(template)
        return tuple(cards[place] for place in (places if ordered else sorted(places)))

    def _places(self, template: Choose | ChooseCharacters) -> list[int]:
        """Ask for the places of some cards in a list, until they are as many as they must be."""
        most = len(template.options)
        words = {"all": range(most), "none": range(0)}
        while True:
            line = self._line("cards> ", f"{SELECTION_HELP}\n{HELP}")
            numbers = line.replace(",", " ").split()
            if line in words:
                places = list(words[line])
            elif all(number.isdecimal() and 1 <= int(number) <= most for number in numbers):
                places = [int(number) - 1 for number in numbers]
            else:
                self._say(f"{line!r} are not numbers from 1 to {most}; ? shows what you can say.")
                continue
            if len(set(places)) < len(places):
                self._say("A number stands there twice.")
            elif template.min <= len(places) <= template.max:
                return places
            else:
                self._say(f"These are {len(places)}. {_how_many(template)}.")

    def _line(self, prompt: str, guide: str) -> str:
        """Return what the person says unless it is something that can be said at any time."""
        while True:
            line = self._terminal.hear(prompt).strip().casefold()
            match line:
                case "":
                    continue
                case "?" | "h" | "help":
                    self._say(guide)
                case "t":
                    for shown in drawing.table(self._request.view, self._setup, self._words):
                        self._terminal.say(shown)
                case "s":
                    self._tell(self._round())
                case "b":
                    raise _BackError
                case "q" | "quit":
                    raise LeftError
                case _ if line.startswith("?"):
                    self._say(self._look_up(line[1:].strip()))
                case _:
                    return line


def _how_many(template: Choose | ChooseCharacters) -> str:
    if template.min == template.max:
        return f"Choose {template.min}"
    return f"Choose {template.min} to {template.max}"

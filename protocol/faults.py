"""The closed list of faults: who is to blame, what happened, what to do about it."""

from typing import Literal, TypeAlias

from msgspec import Struct

FaultCode: TypeAlias = Literal[
    "start_failed",
    "program_changed",
    "start_timeout",
    "version_mismatch",
    "ready_timeout",
    "move_timeout",
    "exited",
    "closed_output",
    "closed_input",
    "bad_utf8",
    "bad_json",
    "bad_message",
    "unexpected_message",
    "line_too_long",
    "too_much_output",
    "too_many_stray_lines",
    "too_many_rejections",
    "benched",
]
"""Every way in which a bot can fail."""


class FaultInfo(Struct, frozen=True):
    """What a fault means, for `referee explain`."""

    meaning: str
    advice: str


FAULTS: dict[FaultCode, FaultInfo] = {
    "start_failed": FaultInfo(
        "The bot's program could not be started.",
        "Run the command by hand. Is the path right, the file executable, its interpreter installed?",
    ),
    "program_changed": FaultInfo(
        "The bot's program is not the one that the run began with.",
        "A program must not change while a run goes on: neither by itself nor by hand. Begin a new run with it.",
    ),
    "start_timeout": FaultInfo(
        "The bot did not answer `hello` within the start limit.",
        "Answer as soon as the line arrives, flush standard output, and load heavy things later or faster.",
    ),
    "version_mismatch": FaultInfo(
        "The bot chose a protocol version that the referee does not offer.",
        "Answer `hello` with one of the numbers in `versions`.",
    ),
    "ready_timeout": FaultInfo(
        "The bot did not answer `game_start` with `ready` within the ready limit.",
        "Reset for the new game quickly and send `ready` with the `game` id of the message.",
    ),
    "move_timeout": FaultInfo(
        "No complete answer to a request arrived before its deadline.",
        "Watch `time` in the request, keep a margin, end the line with a newline and flush standard output.",
    ),
    "exited": FaultInfo(
        "The bot's process ended in the middle of a game.",
        "Look at the bot's standard error, which the run folder keeps: it most likely shows a crash.",
    ),
    "closed_output": FaultInfo(
        "The bot closed its standard output while the game went on.",
        "Keep standard output open until the referee closes your standard input.",
    ),
    "closed_input": FaultInfo(
        "The bot closed its standard input while the game went on.",
        "Keep reading standard input until it ends.",
    ),
    "bad_utf8": FaultInfo(
        "A line from the bot was not valid UTF-8.",
        "Write JSON in UTF-8 and nothing else on standard output; print for yourself on standard error.",
    ),
    "bad_json": FaultInfo(
        "A line from the bot was not one JSON object.",
        "Standard output carries JSON lines only. Stray prints belong on standard error.",
    ),
    "bad_message": FaultInfo(
        "A line from the bot was JSON, but not a message of this protocol.",
        "Compare the line with the schema: a wrong type, a missing field, or one that does not exist.",
    ),
    "unexpected_message": FaultInfo(
        "A line from the bot was a valid message at a moment when that message makes no sense.",
        "Answer `hello` with `hello`, `game_start` with `ready` and requests with `action`, and nothing else.",
    ),
    "line_too_long": FaultInfo(
        "A line from the bot exceeded the limit told in `hello`, or never ended.",
        "An answer needs well under a kilobyte. Is a newline missing?",
    ),
    "too_much_output": FaultInfo(
        "The bot wrote more in answer to one request than the limit told in `hello`.",
        "Send one line for one request.",
    ),
    "too_many_stray_lines": FaultInfo(
        "The bot sent too many lines that answered nothing.",
        "Answer each request once, with its own `request` id; a late answer is a stray line too.",
    ),
    "too_many_rejections": FaultInfo(
        "The bot's action was refused as often as one request allows.",
        "Read `code`, `rule` and `message` of the `rejected` lines, or answer with a `choice` from `legal`.",
    ),
    "benched": FaultInfo(
        "The bot failed in so many games in a row that it sits out the rest of the run: its program is not started.",
        "Look at the faults before this one. `--bench-after` of `referee run` sets the number of games, 0 for never.",
    ),
}

RefusalCode: TypeAlias = Literal[
    "bad_choice",
    "wrong_kind",
    "not_spelled_out",
    "not_your_decision",
    "not_offered",
    "must_gather_first",
    "already_gathered",
    "already_used",
    "not_your_ability",
    "not_in_hand",
    "not_in_city",
    "limit_reached",
    "duplicate",
    "unaffordable",
    "unbuildable",
    "bad_payment",
    "bad_target",
    "protected",
    "bad_cards",
    "nothing_to_gain",
    "duty_open",
]
"""Why an action was refused, the `code` of a `rejected` line."""

REFUSALS: dict[RefusalCode, FaultInfo] = {
    "bad_choice": FaultInfo(
        "The index is not in `legal`, or `choice` and `action` are both or neither given, or a part of the answer "
        "does not belong there.",
        "Send either `choice`, counted from 0, or `action`.",
    ),
    "wrong_kind": FaultInfo(
        "This kind of action does not answer what was asked.",
        "Look at `decision`, and at the kinds that occur in `legal`.",
    ),
    "not_spelled_out": FaultInfo(
        "The action still holds a template where cards are wanted.",
        "Replace the object with `from`, `min` and `max` by a list of cards, or answer with `choice`.",
    ),
    "not_your_decision": FaultInfo(
        "The question is another seat's, or there is none.",
        "Answer requests only.",
    ),
    "not_offered": FaultInfo(
        "That card is not among those to choose from.",
        "Choose from `view.you.offers` or `view.you.drawn`.",
    ),
    "must_gather_first": FaultInfo(
        "That comes only after resources have been gathered.",
        "Send `gather_gold` or `gather_cards` first.",
    ),
    "already_gathered": FaultInfo(
        "Resources have been gathered this turn.",
        "Gather once a turn: `view.turn.gathered` tells.",
    ),
    "already_used": FaultInfo(
        "That works once a turn and has been used.",
        "`view.turn.used` lists what is used up.",
    ),
    "not_your_ability": FaultInfo(
        "That is an ability of another character, or of a district that is not in the seat's city.",
        "Only `view.turn.character` and the seat's own city count.",
    ),
    "not_in_hand": FaultInfo("That card is not in the seat's hand.", "See `view.you.hand`."),
    "not_in_city": FaultInfo(
        "That district is not in the city, or it is and `beautified` does not match.",
        "Name districts as in the `city` of the view.",
    ),
    "limit_reached": FaultInfo(
        "The building limit of the turn is used up.",
        "`view.turn.builds` tells how many districts may still be built.",
    ),
    "duplicate": FaultInfo(
        "A district of that name stands in the city already.",
        "Only a Quarry allows to build a second one.",
    ),
    "unaffordable": FaultInfo("The seat has too little gold.", "Compare the price with the seat's gold."),
    "unbuildable": FaultInfo("That district cannot be built.", "Leave it in the hand."),
    "bad_payment": FaultInfo(
        "The cards given as payment are not allowed for this district, or too many or too few.",
        "Only the Thieves' Den takes cards, at most as many as it costs.",
    ),
    "bad_target": FaultInfo(
        "That character or seat may not be named.", "The rule that is cited tells who is excluded."
    ),
    "protected": FaultInfo(
        "That district or city is protected from this ability.", "The rule that is cited tells by what."
    ),
    "bad_cards": FaultInfo(
        "The selection of cards is not one that the template allows.",
        "Take `min` to `max` cards of `from`, each as often as it stands there at most.",
    ),
    "duty_open": FaultInfo(
        "The character must do something else before the turn ends.",
        "The rule that is cited tells what; it is among the options.",
    ),
    "nothing_to_gain": FaultInfo(
        "The ability would gain nothing.", "Use it when there is something to gain."
    ),
}

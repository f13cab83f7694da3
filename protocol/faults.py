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
    """What a fault or a refusal means, how to avoid it, and how it comes about, for `referee explain`.

    The lines of an example that begin with `->` come from the referee, with `…` for what does not matter, those
    with `<-` from the bot. The others tell what cannot be seen in such a line.
    """

    meaning: str
    advice: str
    example: str


FAULTS: dict[FaultCode, FaultInfo] = {
    "start_failed": FaultInfo(
        "The bot's program could not be started.",
        "Run the command by hand. Is the path right, the file executable, its interpreter installed?",
        '`bot.toml` says `run = ["./bot"]`, and nobody has built `bot` yet.',
    ),
    "program_changed": FaultInfo(
        "The bot's program is not the one that the run began with.",
        "A program must not change while a run goes on: neither by itself nor by hand. Begin a new run with it.",
        "While the run goes on, the author builds the next version into the same folder.",
    ),
    "start_timeout": FaultInfo(
        "The bot did not answer `hello` within the start limit.",
        "Answer as soon as the line arrives, flush standard output, and load heavy things later or faster.",
        "The bot loads a network of weights for 12 seconds before it reads its first line.",
    ),
    "version_mismatch": FaultInfo(
        "The bot chose a protocol version that the referee does not offer.",
        "Answer `hello` with one of the numbers in `versions`.",
        '-> {"type":"hello","protocol":"citadels","versions":[1],…}\n<- {"type":"hello","version":2}',
    ),
    "ready_timeout": FaultInfo(
        "The bot did not answer `game_start` with `ready` within the ready limit.",
        "Reset for the new game quickly and send `ready` with the `game` id of the message.",
        "At each `game_start` the bot works out tables for 3 seconds before it writes `ready`.",
    ),
    "move_timeout": FaultInfo(
        "No complete answer to a request arrived before its deadline.",
        "Watch `time` in the request, keep a margin, end the line with a newline and flush standard output.",
        "The bot calls `print(json.dumps(answer))` without `flush=True`: the line waits in the bot's own buffer.",
    ),
    "exited": FaultInfo(
        "The bot's process ended in the middle of a game.",
        "Look at the bot's standard error, which the run folder keeps: it most likely shows a crash.",
        "A division by zero ends the Python program while it thinks about a request.",
    ),
    "closed_output": FaultInfo(
        "The bot closed its standard output while the game went on.",
        "Keep standard output open until the referee closes your standard input.",
        "The bot calls `sys.stdout.close()` after its first answer.",
    ),
    "closed_input": FaultInfo(
        "The bot closed its standard input while the game went on.",
        "Keep reading standard input until it ends.",
        "The bot closes its standard input after one line, as in `read line; exec <&-`, and lives on.",
    ),
    "bad_utf8": FaultInfo(
        "A line from the bot was not valid UTF-8.",
        "Write JSON in UTF-8 and nothing else on standard output; print for yourself on standard error.",
        "In Latin-1, where é is a single byte:\n"
        '-> {"type":"hello","protocol":"citadels","versions":[1],…}\n'
        '<- {"type":"hello","version":1,"name":"café"}',
    ),
    "bad_json": FaultInfo(
        "A line from the bot was not one JSON object.",
        "Standard output carries JSON lines only. Stray prints belong on standard error.",
        '-> {"type":"request","request":"r7",…}\n<- thinking about 7 options...',
    ),
    "bad_message": FaultInfo(
        "A line from the bot was JSON, but not a message of this protocol.",
        "Compare the line with the schema: a wrong type, a missing field, or one that does not exist.",
        "A string for a number:\n"
        '-> {"type":"request","request":"r7",…}\n'
        '<- {"type":"action","request":"r7","choice":"0"}',
    ),
    "unexpected_message": FaultInfo(
        "A line from the bot was a valid message at a moment when that message makes no sense.",
        "Answer `hello` with `hello`, `game_start` with `ready` and requests with `action`, and nothing else.",
        "`ready` belongs to `game_start`:\n"
        '-> {"type":"request","request":"r7",…}\n'
        '<- {"type":"ready","game":"g-7c1e"}',
    ),
    "line_too_long": FaultInfo(
        "A line from the bot exceeded the limit told in `hello`, or never ended.",
        "An answer needs well under a kilobyte. Is a newline missing?",
        "The bot prints its whole search tree, 100,000 characters, as one line of standard output.",
    ),
    "too_much_output": FaultInfo(
        "The bot wrote more in answer to one request than the limit told in `hello`.",
        "Send one line for one request.",
        "The bot repeats its answer in a loop that does not wait for the next request, 300,000 bytes in all.",
    ),
    "too_many_stray_lines": FaultInfo(
        "The bot sent too many lines that answered nothing.",
        "Answer each request once, with its own `request` id; a late answer is a stray line too.",
        "101 times in one game, the bot answers a request for the second time:\n"
        '-> {"type":"request","request":"r7",…}\n'
        '<- {"type":"action","request":"r7","choice":0}\n'
        '<- {"type":"action","request":"r7","choice":0}',
    ),
    "too_many_rejections": FaultInfo(
        "The bot's action was refused as often as one request allows.",
        "Read `code`, `rule` and `message` of the `rejected` lines, or answer with a `choice` from `legal`.",
        "The bot does not read `rejected` and sends the same answer again, three times in all:\n"
        '-> {"type":"request","request":"r7",…}\n'
        '<- {"type":"action","request":"r7","choice":99}\n'
        '-> {"type":"rejected","request":"r7","code":"bad_choice",…,"attempts_left":2}\n'
        '<- {"type":"action","request":"r7","choice":99}',
    ),
    "benched": FaultInfo(
        "The bot failed in so many games in a row that it sits out the rest of the run: its program is not started.",
        "Look at the faults before this one. `--bench-after` of `referee run` sets the number of games, 0 for never.",
        "A bot that needs a file which is not there crashes in ten games in a row.",
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
        "The last of two options has the number 1:\n"
        '-> {"type":"request","request":"r7",…,"legal":[{"kind":"gather_gold"},{"kind":"gather_cards"}],…}\n'
        '<- {"type":"action","request":"r7","choice":2}',
    ),
    "wrong_kind": FaultInfo(
        "This kind of action does not answer what was asked.",
        "Look at `decision`, and at the kinds that occur in `legal`.",
        'The decision is `keep`:\n<- {"type":"action","request":"r7","action":{"kind":"end_turn"}}',
    ),
    "not_spelled_out": FaultInfo(
        "The action still holds a template where cards are wanted.",
        "Replace the object with `from`, `min` and `max` by a list of cards, or answer with `choice`.",
        "The option is sent back as it stood in `legal`:\n"
        '<- {"type":"action","request":"r7","action":{"kind":"redraw","cards":{"from":["keep"],"min":1,"max":1}}}',
    ),
    "not_your_decision": FaultInfo(
        "The question is another seat's, or there is none.",
        "Answer requests only.",
        "A bot is only sent its own requests, so that this comes to programs that use `referee.rules` as a library:\n"
        "`apply(state, 2, EndTurn())` while P1 is asked.",
    ),
    "not_offered": FaultInfo(
        "That card is not among those to choose from.",
        "Choose from `view.you.offers` or `view.you.drawn`.",
        "The cards drawn are a Keep and a Library:\n"
        '<- {"type":"action","request":"r7","action":{"kind":"keep","card":"market"}}',
    ),
    "must_gather_first": FaultInfo(
        "That comes only after resources have been gathered.",
        "Send `gather_gold` or `gather_cards` first.",
        "The turn has just begun:\n"
        '<- {"type":"action","request":"r7","action":{"kind":"build","district":"tavern"}}',
    ),
    "already_gathered": FaultInfo(
        "Resources have been gathered this turn.",
        "Gather once a turn: `view.turn.gathered` tells.",
        "The seat has taken its gold this turn:\n"
        '<- {"type":"action","request":"r7","action":{"kind":"gather_cards"}}',
    ),
    "already_used": FaultInfo(
        "That works once a turn and has been used.",
        "`view.turn.used` lists what is used up.",
        "The King has collected his income this turn:\n"
        '<- {"type":"action","request":"r7","action":{"kind":"collect_income"}}',
    ),
    "not_your_ability": FaultInfo(
        "That is an ability of another character, or of a district that is not in the seat's city.",
        "Only `view.turn.character` and the seat's own city count.",
        "It is the King's turn:\n"
        '<- {"type":"action","request":"r7","action":{"kind":"assassinate","character":"bishop"}}',
    ),
    "not_in_hand": FaultInfo(
        "That card is not in the seat's hand.",
        "See `view.you.hand`.",
        "The hand holds one card, a Tavern:\n"
        '<- {"type":"action","request":"r7","action":{"kind":"build","district":"palace"}}',
    ),
    "not_in_city": FaultInfo(
        "That district is not in the city, or it is and `beautified` does not match.",
        "Name districts as in the `city` of the view.",
        "The Warlord looks for a Harbor in P2's city, where there is none:\n"
        '<- {"type":"action","request":"r7","action":{"kind":"destroy","seat":2,"district":"harbor"}}',
    ),
    "limit_reached": FaultInfo(
        "The building limit of the turn is used up.",
        "`view.turn.builds` tells how many districts may still be built.",
        "The King has built this turn, and may build once:\n"
        '<- {"type":"action","request":"r7","action":{"kind":"build","district":"tavern"}}',
    ),
    "duplicate": FaultInfo(
        "A district of that name stands in the city already.",
        "Only a Quarry allows to build a second one.",
        "A Tavern stands in the own city already:\n"
        '<- {"type":"action","request":"r7","action":{"kind":"build","district":"tavern"}}',
    ),
    "unaffordable": FaultInfo(
        "The seat has too little gold.",
        "Compare the price with the seat's gold.",
        "The seat has 2 gold, a Palace costs 5:\n"
        '<- {"type":"action","request":"r7","action":{"kind":"build","district":"palace"}}',
    ),
    "unbuildable": FaultInfo(
        "That district cannot be built.",
        "Leave it in the hand.",
        "The Secret Vault stays in the hand and scores there:\n"
        '<- {"type":"action","request":"r7","action":{"kind":"build","district":"secret_vault"}}',
    ),
    "bad_payment": FaultInfo(
        "The cards given as payment are not allowed for this district, or too many or too few.",
        "Only the Thieves' Den takes cards, at most as many as it costs.",
        "A Tavern is paid for in gold:\n"
        '<- {"type":"action","request":"r7","action":{"kind":"build","district":"tavern","cards":["market"]}}',
    ),
    "bad_target": FaultInfo(
        "That character or seat may not be named.",
        "The rule that is cited tells who is excluded.",
        "The Thief may not name the Assassin:\n"
        '<- {"type":"action","request":"r7","action":{"kind":"rob","character":"assassin"}}',
    ),
    "protected": FaultInfo(
        "That district or city is protected from this ability.",
        "The rule that is cited tells by what.",
        "P2 is the Bishop, and alive:\n"
        '<- {"type":"action","request":"r7","action":{"kind":"destroy","seat":2,"district":"tavern"}}',
    ),
    "bad_cards": FaultInfo(
        "The selection of cards is not one that the template allows.",
        "Take `min` to `max` cards of `from`, each as often as it stands there at most.",
        "No card at all is no selection:\n"
        '<- {"type":"action","request":"r7","action":{"kind":"redraw","cards":[]}}',
    ),
    "duty_open": FaultInfo(
        "The character must do something else before the turn ends.",
        "The rule that is cited tells what; it is among the options.",
        'DUTY\n<- {"type":"action","request":"r7","action":{"kind":"end_turn"}}',
    ),
    "nothing_to_gain": FaultInfo(
        "The ability would gain nothing.",
        "Use it when there is something to gain.",
        'The deck is empty:\n<- {"type":"action","request":"r7","action":{"kind":"gather_cards"}}',
    ),
}

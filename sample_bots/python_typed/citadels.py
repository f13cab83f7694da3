"""The messages of the Citadels protocol, version 1. Generated: do not edit.

Fields that are not known are ignored. Events stay dictionaries; `kind` tells what they are.
"""

from typing import Any, Literal, TypeAlias

from msgspec import Struct

Character: TypeAlias = Literal[
    "assassin",
    "witch",
    "magistrate",
    "thief",
    "spy",
    "blackmailer",
    "magician",
    "wizard",
    "seer",
    "king",
    "emperor",
    "patrician",
    "bishop",
    "abbot",
    "cardinal",
    "merchant",
    "alchemist",
    "trader",
    "architect",
    "navigator",
    "scholar",
    "warlord",
    "diplomat",
    "marshal",
    "queen",
    "artist",
    "tax_collector",
]

BasicDistrict: TypeAlias = Literal[
    "manor",
    "castle",
    "palace",
    "temple",
    "church",
    "monastery",
    "cathedral",
    "tavern",
    "market",
    "trading_post",
    "docks",
    "harbor",
    "town_hall",
    "watchtower",
    "prison",
    "barracks",
    "fortress",
]

UniqueDistrict: TypeAlias = Literal[
    "armory",
    "basilica",
    "capitol",
    "dragon_gate",
    "factory",
    "framework",
    "gold_mine",
    "great_wall",
    "haunted_quarter",
    "imperial_treasury",
    "ivory_tower",
    "keep",
    "laboratory",
    "library",
    "map_room",
    "monument",
    "museum",
    "necropolis",
    "observatory",
    "park",
    "poor_house",
    "quarry",
    "school_of_magic",
    "secret_vault",
    "smithy",
    "stables",
    "statue",
    "theater",
    "thieves_den",
    "wishing_well",
]

DistrictType: TypeAlias = Literal[
    "noble",
    "religious",
    "trade",
    "military",
    "unique",
]

Decision: TypeAlias = Literal[
    "pick",
    "theater",
    "gather",
    "bewitch",
    "bribe",
    "reveal_threat",
    "turn",
    "keep",
    "confiscate",
    "take_card",
    "give_cards",
    "pass_crown",
]

NoticeCode: TypeAlias = Literal[
    "stale_request",
    "unknown_request",
    "no_request",
]

Cause: TypeAlias = Literal[
    "setup",
    "gather",
    "income",
    "build",
    "assassin",
    "witch",
    "magistrate",
    "thief",
    "spy",
    "blackmailer",
    "magician",
    "wizard",
    "seer",
    "king",
    "emperor",
    "patrician",
    "bishop",
    "abbot",
    "cardinal",
    "merchant",
    "alchemist",
    "trader",
    "architect",
    "navigator",
    "scholar",
    "warlord",
    "diplomat",
    "marshal",
    "queen",
    "artist",
    "tax_collector",
    "manor",
    "castle",
    "palace",
    "temple",
    "church",
    "monastery",
    "cathedral",
    "tavern",
    "market",
    "trading_post",
    "docks",
    "harbor",
    "town_hall",
    "watchtower",
    "prison",
    "barracks",
    "fortress",
    "armory",
    "basilica",
    "capitol",
    "dragon_gate",
    "factory",
    "framework",
    "gold_mine",
    "great_wall",
    "haunted_quarter",
    "imperial_treasury",
    "ivory_tower",
    "keep",
    "laboratory",
    "library",
    "map_room",
    "monument",
    "museum",
    "necropolis",
    "observatory",
    "park",
    "poor_house",
    "quarry",
    "school_of_magic",
    "secret_vault",
    "smithy",
    "stables",
    "statue",
    "theater",
    "thieves_den",
    "wishing_well",
]

MarkKind: TypeAlias = Literal[
    "killed",
    "bewitched",
    "warrant",
    "robbed",
    "threat",
]

MarkFace: TypeAlias = Literal[
    "signed",
    "blank",
    "flowered",
    "plain",
]

District: TypeAlias = BasicDistrict | UniqueDistrict


class Pick(Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="pick"):
    """Keep a character of the stack in hand; with two players, from the second pick on, also set one aside."""

    character: Character
    discard: Character | None = None


class GatherGold(Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="gather_gold"):
    """Take the gold option of gathering resources."""


class GatherCards(Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="gather_cards"):
    """Take the card option of gathering resources."""


class Keep(Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="keep"):
    """Keep one of the cards just drawn; the others go beneath the deck."""

    card: District


class Choose(Struct, frozen=True, omit_defaults=True, rename={"options": "from"}):
    """A template: any selection of `min` to `max` cards from `from` (a multiset) is legal."""

    options: tuple[District, ...]
    min: int
    max: int


class CityCard(Struct, frozen=True, omit_defaults=True):
    """A district standing in a city; `beautified` tells which, as in the view of the city."""

    district: District
    beautified: bool = False


class Build(Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="build"):
    """Build a district from the hand (asked `take_card`: from the hand looked at)."""

    district: District
    cards: tuple[District, ...] | Choose = ()
    sacrifice: CityCard | None = None
    lender: int | None = None
    exchange: tuple[District, ...] | Choose = ()


class EndTurn(Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="end_turn"):
    """End the turn. Abilities not used are forfeited."""


class CollectIncome(Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="collect_income"):
    """Gain the character's resources for districts of its type, once a turn and all at once."""

    cards: int = 0


class Assassinate(Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="assassinate"):
    """Assassin: name the character to be killed."""

    character: Character


class Rob(Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="rob"):
    """Thief: name the character to be robbed."""

    character: Character


class SwapHands(Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="swap_hands"):
    """Magician: exchange hands with another seat."""

    seat: int


class Redraw(Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="redraw"):
    """Magician: put cards of the hand beneath the deck and draw as many."""

    cards: tuple[District, ...] | Choose


class ExtraGold(Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="extra_gold"):
    """Gain extra gold: Merchant 1, Navigator 4, Queen 3 beside the rank 4 character."""


class ExtraCards(Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="extra_cards"):
    """Gain extra cards: Architect 2, Navigator 4."""


class Destroy(Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="destroy"):
    """Warlord: destroy a district. `beautified` tells which, as in the view of the city."""

    seat: int
    district: District
    beautified: bool = False


class Beautify(Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="beautify"):
    """Artist: put one gold on each of one or two own districts."""

    districts: tuple[District, ...] | Choose


class CollectTaxes(Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="collect_taxes"):
    """Tax Collector: take all gold from the token."""


class Laboratory(Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="laboratory"):
    """Laboratory: discard a card from the hand to gain two gold."""

    card: District


class Smithy(Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="smithy"):
    """Smithy: pay two gold to gain three cards."""


class Bewitch(Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="bewitch"):
    """Witch: name the character in whose role the turn will go on."""

    character: Character


class ChooseCharacters(Struct, frozen=True, omit_defaults=True, rename={"options": "from"}):
    """A template: any selection of `min` to `max` characters from `from` (a set) is legal."""

    options: tuple[Character, ...]
    min: int
    max: int


class ServeWarrants(Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="serve_warrants"):
    """Magistrate: put the signed warrant on one character and the blank ones on two others."""

    signed: Character
    blank: tuple[Character, ...] | ChooseCharacters


class Confiscate(Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="confiscate"):
    """Magistrate: reveal the signed warrant and take the district."""


class Decline(Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="decline"):
    """Do not use the opportunity that was asked about."""


class Spy(Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="spy"):
    """Spy: name a seat and a type of district, and look at that hand."""

    seat: int
    type: DistrictType


class Threaten(Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="threaten"):
    """Blackmailer: put the flowered threat on one character and the plain one on another."""

    flowered: Character
    plain: Character


class PayBribe(Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="pay_bribe"):
    """Threatened: give the Blackmailer half of the gold, rounded down, and be rid of the threat."""


class RevealThreat(Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="reveal_threat"):
    """Blackmailer: turn up the threat of a player who paid no bribe."""


class LookAtHand(Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="look_at_hand"):
    """Wizard: look at the hand of another seat, to take a card of it."""

    seat: int


class TakeCard(Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="take_card"):
    """Wizard: take this card of the hand looked at into the own hand."""

    card: District


class TakeFromAll(Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="take_from_all"):
    """Seer: take a random card from every other hand."""


class GiveCards(Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="give_cards"):
    """Seer: give one card to each of `seats`, the first of `cards` to the first and so on."""

    seats: tuple[int, ...]
    cards: tuple[District, ...] | Choose


class PassCrown(Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="pass_crown"):
    """Emperor: give the crown to a seat and take a gold or a random card from it."""

    seat: int
    take: Literal["card", "gold"] | None = None


class CollectTithe(Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="collect_tithe"):
    """Abbot: get one gold from the richest player, this one."""

    seat: int


class Study(Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="study"):
    """Scholar: draw seven cards to keep one of them."""


class Exchange(Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="exchange"):
    """Diplomat: exchange a district of the own city, `give`, for one of another seat, paying the difference."""

    seat: int
    take: CityCard
    give: CityCard


class Seize(Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="seize"):
    """Marshal: seize a district that costs three at most from another seat, paying its cost."""

    seat: int
    district: District
    beautified: bool = False


class Armory(Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="armory"):
    """Armory: destroy it to destroy another district."""

    seat: int
    district: District
    beautified: bool = False


class Museum(Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="museum"):
    """Museum: put a card of the hand facedown beneath it."""

    card: District


class SwapCharacters(Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="swap_characters"):
    """Theater: exchange the own character with that of another seat, unseen."""

    seat: int
    character: Character | None = None


Action: TypeAlias = (
    Pick
    | GatherGold
    | GatherCards
    | Keep
    | Build
    | EndTurn
    | CollectIncome
    | Assassinate
    | Rob
    | SwapHands
    | Redraw
    | ExtraGold
    | ExtraCards
    | Destroy
    | Beautify
    | CollectTaxes
    | Laboratory
    | Smithy
    | Bewitch
    | ServeWarrants
    | Confiscate
    | Decline
    | Spy
    | Threaten
    | PayBribe
    | RevealThreat
    | LookAtHand
    | TakeCard
    | TakeFromAll
    | GiveCards
    | PassCrown
    | CollectTithe
    | Study
    | Exchange
    | Seize
    | Armory
    | Museum
    | SwapCharacters
)


class Limits(Struct, frozen=True, omit_defaults=True):
    """What the referee allows a bot."""

    line_bytes: int = 0
    output_bytes: int = 0
    stray_lines: int = 0
    attempts: int = 0
    start_ms: int = 0
    ready_ms: int = 0


class Hello(Struct, frozen=True, omit_defaults=True, tag_field="type", tag="hello"):
    """The referee's first line, once a process. `schema` is the SHA-256 of the JSON Schema."""

    protocol: Literal["citadels"]
    versions: tuple[int, ...]
    schema: str
    limits: Limits


class Setup(Struct, frozen=True, omit_defaults=True):
    """What is in the box: the edition, the characters by rank, the unique districts beside the basic ones."""

    edition: Literal["2016"]
    cast: tuple[Character, ...]
    districts: tuple[UniqueDistrict, ...]
    city_size: int
    round_limit: int


class Clock(Struct, frozen=True, omit_defaults=True):
    """Time in milliseconds: `move_ms` for each decision, and a bank for a whole game that overruns use up."""

    move_ms: int
    bank_ms: int


class GameStart(Struct, frozen=True, omit_defaults=True, tag_field="type", tag="game_start"):
    """A game begins: `seat` is the bot's own, `bot_seed` hexadecimal randomness that tells nothing of it."""

    game: str
    seat: int
    seats: int
    setup: Setup
    time: Clock
    bot_seed: str


class CityDistrict(Struct, frozen=True, omit_defaults=True):
    """A district in a city, with the Artist's gold on it or not, and how many cards lie beneath a Museum."""

    district: District
    beautified: bool = False
    beneath: int = 0


class PlayerView(Struct, frozen=True, omit_defaults=True):
    """What everyone sees of a seat."""

    gold: int
    hand: int
    city: tuple[CityDistrict, ...]
    characters: tuple[Character, ...] = ()
    completed: bool = False


class KnownHand(Struct, frozen=True, omit_defaults=True):
    """Cards that are for certain in the hand of `seat`, because this seat saw them get there."""

    seat: int
    cards: tuple[District, ...]


class KnownCharacter(Struct, frozen=True, omit_defaults=True):
    """A character that is for certain with `seat`, because a Theater exchanged it."""

    seat: int
    character: Character


class OwnView(Struct, frozen=True, omit_defaults=True):
    """What only this seat knows."""

    seat: int
    hand: tuple[District, ...]
    characters: tuple[Character, ...] = ()
    drawn: tuple[District, ...] = ()
    offers: tuple[tuple[Character, ...], ...] = ()
    set_aside: tuple[Character, ...] = ()
    known_hands: tuple[KnownHand, ...] = ()
    known_characters: tuple[KnownCharacter, ...] = ()
    museum: tuple[District, ...] = ()
    beneath: tuple[District | None, ...] = ()


class MarkView(Struct, frozen=True, omit_defaults=True):
    """A character marked for this round, and by which seat; the `face` of a warrant or threat if known."""

    mark: MarkKind
    character: Character
    seat: int
    face: MarkFace | None = None


class TurnView(Struct, frozen=True, omit_defaults=True):
    """The turn in progress: `builds` is what is left of the building limit, `used` the abilities used up."""

    seat: int
    character: Character
    builds: int
    gathered: bool = False
    used: tuple[str, ...] = ()
    played: District | None = None
    spent: int = 0
    paid: int = 0
    victims: tuple[int, ...] = ()


class TableView(Struct, frozen=True, omit_defaults=True):
    """The whole table as one seat sees it."""

    round: int
    crown: int
    deck: int
    players: tuple[PlayerView, ...]
    you: OwnView
    called: int = 0
    faceup: tuple[Character, ...] = ()
    marks: tuple[MarkView, ...] = ()
    taxes: int = 0
    turn: TurnView | None = None
    first_completed: int | None = None
    swapped: tuple[int, ...] = ()


class Request(Struct, frozen=True, omit_defaults=True, tag_field="type", tag="request"):
    """A decision is asked for."""

    request: str
    decision: Decision
    time: Clock
    seq: int
    events: tuple[dict[str, Any], ...]
    legal: tuple[Action, ...]
    view: TableView


class Rejected(Struct, frozen=True, omit_defaults=True, tag_field="type", tag="rejected"):
    """The answer was refused, and may be tried again within the same time."""

    request: str
    code: str
    rule: str
    message: str
    path: str
    remaining_ms: int
    attempts_left: int


class Notice(Struct, frozen=True, omit_defaults=True, tag_field="type", tag="notice"):
    """A line of the bot was ignored."""

    code: NoticeCode
    message: str


class Score(Struct, frozen=True, omit_defaults=True):
    """The points of one seat and what they are made of."""

    districts: int
    types: int
    completion: int
    unique: int
    total: int
    rank: int
    haunted_quarter: DistrictType | None = None


class GameEnd(Struct, frozen=True, omit_defaults=True, tag_field="type", tag="game_end"):
    """The game is over. `ranks` by seat, 1 for the winner; seats that forfeited share the last place."""

    game: str
    seq: int
    events: tuple[dict[str, Any], ...]
    scores: tuple[Score, ...]
    ranks: tuple[int, ...]


class GameAborted(Struct, frozen=True, omit_defaults=True, tag_field="type", tag="game_aborted"):
    """The game was broken off by the referee and does not count."""

    game: str


class Shutdown(Struct, frozen=True, omit_defaults=True, tag_field="type", tag="shutdown"):
    """The last line; end of input follows."""


class BotHello(Struct, frozen=True, omit_defaults=True, tag_field="type", tag="hello"):
    """The bot's answer to `hello`: the version it chose and what it calls itself."""

    version: int
    name: str = ""


class Ready(Struct, frozen=True, omit_defaults=True, tag_field="type", tag="ready"):
    """The bot's answer to `game_start`."""

    game: str


class ActionMessage(Struct, frozen=True, omit_defaults=True, tag_field="type", tag="action"):
    """The bot's answer to a request: `choice` is an index into `legal`, or `action` is spelled out."""

    request: str
    choice: int | None = None
    action: Action | None = None


FromReferee: TypeAlias = Hello | GameStart | Request | Rejected | Notice | GameEnd | GameAborted | Shutdown

FromBot: TypeAlias = BotHello | Ready | ActionMessage

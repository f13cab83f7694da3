// The messages of the Citadels protocol, version 1. Generated: do not edit.

export type Character =
  | "assassin"
  | "witch"
  | "magistrate"
  | "thief"
  | "spy"
  | "blackmailer"
  | "magician"
  | "wizard"
  | "seer"
  | "king"
  | "emperor"
  | "patrician"
  | "bishop"
  | "abbot"
  | "cardinal"
  | "merchant"
  | "alchemist"
  | "trader"
  | "architect"
  | "navigator"
  | "scholar"
  | "warlord"
  | "diplomat"
  | "marshal"
  | "queen"
  | "artist"
  | "tax_collector";

export type BasicDistrict =
  | "manor"
  | "castle"
  | "palace"
  | "temple"
  | "church"
  | "monastery"
  | "cathedral"
  | "tavern"
  | "market"
  | "trading_post"
  | "docks"
  | "harbor"
  | "town_hall"
  | "watchtower"
  | "prison"
  | "barracks"
  | "fortress";

export type UniqueDistrict =
  | "armory"
  | "basilica"
  | "capitol"
  | "dragon_gate"
  | "factory"
  | "framework"
  | "gold_mine"
  | "great_wall"
  | "haunted_quarter"
  | "imperial_treasury"
  | "ivory_tower"
  | "keep"
  | "laboratory"
  | "library"
  | "map_room"
  | "monument"
  | "museum"
  | "necropolis"
  | "observatory"
  | "park"
  | "poor_house"
  | "quarry"
  | "school_of_magic"
  | "secret_vault"
  | "smithy"
  | "stables"
  | "statue"
  | "theater"
  | "thieves_den"
  | "wishing_well";

export type DistrictType =
  | "noble"
  | "religious"
  | "trade"
  | "military"
  | "unique";

export type Decision =
  | "pick"
  | "theater"
  | "gather"
  | "bewitch"
  | "bribe"
  | "reveal_threat"
  | "turn"
  | "keep"
  | "confiscate"
  | "take_card"
  | "give_cards"
  | "pass_crown";

export type NoticeCode =
  | "stale_request"
  | "unknown_request"
  | "no_request";

export type Cause =
  | "setup"
  | "gather"
  | "income"
  | "build"
  | "assassin"
  | "witch"
  | "magistrate"
  | "thief"
  | "spy"
  | "blackmailer"
  | "magician"
  | "wizard"
  | "seer"
  | "king"
  | "emperor"
  | "patrician"
  | "bishop"
  | "abbot"
  | "cardinal"
  | "merchant"
  | "alchemist"
  | "trader"
  | "architect"
  | "navigator"
  | "scholar"
  | "warlord"
  | "diplomat"
  | "marshal"
  | "queen"
  | "artist"
  | "tax_collector"
  | "manor"
  | "castle"
  | "palace"
  | "temple"
  | "church"
  | "monastery"
  | "cathedral"
  | "tavern"
  | "market"
  | "trading_post"
  | "docks"
  | "harbor"
  | "town_hall"
  | "watchtower"
  | "prison"
  | "barracks"
  | "fortress"
  | "armory"
  | "basilica"
  | "capitol"
  | "dragon_gate"
  | "factory"
  | "framework"
  | "gold_mine"
  | "great_wall"
  | "haunted_quarter"
  | "imperial_treasury"
  | "ivory_tower"
  | "keep"
  | "laboratory"
  | "library"
  | "map_room"
  | "monument"
  | "museum"
  | "necropolis"
  | "observatory"
  | "park"
  | "poor_house"
  | "quarry"
  | "school_of_magic"
  | "secret_vault"
  | "smithy"
  | "stables"
  | "statue"
  | "theater"
  | "thieves_den"
  | "wishing_well";

export type MarkKind =
  | "killed"
  | "bewitched"
  | "warrant"
  | "robbed"
  | "threat";

export type MarkFace =
  | "signed"
  | "blank"
  | "flowered"
  | "plain";

export type District = BasicDistrict | UniqueDistrict;

/** Keep a character of the stack in hand; with two players, from the second pick on, also set one aside. */
export interface Pick {
  kind: "pick";
  character: Character;
  discard?: Character | null;
}

/** Take the gold option of gathering resources. */
export interface GatherGold {
  kind: "gather_gold";
}

/** Take the card option of gathering resources. */
export interface GatherCards {
  kind: "gather_cards";
}

/** Keep one of the cards just drawn; the others go beneath the deck. */
export interface Keep {
  kind: "keep";
  card: District;
}

/** A template: any selection of `min` to `max` cards from `from` (a multiset) is legal. */
export interface Choose {
  from: District[];
  min: number;
  max: number;
}

/** A district standing in a city; `beautified` tells which, as in the view of the city. */
export interface CityCard {
  district: District;
  beautified?: boolean;
}

/** Build a district from the hand (asked `take_card`: from the hand looked at). */
export interface Build {
  kind: "build";
  district: District;
  cards?: District[] | Choose;
  sacrifice?: CityCard | null;
  lender?: number | null;
  exchange?: District[] | Choose;
}

/** End the turn. Abilities not used are forfeited. */
export interface EndTurn {
  kind: "end_turn";
}

/** Gain the character's resources for districts of its type, once a turn and all at once. */
export interface CollectIncome {
  kind: "collect_income";
  cards?: number;
}

/** Assassin: name the character to be killed. */
export interface Assassinate {
  kind: "assassinate";
  character: Character;
}

/** Thief: name the character to be robbed. */
export interface Rob {
  kind: "rob";
  character: Character;
}

/** Magician: exchange hands with another seat. */
export interface SwapHands {
  kind: "swap_hands";
  seat: number;
}

/** Magician: put cards of the hand beneath the deck and draw as many. */
export interface Redraw {
  kind: "redraw";
  cards: District[] | Choose;
}

/** Gain extra gold: Merchant 1, Navigator 4, Queen 3 beside the rank 4 character. */
export interface ExtraGold {
  kind: "extra_gold";
}

/** Gain extra cards: Architect 2, Navigator 4. */
export interface ExtraCards {
  kind: "extra_cards";
}

/** Warlord: destroy a district. `beautified` tells which, as in the view of the city. */
export interface Destroy {
  kind: "destroy";
  seat: number;
  district: District;
  beautified?: boolean;
}

/** Artist: put one gold on each of one or two own districts. */
export interface Beautify {
  kind: "beautify";
  districts: District[] | Choose;
}

/** Tax Collector: take all gold from the token. */
export interface CollectTaxes {
  kind: "collect_taxes";
}

/** Laboratory: discard a card from the hand to gain two gold. */
export interface Laboratory {
  kind: "laboratory";
  card: District;
}

/** Smithy: pay two gold to gain three cards. */
export interface Smithy {
  kind: "smithy";
}

/** Witch: name the character in whose role the turn will go on. */
export interface Bewitch {
  kind: "bewitch";
  character: Character;
}

/** A template: any selection of `min` to `max` characters from `from` (a set) is legal. */
export interface ChooseCharacters {
  from: Character[];
  min: number;
  max: number;
}

/** Magistrate: put the signed warrant on one character and the blank ones on two others. */
export interface ServeWarrants {
  kind: "serve_warrants";
  signed: Character;
  blank: Character[] | ChooseCharacters;
}

/** Magistrate: reveal the signed warrant and take the district. */
export interface Confiscate {
  kind: "confiscate";
}

/** Do not use the opportunity that was asked about. */
export interface Decline {
  kind: "decline";
}

/** Spy: name a seat and a type of district, and look at that hand. */
export interface Spy {
  kind: "spy";
  seat: number;
  type: DistrictType;
}

/** Blackmailer: put the flowered threat on one character and the plain one on another. */
export interface Threaten {
  kind: "threaten";
  flowered: Character;
  plain: Character;
}

/** Threatened: give the Blackmailer half of the gold, rounded down, and be rid of the threat. */
export interface PayBribe {
  kind: "pay_bribe";
}

/** Blackmailer: turn up the threat of a player who paid no bribe. */
export interface RevealThreat {
  kind: "reveal_threat";
}

/** Wizard: look at the hand of another seat, to take a card of it. */
export interface LookAtHand {
  kind: "look_at_hand";
  seat: number;
}

/** Wizard: take this card of the hand looked at into the own hand. */
export interface TakeCard {
  kind: "take_card";
  card: District;
}

/** Seer: take a random card from every other hand. */
export interface TakeFromAll {
  kind: "take_from_all";
}

/** Seer: give one card to each of `seats`, the first of `cards` to the first and so on. */
export interface GiveCards {
  kind: "give_cards";
  seats: number[];
  cards: District[] | Choose;
}

/** Emperor: give the crown to a seat and take a gold or a random card from it. */
export interface PassCrown {
  kind: "pass_crown";
  seat: number;
  take?: "card" | "gold" | null;
}

/** Abbot: get one gold from the richest player, this one. */
export interface CollectTithe {
  kind: "collect_tithe";
  seat: number;
}

/** Scholar: draw seven cards to keep one of them. */
export interface Study {
  kind: "study";
}

/** Diplomat: exchange a district of the own city, `give`, for one of another seat, paying the difference. */
export interface Exchange {
  kind: "exchange";
  seat: number;
  take: CityCard;
  give: CityCard;
}

/** Marshal: seize a district that costs three at most from another seat, paying its cost. */
export interface Seize {
  kind: "seize";
  seat: number;
  district: District;
  beautified?: boolean;
}

/** Armory: destroy it to destroy another district. */
export interface Armory {
  kind: "armory";
  seat: number;
  district: District;
  beautified?: boolean;
}

/** Museum: put a card of the hand facedown beneath it. */
export interface Museum {
  kind: "museum";
  card: District;
}

/** Theater: exchange the own character with that of another seat, unseen. */
export interface SwapCharacters {
  kind: "swap_characters";
  seat: number;
  character?: Character | null;
}

/** A round begins, with `crown` the crowned seat. */
export interface RoundStarted {
  kind: "round_started";
  round: number;
  crown: number;
}

/** Characters were discarded at random before the selection: these faceup, one more facedown. */
export interface CharactersDiscarded {
  kind: "characters_discarded";
  faceup: Character[];
}

/** A seat was handed a stack of `count` characters. Only that seat sees `characters` (sorted by rank). */
export interface CharactersOffered {
  kind: "characters_offered";
  seat: number;
  count: number;
  characters?: Character[] | null;
}

/** A seat kept one character of its stack. Only that seat sees which. */
export interface CharacterPicked {
  kind: "character_picked";
  seat: number;
  character?: Character | null;
}

/** A character went facedown during the selection. */
export interface CharacterDiscarded {
  kind: "character_discarded";
  seat?: number | null;
  character?: Character | null;
}

/** The crowned player called a character. No `turn_started` before the next call: nobody answered. */
export interface CharacterCalled {
  kind: "character_called";
  character: Character;
}

/** A seat showed its character. */
export interface CharacterRevealed {
  kind: "character_revealed";
  seat: number;
  character: Character;
}

/** A seat takes its turn as `character`, with a building limit of `builds`. */
export interface TurnStarted {
  kind: "turn_started";
  seat: number;
  character: Character;
  builds: number;
  gathered?: boolean;
}

/** A turn is over. */
export interface TurnEnded {
  kind: "turn_ended";
  seat: number;
  character: Character;
}

/** A seat used an ability that works once a turn; what came of it follows. */
export interface AbilityUsed {
  kind: "ability_used";
  seat: number;
  ability: string;
}

/** A seat marked a character: killed, bewitched, to be robbed, with a warrant or a threat. */
export interface CharacterMarked {
  kind: "character_marked";
  seat: number;
  mark: MarkKind;
  character: Character;
  face?: MarkFace | null;
}

/** Gold went from the bank to a seat. */
export interface GoldGained {
  kind: "gold_gained";
  seat: number;
  gold: number;
  cause: Cause;
}

/** Gold went from a seat to the bank. */
export interface GoldPaid {
  kind: "gold_paid";
  seat: number;
  gold: number;
  cause: Cause;
}

/** Gold went from the stash of seat `victim` to seat `seat`. */
export interface GoldTaken {
  kind: "gold_taken";
  seat: number;
  victim: number;
  gold: number;
  cause: Cause;
}

/** A seat drew cards to choose from. Only that seat sees `cards`, in the order drawn. */
export interface CardsDrawn {
  kind: "cards_drawn";
  seat: number;
  count: number;
  cards?: District[] | null;
}

/** A seat kept one of the cards it drew and put the other `beneath` cards under the deck. */
export interface CardKept {
  kind: "card_kept";
  seat: number;
  beneath: number;
  card?: District | null;
}

/** Cards went from the deck to a hand. Only that seat sees `cards`, in the order drawn. */
export interface CardsGained {
  kind: "cards_gained";
  seat: number;
  count: number;
  cause: Cause;
  cards?: District[] | null;
}

/** Cards went from a hand, or with cause `museum` from under a Museum that was destroyed, beneath the deck. */
export interface CardsDiscarded {
  kind: "cards_discarded";
  seat: number;
  count: number;
  cause: Cause;
  cards?: District[] | null;
}

/** Cards went from the hand of seat `victim` to that of `seat`. Only these two see `cards` (sorted). */
export interface CardsTaken {
  kind: "cards_taken";
  seat: number;
  victim: number;
  count: number;
  cause: Cause;
  cards?: District[] | null;
}

/** A district rose in a city; `builds` is what is left of the turn's building limit. */
export interface DistrictBuilt {
  kind: "district_built";
  seat: number;
  district: District;
  builds: number;
}

/** Seat `by` destroyed a district in the city of `seat`; the card went beneath the deck. */
export interface DistrictDestroyed {
  kind: "district_destroyed";
  seat: number;
  district: District;
  by: number;
  beautified?: boolean;
}

/** A seat put one gold on a district of its city, whose cost is one higher from now on. */
export interface DistrictBeautified {
  kind: "district_beautified";
  seat: number;
  district: District;
}

/** A city reached the size that completes it. The game ends with this round. */
export interface CityCompleted {
  kind: "city_completed";
  seat: number;
  first: boolean;
}

/** A seat that built put one gold on the Tax Collector's token. */
export interface TaxPaid {
  kind: "tax_paid";
  seat: number;
}

/** The Tax Collector's gold went from the token to a seat. */
export interface TaxesCollected {
  kind: "taxes_collected";
  seat: number;
  gold: number;
}

/** A seat took the crown. */
export interface CrownMoved {
  kind: "crown_moved";
  seat: number;
}

/** All characters have been called; character cards go back, unshown ones unseen. */
export interface RoundEnded {
  kind: "round_ended";
  round: number;
}

/** The points of one seat and what they are made of. */
export interface Score {
  districts: number;
  types: number;
  completion: number;
  unique: number;
  total: number;
  rank: number;
  haunted_quarter?: DistrictType | null;
}

/** The game is over; `scores` by seat. A score's `rank` is 1 for the winner. */
export interface GameEnded {
  kind: "game_ended";
  scores: Score[];
}

/** The Witch's turn is on hold until the bewitched character has gathered. */
export interface TurnHeld {
  kind: "turn_held";
  seat: number;
}

/** A warrant or threat on a character was turned up. */
export interface MarkRevealed {
  kind: "mark_revealed";
  mark: MarkKind;
  character: Character;
  face: MarkFace;
}

/** A threat was taken off a character, unseen. */
export interface MarkRemoved {
  kind: "mark_removed";
  mark: MarkKind;
  character: Character;
}

/** A seat looked at the hand of seat `victim`. Only these two know its `cards` (sorted). */
export interface HandSeen {
  kind: "hand_seen";
  seat: number;
  victim: number;
  cards?: District[] | null;
}

/** The Spy named a type of district and seat `victim`. */
export interface TypeNamed {
  kind: "type_named";
  seat: number;
  victim: number;
  type: DistrictType;
}

/** A seat kept one of the cards it drew; the others were shuffled into the deck. */
export interface CardsStudied {
  kind: "cards_studied";
  seat: number;
  card?: District | null;
}

/** A seat put a card of its hand facedown beneath its Museum. Only that seat sees the `card`. */
export interface CardPutAway {
  kind: "card_put_away";
  seat: number;
  card?: District | null;
}

/** Two seats exchanged a character. Only these two see what was `given` and what was `received` by `seat`. */
export interface CharactersSwapped {
  kind: "characters_swapped";
  seat: number;
  other: number;
  given?: Character | null;
  received?: Character | null;
}

/** A seat played a district from its hand, having paid for it; it rises next, here or with the Magistrate. */
export interface CardPlayed {
  kind: "card_played";
  seat: number;
  district: District;
  builds: number;
}

/** A district went from the city of seat `victim` to that of `seat`, with the cards beneath a Museum. */
export interface DistrictMoved {
  kind: "district_moved";
  seat: number;
  victim: number;
  district: District;
  beautified?: boolean;
  beneath?: District[] | null;
}

/** The Magistrate `seat` took a district that seat `victim` had paid for; it rises in the Magistrate's city. */
export interface DistrictConfiscated {
  kind: "district_confiscated";
  seat: number;
  victim: number;
  district: District;
}

/** What the referee allows a bot. */
export interface Limits {
  line_bytes?: number;
  output_bytes?: number;
  stray_lines?: number;
  attempts?: number;
  start_ms?: number;
  ready_ms?: number;
}

/** The referee's first line, once a process. `schema` is the SHA-256 of the JSON Schema. */
export interface Hello {
  type: "hello";
  protocol: "citadels";
  versions: number[];
  schema: string;
  limits: Limits;
}

/** What is in the box: the edition, the characters by rank, the unique districts beside the basic ones. */
export interface Setup {
  edition: "2016";
  cast: Character[];
  districts: UniqueDistrict[];
  city_size: number;
  round_limit: number;
}

/** Time in milliseconds: `move_ms` for each decision, and a bank for a whole game that overruns use up. */
export interface Clock {
  move_ms: number;
  bank_ms: number;
}

/** A game begins: `seat` is the bot's own, `bot_seed` hexadecimal randomness that tells nothing of it. */
export interface GameStart {
  type: "game_start";
  game: string;
  seat: number;
  seats: number;
  setup: Setup;
  time: Clock;
  bot_seed: string;
}

/** A district in a city, with the Artist's gold on it or not, and how many cards lie beneath a Museum. */
export interface CityDistrict {
  district: District;
  beautified?: boolean;
  beneath?: number;
}

/** What everyone sees of a seat. */
export interface PlayerView {
  gold: number;
  hand: number;
  city: CityDistrict[];
  characters?: Character[];
  completed?: boolean;
}

/** Cards that are for certain in the hand of `seat`, because this seat saw them get there. */
export interface KnownHand {
  seat: number;
  cards: District[];
}

/** A character that is for certain with `seat`, because a Theater exchanged it. */
export interface KnownCharacter {
  seat: number;
  character: Character;
}

/** What only this seat knows. */
export interface OwnView {
  seat: number;
  hand: District[];
  characters?: Character[];
  drawn?: District[];
  offers?: Character[][];
  set_aside?: Character[];
  known_hands?: KnownHand[];
  known_characters?: KnownCharacter[];
  museum?: District[];
  beneath?: (District | null)[];
}

/** A character marked for this round, and by which seat; the `face` of a warrant or threat if known. */
export interface MarkView {
  mark: MarkKind;
  character: Character;
  seat: number;
  face?: MarkFace | null;
}

/** The turn in progress: `builds` is what is left of the building limit, `used` the abilities used up. */
export interface TurnView {
  seat: number;
  character: Character;
  builds: number;
  gathered?: boolean;
  used?: string[];
  played?: District | null;
  spent?: number;
  paid?: number;
  victims?: number[];
}

/** The whole table as one seat sees it. */
export interface TableView {
  round: number;
  crown: number;
  deck: number;
  players: PlayerView[];
  you: OwnView;
  called?: number;
  faceup?: Character[];
  marks?: MarkView[];
  taxes?: number;
  turn?: TurnView | null;
  first_completed?: number | null;
  swapped?: number[];
}

/** A decision is asked for. */
export interface Request {
  type: "request";
  request: string;
  decision: Decision;
  time: Clock;
  seq: number;
  events: GameEvent[];
  legal: Action[];
  view: TableView;
}

/** The answer was refused, and may be tried again within the same time. */
export interface Rejected {
  type: "rejected";
  request: string;
  code: string;
  rule: string;
  message: string;
  path: string;
  remaining_ms: number;
  attempts_left: number;
}

/** A line of the bot was ignored. */
export interface Notice {
  type: "notice";
  code: NoticeCode;
  message: string;
}

/** The game is over. `ranks` by seat, 1 for the winner; seats that forfeited share the last place. */
export interface GameEnd {
  type: "game_end";
  game: string;
  seq: number;
  events: GameEvent[];
  scores: Score[];
  ranks: number[];
}

/** The game was broken off by the referee and does not count. */
export interface GameAborted {
  type: "game_aborted";
  game: string;
}

/** The last line; end of input follows. */
export interface Shutdown {
  type: "shutdown";
}

/** The bot's answer to `hello`: the version it chose and what it calls itself. */
export interface BotHello {
  type: "hello";
  version: number;
  name?: string;
}

/** The bot's answer to `game_start`. */
export interface Ready {
  type: "ready";
  game: string;
}

/** The bot's answer to a request: `choice` is an index into `legal`, or `action` is spelled out. */
export interface ActionMessage {
  type: "action";
  request: string;
  choice?: number | null;
  action?: Action | null;
}

export type Action =
  | Pick
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
  | SwapCharacters;

export type GameEvent =
  | RoundStarted
  | CharactersDiscarded
  | CharactersOffered
  | CharacterPicked
  | CharacterDiscarded
  | CharacterCalled
  | CharacterRevealed
  | TurnStarted
  | TurnEnded
  | AbilityUsed
  | CharacterMarked
  | GoldGained
  | GoldPaid
  | GoldTaken
  | CardsDrawn
  | CardKept
  | CardsGained
  | CardsDiscarded
  | CardsTaken
  | DistrictBuilt
  | DistrictDestroyed
  | DistrictBeautified
  | CityCompleted
  | TaxPaid
  | TaxesCollected
  | CrownMoved
  | RoundEnded
  | GameEnded
  | TurnHeld
  | MarkRevealed
  | MarkRemoved
  | HandSeen
  | TypeNamed
  | CardsStudied
  | CardPutAway
  | CharactersSwapped
  | CardPlayed
  | DistrictMoved
  | DistrictConfiscated;

export type FromReferee =
  | Hello
  | GameStart
  | Request
  | Rejected
  | Notice
  | GameEnd
  | GameAborted
  | Shutdown;

export type FromBot =
  | BotHello
  | Ready
  | ActionMessage;

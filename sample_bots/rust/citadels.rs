//! The messages of the Citadels protocol, version 1. Generated: do not edit.
#![allow(dead_code)]

use crate::json::Json;

/// What the referee allows a bot.
pub struct Limits {
    pub line_bytes: i64,
    pub output_bytes: i64,
    pub stray_lines: i64,
    pub attempts: i64,
    pub start_ms: i64,
    pub ready_ms: i64,
}

impl Limits {
    pub fn read(json: &Json) -> Limits {
        Limits {
            line_bytes: json.get("line_bytes").number(),
            output_bytes: json.get("output_bytes").number(),
            stray_lines: json.get("stray_lines").number(),
            attempts: json.get("attempts").number(),
            start_ms: json.get("start_ms").number(),
            ready_ms: json.get("ready_ms").number(),
        }
    }
}

/// The referee's first line, once a process. `schema` is the SHA-256 of the JSON Schema.
pub struct Hello {
    pub protocol: String,
    pub versions: Vec<i64>,
    pub schema: String,
    pub limits: Limits,
}

impl Hello {
    pub fn read(json: &Json) -> Hello {
        Hello {
            protocol: json.get("protocol").text(),
            versions: json.get("versions").list(Json::number),
            schema: json.get("schema").text(),
            limits: Limits::read(json.get("limits")),
        }
    }
}

/// What is in the box: the edition, the characters by rank, the unique districts beside the basic ones.
pub struct Setup {
    pub edition: String,
    pub cast: Vec<String>,
    pub districts: Vec<String>,
    pub city_size: i64,
    pub round_limit: i64,
}

impl Setup {
    pub fn read(json: &Json) -> Setup {
        Setup {
            edition: json.get("edition").text(),
            cast: json.get("cast").list(Json::text),
            districts: json.get("districts").list(Json::text),
            city_size: json.get("city_size").number(),
            round_limit: json.get("round_limit").number(),
        }
    }
}

/// Time in milliseconds: `move_ms` for each decision, and a bank for a whole game that overruns use up.
pub struct Clock {
    pub move_ms: i64,
    pub bank_ms: i64,
}

impl Clock {
    pub fn read(json: &Json) -> Clock {
        Clock {
            move_ms: json.get("move_ms").number(),
            bank_ms: json.get("bank_ms").number(),
        }
    }
}

/// A game begins: `seat` is the bot's own, `bot_seed` hexadecimal randomness that tells nothing of it.
pub struct GameStart {
    pub game: String,
    pub seat: i64,
    pub seats: i64,
    pub setup: Setup,
    pub time: Clock,
    pub bot_seed: String,
}

impl GameStart {
    pub fn read(json: &Json) -> GameStart {
        GameStart {
            game: json.get("game").text(),
            seat: json.get("seat").number(),
            seats: json.get("seats").number(),
            setup: Setup::read(json.get("setup")),
            time: Clock::read(json.get("time")),
            bot_seed: json.get("bot_seed").text(),
        }
    }
}

/// A district in a city, with the Artist's gold on it or not, and how many cards lie beneath a Museum.
pub struct CityDistrict {
    pub district: String,
    pub beautified: bool,
    pub beneath: i64,
}

impl CityDistrict {
    pub fn read(json: &Json) -> CityDistrict {
        CityDistrict {
            district: json.get("district").text(),
            beautified: json.get("beautified").flag(),
            beneath: json.get("beneath").number(),
        }
    }
}

/// What everyone sees of a seat.
pub struct PlayerView {
    pub gold: i64,
    pub hand: i64,
    pub city: Vec<CityDistrict>,
    pub characters: Vec<String>,
    pub completed: bool,
}

impl PlayerView {
    pub fn read(json: &Json) -> PlayerView {
        PlayerView {
            gold: json.get("gold").number(),
            hand: json.get("hand").number(),
            city: json.get("city").list(CityDistrict::read),
            characters: json.get("characters").list(Json::text),
            completed: json.get("completed").flag(),
        }
    }
}

/// Cards that are for certain in the hand of `seat`, because this seat saw them get there.
pub struct KnownHand {
    pub seat: i64,
    pub cards: Vec<String>,
}

impl KnownHand {
    pub fn read(json: &Json) -> KnownHand {
        KnownHand {
            seat: json.get("seat").number(),
            cards: json.get("cards").list(Json::text),
        }
    }
}

/// A character that is for certain with `seat`, because a Theater exchanged it.
pub struct KnownCharacter {
    pub seat: i64,
    pub character: String,
}

impl KnownCharacter {
    pub fn read(json: &Json) -> KnownCharacter {
        KnownCharacter {
            seat: json.get("seat").number(),
            character: json.get("character").text(),
        }
    }
}

/// What only this seat knows.
pub struct OwnView {
    pub seat: i64,
    pub hand: Vec<String>,
    pub characters: Vec<String>,
    pub drawn: Vec<String>,
    pub offers: Vec<Vec<String>>,
    pub set_aside: Vec<String>,
    pub known_hands: Vec<KnownHand>,
    pub known_characters: Vec<KnownCharacter>,
    pub museum: Vec<String>,
    pub beneath: Vec<Option<String>>,
}

impl OwnView {
    pub fn read(json: &Json) -> OwnView {
        OwnView {
            seat: json.get("seat").number(),
            hand: json.get("hand").list(Json::text),
            characters: json.get("characters").list(Json::text),
            drawn: json.get("drawn").list(Json::text),
            offers: json.get("offers").list(|list| list.list(Json::text)),
            set_aside: json.get("set_aside").list(Json::text),
            known_hands: json.get("known_hands").list(KnownHand::read),
            known_characters: json.get("known_characters").list(KnownCharacter::read),
            museum: json.get("museum").list(Json::text),
            beneath: json.get("beneath").list(|one| one.maybe(Json::text)),
        }
    }
}

/// A character marked for this round, and by which seat; the `face` of a warrant or threat if known.
pub struct MarkView {
    pub mark: String,
    pub character: String,
    pub seat: i64,
    pub face: Option<String>,
}

impl MarkView {
    pub fn read(json: &Json) -> MarkView {
        MarkView {
            mark: json.get("mark").text(),
            character: json.get("character").text(),
            seat: json.get("seat").number(),
            face: json.get("face").maybe(Json::text),
        }
    }
}

/// The turn in progress: `builds` is what is left of the building limit, `used` the abilities used up.
pub struct TurnView {
    pub seat: i64,
    pub character: String,
    pub builds: i64,
    pub gathered: bool,
    pub used: Vec<String>,
    pub played: Option<String>,
    pub spent: i64,
    pub paid: i64,
    pub victims: Vec<i64>,
}

impl TurnView {
    pub fn read(json: &Json) -> TurnView {
        TurnView {
            seat: json.get("seat").number(),
            character: json.get("character").text(),
            builds: json.get("builds").number(),
            gathered: json.get("gathered").flag(),
            used: json.get("used").list(Json::text),
            played: json.get("played").maybe(Json::text),
            spent: json.get("spent").number(),
            paid: json.get("paid").number(),
            victims: json.get("victims").list(Json::number),
        }
    }
}

/// The whole table as one seat sees it.
pub struct TableView {
    pub round: i64,
    pub crown: i64,
    pub deck: i64,
    pub players: Vec<PlayerView>,
    pub you: OwnView,
    pub called: i64,
    pub faceup: Vec<String>,
    pub marks: Vec<MarkView>,
    pub taxes: i64,
    pub turn: Option<TurnView>,
    pub first_completed: Option<i64>,
    pub swapped: Vec<i64>,
}

impl TableView {
    pub fn read(json: &Json) -> TableView {
        TableView {
            round: json.get("round").number(),
            crown: json.get("crown").number(),
            deck: json.get("deck").number(),
            players: json.get("players").list(PlayerView::read),
            you: OwnView::read(json.get("you")),
            called: json.get("called").number(),
            faceup: json.get("faceup").list(Json::text),
            marks: json.get("marks").list(MarkView::read),
            taxes: json.get("taxes").number(),
            turn: json.get("turn").maybe(TurnView::read),
            first_completed: json.get("first_completed").maybe(Json::number),
            swapped: json.get("swapped").list(Json::number),
        }
    }
}

/// A decision is asked for.
pub struct Request {
    pub request: String,
    pub decision: String,
    pub time: Clock,
    pub seq: i64,
    pub events: Vec<Json>,
    pub legal: Vec<Json>,
    pub view: TableView,
}

impl Request {
    pub fn read(json: &Json) -> Request {
        Request {
            request: json.get("request").text(),
            decision: json.get("decision").text(),
            time: Clock::read(json.get("time")),
            seq: json.get("seq").number(),
            events: json.get("events").list(Json::clone),
            legal: json.get("legal").list(Json::clone),
            view: TableView::read(json.get("view")),
        }
    }
}

/// The answer was refused, and may be tried again within the same time.
pub struct Rejected {
    pub request: String,
    pub code: String,
    pub rule: String,
    pub message: String,
    pub path: String,
    pub remaining_ms: i64,
    pub attempts_left: i64,
}

impl Rejected {
    pub fn read(json: &Json) -> Rejected {
        Rejected {
            request: json.get("request").text(),
            code: json.get("code").text(),
            rule: json.get("rule").text(),
            message: json.get("message").text(),
            path: json.get("path").text(),
            remaining_ms: json.get("remaining_ms").number(),
            attempts_left: json.get("attempts_left").number(),
        }
    }
}

/// A line of the bot was ignored.
pub struct Notice {
    pub code: String,
    pub message: String,
}

impl Notice {
    pub fn read(json: &Json) -> Notice {
        Notice {
            code: json.get("code").text(),
            message: json.get("message").text(),
        }
    }
}

/// The points of one seat and what they are made of.
pub struct Score {
    pub districts: i64,
    pub types: i64,
    pub completion: i64,
    pub unique: i64,
    pub total: i64,
    pub rank: i64,
    pub haunted_quarter: Option<String>,
}

impl Score {
    pub fn read(json: &Json) -> Score {
        Score {
            districts: json.get("districts").number(),
            types: json.get("types").number(),
            completion: json.get("completion").number(),
            unique: json.get("unique").number(),
            total: json.get("total").number(),
            rank: json.get("rank").number(),
            haunted_quarter: json.get("haunted_quarter").maybe(Json::text),
        }
    }
}

/// The game is over. `ranks` by seat, 1 for the winner; seats that forfeited share the last place.
pub struct GameEnd {
    pub game: String,
    pub seq: i64,
    pub events: Vec<Json>,
    pub scores: Vec<Score>,
    pub ranks: Vec<i64>,
}

impl GameEnd {
    pub fn read(json: &Json) -> GameEnd {
        GameEnd {
            game: json.get("game").text(),
            seq: json.get("seq").number(),
            events: json.get("events").list(Json::clone),
            scores: json.get("scores").list(Score::read),
            ranks: json.get("ranks").list(Json::number),
        }
    }
}

/// The game was broken off by the referee and does not count.
pub struct GameAborted {
    pub game: String,
}

impl GameAborted {
    pub fn read(json: &Json) -> GameAborted {
        GameAborted {
            game: json.get("game").text(),
        }
    }
}

/// The last line; end of input follows.
pub struct Shutdown {
}

impl Shutdown {
    pub fn read(_json: &Json) -> Shutdown {
        Shutdown {
        }
    }
}

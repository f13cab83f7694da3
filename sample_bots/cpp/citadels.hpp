// The messages of the Citadels protocol, version 1. Generated: do not edit.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "json.hpp"

namespace citadels {

// What the referee allows a bot.
struct Limits {
    long line_bytes;
    long output_bytes;
    long stray_lines;
    long attempts;
    long start_ms;
    long ready_ms;

    static Limits from(const Json &json) {
        return Limits{
            json["line_bytes"].number(),
            json["output_bytes"].number(),
            json["stray_lines"].number(),
            json["attempts"].number(),
            json["start_ms"].number(),
            json["ready_ms"].number(),
        };
    }
};

// The referee's first line, once a process. `schema` is the SHA-256 of the JSON Schema.
struct Hello {
    std::string protocol;
    std::vector<long> versions;
    std::string schema;
    Limits limits;

    static Hello from(const Json &json) {
        return Hello{
            json["protocol"].text(),
            json["versions"].list(&Json::number),
            json["schema"].text(),
            Limits::from(json["limits"]),
        };
    }
};

// What is in the box: the edition, the characters by rank, the unique districts beside the basic ones.
struct Setup {
    std::string edition;
    std::vector<std::string> cast;
    std::vector<std::string> districts;
    long city_size;
    long round_limit;

    static Setup from(const Json &json) {
        return Setup{
            json["edition"].text(),
            json["cast"].list(&Json::text),
            json["districts"].list(&Json::text),
            json["city_size"].number(),
            json["round_limit"].number(),
        };
    }
};

// Time in milliseconds: `move_ms` for each decision, and a bank for a whole game that overruns use up.
struct Clock {
    long move_ms;
    long bank_ms;

    static Clock from(const Json &json) {
        return Clock{
            json["move_ms"].number(),
            json["bank_ms"].number(),
        };
    }
};

// A game begins: `seat` is the bot's own, `bot_seed` hexadecimal randomness that tells nothing of it.
struct GameStart {
    std::string game;
    long seat;
    long seats;
    Setup setup;
    Clock time;
    std::string bot_seed;

    static GameStart from(const Json &json) {
        return GameStart{
            json["game"].text(),
            json["seat"].number(),
            json["seats"].number(),
            Setup::from(json["setup"]),
            Clock::from(json["time"]),
            json["bot_seed"].text(),
        };
    }
};

// A district in a city, with the Artist's gold on it or not, and how many cards lie beneath a Museum.
struct CityDistrict {
    std::string district;
    bool beautified;
    long beneath;

    static CityDistrict from(const Json &json) {
        return CityDistrict{
            json["district"].text(),
            json["beautified"].flag(),
            json["beneath"].number(),
        };
    }
};

// What everyone sees of a seat.
struct PlayerView {
    long gold;
    long hand;
    std::vector<CityDistrict> city;
    std::vector<std::string> characters;
    bool completed;

    static PlayerView from(const Json &json) {
        return PlayerView{
            json["gold"].number(),
            json["hand"].number(),
            json["city"].list(&CityDistrict::from),
            json["characters"].list(&Json::text),
            json["completed"].flag(),
        };
    }
};

// Cards that are for certain in the hand of `seat`, because this seat saw them get there.
struct KnownHand {
    long seat;
    std::vector<std::string> cards;

    static KnownHand from(const Json &json) {
        return KnownHand{
            json["seat"].number(),
            json["cards"].list(&Json::text),
        };
    }
};

// A character that is for certain with `seat`, because a Theater exchanged it.
struct KnownCharacter {
    long seat;
    std::string character;

    static KnownCharacter from(const Json &json) {
        return KnownCharacter{
            json["seat"].number(),
            json["character"].text(),
        };
    }
};

// What only this seat knows.
struct OwnView {
    long seat;
    std::vector<std::string> hand;
    std::vector<std::string> characters;
    std::vector<std::string> drawn;
    std::vector<std::vector<std::string>> offers;
    std::vector<std::string> set_aside;
    std::vector<KnownHand> known_hands;
    std::vector<KnownCharacter> known_characters;
    std::vector<std::string> museum;
    std::vector<std::optional<std::string>> beneath;

    static OwnView from(const Json &json) {
        return OwnView{
            json["seat"].number(),
            json["hand"].list(&Json::text),
            json["characters"].list(&Json::text),
            json["drawn"].list(&Json::text),
            json["offers"].list([](const Json &list) { return list.list(&Json::text); }),
            json["set_aside"].list(&Json::text),
            json["known_hands"].list(&KnownHand::from),
            json["known_characters"].list(&KnownCharacter::from),
            json["museum"].list(&Json::text),
            json["beneath"].list([](const Json &one) { return one.maybe(&Json::text); }),
        };
    }
};

// A character marked for this round, and by which seat; the `face` of a warrant or threat if known.
struct MarkView {
    std::string mark;
    std::string character;
    long seat;
    std::optional<std::string> face;

    static MarkView from(const Json &json) {
        return MarkView{
            json["mark"].text(),
            json["character"].text(),
            json["seat"].number(),
            json["face"].maybe(&Json::text),
        };
    }
};

// The turn in progress: `builds` is what is left of the building limit, `used` the abilities used up.
struct TurnView {
    long seat;
    std::string character;
    long builds;
    bool gathered;
    std::vector<std::string> used;
    std::optional<std::string> played;
    long spent;
    long paid;
    std::vector<long> victims;

    static TurnView from(const Json &json) {
        return TurnView{
            json["seat"].number(),
            json["character"].text(),
            json["builds"].number(),
            json["gathered"].flag(),
            json["used"].list(&Json::text),
            json["played"].maybe(&Json::text),
            json["spent"].number(),
            json["paid"].number(),
            json["victims"].list(&Json::number),
        };
    }
};

// The whole table as one seat sees it.
struct TableView {
    long round;
    long crown;
    long deck;
    std::vector<PlayerView> players;
    OwnView you;
    long called;
    std::vector<std::string> faceup;
    std::vector<MarkView> marks;
    long taxes;
    std::optional<TurnView> turn;
    std::optional<long> first_completed;
    std::vector<long> swapped;

    static TableView from(const Json &json) {
        return TableView{
            json["round"].number(),
            json["crown"].number(),
            json["deck"].number(),
            json["players"].list(&PlayerView::from),
            OwnView::from(json["you"]),
            json["called"].number(),
            json["faceup"].list(&Json::text),
            json["marks"].list(&MarkView::from),
            json["taxes"].number(),
            json["turn"].maybe(&TurnView::from),
            json["first_completed"].maybe(&Json::number),
            json["swapped"].list(&Json::number),
        };
    }
};

// A decision is asked for.
struct Request {
    std::string request;
    std::string decision;
    Clock time;
    long seq;
    std::vector<Json> events;
    std::vector<Json> legal;
    TableView view;

    static Request from(const Json &json) {
        return Request{
            json["request"].text(),
            json["decision"].text(),
            Clock::from(json["time"]),
            json["seq"].number(),
            json["events"].list(&Json::copy),
            json["legal"].list(&Json::copy),
            TableView::from(json["view"]),
        };
    }
};

// The answer was refused, and may be tried again within the same time.
struct Rejected {
    std::string request;
    std::string code;
    std::string rule;
    std::string message;
    std::string path;
    long remaining_ms;
    long attempts_left;

    static Rejected from(const Json &json) {
        return Rejected{
            json["request"].text(),
            json["code"].text(),
            json["rule"].text(),
            json["message"].text(),
            json["path"].text(),
            json["remaining_ms"].number(),
            json["attempts_left"].number(),
        };
    }
};

// A line of the bot was ignored.
struct Notice {
    std::string code;
    std::string message;

    static Notice from(const Json &json) {
        return Notice{
            json["code"].text(),
            json["message"].text(),
        };
    }
};

// The points of one seat and what they are made of.
struct Score {
    long districts;
    long types;
    long completion;
    long unique;
    long total;
    long rank;
    std::optional<std::string> haunted_quarter;

    static Score from(const Json &json) {
        return Score{
            json["districts"].number(),
            json["types"].number(),
            json["completion"].number(),
            json["unique"].number(),
            json["total"].number(),
            json["rank"].number(),
            json["haunted_quarter"].maybe(&Json::text),
        };
    }
};

// The game is over. `ranks` by seat, 1 for the winner; seats that forfeited share the last place.
struct GameEnd {
    std::string game;
    long seq;
    std::vector<Json> events;
    std::vector<Score> scores;
    std::vector<long> ranks;

    static GameEnd from(const Json &json) {
        return GameEnd{
            json["game"].text(),
            json["seq"].number(),
            json["events"].list(&Json::copy),
            json["scores"].list(&Score::from),
            json["ranks"].list(&Json::number),
        };
    }
};

// The game was broken off by the referee and does not count.
struct GameAborted {
    std::string game;

    static GameAborted from(const Json &json) {
        return GameAborted{
            json["game"].text(),
        };
    }
};

// The last line; end of input follows.
struct Shutdown {

    static Shutdown from(const Json &) {
        return Shutdown{
        };
    }
};

}  // namespace citadels

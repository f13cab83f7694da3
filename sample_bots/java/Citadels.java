// The messages of the Citadels protocol, version 1. Generated: do not edit.

import java.util.List;

final class Citadels {
    private Citadels() {}

    /** What the referee allows a bot. */
    record Limits(int lineBytes, int outputBytes, int strayLines, int attempts, int startMs, int readyMs) {
        static Limits from(Json json) {
            return new Limits(
                json.get("line_bytes").number(),
                json.get("output_bytes").number(),
                json.get("stray_lines").number(),
                json.get("attempts").number(),
                json.get("start_ms").number(),
                json.get("ready_ms").number());
        }
    }

    /** The referee's first line, once a process. `schema` is the SHA-256 of the JSON Schema. */
    record Hello(String protocol, List<Integer> versions, String schema, Limits limits) {
        static Hello from(Json json) {
            return new Hello(
                json.get("protocol").text(),
                json.get("versions").list(Json::number),
                json.get("schema").text(),
                Limits.from(json.get("limits")));
        }
    }

    /** What is in the box: the edition, the characters by rank, the unique districts beside the basic ones. */
    record Setup(String edition, List<String> cast, List<String> districts, int citySize, int roundLimit) {
        static Setup from(Json json) {
            return new Setup(
                json.get("edition").text(),
                json.get("cast").list(Json::text),
                json.get("districts").list(Json::text),
                json.get("city_size").number(),
                json.get("round_limit").number());
        }
    }

    /** Time in milliseconds: `move_ms` for each decision, and a bank for a whole game that overruns use up. */
    record Clock(int moveMs, int bankMs) {
        static Clock from(Json json) {
            return new Clock(
                json.get("move_ms").number(),
                json.get("bank_ms").number());
        }
    }

    /** A game begins: `seat` is the bot's own, `bot_seed` hexadecimal randomness that tells nothing of it. */
    record GameStart(String game, int seat, int seats, Setup setup, Clock time, String botSeed) {
        static GameStart from(Json json) {
            return new GameStart(
                json.get("game").text(),
                json.get("seat").number(),
                json.get("seats").number(),
                Setup.from(json.get("setup")),
                Clock.from(json.get("time")),
                json.get("bot_seed").text());
        }
    }

    /** A district in a city, with the Artist's gold on it or not, and how many cards lie beneath a Museum. */
    record CityDistrict(String district, boolean beautified, int beneath) {
        static CityDistrict from(Json json) {
            return new CityDistrict(
                json.get("district").text(),
                json.get("beautified").flag(),
                json.get("beneath").number());
        }
    }

    /** What everyone sees of a seat. */
    record PlayerView(int gold, int hand, List<CityDistrict> city, List<String> characters, boolean completed) {
        static PlayerView from(Json json) {
            return new PlayerView(
                json.get("gold").number(),
                json.get("hand").number(),
                json.get("city").list(CityDistrict::from),
                json.get("characters").list(Json::text),
                json.get("completed").flag());
        }
    }

    /** Cards that are for certain in the hand of `seat`, because this seat saw them get there. */
    record KnownHand(int seat, List<String> cards) {
        static KnownHand from(Json json) {
            return new KnownHand(
                json.get("seat").number(),
                json.get("cards").list(Json::text));
        }
    }

    /** A character that is for certain with `seat`, because a Theater exchanged it. */
    record KnownCharacter(int seat, String character) {
        static KnownCharacter from(Json json) {
            return new KnownCharacter(
                json.get("seat").number(),
                json.get("character").text());
        }
    }

    /** What only this seat knows. */
    record OwnView(int seat, List<String> hand, List<String> characters, List<String> drawn, List<List<String>> offers, List<String> setAside, List<KnownHand> knownHands, List<KnownCharacter> knownCharacters, List<String> museum, List<String> beneath) {
        static OwnView from(Json json) {
            return new OwnView(
                json.get("seat").number(),
                json.get("hand").list(Json::text),
                json.get("characters").list(Json::text),
                json.get("drawn").list(Json::text),
                json.get("offers").list(list -> list.list(Json::text)),
                json.get("set_aside").list(Json::text),
                json.get("known_hands").list(KnownHand::from),
                json.get("known_characters").list(KnownCharacter::from),
                json.get("museum").list(Json::text),
                json.get("beneath").list(one -> one.maybe(Json::text)));
        }
    }

    /** A character marked for this round, and by which seat; the `face` of a warrant or threat if known. */
    record MarkView(String mark, String character, int seat, String face) {
        static MarkView from(Json json) {
            return new MarkView(
                json.get("mark").text(),
                json.get("character").text(),
                json.get("seat").number(),
                json.get("face").maybe(Json::text));
        }
    }

    /** The turn in progress: `builds` is what is left of the building limit, `used` the abilities used up. */
    record TurnView(int seat, String character, int builds, boolean gathered, List<String> used, String played, int spent, int paid, List<Integer> victims) {
        static TurnView from(Json json) {
            return new TurnView(
                json.get("seat").number(),
                json.get("character").text(),
                json.get("builds").number(),
                json.get("gathered").flag(),
                json.get("used").list(Json::text),
                json.get("played").maybe(Json::text),
                json.get("spent").number(),
                json.get("paid").number(),
                json.get("victims").list(Json::number));
        }
    }

    /** The whole table as one seat sees it. */
    record TableView(int round, int crown, int deck, List<PlayerView> players, OwnView you, int called, List<String> faceup, List<MarkView> marks, int taxes, TurnView turn, Integer firstCompleted, List<Integer> swapped) {
        static TableView from(Json json) {
            return new TableView(
                json.get("round").number(),
                json.get("crown").number(),
                json.get("deck").number(),
                json.get("players").list(PlayerView::from),
                OwnView.from(json.get("you")),
                json.get("called").number(),
                json.get("faceup").list(Json::text),
                json.get("marks").list(MarkView::from),
                json.get("taxes").number(),
                json.get("turn").maybe(TurnView::from),
                json.get("first_completed").maybe(Json::number),
                json.get("swapped").list(Json::number));
        }
    }

    /** A decision is asked for. */
    record Request(String request, String decision, Clock time, int seq, List<Json> events, List<Json> legal, TableView view) {
        static Request from(Json json) {
            return new Request(
                json.get("request").text(),
                json.get("decision").text(),
                Clock.from(json.get("time")),
                json.get("seq").number(),
                json.get("events").list(item -> item),
                json.get("legal").list(item -> item),
                TableView.from(json.get("view")));
        }
    }

    /** The answer was refused, and may be tried again within the same time. */
    record Rejected(String request, String code, String rule, String message, String path, int remainingMs, int attemptsLeft) {
        static Rejected from(Json json) {
            return new Rejected(
                json.get("request").text(),
                json.get("code").text(),
                json.get("rule").text(),
                json.get("message").text(),
                json.get("path").text(),
                json.get("remaining_ms").number(),
                json.get("attempts_left").number());
        }
    }

    /** A line of the bot was ignored. */
    record Notice(String code, String message) {
        static Notice from(Json json) {
            return new Notice(
                json.get("code").text(),
                json.get("message").text());
        }
    }

    /** The points of one seat and what they are made of. */
    record Score(int districts, int types, int completion, int unique, int total, int rank, String hauntedQuarter) {
        static Score from(Json json) {
            return new Score(
                json.get("districts").number(),
                json.get("types").number(),
                json.get("completion").number(),
                json.get("unique").number(),
                json.get("total").number(),
                json.get("rank").number(),
                json.get("haunted_quarter").maybe(Json::text));
        }
    }

    /** The game is over. `ranks` by seat, 1 for the winner; seats that forfeited share the last place. */
    record GameEnd(String game, int seq, List<Json> events, List<Score> scores, List<Integer> ranks) {
        static GameEnd from(Json json) {
            return new GameEnd(
                json.get("game").text(),
                json.get("seq").number(),
                json.get("events").list(item -> item),
                json.get("scores").list(Score::from),
                json.get("ranks").list(Json::number));
        }
    }

    /** The game was broken off by the referee and does not count. */
    record GameAborted(String game) {
        static GameAborted from(Json json) {
            return new GameAborted(
                json.get("game").text());
        }
    }

    /** The last line; end of input follows. */
    record Shutdown() {
        static Shutdown from(Json json) {
            return new Shutdown(
            );
        }
    }
}

/* The messages of the Citadels protocol, version 1. Generated: do not edit. */
#ifndef CITADELS_H
#define CITADELS_H

#include "json.h"

/* What the referee allows a bot. */
struct limits {
    long line_bytes;
    long output_bytes;
    long stray_lines;
    long attempts;
    long start_ms;
    long ready_ms;
};

static inline struct limits limits_from(const struct json *json)
{
    return (struct limits){
        .line_bytes = json_number(json_get(json, "line_bytes")),
        .output_bytes = json_number(json_get(json, "output_bytes")),
        .stray_lines = json_number(json_get(json, "stray_lines")),
        .attempts = json_number(json_get(json, "attempts")),
        .start_ms = json_number(json_get(json, "start_ms")),
        .ready_ms = json_number(json_get(json, "ready_ms")),
    };
}

struct number_list {
    size_t count;
    long *items;
};

static inline struct number_list number_list_from(const struct json *json)
{
    struct number_list list = {json_count(json), NULL};
    list.items = json_room(list.count * sizeof *list.items);
    for (size_t i = 0; i < list.count; i++)
        list.items[i] = json_number(json_at(json, i));
    return list;
}

/* The referee's first line, once a process. `schema` is the SHA-256 of the JSON Schema. */
struct hello {
    const char *protocol;
    struct number_list versions;
    const char *schema;
    struct limits limits;
};

static inline struct hello hello_from(const struct json *json)
{
    return (struct hello){
        .protocol = json_text(json_get(json, "protocol")),
        .versions = number_list_from(json_get(json, "versions")),
        .schema = json_text(json_get(json, "schema")),
        .limits = limits_from(json_get(json, "limits")),
    };
}

struct text_list {
    size_t count;
    const char **items;
};

static inline struct text_list text_list_from(const struct json *json)
{
    struct text_list list = {json_count(json), NULL};
    list.items = json_room(list.count * sizeof *list.items);
    for (size_t i = 0; i < list.count; i++)
        list.items[i] = json_text(json_at(json, i));
    return list;
}

/* What is in the box: the edition, the characters by rank, the unique districts beside the basic ones. */
struct setup {
    const char *edition;
    struct text_list cast;
    struct text_list districts;
    long city_size;
    long round_limit;
};

static inline struct setup setup_from(const struct json *json)
{
    return (struct setup){
        .edition = json_text(json_get(json, "edition")),
        .cast = text_list_from(json_get(json, "cast")),
        .districts = text_list_from(json_get(json, "districts")),
        .city_size = json_number(json_get(json, "city_size")),
        .round_limit = json_number(json_get(json, "round_limit")),
    };
}

/* Time in milliseconds: `move_ms` for each decision, and a bank for a whole game that overruns use up. */
struct clock {
    long move_ms;
    long bank_ms;
};

static inline struct clock clock_from(const struct json *json)
{
    return (struct clock){
        .move_ms = json_number(json_get(json, "move_ms")),
        .bank_ms = json_number(json_get(json, "bank_ms")),
    };
}

/* A game begins: `seat` is the bot's own, `bot_seed` hexadecimal randomness that tells nothing of it. */
struct game_start {
    const char *game;
    long seat;
    long seats;
    struct setup setup;
    struct clock time;
    const char *bot_seed;
};

static inline struct game_start game_start_from(const struct json *json)
{
    return (struct game_start){
        .game = json_text(json_get(json, "game")),
        .seat = json_number(json_get(json, "seat")),
        .seats = json_number(json_get(json, "seats")),
        .setup = setup_from(json_get(json, "setup")),
        .time = clock_from(json_get(json, "time")),
        .bot_seed = json_text(json_get(json, "bot_seed")),
    };
}

/* A district in a city, with the Artist's gold on it or not, and how many cards lie beneath a Museum. */
struct city_district {
    const char *district;
    bool beautified;
    long beneath;
};

static inline struct city_district city_district_from(const struct json *json)
{
    return (struct city_district){
        .district = json_text(json_get(json, "district")),
        .beautified = json_flag(json_get(json, "beautified")),
        .beneath = json_number(json_get(json, "beneath")),
    };
}

static inline const struct city_district *maybe_city_district_from(const struct json *json)
{
    if (json_is_null(json))
        return NULL;
    struct city_district *one = json_room(sizeof *one);
    *one = city_district_from(json);
    return one;
}

struct city_district_list {
    size_t count;
    struct city_district *items;
};

static inline struct city_district_list city_district_list_from(const struct json *json)
{
    struct city_district_list list = {json_count(json), NULL};
    list.items = json_room(list.count * sizeof *list.items);
    for (size_t i = 0; i < list.count; i++)
        list.items[i] = city_district_from(json_at(json, i));
    return list;
}

/* What everyone sees of a seat. */
struct player_view {
    long gold;
    long hand;
    struct city_district_list city;
    struct text_list characters;
    bool completed;
};

static inline struct player_view player_view_from(const struct json *json)
{
    return (struct player_view){
        .gold = json_number(json_get(json, "gold")),
        .hand = json_number(json_get(json, "hand")),
        .city = city_district_list_from(json_get(json, "city")),
        .characters = text_list_from(json_get(json, "characters")),
        .completed = json_flag(json_get(json, "completed")),
    };
}

static inline const struct player_view *maybe_player_view_from(const struct json *json)
{
    if (json_is_null(json))
        return NULL;
    struct player_view *one = json_room(sizeof *one);
    *one = player_view_from(json);
    return one;
}

/* Cards that are for certain in the hand of `seat`, because this seat saw them get there. */
struct known_hand {
    long seat;
    struct text_list cards;
};

static inline struct known_hand known_hand_from(const struct json *json)
{
    return (struct known_hand){
        .seat = json_number(json_get(json, "seat")),
        .cards = text_list_from(json_get(json, "cards")),
    };
}

static inline const struct known_hand *maybe_known_hand_from(const struct json *json)
{
    if (json_is_null(json))
        return NULL;
    struct known_hand *one = json_room(sizeof *one);
    *one = known_hand_from(json);
    return one;
}

/* A character that is for certain with `seat`, because a Theater exchanged it. */
struct known_character {
    long seat;
    const char *character;
};

static inline struct known_character known_character_from(const struct json *json)
{
    return (struct known_character){
        .seat = json_number(json_get(json, "seat")),
        .character = json_text(json_get(json, "character")),
    };
}

static inline const struct known_character *maybe_known_character_from(const struct json *json)
{
    if (json_is_null(json))
        return NULL;
    struct known_character *one = json_room(sizeof *one);
    *one = known_character_from(json);
    return one;
}

struct text_lists {
    size_t count;
    struct text_list *items;
};

static inline struct text_lists text_lists_from(const struct json *json)
{
    struct text_lists list = {json_count(json), NULL};
    list.items = json_room(list.count * sizeof *list.items);
    for (size_t i = 0; i < list.count; i++)
        list.items[i] = text_list_from(json_at(json, i));
    return list;
}

struct known_hand_list {
    size_t count;
    struct known_hand *items;
};

static inline struct known_hand_list known_hand_list_from(const struct json *json)
{
    struct known_hand_list list = {json_count(json), NULL};
    list.items = json_room(list.count * sizeof *list.items);
    for (size_t i = 0; i < list.count; i++)
        list.items[i] = known_hand_from(json_at(json, i));
    return list;
}

struct known_character_list {
    size_t count;
    struct known_character *items;
};

static inline struct known_character_list known_character_list_from(const struct json *json)
{
    struct known_character_list list = {json_count(json), NULL};
    list.items = json_room(list.count * sizeof *list.items);
    for (size_t i = 0; i < list.count; i++)
        list.items[i] = known_character_from(json_at(json, i));
    return list;
}

struct maybe_text_list {
    size_t count;
    const char **items;
};

static inline struct maybe_text_list maybe_text_list_from(const struct json *json)
{
    struct maybe_text_list list = {json_count(json), NULL};
    list.items = json_room(list.count * sizeof *list.items);
    for (size_t i = 0; i < list.count; i++)
        list.items[i] = json_maybe_text(json_at(json, i));
    return list;
}

/* What only this seat knows. */
struct own_view {
    long seat;
    struct text_list hand;
    struct text_list characters;
    struct text_list drawn;
    struct text_lists offers;
    struct text_list set_aside;
    struct known_hand_list known_hands;
    struct known_character_list known_characters;
    struct text_list museum;
    struct maybe_text_list beneath;
};

static inline struct own_view own_view_from(const struct json *json)
{
    return (struct own_view){
        .seat = json_number(json_get(json, "seat")),
        .hand = text_list_from(json_get(json, "hand")),
        .characters = text_list_from(json_get(json, "characters")),
        .drawn = text_list_from(json_get(json, "drawn")),
        .offers = text_lists_from(json_get(json, "offers")),
        .set_aside = text_list_from(json_get(json, "set_aside")),
        .known_hands = known_hand_list_from(json_get(json, "known_hands")),
        .known_characters = known_character_list_from(json_get(json, "known_characters")),
        .museum = text_list_from(json_get(json, "museum")),
        .beneath = maybe_text_list_from(json_get(json, "beneath")),
    };
}

/* A character marked for this round, and by which seat; the `face` of a warrant or threat if known. */
struct mark_view {
    const char *mark;
    const char *character;
    long seat;
    const char *face;
};

static inline struct mark_view mark_view_from(const struct json *json)
{
    return (struct mark_view){
        .mark = json_text(json_get(json, "mark")),
        .character = json_text(json_get(json, "character")),
        .seat = json_number(json_get(json, "seat")),
        .face = json_maybe_text(json_get(json, "face")),
    };
}

static inline const struct mark_view *maybe_mark_view_from(const struct json *json)
{
    if (json_is_null(json))
        return NULL;
    struct mark_view *one = json_room(sizeof *one);
    *one = mark_view_from(json);
    return one;
}

/* The turn in progress: `builds` is what is left of the building limit, `used` the abilities used up. */
struct turn_view {
    long seat;
    const char *character;
    long builds;
    bool gathered;
    struct text_list used;
    const char *played;
    long spent;
    long paid;
    struct number_list victims;
};

static inline struct turn_view turn_view_from(const struct json *json)
{
    return (struct turn_view){
        .seat = json_number(json_get(json, "seat")),
        .character = json_text(json_get(json, "character")),
        .builds = json_number(json_get(json, "builds")),
        .gathered = json_flag(json_get(json, "gathered")),
        .used = text_list_from(json_get(json, "used")),
        .played = json_maybe_text(json_get(json, "played")),
        .spent = json_number(json_get(json, "spent")),
        .paid = json_number(json_get(json, "paid")),
        .victims = number_list_from(json_get(json, "victims")),
    };
}

static inline const struct turn_view *maybe_turn_view_from(const struct json *json)
{
    if (json_is_null(json))
        return NULL;
    struct turn_view *one = json_room(sizeof *one);
    *one = turn_view_from(json);
    return one;
}

struct player_view_list {
    size_t count;
    struct player_view *items;
};

static inline struct player_view_list player_view_list_from(const struct json *json)
{
    struct player_view_list list = {json_count(json), NULL};
    list.items = json_room(list.count * sizeof *list.items);
    for (size_t i = 0; i < list.count; i++)
        list.items[i] = player_view_from(json_at(json, i));
    return list;
}

struct mark_view_list {
    size_t count;
    struct mark_view *items;
};

static inline struct mark_view_list mark_view_list_from(const struct json *json)
{
    struct mark_view_list list = {json_count(json), NULL};
    list.items = json_room(list.count * sizeof *list.items);
    for (size_t i = 0; i < list.count; i++)
        list.items[i] = mark_view_from(json_at(json, i));
    return list;
}

/* The whole table as one seat sees it. */
struct table_view {
    long round;
    long crown;
    long deck;
    struct player_view_list players;
    struct own_view you;
    long called;
    struct text_list faceup;
    struct mark_view_list marks;
    long taxes;
    const struct turn_view *turn;
    const long *first_completed;
    struct number_list swapped;
};

static inline struct table_view table_view_from(const struct json *json)
{
    return (struct table_view){
        .round = json_number(json_get(json, "round")),
        .crown = json_number(json_get(json, "crown")),
        .deck = json_number(json_get(json, "deck")),
        .players = player_view_list_from(json_get(json, "players")),
        .you = own_view_from(json_get(json, "you")),
        .called = json_number(json_get(json, "called")),
        .faceup = text_list_from(json_get(json, "faceup")),
        .marks = mark_view_list_from(json_get(json, "marks")),
        .taxes = json_number(json_get(json, "taxes")),
        .turn = maybe_turn_view_from(json_get(json, "turn")),
        .first_completed = json_maybe_number(json_get(json, "first_completed")),
        .swapped = number_list_from(json_get(json, "swapped")),
    };
}

/* A decision is asked for. */
struct request {
    const char *request;
    const char *decision;
    struct clock time;
    long seq;
    const struct json *events;
    const struct json *legal;
    struct table_view view;
};

static inline struct request request_from(const struct json *json)
{
    return (struct request){
        .request = json_text(json_get(json, "request")),
        .decision = json_text(json_get(json, "decision")),
        .time = clock_from(json_get(json, "time")),
        .seq = json_number(json_get(json, "seq")),
        .events = json_get(json, "events"),
        .legal = json_get(json, "legal"),
        .view = table_view_from(json_get(json, "view")),
    };
}

/* The answer was refused, and may be tried again within the same time. */
struct rejected {
    const char *request;
    const char *code;
    const char *rule;
    const char *message;
    const char *path;
    long remaining_ms;
    long attempts_left;
};

static inline struct rejected rejected_from(const struct json *json)
{
    return (struct rejected){
        .request = json_text(json_get(json, "request")),
        .code = json_text(json_get(json, "code")),
        .rule = json_text(json_get(json, "rule")),
        .message = json_text(json_get(json, "message")),
        .path = json_text(json_get(json, "path")),
        .remaining_ms = json_number(json_get(json, "remaining_ms")),
        .attempts_left = json_number(json_get(json, "attempts_left")),
    };
}

/* A line of the bot was ignored. */
struct notice {
    const char *code;
    const char *message;
};

static inline struct notice notice_from(const struct json *json)
{
    return (struct notice){
        .code = json_text(json_get(json, "code")),
        .message = json_text(json_get(json, "message")),
    };
}

/* The points of one seat and what they are made of. */
struct score {
    long districts;
    long types;
    long completion;
    long unique;
    long total;
    long rank;
    const char *haunted_quarter;
};

static inline struct score score_from(const struct json *json)
{
    return (struct score){
        .districts = json_number(json_get(json, "districts")),
        .types = json_number(json_get(json, "types")),
        .completion = json_number(json_get(json, "completion")),
        .unique = json_number(json_get(json, "unique")),
        .total = json_number(json_get(json, "total")),
        .rank = json_number(json_get(json, "rank")),
        .haunted_quarter = json_maybe_text(json_get(json, "haunted_quarter")),
    };
}

static inline const struct score *maybe_score_from(const struct json *json)
{
    if (json_is_null(json))
        return NULL;
    struct score *one = json_room(sizeof *one);
    *one = score_from(json);
    return one;
}

struct score_list {
    size_t count;
    struct score *items;
};

static inline struct score_list score_list_from(const struct json *json)
{
    struct score_list list = {json_count(json), NULL};
    list.items = json_room(list.count * sizeof *list.items);
    for (size_t i = 0; i < list.count; i++)
        list.items[i] = score_from(json_at(json, i));
    return list;
}

/* The game is over. `ranks` by seat, 1 for the winner; seats that forfeited share the last place. */
struct game_end {
    const char *game;
    long seq;
    const struct json *events;
    struct score_list scores;
    struct number_list ranks;
};

static inline struct game_end game_end_from(const struct json *json)
{
    return (struct game_end){
        .game = json_text(json_get(json, "game")),
        .seq = json_number(json_get(json, "seq")),
        .events = json_get(json, "events"),
        .scores = score_list_from(json_get(json, "scores")),
        .ranks = number_list_from(json_get(json, "ranks")),
    };
}

/* The game was broken off by the referee and does not count. */
struct game_aborted {
    const char *game;
};

static inline struct game_aborted game_aborted_from(const struct json *json)
{
    return (struct game_aborted){
        .game = json_text(json_get(json, "game")),
    };
}

/* The last line; end of input follows. It has no fields. */

#endif

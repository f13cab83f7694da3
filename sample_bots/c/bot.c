/* A bot for Citadels. `choose` is the place for ideas; all else keeps the protocol. */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "citadels.h"

static bool thrifty;

/* A generator whose state is one word (splitmix64), started from a hash of the seed (FNV-1a). */
static uint64_t dice;

static void seed_dice(const char *seed)
{
    dice = UINT64_C(0xcbf29ce484222325);
    for (; *seed != '\0'; seed++)
        dice = (dice ^ (unsigned char)*seed) * UINT64_C(0x100000001b3);
}

static size_t below(size_t bound)
{
    uint64_t mixed = dice += UINT64_C(0x9e3779b97f4a7c15);
    mixed = (mixed ^ (mixed >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    mixed = (mixed ^ (mixed >> 27)) * UINT64_C(0x94d049bb133111eb);
    return (size_t)((mixed ^ (mixed >> 31)) % bound);
}

/* Choose any option. */
static size_t choose(const struct request *request)
{
    return below(json_count(request->legal));
}

/* Collect and build what can be, and draw cards only when the hand is empty. */
static size_t choose_thriftily(const struct request *request)
{
    const char *gather = request->view.you.hand.count == 0 ? "gather_cards" : "gather_gold";
    const char *wanted[] = {"collect_income", "build", gather, "extra_gold", "extra_cards"};
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
        for (size_t number = 0; number < json_count(request->legal); number++)
            if (strcmp(json_text(json_get(json_at(request->legal, number), "kind")), wanted[i]) == 0)
                return number;
    return choose(request);
}

static void act(const char *request, size_t choice)
{
    printf("{\"type\":\"action\",\"request\":\"%s\",\"choice\":%zu}\n", request, choice);
}

/* Answer a message, if it is one that is answered. Return false when it was the last one. */
static bool answer(const struct json *message)
{
    const char *type = json_text(json_get(message, "type"));
    if (strcmp(type, "shutdown") == 0)
        return false;
    if (strcmp(type, "hello") == 0) {
        puts("{\"type\":\"hello\",\"version\":1,\"name\":\"c\"}");
    } else if (strcmp(type, "game_start") == 0) {
        struct game_start start = game_start_from(message);
        seed_dice(start.bot_seed);
        printf("{\"type\":\"ready\",\"game\":\"%s\"}\n", start.game);
    } else if (strcmp(type, "request") == 0) {
        struct request request = request_from(message);
        act(request.request, thrifty ? choose_thriftily(&request) : choose(&request));
    } else if (strcmp(type, "rejected") == 0) {
        act(rejected_from(message).request, 0);
    }
    fflush(stdout);
    return true;
}

int main(int count, char **arguments)
{
    char *line = NULL;
    size_t size = 0;
    bool more = true;
    thrifty = count > 1 && strcmp(arguments[1], "thrifty") == 0;
    while (more && getline(&line, &size, stdin) != -1) {
        more = answer(json_parse(line));
        json_free();
    }
    free(line);
    return EXIT_SUCCESS;
}

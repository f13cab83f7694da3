/*
 * Answers every question with a random legal option. Standard C only.
 *
 * It needs no JSON library: it walks over the fields of the outermost object of a line and looks at three of
 * them. Strings, and the nesting of objects and arrays, are respected, so that text inside a string or a field of
 * an inner object is never taken for one of them.
 */

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A piece of the line. A string stands without its quotes, escapes as they were sent. */
struct slice {
    const char *start;
    size_t length;
};

struct message {
    struct slice type, request, game, bot_seed;
    uint32_t legal; /* number of entries */
};

static const char *skip_space(const char *at)
{
    return at + strspn(at, " \t\r\n");
}

/* Return what follows the string that begins at the quote `at`; its content goes to `text`. */
static const char *skip_string(const char *at, struct slice *text)
{
    const char *start = ++at;
    while (*at != '\0' && *at != '"')
        at += at[0] == '\\' && at[1] != '\0' ? 2 : 1;
    *text = (struct slice){start, (size_t)(at - start)};
    return *at == '"' ? at + 1 : at;
}

/* Return what follows the value at `at`; `entries` is how many an array or object has, 0 for anything else. */
static const char *skip_value(const char *at, uint32_t *entries)
{
    struct slice ignored;
    unsigned depth = 0;
    bool empty = true;
    *entries = 0;
    while (*at != '\0') {
        if (*at == '"') {
            at = skip_string(at, &ignored);
            empty = false;
        } else if (*at == '[' || *at == '{') {
            empty = depth == 0;
            depth++;
            at++;
        } else if (*at == ']' || *at == '}') {
            if (depth == 0)
                return at; /* the end of what is around a number or word */
            depth--;
            at++;
            if (depth == 0) {
                *entries += !empty;
                return at;
            }
        } else if (*at == ',') {
            if (depth == 0)
                return at;
            *entries += depth == 1;
            at++;
        } else {
            empty = empty && strchr(" \t\r\n", *at) != NULL;
            at++;
        }
        if (depth == 0 && at[-1] == '"')
            return at;
    }
    return at;
}

static bool is(struct slice text, const char *word)
{
    return text.length == strlen(word) && memcmp(text.start, word, text.length) == 0;
}

/* Put the value of the field `name`, which begins at `at`, where it belongs, and return what follows it. */
static const char *take_field(const char *at, struct slice name, struct message *message)
{
    struct slice *text = is(name, "type")       ? &message->type
                         : is(name, "request")  ? &message->request
                         : is(name, "game")     ? &message->game
                         : is(name, "bot_seed") ? &message->bot_seed
                                                : NULL;
    uint32_t entries;
    if (text != NULL && *at == '"')
        return skip_string(at, text);
    at = skip_value(at, &entries);
    if (is(name, "legal"))
        message->legal = entries;
    return at;
}

/* Read the fields of the object that `line` holds. What is not there stays empty. */
static struct message read_message(const char *line)
{
    struct message message = {{"", 0}, {"", 0}, {"", 0}, {"", 0}, 0};
    const char *at = skip_space(line);
    if (*at != '{')
        return message;
    at = skip_space(at + 1);
    while (*at == '"') {
        struct slice name;
        at = skip_space(skip_string(at, &name));
        if (*at != ':')
            break;
        at = skip_space(take_field(skip_space(at + 1), name, &message));
        if (*at == ',')
            at = skip_space(at + 1);
    }
    return message;
}

/* A generator whose state is one word (splitmix64), started from a hash of the seed (FNV-1a). */
static uint64_t dice;

static void seed_dice(struct slice seed)
{
    dice = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < seed.length; i++)
        dice = (dice ^ (unsigned char)seed.start[i]) * UINT64_C(0x100000001b3);
}

static uint64_t word(void)
{
    uint64_t mixed = dice += UINT64_C(0x9e3779b97f4a7c15);
    mixed = (mixed ^ (mixed >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    mixed = (mixed ^ (mixed >> 27)) * UINT64_C(0x94d049bb133111eb);
    return mixed ^ (mixed >> 31);
}

/* A number from 0 to `bound` - 1, each as likely as any other; 0 when there is nothing to choose from. */
static uint32_t below(uint32_t bound)
{
    if (bound == 0)
        return 0;
    uint64_t limit = UINT64_MAX - UINT64_MAX % bound, drawn = word();
    while (drawn >= limit)
        drawn = word();
    return (uint32_t)(drawn % bound);
}

static void answer_request(struct slice request, uint32_t choice)
{
    fputs("{\"type\":\"action\",\"request\":\"", stdout);
    fwrite(request.start, 1, request.length, stdout);
    printf("\",\"choice\":%" PRIu32 "}\n", choice);
}

/* Answer a line. Return false when it was the last one. */
static bool answer(const char *line)
{
    struct message message = read_message(line);
    if (is(message.type, "shutdown"))
        return false;
    if (is(message.type, "hello")) {
        puts("{\"type\":\"hello\",\"version\":1,\"name\":\"random-c\"}");
    } else if (is(message.type, "game_start")) {
        seed_dice(message.bot_seed);
        fputs("{\"type\":\"ready\",\"game\":\"", stdout);
        fwrite(message.game.start, 1, message.game.length, stdout);
        puts("\"}");
    } else if (is(message.type, "request")) {
        answer_request(message.request, below(message.legal));
    } else if (is(message.type, "rejected")) {
        answer_request(message.request, 0);
    }
    fflush(stdout);
    return true;
}

/* Give `buffer` room for `size` bytes, or end the program. */
static char *resize(char *buffer, size_t size)
{
    char *larger = realloc(buffer, size);
    if (larger == NULL) {
        fputs("random-c: out of memory\n", stderr);
        exit(EXIT_FAILURE);
    }
    return larger;
}

/* Read a line of any length into `buffer`, which grows as needed. Return false at the end of input. */
static bool read_line(char **buffer, size_t *size)
{
    size_t used = 0;
    while (fgets(*buffer + used, (int)(*size - used), stdin) != NULL) {
        used += strlen(*buffer + used);
        if (used > 0 && (*buffer)[used - 1] == '\n')
            return true;
        *size *= 2;
        *buffer = resize(*buffer, *size);
    }
    return false;
}

int main(void)
{
    size_t size = 65536;
    char *line = resize(NULL, size);
    while (read_line(&line, &size) && answer(line))
        ;
    free(line);
    return EXIT_SUCCESS;
}

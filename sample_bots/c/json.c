#include "json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum kind { NOTHING, FLAG, NUMBER, TEXT, LIST, OBJECT };

/* A value. Those of a list or an object are chained; `name` is that of the field. */
struct json {
    enum kind kind;
    const char *name, *text;
    long number;
    size_t count;
    struct json *first, *next;
};

struct room {
    struct room *next;
};

static struct room *rooms;
static const struct json null;

static const struct json *read_value(const char **at, const char *name);

void *json_room(size_t size)
{
    struct room *room = calloc(1, sizeof *room + size);
    if (room == NULL) {
        fputs("out of memory\n", stderr);
        exit(EXIT_FAILURE);
    }
    room->next = rooms;
    rooms = room;
    return room + 1;
}

void json_free(void)
{
    while (rooms != NULL) {
        struct room *room = rooms;
        rooms = room->next;
        free(room);
    }
}

static char peek(const char **at)
{
    *at += strspn(*at, " \t\r\n");
    return **at;
}

/* Tell whether `sign` comes next, and pass over it then; the end of the text ends everything. */
static bool take(const char **at, char sign)
{
    bool there = peek(at) == sign;
    *at += there;
    return there || **at == '\0';
}

static char *append(char *end, unsigned long point)
{
    if (point < 0x80) {
        *end++ = (char)point;
        return end;
    }
    int more = point < 0x800 ? 1 : point < 0x10000 ? 2 : 3;
    *end++ = (char)((0xf00 >> more & 0xff) | point >> 6 * more);
    while (more-- > 0)
        *end++ = (char)(0x80 | (point >> 6 * more & 0x3f));
    return end;
}

static unsigned long hexadecimal(const char *digits)
{
    char copy[5] = {0};
    strncpy(copy, digits, 4);
    return strtoul(copy, NULL, 16);
}

/* Append what \uXXXX, or a pair of them, stands for; `at` is on the u and goes to the last digit. */
static char *read_unit(const char **at, char *end)
{
    unsigned long unit = hexadecimal(*at + 1);
    *at += strnlen(*at + 1, 4);
    if (unit >= 0xd800 && unit < 0xdc00 && strncmp(*at + 1, "\\u", 2) == 0) {
        unit = 0x10000 + ((unit - 0xd800) << 10) + (hexadecimal(*at + 3) - 0xdc00);
        *at += 2 + strnlen(*at + 3, 4);
    }
    return append(end, unit);
}

static const char *read_text(const char **at)
{
    static const char names[] = "bfnrt", meanings[] = "\b\f\n\r\t";
    size_t most = 0;
    for (const char *sign = *at + 1; *sign != '\0' && *sign != '"'; sign++, most++)
        if (*sign == '\\' && sign[1] != '\0')
            sign++, most++;
    char *text = json_room(most + 1), *end = text;
    for ((*at)++; **at != '\0' && **at != '"'; (*at)++) {
        if (**at != '\\' || (*at)[1] == '\0') {
            *end++ = **at;
        } else if (*++*at == 'u') {
            end = read_unit(at, end);
        } else {
            const char *place = strchr(names, **at);
            *end++ = place ? meanings[place - names] : **at;
        }
    }
    *at += **at == '"';
    return text;
}

/* Read what stands between brackets into `json`. */
static void read_items(const char **at, struct json *json, char closing)
{
    struct json **next = &json->first;
    for ((*at)++; !take(at, closing); take(at, ',')) {
        const char *name = NULL;
        if (json->kind == OBJECT) {
            peek(at);
            name = read_text(at);
            take(at, ':');
        }
        *next = (struct json *)read_value(at, name);
        next = &(*next)->next;
        json->count++;
    }
}

static const struct json *read_value(const char **at, const char *name)
{
    struct json *json = json_room(sizeof *json);
    char sign = peek(at);
    json->name = name;
    json->kind = sign == '{' ? OBJECT : sign == '[' ? LIST : sign == '"' ? TEXT
               : sign == 't' || sign == 'f' ? FLAG : sign == 'n' ? NOTHING : NUMBER;
    if (json->kind == OBJECT || json->kind == LIST) {
        read_items(at, json, sign == '{' ? '}' : ']');
    } else if (json->kind == TEXT) {
        json->text = read_text(at);
    } else if (json->kind == NUMBER) {
        char *end;
        json->number = (long)strtod(*at, &end);
        *at = end == *at ? end + 1 : end;
    } else {
        json->number = sign == 't';
        *at += strspn(*at, "aeflnrstu");
    }
    return json;
}

const struct json *json_parse(const char *text)
{
    return read_value(&text, NULL);
}

const struct json *json_get(const struct json *json, const char *field)
{
    if (json->kind == OBJECT)
        for (const struct json *value = json->first; value != NULL; value = value->next)
            if (strcmp(value->name, field) == 0)
                return value;
    return &null;
}

size_t json_count(const struct json *json)
{
    return json->kind == LIST ? json->count : 0;
}

const struct json *json_at(const struct json *json, size_t number)
{
    const struct json *value = json->first;
    while (value != NULL && number-- > 0)
        value = value->next;
    return value != NULL ? value : &null;
}

bool json_is_null(const struct json *json)
{
    return json->kind == NOTHING;
}

const char *json_text(const struct json *json)
{
    return json->kind == TEXT ? json->text : "";
}

long json_number(const struct json *json)
{
    return json->kind == NUMBER ? json->number : 0;
}

bool json_flag(const struct json *json)
{
    return json->kind == FLAG && json->number;
}

const char *json_maybe_text(const struct json *json)
{
    return json->kind == TEXT ? json->text : NULL;
}

const long *json_maybe_number(const struct json *json)
{
    return json->kind == NUMBER ? &json->number : NULL;
}

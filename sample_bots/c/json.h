/*
 * A JSON reader. What is not there is null, and null is an empty text, 0, false and an empty list.
 *
 * Everything that is read lives in memory of `json_room`, until `json_free` frees all of it.
 */
#ifndef JSON_H
#define JSON_H

#include <stdbool.h>
#include <stddef.h>

struct json;

/* Read one value; the text must be well-formed, as the referee's lines are. */
const struct json *json_parse(const char *text);

/* Free all values and all memory of `json_room`. */
void json_free(void);

/* Return memory for `size` bytes, all zero. Ends the program when there is none. */
void *json_room(size_t size);

const struct json *json_get(const struct json *json, const char *field);
size_t json_count(const struct json *json);
const struct json *json_at(const struct json *json, size_t number);
bool json_is_null(const struct json *json);

const char *json_text(const struct json *json);
long json_number(const struct json *json);
bool json_flag(const struct json *json);

/* NULL for null. */
const char *json_maybe_text(const struct json *json);
const long *json_maybe_number(const struct json *json);

#endif

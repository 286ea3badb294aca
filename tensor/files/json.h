/* json.h - reads JSON that lies in memory, one thing after the other. Private to the library and
 * its tools.
 *
 * Whoever reads says what must come next; what does not belong there is refused where it begins,
 * with the name of the file and the byte. Nothing is built: strings are decoded where they stand
 * (they only ever get shorter), so the text must be writable, and it must live as long as what was
 * read of it. Source: RFC 8259; a character U+0000 in a string is refused, since strings end with
 * one.
 *
 * Invariant: at <= size, and text[size] is 0, so that looking at text[at] is always allowed.
 */
#ifndef KINDLING_JSON_H
#define KINDLING_JSON_H

#include <stdbool.h>

typedef struct {
    const char *path;  /* for messages */
    const char *whole; /* what the text is: "the header" */
    long before;       /* bytes of the file in front of the text, for messages */
    char *text;
    long at, size;
    char strange[240]; /* keys that nobody knows, for json_tell_strange */
} Json;

/* false, and kindling_error(): "path: byte 17: expected ..., found 'x'". */
bool json_wrong(const Json *j, const char *expected);
/* Is all of it UTF-8? */
bool json_is_text(Json *j);
/* Step over c if it comes next; white space before it does not count. */
bool json_accept(Json *j, char c);

bool json_string(Json *j, const char **string);
bool json_whole(Json *j, long *value); /* 0, 1, 2 ..., as far as a long goes */
bool json_number(Json *j, double *value);
bool json_bool(Json *j, bool *value);
/* Step over null if it comes next. */
bool json_null(Json *j);
/* {"key": value, ...}: calls read_value behind each colon, which reads the value. */
bool json_object(Json *j, bool (*read_value)(Json *j, const char *key, void *context),
                 void *context);
/* [item, ...]: calls read_item in front of each. */
bool json_list(Json *j, bool (*read_item)(Json *j, void *context), void *context);
/* Any value at all, not nested deeper than 64. */
bool json_skip(Json *j);
/* Only spaces are left. */
bool json_end(Json *j);

/* ---- json_keys.c: keys that a reader knows and does not read --------------------------------- */

/* A key is obeyed, or refused by its name, or known to change nothing: never stepped over in
 * silence. */
typedef struct {
    const char *key;
    const char
        *only; /* the values that are obeyed, as JSON: "null|0.0|\"\""; NULL: any changes nothing */
    const char
        *why; /* what another value would do that is not done here; or why none changes anything */
} JsonKey;

/* Steps over the value of a key that is in a list of n. false: it is none of `only`; the message
 * names the key. A key that is not in the list is noted. */
bool json_known(Json *j, const char *key, const JsonKey *keys, long n);
/* One line on stderr with the keys that were noted, if there are any. */
void json_tell_strange(const Json *j);

#endif

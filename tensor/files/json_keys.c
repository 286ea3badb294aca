/* json_keys.c - keys that a reader knows and does not read: see json.h.
 *
 * A file of somebody else's has more keys than a reader obeys. Who sees one obeyed trusts the rest;
 * so each of them stands in a list, with the values for which not to look is right.
 */
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include "file.h"
#include "json.h"

/* Does the JSON at `at` begin with this value, and not with a longer one? */
static bool is_value(const char *at, const char *value, size_t length)
{
    if (strncmp(at, value, length) != 0)
        return false;
    char next = at[length];
    return !isalnum((unsigned char)value[length - 1]) ||
           !(isalnum((unsigned char)next) || next == '.' || next == '-' || next == '+');
}

static bool is_one_of(const char *at, const char *values)
{
    for (;; values++) {
        size_t length = strcspn(values, "|");
        if (is_value(at, values, length))
            return true;
        values += length;
        if (*values == '\0')
            return false;
    }
}

/* Of the value at `at`, or of its first line; it is only looked at, and may be no JSON. */
static size_t value_length(const char *at)
{
    size_t n = 0;
    bool quoted = false;
    for (int depth = 0; at[n] != '\0' && at[n] != '\n'; n++) {
        if (at[n] == '"' && (n == 0 || at[n - 1] != '\\'))
            quoted = !quoted;
        if (quoted)
            continue;
        if (depth == 0 && strchr(",}]", at[n]) != NULL)
            break;
        depth += at[n] == '{' || at[n] == '[';
        depth -= at[n] == '}' || at[n] == ']';
    }
    while (n > 0 && at[n - 1] == ' ')
        n--;
    return n;
}

static bool refused(const Json *j, const JsonKey *k)
{
    const char *at = j->text + j->at;
    size_t length = value_length(at);
    char expected[96], *to = expected;
    for (const char *c = k->only; *c != '\0' && to < expected + sizeof expected - 8; c++) {
        size_t n = *c == '|' ? 4 : 1;
        memcpy(to, *c == '|' ? " or " : c, n);
        to += n;
    }
    *to = '\0';
    kindling_set_error("%s: byte %ld: \"%s\" is %.*s, expected %s: %s", j->path, j->before + j->at,
                       k->key, (int)(length < 40 ? length : 40), at, expected, k->why);
    return false;
}

static void note_strange(Json *j, const char *key)
{
    size_t used = strlen(j->strange), room = sizeof j->strange - used;
    if (room > strlen(key) + 8)
        snprintf(j->strange + used, room, "%s\"%s\"", used > 0 ? ", " : "", key);
    else if (room > 6 && strcmp(j->strange + used - 3, "...") != 0)
        snprintf(j->strange + used, room, ", ...");
}

bool json_known(Json *j, const char *key, const JsonKey *keys, long n)
{
    for (long i = 0; i < n; i++)
        if (strcmp(keys[i].key, key) == 0) {
            json_accept(j, ' '); /* white space in front of the value */
            if (keys[i].only != NULL && !is_one_of(j->text + j->at, keys[i].only))
                return refused(j, &keys[i]);
            return json_skip(j);
        }
    note_strange(j, key);
    return json_skip(j);
}

void json_tell_strange(const Json *j)
{
    if (j->strange[0] != '\0')
        fprintf(stderr, "%s: not known here, and not obeyed: %s\n", j->path, j->strange);
}

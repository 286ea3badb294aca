/* json_line.c - numbers and texts out of the line of JSON that each measurement prints. */
#include "json_line.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The first character of the value, or NULL. Keys inside of texts are not looked for. */
static const char *value_of(const char *line, const char *key)
{
    size_t n = strlen(key);
    for (const char *at = line; (at = strchr(at, '"')) != NULL; at++) {
        if (strncmp(at + 1, key, n) != 0 || at[n + 1] != '"')
            continue;
        const char *after = at + n + 2;
        after += strspn(after, " ");
        if (*after == ':')
            return after + 1 + strspn(after + 1, " ");
    }
    return NULL;
}

bool json_line_number(const char *line, const char *key, double *value)
{
    const char *text = value_of(line, key);
    char *end = NULL;
    double x = text != NULL ? strtod(text, &end) : 0;
    if (text == NULL || end == text || !isfinite(x))
        return false;
    *value = x;
    return true;
}

bool json_text(const char *line, const char *key, char *text, size_t size)
{
    const char *from = value_of(line, key);
    if (from == NULL || *from != '"')
        return false;
    size_t n = strcspn(++from, "\"");
    if (n >= size)
        n = size - 1;
    memcpy(text, from, n);
    text[n] = '\0';
    return true;
}

/* json.c - reads JSON that lies in memory: see json.h. */
#include "json.h"
#include <stdio.h>
#include <string.h>
#include "c_locale.h"
#include "file.h"
#include "utf8.h"

bool json_wrong(const Json *j, const char *expected)
{
    char found[48];
    unsigned char c = (unsigned char)j->text[j->at];
    if (j->at < j->size)
        snprintf(found, sizeof found, c > ' ' && c < 127 ? "'%c'" : "byte 0x%02x", c);
    else
        snprintf(found, sizeof found, "the end of %s", j->whole);
    kindling_set_error("%s: byte %ld: expected %s, found %s", j->path, j->before + j->at, expected,
                       found);
    return false;
}

bool json_is_text(Json *j)
{
    j->at = (long)utf8_valid_length(j->text, (size_t)j->size);
    if (j->at < j->size)
        return json_wrong(j, "UTF-8");
    j->at = 0;
    return true;
}

static void skip_space(Json *j)
{
    j->at += (long)strspn(j->text + j->at, " \t\r\n");
}

bool json_accept(Json *j, char c)
{
    skip_space(j);
    bool here = j->text[j->at] == c;
    j->at += here;
    return here;
}

/* ---- strings -------------------------------------------------------------------------------- */

/* The four digits of \uXXXX, or -1. */
static long read_hex4(Json *j)
{
    static const char digits[] = "0123456789abcdef";
    long value = 0;
    for (int i = 0; i < 4; i++, j->at++) {
        int c = j->text[j->at];
        const char *digit = c ? strchr(digits, c >= 'A' && c <= 'F' ? c + 32 : c) : NULL;
        if (digit == NULL)
            return -1;
        value = value << 4 | (digit - digits);
    }
    return value;
}

/* What follows "\u"; beyond 0xffff it takes two of them, a high surrogate and a low one. */
static bool read_unicode(Json *j, char **to)
{
    long c = read_hex4(j);
    if (c >= 0xd800 && c < 0xdc00) {
        bool pair = j->text[j->at] == '\\' && j->text[j->at + 1] == 'u';
        j->at += pair ? 2 : 0;
        long low = pair ? read_hex4(j) : -1;
        c = low >= 0xdc00 && low < 0xe000 ? 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00) : -1;
    } else if (c >= 0xdc00 && c < 0xe000) {
        c = -1;
    }
    if (c <= 0)
        return json_wrong(j, "four hexadecimal digits of a character other than 0");
    *to += utf8_encode((uint32_t)c, *to);
    return true;
}

static bool read_escape(Json *j, char **to)
{
    static const char from[] = "\"\\/bfnrt", means[] = "\"\\/\b\f\n\r\t";
    char c = j->text[j->at];
    const char *place = c != '\0' ? strchr(from, c) : NULL;
    if (place == NULL && c != 'u')
        return json_wrong(j, "one of \"\\/bfnrtu behind the backslash");
    j->at++;
    if (place == NULL)
        return read_unicode(j, to);
    *(*to)++ = means[place - from];
    return true;
}

bool json_string(Json *j, const char **string)
{
    if (!json_accept(j, '"'))
        return json_wrong(j, "a string in quotes");
    char *to = j->text + j->at;
    *string = to;
    while (j->text[j->at] != '"') {
        char c = j->text[j->at];
        if ((unsigned char)c < ' ')
            return json_wrong(j, "a printable character or '\"'");
        j->at++;
        if (c != '\\')
            *to++ = c;
        else if (!read_escape(j, &to))
            return false;
    }
    j->at++;
    *to = '\0';
    return true;
}

/* ---- numbers, lists, objects ----------------------------------------------------------------- */

bool json_whole(Json *j, long *value)
{
    skip_space(j);
    long begin = j->at, sum = 0;
    for (; j->text[j->at] >= '0' && j->text[j->at] <= '9'; j->at++) {
        int digit = j->text[j->at] - '0';
        if (sum > (LONG_MAX - digit) / 10)
            return json_wrong(j, "a number below " LONG_LIMIT);
        sum = sum * 10 + digit;
    }
    if (j->at == begin || (j->text[begin] == '0' && j->at > begin + 1))
        return json_wrong(j, "a whole number");
    *value = sum;
    return true;
}

static size_t number_length(const char *text);

bool json_number(Json *j, double *value)
{
    skip_space(j);
    size_t length = number_length(j->text + j->at);
    if (length == 0)
        return json_wrong(j, "a number");
    *value = c_strtod(j->text + j->at, NULL);
    j->at += (long)length;
    return true;
}

bool json_bool(Json *j, bool *value)
{
    skip_space(j);
    const char *at = j->text + j->at;
    *value = strncmp(at, "true", 4) == 0;
    if (!*value && strncmp(at, "false", 5) != 0)
        return json_wrong(j, "true or false");
    j->at += *value ? 4 : 5;
    return true;
}

bool json_null(Json *j)
{
    skip_space(j);
    bool here = strncmp(j->text + j->at, "null", 4) == 0;
    j->at += here ? 4 : 0;
    return here;
}

bool json_object(Json *j, bool (*read_value)(Json *j, const char *key, void *context),
                 void *context)
{
    const char *key;
    if (!json_accept(j, '{'))
        return json_wrong(j, "'{'");
    if (json_accept(j, '}'))
        return true;
    do {
        if (!json_string(j, &key))
            return false;
        if (!json_accept(j, ':'))
            return json_wrong(j, "':'");
        if (!read_value(j, key, context))
            return false;
    } while (json_accept(j, ','));
    return json_accept(j, '}') || json_wrong(j, "',' or '}'");
}

bool json_list(Json *j, bool (*read_item)(Json *j, void *context), void *context)
{
    if (!json_accept(j, '['))
        return json_wrong(j, "'['");
    if (json_accept(j, ']'))
        return true;
    do {
        if (!read_item(j, context))
            return false;
    } while (json_accept(j, ','));
    return json_accept(j, ']') || json_wrong(j, "',' or ']'");
}

bool json_end(Json *j)
{
    skip_space(j);
    return j->at == j->size || json_wrong(j, "only spaces behind the last '}'");
}

/* ---- what nobody asked for ------------------------------------------------------------------- */

enum { DEEPEST = 64 };

static bool skip_value(Json *j, int depth);

static bool skip_member(Json *j, const char *key, void *depth)
{
    (void)key;
    return skip_value(j, *(int *)depth + 1);
}

static bool skip_item(Json *j, void *depth)
{
    return skip_value(j, *(int *)depth + 1);
}

static size_t digits(const char *at)
{
    return strspn(at, "0123456789");
}

/* How long the number is that begins there; 0: none does. */
static size_t number_length(const char *text)
{
    const char *at = text + (*text == '-');
    size_t n = digits(at);
    if (n == 0 || (n > 1 && *at == '0'))
        return 0;
    at += n;
    if (*at == '.') {
        n = digits(at + 1);
        if (n == 0)
            return 0;
        at += 1 + n;
    }
    if (*at == 'e' || *at == 'E') {
        at += 1 + (at[1] == '+' || at[1] == '-');
        n = digits(at);
        if (n == 0)
            return 0;
        at += n;
    }
    return (size_t)(at - text);
}

static bool skip_word(Json *j)
{
    static const char *const words[] = {"true", "false", "null"};
    const char *at = j->text + j->at;
    size_t length = number_length(at);
    for (int i = 0; i < 3; i++)
        if (strncmp(at, words[i], strlen(words[i])) == 0)
            length = strlen(words[i]);
    j->at += (long)length;
    return length > 0 || json_wrong(j, "a value");
}

static bool skip_value(Json *j, int depth)
{
    const char *string;
    if (depth > DEEPEST)
        return json_wrong(j, "nothing that is nested deeper than 64");
    skip_space(j);
    switch (j->text[j->at]) {
    case '{':
        return json_object(j, skip_member, &depth);
    case '[':
        return json_list(j, skip_item, &depth);
    case '"':
        return json_string(j, &string);
    default:
        return skip_word(j);
    }
}

bool json_skip(Json *j)
{
    return skip_value(j, 0);
}

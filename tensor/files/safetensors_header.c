/* safetensors_header.c - reads the JSON in front of a safetensors file, and no other JSON.
 *
 *     {"__metadata__": {"step": "7"},
 *      "weight": {"dtype": "F32", "shape": [2, 3], "data_offsets": [0, 24]}}
 *
 * One function per thing that may stand there, each leaving `at` behind what it read. What does not
 * belong there, such as a list in a list, is refused where it begins, so nothing can nest deeply.
 * Strings are decoded where they stand: they only ever get shorter.
 *
 * Invariant: at <= size, and text[size] is 0, so that looking at text[at] is always allowed.
 */
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include "safetensors.h"
#include "utf8.h"

typedef struct {
    SafeTensors *file;
    char *text;
    long at, size;
} Json;

static bool wrong(const Json *j, const char *expected)
{
    char found[32] = "the end of the header";
    unsigned char c = (unsigned char)j->text[j->at];
    if (j->at < j->size)
        snprintf(found, sizeof found, c > ' ' && c < 127 ? "'%c'" : "byte 0x%02x", c);
    kindling_set_error("%s: byte %ld: expected %s, found %s", j->file->path, 8 + j->at, expected,
                       found);
    return false;
}

static void skip_space(Json *j)
{
    j->at += (long)strspn(j->text + j->at, " \t\r\n");
}

/* Step over c if it comes next; white space before it does not count. */
static bool accept(Json *j, char c)
{
    skip_space(j);
    bool here = j->text[j->at] == c;
    j->at += here;
    return here;
}

/* Room for one more item behind count: the block doubles whenever count is a power of two. */
static bool make_room(const Json *j, void **items, long count, size_t item)
{
    if ((count & (count - 1)) != 0)
        return true;
    void *larger = realloc(*items, (size_t)(count > 0 ? 2 * count : 1) * item);
    if (larger == NULL) {
        kindling_set_error("%s: out of memory for the header", j->file->path);
        return false;
    }
    *items = larger;
    return true;
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
        return wrong(j, "four hexadecimal digits of a character other than 0");
    *to += utf8_encode((uint32_t)c, *to);
    return true;
}

static bool read_escape(Json *j, char **to)
{
    static const char from[] = "\"\\/bfnrt", means[] = "\"\\/\b\f\n\r\t";
    char c = j->text[j->at];
    const char *place = c != '\0' ? strchr(from, c) : NULL;
    if (place == NULL && c != 'u')
        return wrong(j, "one of \"\\/bfnrtu behind the backslash");
    j->at++;
    if (place == NULL)
        return read_unicode(j, to);
    *(*to)++ = means[place - from];
    return true;
}

static bool read_string(Json *j, const char **string)
{
    if (!accept(j, '"'))
        return wrong(j, "a string in quotes");
    char *to = j->text + j->at;
    *string = to;
    while (j->text[j->at] != '"') {
        char c = j->text[j->at];
        if ((unsigned char)c < ' ')
            return wrong(j, "a printable character or '\"'");
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

/* ---- numbers and lists ---------------------------------------------------------------------- */

static bool read_whole(Json *j, long *value)
{
    skip_space(j);
    long begin = j->at, sum = 0;
    for (; j->text[j->at] >= '0' && j->text[j->at] <= '9'; j->at++) {
        int digit = j->text[j->at] - '0';
        if (sum > (LONG_MAX - digit) / 10)
            return wrong(j, "a number below 2^63");
        sum = sum * 10 + digit;
    }
    if (j->at == begin || (j->text[begin] == '0' && j->at > begin + 1))
        return wrong(j, "a whole number");
    *value = sum;
    return true;
}

/* [1, 2, 3], no more than fit into values. */
static bool read_list(Json *j, int most, long *values, int *count)
{
    *count = 0;
    if (!accept(j, '['))
        return wrong(j, "'['");
    if (accept(j, ']'))
        return true;
    do {
        if (*count == most)
            return wrong(j, most == 2 ? "only two offsets" : "a tensor with at most 8 axes");
        if (!read_whole(j, &values[(*count)++]))
            return false;
    } while (accept(j, ','));
    return accept(j, ']') || wrong(j, "',' or ']'");
}

/* ---- objects -------------------------------------------------------------------------------- */

/* {"key": value, ...}: calls read_value behind each colon. */
static bool read_object(Json *j, bool (*read_value)(Json *j, const char *key, void *context),
                        void *context)
{
    const char *key;
    if (!accept(j, '{'))
        return wrong(j, "'{'");
    if (accept(j, '}'))
        return true;
    do {
        if (!read_string(j, &key))
            return false;
        if (!accept(j, ':'))
            return wrong(j, "':'");
        if (!read_value(j, key, context))
            return false;
    } while (accept(j, ','));
    return accept(j, '}') || wrong(j, "',' or '}'");
}

static bool read_metadata(Json *j, const char *key, void *context)
{
    SafeTensors *file = context;
    void *items = file->metadata;
    if (!make_room(j, &items, file->n_metadata, sizeof *file->metadata))
        return false;
    file->metadata = items;
    MetadataEntry *entry = &file->metadata[file->n_metadata++];
    entry->key = key;
    return read_string(j, &entry->value);
}

static bool read_field(Json *j, const char *key, void *context)
{
    TensorEntry *entry = context;
    if (strcmp(key, "dtype") == 0 && entry->format == NULL) {
        const char *name;
        if (!read_string(j, &name))
            return false;
        entry->format = number_format_safetensors(name);
        return entry->format != NULL ||
               wrong(j, "F64, F32, F16, BF16, I8 to I64, U8 to U64 or BOOL before this");
    }
    if (strcmp(key, "shape") == 0 && entry->ndim < 0) {
        return read_list(j, TENSOR_MAX_AXES, entry->shape, &entry->ndim);
    }
    if (strcmp(key, "data_offsets") == 0 && entry->end < 0) {
        long offsets[2];
        int count;
        if (!read_list(j, 2, offsets, &count))
            return false;
        if (count != 2)
            return wrong(j, "two offsets before this");
        entry->begin = offsets[0];
        entry->end = offsets[1];
        return true;
    }
    return wrong(j, "dtype, shape and data_offsets, each once, before this");
}

static bool read_tensor(Json *j, const char *name, void *context)
{
    SafeTensors *file = context;
    if (strcmp(name, "__metadata__") == 0 && file->n_metadata > 0)
        return wrong(j, "only one __metadata__ before this");
    if (strcmp(name, "__metadata__") == 0)
        return read_object(j, read_metadata, file);
    void *items = file->entries;
    if (!make_room(j, &items, file->count, sizeof *file->entries))
        return false;
    file->entries = items;
    TensorEntry *entry = &file->entries[file->count++];
    *entry = (TensorEntry){.name = name, .ndim = -1, .end = -1, .at = 8 + j->at};
    if (!read_object(j, read_field, entry))
        return false;
    return (entry->format != NULL && entry->ndim >= 0 && entry->end >= 0) ||
           wrong(j, "dtype, shape and data_offsets before this");
}

bool safetensors_parse(SafeTensors *file)
{
    Json j = {.file = file, .text = file->header, .size = file->header_size};
    j.at = (long)utf8_valid_length(j.text, (size_t)j.size);
    if (j.at < j.size)
        return wrong(&j, "UTF-8");
    j.at = 0;
    if (!read_object(&j, read_tensor, file))
        return false;
    skip_space(&j);
    return j.at == j.size || wrong(&j, "only spaces behind the last '}'");
}

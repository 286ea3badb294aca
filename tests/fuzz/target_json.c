/* target_json.c - JSON, read in two ways: stepped over, and piece by piece. Both see the same text. */
#include "fuzz.h"
#include "json.h"
#include "utf8.h"

static bool read_any(Json *j);

static bool read_member(Json *j, const char *key, void *context)
{
    (void)context;
    fuzz_check(utf8_valid_length(key, strlen(key)) == strlen(key), "a key that is no text");
    return read_any(j);
}

static bool read_item(Json *j, void *context)
{
    (void)context;
    return read_any(j);
}

/* A number is one for C, too, and begins as one of JSON does; else it is a word. */
static bool read_word(Json *j)
{
    const char *begin = j->text + j->at;
    char *end;
    if (!json_skip(j))
        return false;
    if (*begin != '-' && strchr("0123456789", *begin) == NULL)
        return strncmp(begin, "null", 4) == 0 && j->text + j->at == begin + 4;
    strtod(begin, &end);
    fuzz_check(end == j->text + j->at || *begin == '0', "a number that ends elsewhere: %s", begin);
    return true;
}

/* json_skip has seen before that it is not too deep. */
static bool read_any(Json *j)
{
    const char *string;
    bool yes;
    while (j->text[j->at] != '\0' && strchr(" \t\r\n", j->text[j->at]))
        j->at++;
    switch (j->text[j->at]) {
    case '{':
        return json_object(j, read_member, NULL);
    case '[':
        return json_list(j, read_item, NULL);
    case '"':
        if (!json_string(j, &string))
            return false;
        fuzz_check(utf8_valid_length(string, strlen(string)) == strlen(string),
                   "a string that is no text");
        return true;
    case 't':
    case 'f':
        return json_bool(j, &yes);
    default:
        return read_word(j);
    }
}

static Json start(const uint8_t *bytes, size_t size)
{
    return (Json){
        .path = "a.json", .whole = "the file", .text = fuzz_text(bytes, size), .size = (long)size};
}

FUZZ_TARGET(json)
{
    Json j = start(bytes, size);
    bool text = json_is_text(&j), skipped = text && json_skip(&j) && json_end(&j);
    fuzz_told(skipped);
    fuzz_check(j.at <= j.size, "it read too far");
    long number;
    Json n = start(bytes, size);
    fuzz_ask();
    bool whole = text && json_whole(&n, &number) && json_end(&n);
    fuzz_check(!whole || (skipped && number >= 0), "a number that is no JSON");
    if (!skipped)
        return;
    Json k = start(bytes, size);
    fuzz_check(read_any(&k) && json_end(&k), "%s", kindling_error());
}

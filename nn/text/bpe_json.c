/* bpe_json.c - reads HuggingFace's tokenizer.json, of a byte-level BPE.
 *
 *     {"added_tokens": [{"id": 50256, "content": "<|endoftext|>", ...}],
 *      "pre_tokenizer": {"type": "ByteLevel", "add_prefix_space": false, ...},
 *      "model": {"type": "BPE", "vocab": {"!": 0, ...}, "merges": ["Ġ t", ...], "ignore_merges": false}}
 *
 * Merges are strings "a b" or, since 2024, lists ["a", "b"]. Members may come in any order, so all are noted
 * first; what would change the ids and is not known here is refused by name.
 */
#include <stdio.h>
#include <string.h>
#include "bpe_parts.h"
#include "json.h"

typedef struct {
    const char *text;
    long id;
} Entry;
typedef struct {
    Entry *items; /* owned */
    long count, room;
} Entries;
typedef struct {
    Entries vocab, merges, added;
    Entry entry; /* of added_tokens, while it is read */
    BpeSplit split;
    bool ignore_merges, byte_level;
} Parts;

static void note(Entries *e, const char *text, long id)
{
    if (e->count == e->room) {
        e->room = e->room > 0 ? 2 * e->room : 1024;
        e->items = owned_grow(e->items, (size_t)e->count * sizeof *e->items,
                              (size_t)e->room * sizeof *e->items);
    }
    e->items[e->count++] = (Entry){text, id};
}

/* ---- reading -------------------------------------------------------------------------------------- */

static bool read_vocab(Json *j, const char *key, void *context)
{
    long id;
    if (!json_whole(j, &id))
        return false;
    note(&((Parts *)context)->vocab, key, id);
    return true;
}

static bool read_half(Json *j, void *context)
{
    Parts *p = context;
    const char *half;
    if (!json_string(j, &half))
        return false;
    note(&p->merges, half, 2);
    return true;
}

static bool read_merge(Json *j, void *context)
{
    Parts *p = context;
    const char *line;
    if (!json_accept(j, '[')) {
        if (!json_string(j, &line))
            return false;
        note(&p->merges, line, 1);
        return true;
    }
    return read_half(j, p) && (json_accept(j, ',') || json_wrong(j, "','")) && read_half(j, p) &&
           (json_accept(j, ']') || json_wrong(j, "']' behind the two tokens of a merge"));
}

static bool read_model(Json *j, const char *key, void *context)
{
    Parts *p = context;
    const char *type;
    if (strcmp(key, "type") == 0)
        return json_string(j, &type) &&
               (strcmp(type, "BPE") == 0 || json_wrong(j, "\"BPE\" before this"));
    if (strcmp(key, "vocab") == 0)
        return json_object(j, read_vocab, p);
    if (strcmp(key, "merges") == 0)
        return json_list(j, read_merge, p);
    if (strcmp(key, "ignore_merges") == 0)
        return json_bool(j, &p->ignore_merges);
    return json_skip(j);
}

static bool read_added_member(Json *j, const char *key, void *context)
{
    Parts *p = context;
    if (strcmp(key, "id") == 0)
        return json_whole(j, &p->entry.id);
    return strcmp(key, "content") == 0 ? json_string(j, &p->entry.text) : json_skip(j);
}

static bool read_added(Json *j, void *context)
{
    Parts *p = context;
    p->entry = (Entry){NULL, -1};
    if (!json_object(j, read_added_member, p))
        return false;
    if (p->entry.text == NULL || p->entry.id < 0)
        return json_wrong(j, "id and content of an added token before this");
    note(&p->added, p->entry.text, p->entry.id);
    return true;
}

/* ---- the regular expression ------------------------------------------------------------------------- */

#define GPT2_PATTERN                                                                               \
    "'s|'t|'re|'ve|'m|'ll|'d| ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)|\\s+"
#define GPT4_PATTERN                                                                               \
    "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}{1,3}| "                     \
    "?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+"

static bool read_pattern(Json *j, const char *key, void *context)
{
    const char *pattern;
    if (strcmp(key, "Regex") != 0)
        return json_wrong(j, "a pattern that is a \"Regex\" before this");
    if (!json_string(j, &pattern))
        return false;
    bool gpt4 = strcmp(pattern, GPT4_PATTERN) == 0;
    ((Parts *)context)->split = gpt4 ? SPLIT_GPT4 : SPLIT_GPT2;
    return gpt4 || strcmp(pattern, GPT2_PATTERN) == 0 ||
           json_wrong(j, "the regular expression of GPT-2 or of GPT-4 (cl100k) before this");
}

static bool read_split(Json *j, const char *key, void *context);

static bool read_splits(Json *j, void *context)
{
    return json_object(j, read_split, context);
}

/* ByteLevel, or a Sequence of Split and ByteLevel. */
static bool read_split(Json *j, const char *key, void *context)
{
    const char *type;
    bool yes;
    if (strcmp(key, "pretokenizers") == 0)
        return json_list(j, read_splits, context);
    if (strcmp(key, "pattern") == 0)
        return json_object(j, read_pattern, context);
    if (strcmp(key, "add_prefix_space") == 0)
        return json_bool(j, &yes) && (!yes || json_wrong(j, "false before this: a space that is "
                                                            "put in front is not supported"));
    if (strcmp(key, "type") != 0)
        return json_skip(j);
    if (!json_string(j, &type))
        return false;
    if (strcmp(type, "ByteLevel") == 0)
        ((Parts *)context)->byte_level = true;
    return strcmp(type, "ByteLevel") == 0 || strcmp(type, "Sequence") == 0 ||
           strcmp(type, "Split") == 0 ||
           json_wrong(j, "ByteLevel, or a Sequence of Split and ByteLevel, before this");
}

static bool read_top(Json *j, const char *key, void *context)
{
    if (strcmp(key, "model") == 0)
        return json_object(j, read_model, context);
    if (strcmp(key, "added_tokens") == 0)
        return json_list(j, read_added, context);
    if (strcmp(key, "pre_tokenizer") == 0)
        return json_object(j, read_split, context);
    if (strcmp(key, "normalizer") == 0)
        return json_null(j) ||
               json_wrong(j, "null: text that is changed before it is cut is not supported");
    return json_skip(j);
}

/* ---- building --------------------------------------------------------------------------------------- */

enum { MOST_TOKENS = 1 << 24, MOST_GAPS = 1024 };

static bool failed(const char *what, const char *text)
{
    kindling_set_error("bpe_from_json: %s: \"%.60s\"", what, text);
    return false;
}

/* Each id's entry, of vocab or of added tokens; NULL where there is none. */
static bool by_id(const Parts *p, const Entry **at)
{
    for (long i = 0; i < p->vocab.count + p->added.count; i++) {
        bool is_added = i >= p->vocab.count;
        const Entry *e = is_added ? &p->added.items[i - p->vocab.count] : &p->vocab.items[i];
        if (at[e->id] != NULL && !is_added)
            return failed("two tokens have one id", e->text);
        at[e->id] = e;
    }
    return true;
}

static bool add_tokens(Bpe *b, const Parts *p, const Entry **at, long size)
{
    Scope *scope = scope_open();
    bool ok = true;
    for (long id = 0; id < size && ok; id++) {
        const char *text = at[id] != NULL ? at[id]->text : "";
        size_t length = strlen(text);
        if (p->added.count > 0 && at[id] >= p->added.items &&
            at[id] < p->added.items + p->added.count) {
            bpe_add_special(b, text);
            continue;
        }
        unsigned char *bytes = scope_alloc(scope, length + 1);
        long n = bpe_bytes_of(text, length, bytes);
        ok = n >= 0 || failed("a token is not written in visible characters of bytes", text);
        if (ok)
            bpe_add_token(b, bytes, (size_t)n);
        scope_reset(scope);
    }
    scope_close(scope);
    return ok;
}

static bool add_merges(Bpe *b, const Entries *merges)
{
    char line[1024];
    for (long i = 0; i < merges->count; i++) {
        const char *text = merges->items[i].text;
        if (merges->items[i].id == 2) {
            snprintf(line, sizeof line, "%s %s", text, merges->items[i + 1].text);
            text = line;
            i++;
        }
        long size = b->size;
        if (bpe_merge_line(b, text, strlen(text)) < 0 || b->size > size)
            return failed("a merge is not of two tokens that make a third", text);
    }
    return true;
}

static bool build(Bpe *b, const Parts *p)
{
    if (!p->byte_level)
        return failed("this is no byte-level BPE", "pre_tokenizer has no ByteLevel");
    long size = 0;
    for (long i = 0; i < p->vocab.count; i++)
        size = p->vocab.items[i].id >= size ? p->vocab.items[i].id + 1 : size;
    for (long i = 0; i < p->added.count; i++)
        size = p->added.items[i].id >= size ? p->added.items[i].id + 1 : size;
    if (size == 0 || size > MOST_TOKENS)
        return failed("the number of tokens is 0, or more than 16777216", "vocab");
    if (size / 2 > p->vocab.count + p->added.count + MOST_GAPS)
        return failed("most ids up to the largest belong to no token", "vocab");
    const Entry **at = scope_alloc(scope_current(), (size_t)size * sizeof *at);
    memset(at, 0, (size_t)size * sizeof *at);
    b->split = p->split;
    b->ignore_merges = p->ignore_merges;
    return by_id(p, at) && add_tokens(b, p, at, size) && bpe_find_bytes(b, "bpe_from_json") &&
           add_merges(b, &p->merges);
}

Bpe *bpe_from_json(const char *text, size_t bytes)
{
    UNDO_ON_FAIL;
    Scope *scope = scope_open();
    char *copy = scope_alloc(scope, bytes + 1);
    memcpy(copy, text, bytes);
    copy[bytes] = '\0';
    Json j = {.path = "bpe_from_json", .whole = "the text", .text = copy, .size = (long)bytes};
    Parts parts = {.split = SPLIT_GPT2};
    Bpe *b = bpe_empty();
    bool ok =
        json_is_text(&j) && json_object(&j, read_top, &parts) && json_end(&j) && build(b, &parts);
    owned_free(parts.vocab.items);
    owned_free(parts.merges.items);
    owned_free(parts.added.items);
    scope_close(scope);
    if (ok)
        return b;
    bpe_free(b);
    return NULL;
}

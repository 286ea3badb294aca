/* bpe_build.c - a vocabulary out of what a file of HuggingFace's says: tokens with their ids, and
 * merges. */
#include <stdio.h>
#include <string.h>
#include "bpe_file.h"

void bpe_note(BpeEntries *e, const char *text, long id)
{
    if (e->count == e->room) {
        e->room = e->room > 0 ? 2 * e->room : 1024;
        e->items = owned_grow(e->items, (size_t)e->count * sizeof *e->items,
                              (size_t)e->room * sizeof *e->items);
    }
    e->items[e->count++] = (BpeEntry){text, id};
}

void bpe_file_free(BpeFile *f)
{
    owned_free(f->vocab.items);
    owned_free(f->merges.items);
    owned_free(f->added.items);
}

enum { MOST_TOKENS = 1 << 24, MOST_GAPS = 1024 };

static bool failed(const BpeFile *f, const char *what, const char *text)
{
    kindling_set_error("%s: %s: \"%.60s\"", f->operation, what, text);
    return false;
}

/* Each id's entry, of vocab or of added tokens; NULL where there is none. */
static bool by_id(const BpeFile *f, const BpeEntry **at)
{
    for (long i = 0; i < f->vocab.count + f->added.count; i++) {
        bool is_added = i >= f->vocab.count;
        const BpeEntry *e = is_added ? &f->added.items[i - f->vocab.count] : &f->vocab.items[i];
        if (at[e->id] != NULL && !is_added)
            return failed(f, "two tokens have one id", e->text);
        at[e->id] = e;
    }
    return true;
}

static bool add_tokens(Bpe *b, const BpeFile *f, const BpeEntry **at, long size)
{
    Scope *scope = scope_open();
    bool ok = true;
    for (long id = 0; id < size && ok; id++) {
        const char *text = at[id] != NULL ? at[id]->text : "";
        size_t length = strlen(text);
        if (f->added.count > 0 && at[id] >= f->added.items &&
            at[id] < f->added.items + f->added.count) {
            bpe_add_special(b, text);
            continue;
        }
        unsigned char *bytes = scope_alloc(scope, length + 1);
        long n = bpe_bytes_of(text, length, bytes);
        ok = n >= 0 || failed(f, "a token is not written in visible characters of bytes", text);
        if (ok)
            bpe_add_token(b, bytes, (size_t)n);
        scope_reset(scope);
    }
    scope_close(scope);
    return ok;
}

static bool add_merges(Bpe *b, const BpeFile *f)
{
    const BpeEntries *merges = &f->merges;
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
            return failed(f, "a merge is not of two tokens that make a third", text);
    }
    return true;
}

static bool build(Bpe *b, const BpeFile *f)
{
    if (!f->byte_level)
        return failed(f, "this is no byte-level BPE", "pre_tokenizer has no ByteLevel");
    long size = 0;
    for (long i = 0; i < f->vocab.count; i++)
        size = f->vocab.items[i].id >= size ? f->vocab.items[i].id + 1 : size;
    for (long i = 0; i < f->added.count; i++)
        size = f->added.items[i].id >= size ? f->added.items[i].id + 1 : size;
    if (size == 0 || size > MOST_TOKENS)
        return failed(f, "the number of tokens is 0, or more than 16777216", "vocab");
    if (size / 2 > f->vocab.count + f->added.count + MOST_GAPS)
        return failed(f, "most ids up to the largest belong to no token", "vocab");
    const BpeEntry **at = scope_alloc(scope_current(), (size_t)size * sizeof *at);
    memset(at, 0, (size_t)size * sizeof *at);
    b->split = f->split;
    b->ignore_merges = f->ignore_merges;
    return by_id(f, at) && add_tokens(b, f, at, size) && bpe_find_bytes(b, f->operation) &&
           add_merges(b, f);
}

Bpe *bpe_build(const BpeFile *f)
{
    Bpe *b = bpe_empty();
    if (build(b, f))
        return b;
    bpe_free(b);
    return NULL;
}

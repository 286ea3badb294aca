/* bpe_vocab.c - merges.txt together with vocab.json, which says the id of each token.
 *
 *     {"<s>": 0, "<pad>": 1, "</s>": 2, "!": 3, ..., "Ġthe": 5}
 *
 * GPT-2 numbers its bytes first, then its merges; others put special tokens in front, or number as
 * they like.
 */
#include <stdlib.h>
#include <string.h>
#include "bpe_file.h"

static bool note_merge(void *context, long number, const char *line, size_t length)
{
    BpeFile *f = context;
    const char *space = memchr(line, ' ', length);
    if (space == NULL || space == line || space == line + length - 1) {
        kindling_set_error(
            "merges.txt: line %ld: expected two tokens with a space between them; got "
            "\"%.*s\"",
            number, (int)(length < 60 ? length : 60), line);
        return false;
    }
    char *copy = scope_alloc(scope_current(), length + 1);
    memcpy(copy, line, length);
    copy[length] = '\0';
    bpe_note(&f->merges, copy, 1);
    return true;
}

static int compare(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* What the merges make, in order, for bsearch. */
static const char **made_by(const BpeEntries *merges)
{
    size_t n = (size_t)merges->count;
    const char **made = scope_alloc(scope_current(), (n + 1) * sizeof *made);
    for (size_t i = 0; i < n; i++) {
        const char *line = merges->items[i].text, *space = strchr(line, ' ');
        char *token = scope_alloc(scope_current(), strlen(line) + 1);
        memcpy(token, line, (size_t)(space - line));
        strcpy(token + (space - line), space + 1);
        made[i] = token;
    }
    qsort(made, n, sizeof *made, compare);
    return made;
}

static bool is_byte(const char *text)
{
    unsigned char bytes[8];
    size_t length = strlen(text);
    return length <= 2 && bpe_bytes_of(text, length, bytes) == 1;
}

/* Tokens that no merge makes are special: no text comes to them. */
static void part_special(BpeFile *f)
{
    const char **made = made_by(&f->merges);
    long kept = 0;
    for (long i = 0; i < f->vocab.count; i++) {
        BpeEntry e = f->vocab.items[i];
        if (is_byte(e.text) ||
            bsearch(&e.text, made, (size_t)f->merges.count, sizeof *made, compare))
            f->vocab.items[kept++] = e;
        else
            bpe_note(&f->added, e.text, e.id);
    }
    f->vocab.count = kept;
}

static bool read_ids(char *text, const char *name, BpeEntries *entries)
{
    Json j = {.path = name, .whole = "the file", .text = text, .size = (long)strlen(text)};
    return json_is_text(&j) && json_object(&j, bpe_read_ids, entries) && json_end(&j);
}

Bpe *bpe_from_vocab(char *vocab, const char *merges, size_t bytes, char *added)
{
    UNDO_ON_FAIL;
    Scope *scope = scope_open();
    BpeFile f = {.operation = "vocab.json", .split = SPLIT_GPT2, .byte_level = true};
    bool ok =
        read_ids(vocab, "vocab.json", &f.vocab) && bpe_merge_lines(merges, bytes, note_merge, &f);
    if (ok)
        part_special(&f);
    ok = ok && (added == NULL || read_ids(added, "added_tokens.json", &f.added));
    Bpe *b = ok ? bpe_build(&f) : NULL;
    bpe_file_free(&f);
    scope_close(scope);
    return b;
}

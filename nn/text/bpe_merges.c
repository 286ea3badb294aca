/* bpe_merges.c - reads GPT-2's vocab.bpe (merges.txt).
 *
 *     #version: 0.2
 *     Ġ t
 *     Ġ a
 *
 * Each line is a merge, its bytes written as characters that can be seen (bpe_bytes.c).
 */
#include <string.h>
#include "bpe_parts.h"
#include "utf8.h"

long bpe_bytes_of(const char *word, size_t length, unsigned char *bytes)
{
    long n = 0;
    for (size_t at = 0; at < length;) {
        uint32_t c;
        size_t step = utf8_decode(word + at, length - at, &c, NULL);
        int byte = step > 0 ? bpe_character_byte(c) : -1;
        if (byte < 0)
            return -1;
        bytes[n++] = (unsigned char)byte;
        at += step;
    }
    return n;
}

/* The bytes in the order of their characters: those that are shown, then the others. */
static void add_bytes(Bpe *b)
{
    for (uint32_t c = 0; c < 512; c++) {
        int byte = bpe_character_byte(c);
        if (byte >= 0)
            b->byte_id[byte] = bpe_add_token(b, &(unsigned char){(unsigned char)byte}, 1);
    }
}

/* The token that a word of a line stands for; -1: none does. */
static int token_of(const Bpe *b, const char *word, size_t length)
{
    Scope *scope = scope_open();
    unsigned char *bytes = scope_alloc(scope, length + 1);
    long n = bpe_bytes_of(word, length, bytes);
    int id = n > 0 ? bpe_token(b, bytes, (size_t)n) : -1;
    scope_close(scope);
    return id;
}

int bpe_merge_line(Bpe *b, const char *line, size_t length)
{
    const char *space = memchr(line, ' ', length);
    if (space == NULL || memchr(space + 1, ' ', length - (size_t)(space + 1 - line)) != NULL)
        return -1;
    size_t left = (size_t)(space - line);
    BpePair pair = {token_of(b, line, left), token_of(b, space + 1, length - left - 1)};
    if (pair.left < 0 || pair.right < 0 || bpe_rank(b, pair) >= 0)
        return -1;
    return bpe_add_merge(b, pair);
}

bool bpe_merge_lines(const char *text, size_t bytes,
                     bool (*read)(void *context, long number, const char *line, size_t length),
                     void *context)
{
    long number = 1;
    for (size_t at = 0; at < bytes; number++) {
        const char *end = memchr(text + at, '\n', bytes - at);
        size_t length = end != NULL ? (size_t)(end - (text + at)) : bytes - at;
        size_t shown = length > 0 && text[at + length - 1] == '\r' ? length - 1 : length;
        bool head = number == 1 && shown >= 8 && memcmp(text, "#version", 8) == 0;
        if (!head && shown > 0 && !read(context, number, text + at, shown))
            return false;
        at += length + (end != NULL);
    }
    return true;
}

static bool add_line(void *b, long number, const char *line, size_t length)
{
    if (bpe_merge_line(b, line, length) >= 0)
        return true;
    kindling_set_error(
        "bpe_from_merges: line %ld: expected two tokens that earlier lines made, with "
        "a space between them, and a merge that is new; got \"%.*s\"",
        number, (int)(length < 60 ? length : 60), line);
    return false;
}

Bpe *bpe_from_merges(const char *text, size_t bytes)
{
    UNDO_ON_FAIL;
    Bpe *b = bpe_empty();
    add_bytes(b);
    bool ok = bpe_merge_lines(text, bytes, add_line, b);
    if (ok && b->n_merges == 0) {
        kindling_set_error("bpe_from_merges: there are no merges in %zu bytes", bytes);
        ok = false;
    }
    if (!ok) {
        bpe_free(b);
        return NULL;
    }
    bpe_add_special(b, "<|endoftext|>");
    return b;
}

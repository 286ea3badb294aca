/* bpe_encode.c - a text as tokens, with special tokens such as <|endoftext|> where they are asked
 * for.
 */
#include <string.h>
#include "bpe_parts.h"

long bpe_encode(const Bpe *b, const char *text, size_t bytes, int *ids)
{
    return bpe_encode_text(b, text, bytes, ids);
}

int bpe_special_at(const Bpe *b, const char *text, size_t bytes, size_t at)
{
    int found = -1;
    for (long i = 0; i < b->n_special; i++) {
        int id = b->special[i];
        size_t n = bpe_length(b, id);
        if (n > 0 && n <= bytes - at && memcmp(text + at, b->bytes + b->start[id], n) == 0 &&
            (found < 0 || n > bpe_length(b, found)))
            found = id;
    }
    return found;
}

typedef struct {
    const Bpe *b;
    int *ids;
    long n;
} Writer;

static void encode_part(void *context, const char *text, size_t bytes, int special)
{
    Writer *w = context;
    if (special >= 0)
        w->ids[w->n++] = special;
    else
        w->n += bpe_encode_text(w->b, text, bytes, w->ids + w->n);
}

long bpe_encode_special(const Bpe *b, const char *text, size_t bytes, int *ids)
{
    Writer w = {b, ids, 0};
    bpe_cut(&(BpeCutter){.special = b, .visit = encode_part, .context = &w}, text, bytes);
    return w.n;
}

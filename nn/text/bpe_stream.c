/* bpe_stream.c - a text that comes bit by bit, as tokens: the same ones as those of the whole.
 *
 * Text waits until nothing behind it can change its tokens (bpe_cut.c).
 */
#include "bpe_parts.h"

/* More bytes never make more tokens than they are. */
static void encode_part(void *context, const char *text, size_t bytes, int special)
{
    BpeStream *s = context;
    long needed = s->n + (long)bytes;
    if (needed > s->waiting->room) {
        long room = 2 * needed;
        s->ids = owned_grow(s->ids, (size_t)s->n * sizeof *s->ids, (size_t)room * sizeof *s->ids);
        s->waiting->room = room;
    }
    if (special >= 0)
        s->ids[s->n++] = special;
    else
        s->n += bpe_encode_text(s->bpe, text, bytes, s->ids + s->n);
}

BpeStream *bpe_stream_new(const Bpe *b, bool special)
{
    UNDO_ON_FAIL;
    BpeStream *s = owned_alloc(sizeof *s);
    s->waiting = owned_alloc(sizeof *s->waiting);
    s->bpe = b;
    s->waiting->cutter =
        (BpeCutter){.special = special ? b : NULL, .visit = encode_part, .context = s};
    return s;
}

long bpe_stream_add(BpeStream *s, const char *text, size_t bytes)
{
    s->n = 0;
    bpe_cutter_add(&s->waiting->cutter, text, bytes);
    return s->n;
}

long bpe_stream_end(BpeStream *s)
{
    s->n = 0;
    bpe_cutter_end(&s->waiting->cutter);
    return s->n;
}

void bpe_stream_free(BpeStream *s)
{
    if (s == NULL)
        return;
    owned_free(s->waiting->cutter.waiting);
    owned_free(s->waiting);
    owned_free(s->ids);
    owned_free(s);
}

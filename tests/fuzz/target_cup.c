/* target_cup.c - an entry of the cup from bytes, which then reads a text longer than its context. */
#include "fuzz.h"

typedef struct {
    Entry *entry;
    real *logits;
} Reading;

/* Weights may be NaN or infinite: what comes of them is told, or a number that is none. */
static void read_text(void *context)
{
    Reading *r = context;
    grad_mode(false);
    long V = r->entry->model->options.vocabulary, n = r->entry->model->options.context;
    for (long i = 0; i <= (n < 8 ? n : 8); i++)
        entry_next(r->entry, (int)(i % V), r->logits);
    entry_restart(r->entry);
    entry_next(r->entry, 0, r->logits);
}

FUZZ_TARGET(cup)
{
    Entry *e = entry_open(bytes, size);
    fuzz_told(e != NULL);
    if (e == NULL)
        return;
    /* weights, and at most 2^24 numbers each for the cache and a table of sines, which are in no byte */
    fuzz_check(entry_bytes(e) <= (size + (2u << 24)) * sizeof(double) + (8u << 20),
               "%zu bytes of %zu", entry_bytes(e), size);
    bool was = grad_mode(false);
    long V = e->model->options.vocabulary;
    Reading r = {e, scope_alloc(scope_current(), (size_t)V * sizeof(real))};
    fuzz_may_fail(read_text, &r);
    grad_mode(was);
    entry_close(e);
}

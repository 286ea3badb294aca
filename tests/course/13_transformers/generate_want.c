/* generate_want.c - text from a model in plain loops. */
#include "want.h"

/* The last row of the logits of T tokens. */
static Tensor *last_logits(const Gpt *g, const int *ids, long T)
{
    IntTensor *window = int_tensor_from(SHAPE(1, T), T, ids);
    Tensor *logits = plain_gpt(g, window, NULL), *last = blank(SHAPE(logits->shape[2]));
    for (long i = 0; i < logits->shape[2]; i++)
        last->data[i] = (real)at(logits, AT(0, T - 1, i));
    return last;
}

Tensor *text_want(const Gpt *g, const int *prompt, long room, long n, long count, SampleOptions o,
                  Rng rng)
{
    int ids[64];
    long context = g->options.context;
    memcpy(ids, prompt, (size_t)room * sizeof *ids);
    for (long i = n; i < n + count; i++) {
        long start = 0;
        while (i - start > context)
            start += (context + 1) / 2;
        ids[i] = plain_token(last_logits(g, ids + start, i - start), o, &rng.state);
    }
    Tensor *t = blank(SHAPE(room));
    for (long i = 0; i < room; i++)
        t->data[i] = (real)ids[i];
    return t;
}

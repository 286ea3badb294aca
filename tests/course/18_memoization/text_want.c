/* text_want.c - text from a model that reads all of it again for each token. */
#include "want.h"

static int next_token(const Gpt *g, const int *ids, long n, SampleOptions o, Rng *rng)
{
    double *logits = ROOM_FOR(g->options.vocabulary, double);
    Tensor *t = logits_want((Reading){g, ids, 1, n, (long[]){n}, 1});
    for (long i = 0; i < g->options.vocabulary; i++)
        logits[i] = (double)t->data[i];
    return plain_token(logits, g->options.vocabulary, o.temperature, &rng->state);
}

static long start_of(const Gpt *g, long n)
{
    long context = g->options.context, start = 0;
    while (n - start > context)
        start += (context + 1) / 2;
    return start;
}

Tensor *text_want(const Gpt *g, const int *prompt, long room, long n, long count, SampleOptions o,
                  Rng rng)
{
    int ids[64] = {0};
    memcpy(ids, prompt, (size_t)room * sizeof *ids);
    for (long end = n + count; n < end; n++) {
        long start = start_of(g, n);
        ids[n] = next_token(g, ids + start, n - start, o, &rng);
    }
    Tensor *text = blank(SHAPE(room));
    for (long i = 0; i < room; i++)
        text->data[i] = (real)ids[i];
    return text;
}

/* Each is read once, and again what is left where the start moves. */
long tokens_read_want(const Gpt *g, long n, long count)
{
    long start = start_of(g, n), read = start, sum = 0;
    for (long t = n; t < n + count; t++) {
        long now = start_of(g, t);
        read = now != start ? now : read;
        start = now;
        sum += t - read;
        read = t;
    }
    return sum;
}

/* judge_want.c - what a reader's text costs, and how long it takes. */
#include "want.h"

enum { V = 11 };

/* What the reader of draws.h says before token i: its row of the table times how many it has read. */
double nats_want(const Tensor *table, const int *ids, long n)
{
    double nats = 0;
    for (long i = 1; i < n; i++) {
        const real *row = table->data + ids[i - 1] * V;
        double sum = 0;
        for (long v = 0; v < V; v++)
            sum += exp((double)row[v] * (double)i);
        nats += log(sum) - (double)row[ids[i]] * (double)i;
    }
    return nats;
}

/* The same logits before each token. */
double wide_nats_want(const Tensor *logits, const int *ids, long n)
{
    double sum = 0, nats = 0;
    for (long v = 0; v < logits->shape[0]; v++)
        sum += exp((double)logits->data[v]);
    for (long i = 1; i < n; i++)
        nats += log(sum) - (double)logits->data[ids[i]];
    return nats;
}

/* ---- time ---------------------------------------------------------------------------------------------------- */

/* A token takes time times 1 + id. */
Tensor *seconds_want(const int *ids, long prompt, long n, double time)
{
    return race_want(ids, prompt, n, 1, time);
}

/* 1 and 2 for whose text is read. */
Tensor *order_want(long rounds)
{
    Tensor *t = blank(SHAPE(2 * rounds));
    for (long i = 0; i < 2 * rounds; i++)
        t->data[i] = (i / 2 + i) % 2 == 0 ? 1 : 2;
    return t;
}

Tensor *race_want(const int *ids, long prompt, long n, long rounds, double time)
{
    long each = n - prompt;
    Tensor *t = blank(SHAPE(rounds * each));
    for (long i = 0; i < rounds * each; i++)
        t->data[i] = (real)(time * (1 + ids[prompt + i % each]));
    return t;
}

/* gradients_want.c - the gradient and the loss of micro-batches, and wrong ways to gather them. */
#include "want.h"

typedef enum {
    G_RIGHT,
    G_STALE,
    G_STALE_SUM,
    G_SUM,
    G_LAST,
    G_FIRST_ONLY,
    G_NOT_LAST,
    G_ONE_MORE,
    G_TWICE,
    G_BY_N,
    G_MEANS,
    G_UNWEIGHTED,
    G_BY_SIZE
} Gather;

/* How many targets of batch i count. */
static double targets_of(Gather way, const Tensor *x, long i)
{
    return (double)plain_rows(x, i % x->shape[0], way == G_BY_SIZE ? ABSENT : IGNORED);
}

/* What the sum is divided by. */
static double divisor_of(Gather way, const Tensor *x, long n)
{
    double total = 0;
    for (long i = 0; i < n; i++)
        total += targets_of(way, x, i);
    if (way == G_BY_N || way == G_MEANS)
        return (double)n;
    if (way == G_SUM || way == G_STALE_SUM || total == 0)
        return 1;
    return way == G_TWICE ? total * total : total;
}

/* The gradient after n micro-batches, when `stale` was there before; and the loss. */
static Tensor *gather(Gather way, const Tensor *w, const Tensor *stale, const Tensor *x, long n,
                      double *loss)
{
    long D = w->shape[0], turns = n - (way == G_NOT_LAST) + (way == G_ONE_MORE);
    double at[D_MOST], g[D_MOST] = {0};
    turns = way == G_FIRST_ONLY ? 1 : turns;
    double divisor = divisor_of(way, x, turns);
    for (long d = 0; d < D; d++) {
        at[d] = (double)w->data[d];
        if (way == G_STALE || way == G_STALE_SUM)
            g[d] = (double)stale->data[d] / divisor;
    }
    *loss = 0;
    for (long i = 0; i < turns; i++) {
        double weight = way == G_MEANS || way == G_UNWEIGHTED ? 1 : targets_of(way, x, i);
        if (way == G_LAST)
            memset(g, 0, sizeof g);
        *loss += weight / divisor * plain_batch(at, x, i % x->shape[0], weight / divisor, g);
    }
    Tensor *out = blank(SHAPE(D));
    for (long d = 0; d < D; d++)
        out->data[d] = (real)g[d];
    return out;
}

typedef struct {
    Gather way;
    const char *sentence;
} Known;

Tensor *gradients_want(const Tensor *w, const Tensor *stale, const Tensor *x, long n)
{
    static const Known always[] = {
        {G_STALE,
         "the gradients of the step before are still in there: parameters_zero_grad first"},
        {G_SUM, "the sum over all targets in place of their mean: trainer_divide after the loop"},
        {G_STALE_SUM,
         "two things: the gradients of the step before are still in there, and nothing was "
         "divided by the number of targets"},
        {G_TWICE, "divided by the number of targets twice: a mean over the targets is to be "
                  "multiplied by their number first, and all of it divided once, after the loop"},
        {G_BY_N, "divided by the number of micro-batches: divide by that of all targets"}};
    static const Known of_several[] = {
        {G_MEANS,
         "a mean of means: a micro-batch with few targets counts as much as a full one; times its "
         "targets, and once divided by all of them"},
        {G_UNWEIGHTED, "the losses were not multiplied by their number of targets before "
                       "backward: each is a mean"},
        {G_BY_SIZE, "weighted by batch.size, with targets that are ignored: trainer_targets "
                    "counts the others"},
        {G_LAST, "only the last micro-batch is left: gradients were cleared between them; clear "
                 "once, before the first"},
        {G_FIRST_ONLY, "only the first micro-batch is in there: one batch was taken n times, or "
                       "the others were left out; draw, loss and backward n times"},
        {G_ONE_MORE, "one micro-batch too many: there are n of them, i < n"},
        {G_NOT_LAST, "the last micro-batch is missing: there are n of them"}};
    double loss;
    MISTAKE_MESSAGE("whose scope is closed",
                    "a tensor was used after its scope was closed: take the number out with "
                    "tensor_item first, scope_close comes last");
    MISTAKE_MESSAGE("gradient is NULL",
                    n == 0 ? "no gradient: no batch was drawn, and micro_batches = 0 means 1"
                           : "no gradient: tensor_backward was not called, or the gradients were "
                             "cleared after it; they are cleared once, before the first "
                             "micro-batch");
    long turns = n > 1 ? n : 1;
    for (size_t i = 0; i < sizeof always / sizeof *always; i++)
        MISTAKE(gather(always[i].way, w, stale, x, turns, &loss), always[i].sentence);
    /* Of two, the one that is not the last is the first. */
    for (size_t i = 0; n > 1 && i < sizeof of_several / sizeof *of_several - (n == 2); i++)
        MISTAKE(gather(of_several[i].way, w, stale, x, n, &loss), of_several[i].sentence);
    return gather(G_RIGHT, w, stale, x, turns, &loss);
}

static double loss_of(Gather way, const Tensor *w, const Tensor *x, long n)
{
    double loss;
    gather(way, w, w, x, n, &loss);
    return loss;
}

double mean_of_losses_want(const Tensor *w, const Tensor *x, long n)
{
    static const Known known[] = {
        {G_SUM, "the sum of the losses: return their mean, divided by the number of all targets"},
        {G_TWICE, "divided by the number of targets twice"},
        {G_BY_N, "divided by the number of micro-batches: divide by that of all targets"},
        {G_MEANS, "the mean of the losses: each times its targets, over all targets"},
        {G_UNWEIGHTED, "the losses were not multiplied by their number of targets: each is a mean"},
        {G_BY_SIZE, "weighted by batch.size, with targets that are ignored"}};
    double right = loss_of(G_RIGHT, w, x, n), all = divisor_of(G_RIGHT, x, n);
    double at[D_MOST], g[D_MOST] = {0};
    for (long d = 0; d < w->shape[0]; d++)
        at[d] = (double)w->data[d];
    double last = plain_batch(at, x, n - 1, 0, g);
    MISTAKE_NUMBER(0, "no loss was added up");
    if (n == 1)
        return right;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        MISTAKE_NUMBER(loss_of(known[i].way, w, x, n), known[i].sentence);
    MISTAKE_NUMBER(last, "that is the loss of the last micro-batch: return the mean of all");
    MISTAKE_NUMBER(last * targets_of(G_RIGHT, x, n - 1) / all,
                   "that is only the last micro-batch's part of the mean: add them up");
    return right;
}

/* judge_want.c - what a reader's text costs, and how long it takes. */
#include "want.h"

enum { V = 11 };

typedef struct {
    long from, to; /* which tokens are foretold */
    bool itself, in_probability, no_history;
    long read; /* tokens before it, which were not forgotten */
} Way;

static double cost(const Tensor *table, const int *ids, Way w)
{
    double nats = 0;
    for (long i = w.from; i < w.to; i++) {
        const real *row = table->data + ids[i - 1] * V;
        double factor = w.no_history ? 1 : (double)(i + w.read), sum = 0;
        for (long v = 0; v < V; v++)
            sum += exp((double)row[v] * factor);
        double p = exp((double)row[ids[w.itself ? i - 1 : i]] * factor) / sum;
        nats += w.in_probability ? p : -log(p);
    }
    return nats;
}

double nats_want(const Tensor *table, const int *ids, long n, Before before)
{
    double want = cost(table, ids, (Way){.from = 1, .to = n});
    MISTAKE_NUMBER(want / (double)(n - 1), "that is the mean: the sum is asked for");
    MISTAKE_NUMBER(want / (double)n, "that is the sum over n: the sum is asked for");
    MISTAKE_NUMBER(want / log(2), "these are bits: nats are asked for");
    MISTAKE_NUMBER(-want, "the sign: -log p");
    if (before.bias == 0) {
        MISTAKE_NUMBER(
            cost(table, ids, (Way){.from = 1, .to = n, .itself = true}),
            "each token was asked whether it foretells itself: ids[i + 1] follows ids[i]");
        MISTAKE_NUMBER(cost(table, ids, (Way){.from = 1, .to = n - 1}),
                       "the last token was not foretold: n - 1 tokens are");
        MISTAKE_NUMBER(cost(table, ids, (Way){.from = 2, .to = n}),
                       "the second token was not foretold: ids[0] stands before it");
        MISTAKE_NUMBER(cost(table, ids, (Way){.from = 1, .to = n, .no_history = true}),
                       "each token was foretold as if it were the second: a new text begins once, "
                       "not for each token");
        MISTAKE_NUMBER(cost(table, ids, (Way){.from = 1, .to = n, .in_probability = true}),
                       "these are probabilities: -log p is asked for");
    }
    if (before.read > 0)
        MISTAKE_NUMBER(cost(table, ids, (Way){.from = 1, .to = n, .read = before.read}),
                       "no new text was begun: what was read before it is taken for a part of it");
    if (before.bias != 0)
        MISTAKE_NUMBER(INFINITY,
                       "e^x overflows where x is large: take the largest logit out first");
    if (before.bias < 0)
        MISTAKE_NUMBER(-INFINITY,
                       "every e^x is 0 where x is far below 0: take the largest logit out first");
    return want;
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

long reads_want(long n)
{
    MISTAKE_NUMBER(n, "the last token was read: nothing is foretold by it");
    MISTAKE_NUMBER(2 * n - 2, "no new text was begun for the second time");
    MISTAKE_NUMBER(1, "a new text was begun for each token");
    return n - 1;
}

long one_restart_want(void)
{
    MISTAKE_NUMBER(-1, "no new text was begun: what was read before helps to foretell this one");
    return 0;
}

long not_a_number_want(void)
{
    MISTAKE_NUMBER(0, "NaN was lost: a model that says nothing must not pass");
    return 1;
}

long one_nan_want(void)
{
    MISTAKE_NUMBER(0, "one logit was NaN, and was left out: a sum with NaN in it is NaN, and says "
                      "that the model says nothing");
    return 1;
}

bool text_is_checked(void)
{
    MISTAKE_MESSAGE("as if nothing were wrong",
                    "the line that is marked as given looks at n: it stands first");
    return true;
}

double bits_want(double nats, long bytes)
{
    MISTAKE_NUMBER(nats / (double)bytes, "these are nats per byte: a bit is ln 2 nats");
    MISTAKE_NUMBER(nats * log(2) / (double)bytes, "a bit is ln 2 nats: divide by ln 2");
    MISTAKE_NUMBER(nats / log(2), "these are the bits of the whole text: over its bytes");
    MISTAKE_NUMBER(nats / log(10) / (double)bytes, "that is the logarithm to base 10");
    MISTAKE_NUMBER(exp(nats / (double)bytes), "that is a perplexity");
    MISTAKE_NUMBER(nats / log(2) / (8 * (double)bytes), "per byte, not per bit of the text");
    MISTAKE_NUMBER(nats / log(2) * (double)bytes, "times the bytes: over them");
    return nats / (log(2) * (double)bytes);
}

/* ---- time ---------------------------------------------------------------------------------------------------- */

/* A token takes time times 1 + id. */
static double takes(const int *ids, long i, double time)
{
    return time * (1 + ids[i]);
}

typedef enum {
    RIGHT,
    FROM_THE_BEGINNING,
    RUNNING,
    MEAN,
    OF_THE_FIRST,
    ONE_BEHIND,
    WITH_RESTART,
    SLIPS
} Slip;
static const char *const said[SLIPS] = {
    [FROM_THE_BEGINNING] = "these are the tokens of the prompt: those behind it are asked for",
    [RUNNING] = "the clock was read before the first only: each token has a beginning of its own",
    [MEAN] = "all tokens have the same time, the mean: a look at the clock before and after each",
    [OF_THE_FIRST] = "every time is that of the first",
    [ONE_BEHIND] = "each time is that of the token before it",
    [WITH_RESTART] =
        "the beginning of a new text is in the time of the first token: nothing but next is",
};

static double at_place(const int *ids, long prompt, long n, long i, double time, Slip slip)
{
    double sum = 0;
    switch (slip) {
    case FROM_THE_BEGINNING:
        return takes(ids, i - prompt, time);
    case RUNNING:
        for (long j = prompt; j <= i; j++)
            sum += takes(ids, j, time);
        return sum;
    case MEAN:
        for (long j = prompt; j < n; j++)
            sum += takes(ids, j, time);
        return sum / (double)(n - prompt);
    case OF_THE_FIRST:
        return takes(ids, prompt, time);
    case ONE_BEHIND:
        return i > prompt ? takes(ids, i - 1, time) : 0;
    case WITH_RESTART:
        return takes(ids, i, time) + (i == prompt ? 1000 : 0);
    default:
        return takes(ids, i, time);
    }
}

static Tensor *times_of(const int *ids, long prompt, long n, double time, Slip slip)
{
    Tensor *t = blank(SHAPE(n - prompt));
    for (long i = prompt; i < n; i++)
        t->data[i - prompt] = (real)at_place(ids, prompt, n, i, time, slip);
    return t;
}

Tensor *seconds_want(const int *ids, long prompt, long n, double time)
{
    for (Slip slip = prompt > 0 ? FROM_THE_BEGINNING : RUNNING; slip < SLIPS; slip++)
        MISTAKE(times_of(ids, prompt, n, time, slip), said[slip]);
    return times_of(ids, prompt, n, time, RIGHT);
}

long looks_want(long prompt, long n)
{
    MISTAKE_NUMBER(
        n - prompt,
        "one look at the clock for each token: the time between two looks holds more than next");
    MISTAKE_NUMBER(n - prompt + 1, "each look is both an end and a beginning: what stands between "
                                   "two calls of next counts, too");
    MISTAKE_NUMBER(2, "the clock was read twice in all: before each token and after it");
    MISTAKE_NUMBER(prompt > 0 ? 2 * n : -1,
                   "the prompt was timed, too: nobody looks at the clock while it is read");
    return 2 * (n - prompt);
}

long all_read_want(long prompt, long n)
{
    if (prompt > 0)
        MISTAKE_NUMBER(n - prompt, "the prompt was not read: what is timed stands behind it");
    MISTAKE_NUMBER(n + 1, "a token too many was read");
    MISTAKE_NUMBER(n - 1, "one token was not read: all n are, the last one, too");
    return n;
}

long order_want(long rounds)
{
    long want = 0, always = 0, blocks = 0, backwards = 0;
    for (long i = 0; i < 2 * rounds; i++) {
        long r = i / 2, second = i % 2;
        want = (10 * want + ((r + second) % 2 == 0 ? 1 : 2)) % 100000000;
        backwards = (10 * backwards + ((r + second) % 2 == 0 ? 2 : 1)) % 100000000;
        always = (10 * always + 1 + second) % 100000000;
        blocks = (10 * blocks + (i < rounds ? 1 : 2)) % 100000000;
    }
    MISTAKE_NUMBER(always, "a was first in every round: who is first takes turns");
    MISTAKE_NUMBER(blocks, "all of a, then all of b: a slow minute would hurt one of them only");
    MISTAKE_NUMBER(backwards, "b was first in round 0: a is");
    return want;
}

Tensor *race_want(const int *ids, long prompt, long n, long rounds, double time)
{
    long each = n - prompt;
    Tensor *t = blank(SHAPE(rounds * each)), *other = blank(SHAPE(rounds * each));
    for (long i = 0; i < rounds * each; i++) {
        t->data[i] = (real)takes(ids, prompt + i % each, time);
        other->data[i] = (real)takes(ids, prompt + i % each, 3 - time);
    }
    MISTAKE(other, "a and b have changed places");
    return t;
}

/* chance_want.c - numbers, orders and samples, drawn rightly and by each of the mistakes people make. */
#include "want.h"

/* ---- 05.3 rng_below -------------------------------------------------------------------------------- */

/* 2^64 mod n: how many of the lowest numbers are too many. */
static uint64_t too_many(long n)
{
    uint64_t range = (uint64_t)n, left = UINT64_MAX % range + 1;
    return left == range ? 0 : left;
}

/* The next bits from `lowest` to `highest`. */
static uint64_t bits_between(uint64_t *state, uint64_t lowest, uint64_t highest)
{
    uint64_t bits = plain_bits(state);
    while (bits < lowest || bits > highest)
        bits = plain_bits(state);
    return bits;
}

long plain_below(uint64_t *state, long n)
{
    return (long)(bits_between(state, too_many(n), UINT64_MAX) % (uint64_t)n);
}

/* The bits are right, and what is made of them is not. */
static void remainder_mistakes(uint64_t bits, long n)
{
    uint64_t range = (uint64_t)n;
    MISTAKE_NUMBER((double)(bits % range) + 1, "one too large: 0 to n - 1, not 1 to n");
    MISTAKE_NUMBER((double)(bits % (range + 1)), "remainders by n + 1: n itself must not come up");
    if (n > 1)
        MISTAKE_NUMBER((double)(bits % (range - 1)),
                       "remainders by n - 1: n - 1 must come up as well");
    if (bits > INT64_MAX) {
        double rest = (double)((int64_t)bits % n);
        MISTAKE_NUMBER(rest, "the bits were taken as a signed number: the remainder is negative");
        MISTAKE_NUMBER(-rest, "the bits were taken as a signed number: its remainder, with the "
                              "sign taken off, is not that of the bits; all in uint64_t, please");
    }
    double fraction = floor((double)(bits >> 11) * 0x1p-53 * (double)n);
    if (fraction > 0) /* 0 has many causes */
        MISTAKE_NUMBER(fraction,
                       "a fraction of n: rng_uniform or bits / 2^64, times n, has to be rounded "
                       "somewhere, and no rounding is fair for every n; take the remainder");
}

/* Other bits are thrown away than the lowest 2^64 mod n. */
static void rejection_mistakes(uint64_t state, long n)
{
    uint64_t range = (uint64_t)n, rest = too_many(n), next = state;
    uint64_t first = plain_bits(&next), second = plain_bits(&next);
    if (first < rest) {
        MISTAKE_NUMBER((double)(first % range),
                       "a remainder without drawing again: 2^64 is no multiple of n, so bits below "
                       "2^64 mod n, as these are, make some remainders likelier than others");
        if (second < rest)
            MISTAKE_NUMBER((double)(second % range),
                           "drawn again only once: the second draw may be one to throw away, too");
    } else if (first == rest || rest == 0) {
        MISTAKE_NUMBER((double)(second % range),
                       "one number too many is thrown away, or more: only bits below 2^64 mod n "
                       "are, none if n divides 2^64, as 2^40 does");
    }
    next = state;
    uint64_t low = bits_between(&next, 0, UINT64_MAX - rest);
    if (low != first && first >= rest)
        MISTAKE_NUMBER((double)(low % range), "the highest numbers were thrown away: just as fair, "
                                              "but another sequence; here it is the lowest 2^64 "
                                              "mod n");
}

long below_want(const Rng *rng, long n)
{
    uint64_t state = rng->state;
    rejection_mistakes(state, n);
    remainder_mistakes(bits_between(&state, too_many(n), UINT64_MAX), n);
    return plain_below(&(uint64_t){rng->state}, n);
}

long draws_want(const Rng *rng, long n)
{
    Rng after = *rng;
    plain_below(&after.state, n);
    long draws = draws_since(rng->state, &after);
    MISTAKE_NUMBER(0, "the caller's stream has not moved: draw from the caller's rng, not from a "
                      "copy of it, or the next number is the same");
    MISTAKE_NUMBER((double)draws + 1, "one draw too many: bits that count are not drawn again");
    return draws;
}

/* ---- 05.4 rng_shuffle ------------------------------------------------------------------------------ */

typedef enum {
    FAIR,
    NOTHING_MOVED,
    ANY_PLACE,
    ANY_PLACE_DOWN, /* the same from the last place down */
    NEVER_STAYS,
    FROM_THE_FRONT, /* place i gets one of those that have no place yet, i .. n - 1 */
    UPWARDS,        /* place i swaps with one of 0 .. i, for i = 1, 2, ... */
    ONE_TOO_FEW,
    HALF_A_SWAP,
    ONE_DRAW, /* for all places */
    SLIPS
} Slip;

static const char *const said_of[SLIPS] = {
    [NOTHING_MOVED] = "nothing has moved",
    [ANY_PLACE] = "each item changes places with any of all n: n^n ways that cannot be shared out "
                  "evenly over n! orders, so some orders come up too often; draw from the i + 1 "
                  "that have no place yet",
    [ANY_PLACE_DOWN] = "each item changes places with any of all n: n^n ways that cannot be shared "
                       "out evenly over n! orders, so some orders come up too often; draw from the "
                       "i + 1 that have no place yet",
    [NEVER_STAYS] = "no item may keep its place: j is drawn from i items, so most orders never "
                    "come up; draw from i + 1",
    [FROM_THE_FRONT] = "places filled from the front: just as fair, but another order from the "
                       "same seed; go from the last place down to 1",
    [UPWARDS] = "the loop runs upwards: just as fair, but another order from the same seed; go "
                "from the last place down to 1",
    [ONE_TOO_FEW] = "the loop ends one step early: i goes down to 1, not to 2",
    [HALF_A_SWAP] = "one item is there twice, another is lost: keep items[i] before it is "
                    "overwritten",
    [ONE_DRAW] = "one draw for all places: draw anew for each, from one item fewer",
};

/* Which place changes with place i? */
static long partner(uint64_t *state, long n, long i, long only, Slip slip)
{
    switch (slip) {
    case NOTHING_MOVED:
        return i;
    case ANY_PLACE:
    case ANY_PLACE_DOWN:
        return plain_below(state, n);
    case NEVER_STAYS:
        return plain_below(state, i);
    case FROM_THE_FRONT:
        return i + plain_below(state, n - i);
    case ONE_DRAW:
        return only % (i + 1);
    default:
        return plain_below(state, i + 1);
    }
}

static void shuffle_with(uint64_t *state, long n, long *items, Slip slip)
{
    bool rising = slip == ANY_PLACE || slip == FROM_THE_FRONT || slip == UPWARDS;
    long first = slip == UPWARDS || !rising,
         steps = n - 1 + (slip == ANY_PLACE) - (slip == ONE_TOO_FEW);
    long only = slip == ONE_DRAW ? plain_below(state, n) : 0;
    for (long k = 0; k < steps; k++) {
        long i = rising ? first + k : n - 1 - k, j = partner(state, n, i, only, slip);
        long item = items[i];
        items[i] = items[j];
        if (slip != HALF_A_SWAP)
            items[j] = item;
    }
}

void plain_shuffle(uint64_t *state, long n, long *items)
{
    shuffle_with(state, n, items, FAIR);
}

/* The first n of `all` items after a shuffle of them. */
static Tensor *shuffled(uint64_t state, long all, const long *items, long n, Slip slip)
{
    long copy[MOST];
    memcpy(copy, items, (size_t)all * sizeof *items);
    shuffle_with(&state, all, copy, slip);
    return listed(copy, n);
}

Tensor *shuffled_want(const Rng *rng, long n, const long *items)
{
    for (Slip slip = NOTHING_MOVED; slip < SLIPS; slip++)
        if (slip != ONE_DRAW || n > 4) /* four items have few orders */
            MISTAKE(shuffled(rng->state, n, items, n, slip), said_of[slip]);
    MISTAKE(shuffled(rng->state, n + 1, items, n, FAIR),
            "items[n] was touched: the places are 0 .. n - 1, so begin with i = n - 1");
    return shuffled(rng->state, n, items, n, FAIR);
}

void stream_is_used(void)
{
    MISTAKE_NUMBER(0, "nothing was drawn from the caller's stream: rng is a pointer, so draw from "
                      "it, not from a copy of it, and not with rand(), which no seed of ours "
                      "repeats");
}

long shuffling_draws_want(const Rng *rng, long n)
{
    Rng after = *rng;
    long items[MOST] = {0};
    plain_shuffle(&after.state, n, items);
    long draws = draws_since(rng->state, &after);
    MISTAKE_NUMBER((double)draws + 1, "one draw too many: place 0 has only one item left, so the "
                                      "loop is i > 0");
    MISTAKE_NUMBER((double)draws - 1, "the loop ends one step early: i goes down to 1, not to 2");
    return draws;
}

long no_draws_want(void)
{
    MISTAKE_NUMBER(1, "a draw, though one item has nowhere to go: the loop is i > 0");
    return 0;
}

/* ---- 05.5 dataset_sample --------------------------------------------------------------------------- */

typedef enum { RIGHT, BELOW_N, SPARES_LAST, ONCE, A_RUN, IN_ORDER, FROM_AN_ORDER } Sampling;

static Tensor *sample_with(uint64_t state, long count, long n, Sampling how)
{
    long out[MOST], order[MOST];
    for (long i = 0; i < count; i++)
        order[i] = i;
    if (how == FROM_AN_ORDER)
        plain_shuffle(&state, count, order);
    long first = how == ONCE || how == A_RUN ? plain_below(&state, count) : 0;
    for (long i = 0; i < n; i++) {
        out[i] = first;
        if (how == RIGHT || how == BELOW_N || how == SPARES_LAST)
            out[i] = plain_below(&state, how == BELOW_N ? n : how == RIGHT ? count : count - 1);
        else if (how == A_RUN)
            out[i] = (first + i) % count;
        else if (how == IN_ORDER || how == FROM_AN_ORDER)
            out[i] = order[i % count];
    }
    return listed(out, n);
}

Tensor *sample_want(const Rng *rng, long count, long n)
{
    uint64_t state = rng->state;
    MISTAKE(sample_with(state, count, n, BELOW_N),
            "numbers below n, the size of the batch: draw from all examples, d->count");
    if (n != count - 1)
        MISTAKE(sample_with(state, count, n, SPARES_LAST),
                "the last example is never drawn: rng_below(rng, count) is below count already");
    MISTAKE(sample_with(state, count, n, ONCE),
            "the same example n times: draw anew for each place");
    MISTAKE(sample_with(state, count, n, A_RUN),
            "one example drawn, and the ones behind it: draw anew for each place");
    MISTAKE(sample_with(state, count, n, IN_ORDER), "nothing was drawn: the first n examples");
    MISTAKE(sample_with(state, count, n, FROM_AN_ORDER),
            "drawn without replacement: an example that was drawn can be drawn again");
    MISTAKE_SHAPE(SHAPE(count), "all examples were asked for, not n of them");
    MISTAKE_MESSAGE("fetch: asked for example",
                    "an example that is not there: each is rng_below(rng, d->count), not below n "
                    "and not one more");
    return sample_with(state, count, n, RIGHT);
}

long fetches_want(long n)
{
    MISTAKE_NUMBER(0, "the dataset was never asked for the batch: d->fetch");
    MISTAKE_NUMBER((double)n, "one fetch for each example: one for all of them");
    return 1;
}

long sampling_draws_want(const Rng *rng, long count, long n)
{
    Rng after = *rng;
    for (long i = 0; i < n; i++)
        plain_below(&after.state, count);
    MISTAKE_NUMBER(0, "the numbers were drawn from a copy of rng: the caller's stream has not "
                      "moved on, and the next batch is the same again");
    return draws_since(rng->state, &after);
}

const char *scope_want(void)
{
    MISTAKE_MESSAGE("another one", "the scope that was closed also held the batch: take the "
                                   "indices from scope_current(), which the caller closes");
    return "the caller's";
}

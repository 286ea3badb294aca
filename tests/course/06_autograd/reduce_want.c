/* reduce_want.c - one gradient that becomes many, and how people share it out. */
#include "want.h"

static Tensor *zeros_like(const Tensor *t)
{
    return blank(t->ndim, t->shape);
}

/* g, whose shape is `kept` but for axes of size 1, repeated for all of a. */
static Tensor *repeated(const Tensor *g, const Tensor *a, const long *kept)
{
    return plain_pair(zeros_like(a), plain_reshape(g, a->ndim, kept), plus);
}

/* ---- 06.10 mean_backward ------------------------------------------------------------------- */

Tensor *mean_share_want(const Tensor *a, const Tensor *g, const long *kept)
{
    double all = (double)shape_numel(a->ndim, a->shape),
           n = all / (double)shape_numel(a->ndim, kept);
    Tensor *wide = repeated(g, a, kept), *want = plain_scaled(wide, 1 / n);
    MISTAKE(wide, "1/n is missing: that is the gradient of the sum");
    MISTAKE(plain_scaled(wide, n), "multiplied by n where a division belongs");
    MISTAKE(plain_scaled(wide, 1 / n / n), "divided by n twice");
    MISTAKE(plain_scaled(wide, INFINITY),
            "divided by 0: in elements_per_result the input stands first, then the result");
    if (n > 1)
        MISTAKE(plain_scaled(wide, 1 / (n - 1)), "divided by n - 1, not by n");
    if (all > n * n || all < n * n)
        MISTAKE(plain_scaled(wide, n / all),
                "divided by how many means there are, not by how many numbers make one");
    for (int axis = 0; axis < a->ndim; axis++)
        if (a->shape[axis] != (long)n)
            MISTAKE(plain_scaled(wide, 1 / (double)a->shape[axis]),
                    "divided by the size of one axis: n is how many numbers make one mean");
    if (all > n)
        MISTAKE(plain_scaled(wide, 1 / all),
                "divided by the count of all numbers, not of those that make one mean");
    if (g->ndim == 1) {
        static const char *const sentence =
            "repeated along the wrong axis: put the reduced axis back as size 1 first "
            "(with_reduced_axes)";
        MISTAKE(plain_scaled(repeated(g, a, (long[]){1, 3}), 1 / n), sentence);
        MISTAKE_SHAPE(SHAPE(3, 1), "the gradient was not repeated: expand it to the shape of the "
                                   "input");
    }
    MISTAKE_MESSAGE("tensor_expand",
                    "the reduced axis has to be put back first: with_reduced_axes");
    MISTAKE_MESSAGE("cannot reach",
                    "the gradient was not repeated: expand it to the shape of the input");
    arrives("->grad is NULL");
    return want;
}

/* ---- 06.11 max_backward ---------------------------------------------------------------------- */

typedef enum {
    SHARED,
    EACH_IN_FULL,
    FIRST,
    LAST,
    LOSERS_TOO,
    LOSERS_SHARE,
    TIMES_A,
    TIMES_TIES,
    NO_DY,
    WINNERS,
    BY_LENGTH,
    BY_ALL_WINNERS,
    SHARINGS
} Sharing;

static const char *const said[SHARINGS] = {
    [EACH_IN_FULL] =
        "each of the equal winners got the whole gradient: divide by how many they are",
    [FIRST] = "the first of the equal winners got everything: here they share",
    [LAST] = "the last of the equal winners got everything: here they share",
    [LOSERS_TOO] = "the losers got a gradient, too: multiply by winners",
    [LOSERS_SHARE] = "the losers got as much as the winners: multiply by winners",
    [TIMES_A] = "multiplied by a, not by winners",
    [TIMES_TIES] = "multiplied by ties where a division belongs",
    [NO_DY] = "dy is missing: multiply by it (or 06.3 sends ones for the seed)",
    [WINNERS] = "these are the winners: multiply by dy / ties",
    [BY_LENGTH] = "divided by the length of the row: each row counts its own winners",
    [BY_ALL_WINNERS] = "divided by the winners of all rows: each row counts its own winners",
};

/* Of the numbers with which a[i] competes: how many are equal to it in all, and in front of it. */
typedef struct {
    long numbers, equal, before, winners;
    bool wins;
} Place;

static Place place_of(const Tensor *a, long i, const long *kept)
{
    Place p = {.wins = true};
    real largest = 0;
    for (long j = 0; j < shape_numel(a->ndim, a->shape); j++) {
        if (place_in(a, i, a->ndim, kept) != place_in(a, j, a->ndim, kept))
            continue;
        p.numbers++;
        p.equal += a->data[j] == a->data[i];
        p.before += a->data[j] == a->data[i] && j < i;
        p.wins = p.wins && a->data[j] <= a->data[i];
        if (p.winners == 0 || a->data[j] > largest) {
            largest = a->data[j];
            p.winners = 0;
        }
        p.winners += a->data[j] == largest;
    }
    return p;
}

static Tensor *max_share(const Tensor *a, const Tensor *g, const long *kept, Sharing how)
{
    Tensor *out = zeros_like(a), *dy = repeated(g, a, kept);
    long n = shape_numel(a->ndim, a->shape), winners = 0;
    for (long i = 0; i < n; i++)
        winners += place_of(a, i, kept).wins;
    for (long i = 0; i < n; i++) {
        Place p = place_of(a, i, kept);
        double d = (double)dy->data[i];
        const double shares[SHARINGS] = {
            [SHARED] = d / (double)p.equal,
            [EACH_IN_FULL] = d,
            [FIRST] = p.before == 0 ? d : 0,
            [LAST] = p.before == p.equal - 1 ? d : 0,
            [LOSERS_TOO] = d,
            [TIMES_A] = d * (double)a->data[i] / (double)p.winners,
            [TIMES_TIES] = d * (double)p.equal,
            [LOSERS_SHARE] = d / (double)p.winners,
            [NO_DY] = 1 / (double)p.equal,
            [WINNERS] = 1,
            [BY_LENGTH] = d / (double)p.numbers,
            [BY_ALL_WINNERS] = d / (double)winners,
        };
        out->data[i] = p.wins || (how >= LOSERS_TOO && how <= TIMES_A) ? (real)shares[how] : 0;
    }
    return out;
}

Tensor *max_share_want(const Tensor *a, const Tensor *g, const long *kept)
{
    Tensor *want = max_share(a, g, kept, SHARED);
    for (Sharing how = 1; how < SHARINGS; how++)
        MISTAKE(max_share(a, g, kept, how), said[how]);
    MISTAKE_MESSAGE("cannot write an input",
                    "the results have to get their reduced axes back first: "
                    "with_reduced_axes");
    MISTAKE_MESSAGE("broadcast", "the reduced axes have to be put back first: with_reduced_axes");
    arrives("->grad is NULL");
    return want;
}

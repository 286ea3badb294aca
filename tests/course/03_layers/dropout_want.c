/* dropout_want.c - dropout number by number, right and with each of the mistakes people make. */
#include "want.h"

typedef enum {
    RIGHT,
    OTHERS_DROPPED, /* kept and dropped have changed places */
    P_STAYS,        /* p is the probability to stay, and scales */
    UNSCALED,
    SHRUNK, /* times 1 - p */
    BY_P,   /* divided by p */
    ONE_FOR_ALL,
    ONE_FOR_COLUMN, /* one row of numbers for all rows */
    NOISE,          /* multiplied by the random number */
    BACKWARDS,
    SLIPS
} Slip;

static const char *const said[SLIPS] = {
    [OTHERS_DROPPED] = "the others were dropped: a number goes where the drawn one is below p, and "
                       "stays where it is not",
    [P_STAYS] = "p was taken as the probability to stay: it is the probability to be dropped",
    [UNSCALED] = "those that stay were not scaled: divide by 1 - p, or the mean shrinks",
    [SHRUNK] = "multiplied by 1 - p: those that stay make up for the others, so divide",
    [BY_P] = "divided by p: a share of 1 - p stays, so divide by 1 - p",
    [ONE_FOR_ALL] = "one random number for all: draw one for each number of x",
    [ONE_FOR_COLUMN] =
        "every row lost the same columns: draw for each of the tensor_numel(x) numbers",
    [NOISE] = "multiplied by the random number itself: it only decides, the factor is 0 or "
              "1 / (1 - p)",
    [BACKWARDS] = "drawn from the last number to the first: in order, please, so that a seed means "
                  "the same",
};

static double factor(Slip slip, double u, double p)
{
    if (slip == NOISE)
        return u;
    if (slip == OTHERS_DROPPED || slip == P_STAYS)
        return u < p ? 1 / (slip == P_STAYS ? p : 1 - p) : 0;
    if (u < p)
        return 0;
    return slip == UNSCALED ? 1 : slip == SHRUNK ? 1 - p : slip == BY_P ? 1 / p : 1 / (1 - p);
}

static Tensor *dropped(const Tensor *x, double p, Rng stream, Slip slip)
{
    Tensor *out = copy_of(x);
    long columns = x->shape[x->ndim - 1], n = shape_numel(x->ndim, x->shape);
    double row[64];
    for (long i = 0; i < n; i++) {
        long as = slip == ONE_FOR_ALL ? 0 : slip == ONE_FOR_COLUMN ? i % columns : i;
        double u = as < i ? row[as] : rng_uniform(&stream);
        if (i < columns)
            row[i] = u;
        long place = slip == BACKWARDS ? n - 1 - i : i;
        out->data[place] = (real)((double)out->data[place] * factor(slip, u, p));
    }
    return out;
}

/* ---- 03.5 tensor_dropout --------------------------------------------------------------------- */

Tensor *dropped_want(const Tensor *x, double p, Rng stream)
{
    for (Slip slip = 1; slip < SLIPS; slip++)
        MISTAKE(dropped(x, p, stream, slip), said[slip]);
    MISTAKE(copy_of(x), "nothing was dropped although training is on");
    MISTAKE(dropped(x, p, rng_seed(0), RIGHT),
            "drawn from a stream of your own: use the rng that is handed in");
    return dropped(x, p, stream, RIGHT);
}

void x_itself_comes_back(void)
{
    static const char *const early = "p = 0 draws nothing, and rng may be NULL there: return x "
                                     "before you draw";
    MISTAKE_MESSAGE("pointer that is NULL", early);
    MISTAKE_MESSAGE(", is NULL", early);
    MISTAKE_MESSAGE("numbers of its own", "a copy came back: return x itself, which costs nothing");
}

Tensor *kept_want(const Tensor *x, double p, Rng stream)
{
    static const char *const dropped_in_use =
        "dropped although training is false: a model in use forgets nothing";
    static const char *const drawn_in_use =
        "drawn although training is false: decide first whether there is anything to do";
    for (Slip slip = RIGHT; slip < SLIPS; slip++)
        if (slip != NOISE)
            MISTAKE(dropped(x, p, stream, slip), dropped_in_use);
    MISTAKE(plain_scaled(x, 1 - p),
            "scaled in use: with factors of 1 / (1 - p) in training nothing is left to do here");
    MISTAKE(plain_scaled(x, 1 / (1 - p)), "scaled in use: nothing was dropped, nothing is scaled");
    MISTAKE_NUMBER(1, drawn_in_use);
    MISTAKE_NUMBER(24, drawn_in_use);
    x_itself_comes_back();
    return copy_of(x);
}

static const char *const unscaled = "those that stay were not scaled: divide by 1 - p, or the mean "
                                    "shrinks";

long drawn_want(long n)
{
    MISTAKE_NUMBER(0, "nothing was drawn from rng: either from another stream (rand, an Rng of "
                      "your own), which no checkpoint keeps, or from a copy of it");
    return n;
}

/* In percent. */
double zeros_want(double p)
{
    MISTAKE_NUMBER(100 * (1 - p), "only a share of p was kept: p is the probability to be dropped, "
                                  "not the probability to stay");
    return 100 * p;
}

double mean_want(double p)
{
    MISTAKE_NUMBER(1 - p, unscaled);
    return 1;
}

double twice_dropped_want(double p)
{
    MISTAKE_NUMBER(100 * p, "the second call dropped the same numbers as the first");
    return 100 * p * p;
}

/* ---- 03.6 dropout_forward ---------------------------------------------------------------------- */

Tensor *layer_kept_want(const Tensor *x, double p, Rng stream)
{
    MISTAKE(dropped(x, p, stream, RIGHT),
            "the layer drops although it is not trained: either d->module.training was not handed "
            "on, or tensor_dropout does not ask for it");
    MISTAKE(plain_scaled(x, 1 - p), "scaled in use: nothing was dropped, nothing is scaled");
    return copy_of(x);
}

Tensor *layer_dropped_want(const Tensor *x, double p, Rng stream)
{
    Tensor *want = dropped(x, p, stream, RIGHT);
    MISTAKE(copy_of(x), "nothing was dropped although the layer is being trained");
    MISTAKE(dropped(x, 1 - p, stream, RIGHT),
            "p was taken as the probability to stay: hand d->p on as it is");
    MISTAKE(dropped(x, 0.5, stream, RIGHT), "always 0.5: the layer's own p is d->p");
    MISTAKE(plain_scaled(want, 1 / (1 - p)),
            "scaled twice: tensor_dropout has divided by 1 - p already");
    MISTAKE(dropped(x, p, rng_seed(0), RIGHT), "drawn from another stream: the layer's is d->rng");
    return want;
}

/* dropout.c - 03.5 and 03.6: numbers forgotten while training, and only then. */
#include "plain_layers.h"

/* ---- 03.5 tensor_dropout --------------------------------------------------------------------- */

typedef enum {
    D_RIGHT,
    D_KEEP,        /* p is the probability to stay */
    D_KEEP_SCALED, /* the same, with the factor of p */
    D_UNSCALED,
    D_SHRUNK,  /* times 1 - p */
    D_BY_P,    /* divided by p */
    D_ONCE,    /* one number drawn for all */
    D_PER_ROW, /* one mask for all rows */
    D_NOISE,   /* multiplied by the random number */
    D_BACKWARDS
} DropWay;

static double one_factor(DropWay way, double u, double p)
{
    if (way == D_NOISE)
        return u;
    if (way == D_KEEP || way == D_KEEP_SCALED)
        return u < p ? 1 / (way == D_KEEP ? 1 - p : p) : 0;
    if (u < p)
        return 0;
    return way == D_UNSCALED ? 1 : way == D_SHRUNK ? 1 - p : way == D_BY_P ? 1 / p : 1 / (1 - p);
}

/* x (rows, columns) after dropout with the stream rng. */
static Tensor *plain_dropped(DropWay way, const Tensor *x, double p, Rng rng)
{
    Tensor *out = copy_of(x);
    long columns = x->shape[x->ndim - 1], n = shape_numel(x->ndim, x->shape);
    double first = 0, row[64];
    for (long i = 0; i < n; i++) {
        double u = way == D_PER_ROW && i >= columns ? row[i % columns] : rng_uniform(&rng);
        if (i == 0)
            first = u;
        if (i < columns)
            row[i] = u;
        long place = way == D_BACKWARDS ? n - 1 - i : i;
        out->data[place] =
            (real)((double)out->data[place] * one_factor(way, way == D_ONCE ? first : u, p));
    }
    return out;
}

static void register_drop_mistakes(const Tensor *x, double p, Rng rng)
{
#ifndef CHECK_RECORD
    MISTAKE(plain_dropped(D_KEEP, x, p, rng),
            "the others were dropped: a number goes where the drawn one is below p, and stays "
            "where it is not");
    MISTAKE(plain_dropped(D_KEEP_SCALED, x, p, rng),
            "p was taken as the probability to stay: it is the probability to be dropped");
    MISTAKE(plain_dropped(D_UNSCALED, x, p, rng),
            "those that stay were not scaled: divide by 1 - p, or the mean shrinks");
    MISTAKE(plain_dropped(D_SHRUNK, x, p, rng),
            "multiplied by 1 - p: those that stay make up for the others, so divide");
    MISTAKE(plain_dropped(D_BY_P, x, p, rng),
            "divided by p: a share of 1 - p stays, so divide by 1 - p");
    MISTAKE(plain_dropped(D_ONCE, x, p, rng),
            "one random number for all: draw one for each number of x");
    MISTAKE(plain_dropped(D_PER_ROW, x, p, rng),
            "every row lost the same columns: draw for each of the tensor_numel(x) numbers");
    MISTAKE(plain_dropped(D_NOISE, x, p, rng),
            "multiplied by the random number itself: it only decides, the factor is 0 or "
            "1 / (1 - p)");
    MISTAKE(plain_dropped(D_BACKWARDS, x, p, rng), "drawn from the last number to the first: in "
                                                   "order, please, so that a seed means the same");
    MISTAKE(copy_of(x), "nothing was dropped although training is on");
    MISTAKE(plain_scaled(x, 0), "everything was dropped");
    MISTAKE(plain_dropped(D_RIGHT, x, p, rng_seed(0)),
            "drawn from a stream of your own: use the rng that is handed in");
#else
    (void)x, (void)p, (void)rng;
#endif
}

static inline bool has_zeros(const Tensor *t)
{
    for (long i = 0; t != NULL && i < t->shape[0]; i++)
        for (long j = 0; j < t->shape[1]; j++)
            if (at(t, AT(i, j)) == 0)
                return true;
    return false;
}

TEST(a_share_is_forgotten, .points = 5, .exercise = "03.5 tensor_dropout", .file = "op_dropout.c",
     .hints = HINTS("Draw a number in [0, 1) for each; how often is it below p?",
                    "Below p: factor 0. Otherwise: factor 1 / (1 - p).",
                    "factors->data[i] = rng_uniform(rng) < (double)p ? 0 : 1 / (1 - p);"))
{
    Tensor *x = draw("x", SHAPE(3, 7));
    double p = draw_double("p", 0.25, 0.45);
    Rng rng = rng_seed(draw_seed()), before = rng;
    EXPECT(Tensor *want = plain_dropped(D_RIGHT, x, p, rng));
    EXPECT(register_drop_mistakes(x, p, rng););
    Tensor *y = CALL(tensor_dropout(x, (real)p, true, &rng));
    EXPECT(if (rng.state == before.state && has_zeros(y))
               MISTAKE(copy_of(y), "nothing was drawn from rng (rand() is another stream, which no "
                                   "checkpoint keeps): rng_uniform(rng)"););
    check_tensor(y, want, "0 where the drawn number is below p, x / (1 - p) elsewhere");
}

TEST(nothing_is_forgotten_in_use, .points = 4, .exercise = "03.5 tensor_dropout",
     .file = "op_dropout.c",
     .hints = HINTS("When the model is used, every number counts.",
                    "Not training: return x itself. p = 0: the same.",
                    "if (!training || p == 0) return x;"))
{
    Tensor *x = draw("x", SHAPE(4, 6));
    double p = 0.4;
    Rng rng = rng_seed(draw_seed()), before = rng;
    EXPECT(Tensor *same = copy_of(x));
    MISTAKE(plain_dropped(D_RIGHT, x, p, before),
            "dropped although training is false: a model in use forgets nothing");
    MISTAKE(plain_dropped(D_UNSCALED, x, p, before),
            "dropped although training is false: a model in use forgets nothing");
    MISTAKE(plain_dropped(D_KEEP, x, p, before),
            "dropped although training is false: a model in use forgets nothing");
    MISTAKE(plain_scaled(x, 1 - p),
            "scaled in use: with factors of 1 / (1 - p) in training nothing is left to do here");
    MISTAKE(plain_scaled(x, 1 / (1 - p)), "scaled in use: nothing was dropped, nothing is scaled");
    Tensor *used = CALL(tensor_dropout(x, (real)p, false, &rng));
    check_tensor(used, same, "training is false: x, unchanged");
    check_long(used == x, 1, "training is false: x itself is handed back, no copy");
    check_long(rng.state == before.state, 1, "training is false: no random number is drawn");
    MISTAKE_MESSAGE("pointer that is NULL",
                    "p = 0 draws nothing, and rng may be NULL there: return x before you draw");
    Tensor *all = CALL(tensor_dropout(x, 0, true, NULL));
    check_long(all == x, 1, "p = 0 drops nothing: x itself, and no rng is needed");
    EXPECT(FORGET(); Tensor *want = plain_dropped(D_RIGHT, x, p, before));
    EXPECT(register_drop_mistakes(x, p, before););
    Tensor *trained = CALL(tensor_dropout(x, (real)p, true, &rng));
    check_tensor(trained, want, "training again: numbers are dropped, from the first draw on");
}

TEST(the_mean_stays_what_it_was, .points = 3, .exercise = "03.5 tensor_dropout",
     .file = "op_dropout.c",
     .hints = HINTS("With p = 0.25, three of four stay, each times 4/3.",
                    "Each call draws new numbers from the same stream.",
                    "factors->data[i] = rng_uniform(rng) < (double)p ? 0 : 1 / (1 - p);"))
{
    given("ones", "(100, 100), all 1");
    Tensor *ones = tensor_ones(SHAPE(100, 100));
    double p = draw_double("p", 0.1, 0.5);
    Rng rng = rng_seed(draw_seed());
    Tensor *y = CALL(tensor_dropout(ones, (real)p, true, &rng));
    Tensor *z = CALL(tensor_dropout(ones, (real)p, true, &rng));
    double sum = 0, zeros = 0, both = 0;
    for (long i = 0; i < 10000; i++) {
        sum += (double)y->data[i];
        zeros += y->data[i] == 0;
        both += y->data[i] == 0 && z->data[i] == 0;
    }
    MISTAKE_NUMBER(1 - p, "p was taken as the probability to stay");
    check_number(zeros / 10000, p, 0.03, "a share of p is 0");
    MISTAKE_NUMBER(10 * (1 - p),
                   "those that stay were not scaled: divide by 1 - p, or the mean shrinks");
    double tenfold = 10 * sum / 10000;
    check_number(tenfold, 10, 0.06, "ten times the mean, which is still about 1");
    MISTAKE_NUMBER(p, "the second call dropped the same numbers as the first");
    check_number(both / 10000, p * p, 0.03, "each call drops others: both times only p * p");
}

static Tensor *dropped(Tensor *const in[], void *context)
{
    Rng rng = *(Rng *)context;
    return tensor_dropout(in[0], (real)0.4, true, &rng);
}

TEST(dropout_can_learn, .points = 2, .exercise = "03.5 tensor_dropout", .file = "op_dropout.c",
     .hints = HINTS("What was dropped gets no gradient; the rest gets 1 / (1 - p) of it.",
                    "dropout_multiply sees to that: it keeps the factors.",
                    "return dropout_multiply(x, factors, p);"))
{
    Tensor *x = leaf(draw("x", SHAPE(3, 5)));
    Rng rng = rng_seed(draw_seed());
    check_gradients(dropped, &rng, "the factors are kept for the way back", INPUTS(x));
    check_fails(tensor_dropout(x, 1, true, &rng), "p is 1", "p = 1 would leave nothing: refused");
    check_fails(tensor_dropout(x, (real)-0.5, true, &rng), "p is -0.5", "no p below 0");
    check_fails(tensor_dropout(x, (real)NAN, true, &rng), "p is", "NaN is no probability");
}

/* ---- 03.6 dropout_forward ---------------------------------------------------------------------- */

TEST(the_layer_asks_whether_it_trains, .points = 5, .exercise = "03.6 dropout_forward",
     .file = "dropout.c",
     .hints = HINTS("A new module trains; module_train(..., false) ends that.",
                    "d->module.training is the answer, d->p and d->rng the rest.",
                    "return tensor_dropout(x, d->p, d->module.training, d->rng);"))
{
    Tensor *x = draw("x", SHAPE(4, 6));
    double p = draw_double("p", 0.2, 0.45);
    Rng rng = rng_seed(draw_seed()), before = rng;
    Dropout *d = dropout_new((real)p, &rng), *nothing = dropout_new(0, NULL);
    d->module.training = false;
    EXPECT(Tensor *same = copy_of(x), *want = plain_dropped(D_RIGHT, x, p, before));
    MISTAKE(plain_dropped(D_RIGHT, x, p, before),
            "the layer drops although it is not trained: ask d->module.training");
    MISTAKE(plain_scaled(x, 1 - p), "scaled in use: nothing was dropped, nothing is scaled");
    Tensor *used = CALL(dropout_forward(d, x));
    check_tensor(used, same, "d->module.training is false: x, unchanged");
    check_long(rng.state == before.state, 1, "in use no random number is drawn");
    d->module.training = true;
    MISTAKE(same, "nothing was dropped although the layer is being trained");
    MISTAKE(plain_dropped(D_KEEP_SCALED, x, p, before),
            "p was taken as the probability to stay: hand d->p on as it is");
    MISTAKE(plain_dropped(D_RIGHT, x, 1 - p, before),
            "p was taken as the probability to stay: hand d->p on as it is");
    MISTAKE(plain_dropped(D_RIGHT, x, 0.5, before), "always 0.5: the layer's own p is d->p");
    MISTAKE(plain_scaled(plain_dropped(D_RIGHT, x, p, before), 1 / (1 - p)),
            "scaled twice: tensor_dropout has divided by 1 - p already");
    MISTAKE(plain_dropped(D_RIGHT, x, p, rng_seed(0)),
            "drawn from a stream of your own: the layer's is d->rng");
    Tensor *trained = CALL(dropout_forward(d, x));
    check_tensor(trained, want, "while it trains: tensor_dropout with d->p and d->rng");
    Tensor *all = CALL(dropout_forward(nothing, x));
    check_long(all == x, 1, "p = 0 drops nothing, and such a layer has no rng: x itself");
    module_free(&d->module);
    module_free(&nothing->module);
}

/* numbers_want.c - losses between numbers in plain loops, right and with each of the mistakes people make. */
#include "want.h"

static double elements_of(const Tensor *t)
{
    return (double)(t->ndim == 1 ? t->shape[0] : t->shape[0] * t->shape[1]);
}

static double mean_of(const Tensor *t)
{
    const Tensor *plain = copy_of(t);
    double sum = 0, n = elements_of(t);
    for (long i = 0; i < (long)n; i++)
        sum += (double)plain->data[i];
    return sum / n;
}

static Tensor *scalar(double x)
{
    Tensor *t = blank(SCALAR);
    t->data[0] = (real)x;
    return t;
}

/* ---- 04.5 mse_kernel --------------------------------------------------------------------------- */

Tensor *mse_want(const Tensor *prediction, const Tensor *target)
{
    const Tensor *d = plain_pair(prediction, target, minus), *square = plain_pair(d, d, times);
    double want = mean_of(square), N = elements_of(d);
    MISTAKE(scalar(want * N), "the sum of the squares: divide by the number of elements");
    MISTAKE(scalar(want * (double)d->shape[1]),
            "divided by the rows: the elements of all axes count");
    MISTAKE(scalar(want * (double)d->shape[0]),
            "divided by the columns: the elements of all axes count");
    MISTAKE(scalar(want * N / (N - 1)),
            "divided by one less than there are: this is a mean, not a variance");
    MISTAKE(scalar(want / 2), "one half of the mean: there is no 1/2 in this definition");
    MISTAKE(scalar(sqrt(want)), "the square root was taken: mean squared error has no root");
    MISTAKE(scalar(mean_of(d)), "the differences were not squared: positive and negative cancel");
    MISTAKE(scalar(mean_of(plain_map(d, fabs))),
            "the mean of the sizes of the differences: they are to be squared");
    return scalar(want);
}

Tensor *difference_want(const Tensor *prediction, const Tensor *target)
{
    Tensor *want = plain_pair(prediction, target, minus);
    MISTAKE(plain_scaled(want, -1),
            "difference is target - prediction: prediction - target is meant");
    MISTAKE(plain_pair(want, want, times),
            "difference holds the squares: they belong into a tensor of their own");
    MISTAKE(plain_map(want, fabs), "difference has lost its sign: prediction - target is meant");
    return want;
}

/* ---- 04.6 bce_row ------------------------------------------------------------------------------- */

static double bce(double x, double t)
{
    return fmax(x, 0) - x * t + log(1 + exp(-fabs(x)));
}

static double negative(double x, double t)
{
    return -bce(x, t);
}

static double base_2(double x, double t)
{
    return bce(x, t) / log(2);
}

static double probability(double x)
{
    return (double)(real)(1 / (1 + exp(-x)));
}

static double of_probability(double x, double t)
{
    double p = probability(x);
    return -t * log(p) - (1 - t) * log(1 - p);
}

static double overflowing(double x, double t)
{
    return log(1 + exp(x)) - x * t;
}

static double of_ones_only(double x, double t)
{
    return -t * log(probability(x));
}

static double of_zeros_only(double x, double t)
{
    return -(1 - t) * log(1 - probability(x));
}

static double twice_squashed(double x, double t)
{
    return bce(probability(x), t);
}

static double no_maximum(double x, double t)
{
    return -x * t + log(1 + exp(-fabs(x)));
}

static double no_product(double x, double t)
{
    return bce(x, 0 * t);
}

static double swapped(double x, double t)
{
    return bce(t, x);
}

static double flipped(double x, double t)
{
    return bce(x, 1 - t);
}

static double plus_product(double x, double t)
{
    return bce(x, -t);
}

static double no_logarithm(double x, double t)
{
    return fmax(x, 0) - x * t + 1 + exp(-fabs(x));
}

static double plain_size(double x, double t)
{
    return fmax(x, 0) - x * t + log(1 + exp(fabs(x)));
}

static double size_missing(double x, double t)
{
    return fmax(x, 0) - x * t + log(1 + exp(-x));
}

static double no_log_term(double x, double t)
{
    return fmax(x, 0) - x * t;
}

static const struct {
    double (*loss)(double x, double t);
    const char *sentence;
} known[] = {
    {negative, "the wrong sign: a loss is never negative"},
    {base_2, "logarithms of base 2: the loss is in nats"},
    {of_probability, "the sigmoid has saturated: 1 - 1 is 0, and the logarithm of 0 is -infinity; "
                     "use the form with e^-|x|"},
    {overflowing, "e^1000 overflowed: use the form with e^-|x|"},
    {of_ones_only, "only -t log p: the zeros have a loss too"},
    {of_zeros_only, "only -(1 - t) log(1 - p): the ones have a loss too"},
    {twice_squashed, "the sigmoid was taken twice: x is a logit"},
    {no_maximum, "max(x, 0) is missing"},
    {no_product, "- x t is missing: the target is not used"},
    {swapped, "logit and target are swapped: in[0] holds the logits"},
    {flipped, "t and 1 - t are swapped: t = 1 wants a large logit"},
    {plus_product, "+ x t in place of - x t"},
    {no_logarithm, "the logarithm is missing: log(1 + e^-|x|)"},
    {plain_size, "e^|x| in place of e^-|x|: it overflows, and is another number"},
    {size_missing, "e^-x in place of e^-|x|: max(x, 0) stands for x > 0 already"},
    {no_log_term, "log(1 + e^-|x|) is missing"},
};
enum { KNOWN = sizeof known / sizeof *known };

/* The probability kept between epsilon and 1 - epsilon. */
static Tensor *clamped(const Tensor *x, const Tensor *t, double epsilon)
{
    Tensor *out = copy_of(x);
    real low = (real)epsilon, high = 1 - low;
    for (long i = 0; i < x->shape[0]; i++) {
        real p = (real)probability((double)x->data[i]);
        p = p < low ? low : p > high ? high : p;
        out->data[i] = (real)(-(double)t->data[i] * log((double)p) -
                              (1 - (double)t->data[i]) * log((double)(1 - p)));
    }
    return out;
}

Tensor *bce_want(const Tensor *x, const Tensor *t)
{
    static const double epsilons[] = {1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10, 1e-12, 1e-15};
    for (int i = 0; i < KNOWN; i++)
        MISTAKE(plain_pair(x, t, known[i].loss), known[i].sentence);
    for (size_t i = 0; i < sizeof epsilons / sizeof *epsilons; i++)
        MISTAKE(clamped(x, t, epsilons[i]), "the probability was kept off 0 and 1 by some small "
                                            "number: the loss of a bad answer stops growing");
    Tensor *want = plain_pair(x, t, bce);
    MISTAKE(plain_scaled(want, 1 / elements_of(x)),
            "divided by n: the mean is taken by tensor_bce_with_logits");
    return want;
}

Tensor *bce_mean_want(const Tensor *x, const Tensor *t)
{
    double want = mean_of(plain_pair(x, t, bce));
    for (int i = 0; i < KNOWN; i++)
        MISTAKE(scalar(mean_of(plain_pair(x, t, known[i].loss))), known[i].sentence);
    const double rows[] = {(double)x->shape[0], (double)x->shape[1], elements_of(x)};
    for (int i = 0; i < 3; i++)
        MISTAKE(scalar(want / rows[i]),
                "divided by n: the mean is taken by tensor_bce_with_logits");
    return scalar(want);
}

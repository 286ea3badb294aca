/* init_want.c - starts of weights, drawn number by number. */
#include "want.h"

Tensor *plain_uniform(int ndim, const long *shape, double low, double high, Rng stream)
{
    Tensor *t = blank(ndim, shape);
    for (long i = 0; i < shape_numel(ndim, shape); i++)
        t->data[i] = (real)(low + (high - low) * rng_uniform(&stream));
    return t;
}

Tensor *plain_normal(int ndim, const long *shape, double std, Rng stream)
{
    Tensor *t = blank(ndim, shape);
    for (long i = 0; i < shape_numel(ndim, shape); i++)
        t->data[i] = (real)(std * rng_normal(&stream));
    return t;
}

Rng after_draws(Rng stream, long n)
{
    for (long i = 0; i < n; i++)
        rng_uniform(&stream);
    return stream;
}

/* The numbers of a matrix in the order in which they were drawn, but down its columns: what writing into
 * ->data one after another gives in a transposed view. */
static Tensor *down_columns(const Tensor *t)
{
    return plain_transpose(plain_reshape(t, SHAPE(t->shape[1], t->shape[0])), 0, 1);
}

static const char *const by_columns =
    "the numbers go down the columns: either they were drawn like that, or written into ->data one "
    "after another, and the weight may be a view; draw with init_uniform or init_normal, which go "
    "row by row";

/* ---- 03.1 init_kaiming_uniform --------------------------------------------------------------- */

Tensor *uniform_want(long in, long out, Rng stream)
{
    double n = (double)in, bound = 1 / sqrt(n), other = 1 / sqrt((double)out), he = sqrt(6 / n);
    Tensor *want = plain_uniform(SHAPE(in, out), -bound, bound, stream);
    MISTAKE(plain_uniform(SHAPE(in, out), -other, other, stream),
            "the bound was taken from the outputs: a sum has as many terms as there are inputs, "
            "weight->shape[0]");
    MISTAKE(plain_uniform(SHAPE(in, out), -1 / n, 1 / n, stream),
            "the square root is missing: the bound is 1 / sqrt(in)");
    MISTAKE(plain_uniform(SHAPE(in, out), -he, he, stream),
            "sqrt(6 / in) is He's bound for relu; torch's layers, and these, take 1 / sqrt(in)");
    MISTAKE(plain_uniform(SHAPE(in, out), 0, bound, stream),
            "only one side: the numbers lie between -bound and bound, so that their mean is 0");
    MISTAKE(plain_uniform(SHAPE(in, out), -1 / bound, 1 / bound, stream),
            "multiplied by the square root where a division belongs: more inputs, smaller weights");
    MISTAKE(plain_normal(SHAPE(in, out), bound, stream),
            "these numbers are normal: init_uniform draws between two bounds");
    MISTAKE(plain_uniform(SHAPE(in, out), -1, 1, stream),
            "between -1 and 1 whatever the size: divide by the square root of the inputs");
    MISTAKE(plain_uniform(SHAPE(in, out), bound, -bound, stream),
            "the bounds are swapped: from -bound to bound");
    MISTAKE(blank(SHAPE(in, out)),
            "every weight is 0: 1 / in in whole numbers is 0; cast to double before you divide");
    MISTAKE(down_columns(want), by_columns);
    return want;
}

Tensor *second_uniform_want(long in, long out, Rng first)
{
    double bound = 1 / sqrt((double)in);
    MISTAKE(plain_uniform(SHAPE(in, out), -bound, bound, first),
            "the same numbers twice: hand on the rng that you are given, not a copy of it");
    return uniform_want(in, out, after_draws(first, in * out));
}

/* ---- 03.2 init_xavier_normal ----------------------------------------------------------------- */

Tensor *normal_want(long in, long out, Rng stream)
{
    double n = (double)(in + out), std = sqrt(2 / n), glorot = sqrt(6 / n);
    Tensor *want = plain_normal(SHAPE(in, out), std, stream);
    MISTAKE(plain_normal(SHAPE(in, out), 2 / n, stream),
            "2 / (in + out) is the variance: init_normal wants its square root");
    MISTAKE(plain_normal(SHAPE(in, out), sqrt(1 / (double)in), stream),
            "only the inputs were counted: the variance is 2 / (in + out)");
    MISTAKE(plain_normal(SHAPE(in, out), sqrt(2 / (double)in), stream),
            "2 / in is He's variance; Glorot's is 2 / (in + out)");
    MISTAKE(plain_normal(SHAPE(in, out), sqrt(1 / n), stream),
            "the 2 is missing: 2 / (in + out) is one over the mean of in and out");
    MISTAKE(plain_normal(SHAPE(in, out), sqrt(2 / (double)(in * out)), stream),
            "in times out: the variance is 2 / (in + out), a sum");
    MISTAKE(plain_normal(SHAPE(in, out), sqrt(n / 2), stream),
            "the reciprocal: larger layers need smaller weights");
    MISTAKE(plain_normal(SHAPE(in, out), 2 / sqrt(n), stream),
            "the 2 belongs under the root: sqrt(2 / (in + out))");
    MISTAKE(plain_normal(SHAPE(in, out), 1, stream),
            "standard deviation 1 whatever the size: it is sqrt(2 / (in + out))");
    MISTAKE(plain_uniform(SHAPE(in, out), -std, std, stream),
            "these numbers are uniform: init_normal draws normal ones");
    MISTAKE(plain_uniform(SHAPE(in, out), -glorot, glorot, stream),
            "this is Glorot's uniform start: the variance is right, but init_normal is asked for");
    MISTAKE(blank(SHAPE(in, out)), "every weight is 0: 2 / (in + out) in whole numbers is 0; cast "
                                   "the sum to double before you divide");
    MISTAKE(down_columns(want), by_columns);
    return want;
}

/* clip_want.c - gradients clipped by their common norm, and as people clip them. */
#include "want.h"

static long count(const Tensor *t)
{
    long n = 1;
    for (int d = 0; d < t->ndim; d++)
        n *= t->shape[d];
    return n;
}

static double length(const Tensor *t)
{
    double sum = 0;
    for (long i = 0; i < count(t); i++)
        sum += (double)t->data[i] * (double)t->data[i];
    return sqrt(sum);
}

/* a times fa and b times fb, as parameters.h joins them. */
static Tensor *scaled(const Tensor *a, double fa, const Tensor *b, double fb)
{
    long n = count(a), m = count(b);
    Tensor *both = n == m ? blank(SHAPE(2, n)) : blank(SHAPE(n + m));
    for (long i = 0; i < n + m; i++)
        both->data[i] = (real)(i < n ? (double)a->data[i] * fa : (double)b->data[i - n] * fb);
    return both;
}

static Tensor *clamped(const Tensor *a, const Tensor *b, double limit)
{
    Tensor *both = scaled(a, 1, b, 1);
    for (long i = 0; i < count(a) + count(b); i++)
        both->data[i] = (real)fmax(-limit, fmin(limit, (double)both->data[i]));
    return both;
}

/* As by somebody who thinks that this is the norm, and who clips only what is longer. */
static Tensor *by_norm(const Tensor *a, const Tensor *b, double limit, double norm)
{
    double factor = fmin(1, limit / (norm + 1e-6));
    return scaled(a, factor, b, factor);
}

static void clipping_mistakes(const Tensor *a, const Tensor *b, double limit)
{
    double la = length(a), lb = length(b), norm = hypot(la, lb), factor = limit / (norm + 1e-6);
    MISTAKE(scaled(a, fmin(1, limit / (la + 1e-6)), b, fmin(1, limit / (lb + 1e-6))),
            "each tensor was clipped by itself: there is one norm, of all gradients together");
    MISTAKE(scaled(a, limit / (la + 1e-6), b, limit / (lb + 1e-6)),
            "each tensor was clipped by itself: there is one norm, of all gradients together");
    MISTAKE(clamped(a, b, limit),
            "each number was clipped by itself: that turns the gradient; shorten it as a whole");
    MISTAKE(by_norm(a, b, limit, norm * norm), "the norm is the square root of the sum of squares");
    MISTAKE(by_norm(a, b, limit, la + lb),
            "the norms of the tensors were added: add their squares, then take the root");
    MISTAKE(scaled(a, 1 / (norm + 1e-6), b, 1 / (norm + 1e-6)),
            "max_norm is missing in the factor: everything has length 1");
    MISTAKE(scaled(a, 1 / factor, b, 1 / factor), "the factor is upside down: max_norm / norm");
    MISTAKE(scaled(a, factor, b, 1), "only the first gradient was scaled: the factor is for all of "
                                     "them");
    MISTAKE(scaled(a, 1, b, factor),
            "the first gradient was not scaled: the factor is for all of them");
    if (factor < 1)
        MISTAKE(scaled(a, 1, b, 1),
                "the gradients came back unchanged: multiply each by the factor");
    else
        MISTAKE(scaled(a, factor, b, factor),
                "a gradient that was short already was stretched to max_norm: clipping only "
                "shortens");
}

Tensor *clipped_want(const Tensor *a, const Tensor *b, double max_norm)
{
    double norm = hypot(length(a), length(b));
    MISTAKE_MESSAGE("pointer that is NULL",
                    "a parameter may have no gradient: ask whether its grad is NULL");
    MISTAKE_MESSAGE("is NULL", "a parameter may have no gradient: ask whether its grad is NULL");
    if (isfinite(norm)) {
        clipping_mistakes(a, b, max_norm);
        return by_norm(a, b, max_norm, norm);
    }
    MISTAKE(scaled(a, 0, b, 0), "scaled by 1 / infinity: the one bad number became NaN and the "
                                "good ones 0; leave them and return the norm");
    return scaled(a, 1, b, 1);
}

double norm_want(const Tensor *a, const Tensor *b, double max_norm)
{
    double norm = hypot(length(a), length(b));
    MISTAKE_NUMBER(norm * norm, "this is the sum of squares: the norm is its root");
    MISTAKE_NUMBER(length(a) + length(b), "the norms were added: add squares, then take the root");
    MISTAKE_NUMBER(max_norm, norm > max_norm
                                 ? "this is the norm afterwards: return the one before"
                                 : "this is max_norm: return the norm, which was smaller");
    return norm;
}

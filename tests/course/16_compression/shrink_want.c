/* shrink_want.c - rows and columns that stay, right and with each of the mistakes people make. */
#include "want.h"

typedef enum { RIGHT, OTHER_AXIS, FIRST_ONES, ZEROED, COMPLEMENT, STRIDE, SLIPS } Slip;

static bool stays(long j, long keep, const long *which)
{
    for (long k = 0; k < keep; k++)
        if (which[k] == j)
            return true;
    return false;
}

/* The k-th of those that go. */
static long gone(long k, long n, long keep, const long *which)
{
    for (long j = 0; j < n; j++)
        if (!stays(j, keep, which) && k-- == 0)
            return j;
    return n - 1;
}

static Tensor *picked(const Tensor *w, int axis, long keep, const long *which, Slip slip)
{
    long in = w->shape[0], out = w->shape[1], n = w->shape[axis];
    long rows = axis == 0 ? keep : in, columns = axis == 1 ? keep : out;
    Tensor *t = blank(SHAPE(rows, columns));
    for (long i = 0; i < rows; i++)
        for (long j = 0; j < columns; j++) {
            long k = axis == 0 ? i : j;
            long old = slip == FIRST_ONES   ? k
                       : slip == COMPLEMENT ? gone(k, n, keep, which)
                                            : which[k];
            long from = axis == 0 ? old * out + j : i * out + old;
            if (slip == STRIDE)
                from = axis == 0 ? old * keep + j : i * keep + old;
            t->data[i * columns + j] = w->data[from];
        }
    return t;
}

static Tensor *zeroed(const Tensor *w, int axis, long keep, const long *which)
{
    Tensor *t = copy_of(w);
    long out = w->shape[1];
    for (long i = 0; i < tensor_numel(w); i++)
        if (!stays(axis == 0 ? i / out : i % out, keep, which))
            t->data[i] = 0;
    return t;
}

static Tensor *kept_want(const Tensor *w, int axis, long keep, const long *which)
{
    const bool inner = keep > 0 && keep < w->shape[axis];
    if (inner) {
        if (which[0] > 0 || which[keep - 1] >= keep)
            MISTAKE(picked(w, axis, keep, which, FIRST_ONES),
                    "the first ones stay, whatever which says");
        if (2 * keep <= w->shape[axis])
            MISTAKE(picked(w, axis, keep, which, COMPLEMENT),
                    "the others stay: which says who does");
        MISTAKE(
            zeroed(w, axis, keep, which),
            "zeroed and not removed: the layer has as many numbers as before, and as much work");
    }
    if (axis == 1 && inner)
        MISTAKE(picked(w, axis, keep, which, STRIDE),
                "number (i, j) of the old weight lies at i * out + j, not at i * keep + j");
    if (inner && which[keep - 1] < w->shape[1 - axis])
        MISTAKE(picked(w, 1 - axis, keep, which, RIGHT),
                axis == 1 ? "rows were kept: an output is a column of W (in, out)"
                          : "columns were kept: an input is a row of W (in, out)");
    if (keep < w->shape[axis])
        MISTAKE(copy_of(w),
                "the weight has not changed: parameter_replace puts the new tensor into "
                "the layer");
    return picked(w, axis, keep, which, RIGHT);
}

/* ---- 16.8 ----------------------------------------------------------------------------------------------- */

Tensor *kept_columns_want(const Tensor *w, long keep, const long *which)
{
    return kept_want(w, 1, keep, which);
}

static Tensor *biases(const Tensor *b, long keep, const long *which, Slip slip)
{
    Tensor *t = blank(SHAPE(keep));
    for (long k = 0; k < keep; k++)
        t->data[k] = b->data[slip == FIRST_ONES ? k : which[k]];
    return t;
}

Tensor *kept_bias_want(const Tensor *b, long keep, const long *which)
{
    if (keep < b->shape[0])
        MISTAKE(copy_of(b), "the biases of outputs that are gone are still there");
    if (keep > 0 && which[keep - 1] >= keep)
        MISTAKE(biases(b, keep, which, FIRST_ONES),
                "the first biases stay: they belong to which[k], as the columns do");
    return biases(b, keep, which, RIGHT);
}

bool bias_may_be_missing(void)
{
    MISTAKE_MESSAGE("pointer that is NULL", "the layer has no bias: l->bias is NULL then");
    return true;
}

bool which_is_checked(void)
{
    MISTAKE_MESSAGE("as if nothing were wrong", "the given check is gone: keep_check");
    return true;
}

/* ---- 16.8 ----------------------------------------------------------------------------------------------- */

Tensor *kept_rows_want(const Tensor *w, long keep, const long *which)
{
    return kept_want(w, 0, keep, which);
}

Tensor *whole_bias_want(const Tensor *b, long keep, const long *which)
{
    if (keep < b->shape[0] && (keep == 0 || which[keep - 1] < b->shape[0]))
        MISTAKE(biases(b, keep, which, RIGHT), "the bias was cut: it belongs to outputs");
    return copy_of(b);
}

Tensor *zeroed_network_want(const Tensor *x, const Tensor *w, const Tensor *b, const Tensor *next,
                            const Tensor *next_bias, long keep, const long *which)
{
    Tensor *h = plain_matmul(x, w), *y;
    long hidden = w->shape[1];
    for (long i = 0; i < tensor_numel(h); i++) {
        double value = (double)h->data[i] + (double)b->data[i % hidden];
        h->data[i] = (real)(stays(i % hidden, keep, which) && value > 0 ? value : 0);
    }
    y = plain_matmul(h, next);
    for (long i = 0; i < tensor_numel(y); i++)
        y->data[i] += next_bias->data[i % next->shape[1]];
    MISTAKE_MESSAGE(
        "but this layer takes (...,",
        "the next layer still has all of its inputs, or other numbers of them: what the "
        "first layer does not give any more, the next cannot take");
    return y;
}

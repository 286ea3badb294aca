/* scores_want.c - the five formulas in plain loops. */
#include <float.h>
#include "want.h"

/* ---- 12.1 attention_scores ------------------------------------------------------------------------ */

/* The root of the sum of squares of each row, (..., T, 1). */
static Tensor *lengths_of_rows(const Tensor *t)
{
    long shape[TENSOR_MAX_AXES], D = t->shape[t->ndim - 1], rows = 1;
    memcpy(shape, t->shape, sizeof shape);
    shape[t->ndim - 1] = 1;
    Tensor *lengths = blank(t->ndim, shape), *plain = copy_of(t);
    for (int d = 0; d < t->ndim - 1; d++)
        rows *= shape[d];
    for (long i = 0; i < rows * D; i++)
        lengths->data[i / D] += plain->data[i] * plain->data[i];
    return plain_map(lengths, sqrt);
}

static double over(double a, double b)
{
    return a / b;
}

Tensor *scores_want(const Tensor *q, const Tensor *k)
{
    int n = q->ndim;
    Tensor *want = plain_matmul(q, plain_transpose(k, -2, -1));
    MISTAKE(plain_matmul(k, plain_transpose(q, -2, -1)),
            "q and k have changed places: rows must belong to queries, columns to keys");
    MISTAKE(plain_pair(plain_pair(want, lengths_of_rows(q), over),
                       plain_transpose(lengths_of_rows(k), -2, -1), over),
            "these are cosines: attention does not divide by the lengths of q and k");
    if (k->shape[n - 2] == q->shape[n - 1])
        MISTAKE(plain_matmul(q, k),
                "k was not transposed: q @ k mixes the first numbers of all keys");
    if (q->shape[n - 2] == 1)
        MISTAKE(plain_pair(q, k, times), "the products were not added up: a score is one number");
    if (q->shape[n - 2] == 1)
        MISTAKE(plain_matmul(k, plain_transpose(q, -2, -1)),
                "query i met key i alone: each query meets every key, in a matrix product");
    MISTAKE(plain_matmul(q, plain_transpose(q, -2, -1)),
            "the queries were compared with themselves: the keys are k");
    MISTAKE(plain_scaled(want, 1 / sqrt((double)q->shape[n - 1])),
            "these scores are scaled already: attention_scale does that, once, afterwards");
    MISTAKE_MESSAGE("axis 2 is outside a tensor of shape (2, 2)",
                    "count the axes from the right, -1 is D and -2 is T: here nothing stands "
                    "before them");
    MISTAKE_MESSAGE("cannot broadcast (2, 3, 4, 5) with (2, 3, 6, 5)",
                    "number by number, query i meets key i alone: each query meets every key, "
                    "in a matrix product");
    MISTAKE_MESSAGE("(2, 3, 4, 5) @ (3, 2, 6, 5)",
                    "the first two axes of k were swapped: count the axes from the right, "
                    "-1 is D and -2 is T, whatever stands before");
    MISTAKE_MESSAGE("(2, 3, 4, 5) @ (2, 6, 3, 5)",
                    "axes 1 and 2 of k were swapped: count the axes from the right, "
                    "-1 is D and -2 is T, whatever stands before");
    MISTAKE_MESSAGE("(2, 3, 4, 5) @ (2, 3, 6, 5)",
                    "k was not transposed: swap its last two axes, so that D meets D");
    return want;
}

/* ---- 12.2 attention_scale --------------------------------------------------------------------------- */

Tensor *scale_want(const Tensor *scores, long head_dim)
{
    double D = (double)head_dim, Tk = (double)scores->shape[scores->ndim - 1];
    MISTAKE(copy_of(scores),
            "the scores came back unscaled: divide by the square root of head_dim");
    MISTAKE(plain_scaled(scores, 1 / D), "divided by head_dim itself, not by its square root");
    MISTAKE(plain_scaled(scores, sqrt(D)),
            "multiplied by the square root where a division belongs");
    MISTAKE(plain_scaled(scores, 1 / sqrt(Tk)),
            "divided by the root of the last axis of the scores: that is Tk, not head_dim");
    MISTAKE(plain_scaled(scores, 1 / floor(sqrt(D))),
            "the root was cut to a whole number: keep it in a double");
    MISTAKE(plain_pair(scores, values(SHAPE(1), VALUES((real)sqrt(D))), minus),
            "the root was subtracted: the scores are divided by it");
    MISTAKE(plain_scaled(scores, 0),
            "all zeros: 1 / head_dim in whole numbers is 0; write 1 / sqrt((double)head_dim)");
    return plain_scaled(scores, 1 / sqrt(D));
}

/* ---- 12.7 attention_mask ------------------------------------------------------------------------------ */

/* allowed or forbidden in place of the scores; NAN keeps them. */
static Tensor *filled(const Tensor *scores, const Tensor *mask, double allowed, double forbidden)
{
    Tensor *out = copy_of(scores);
    long inner = mask->shape[mask->ndim - 1] * mask->shape[mask->ndim - 2];
    long n = scores->shape[0] * scores->shape[1] * scores->shape[2];
    for (long i = 0; i < n; i++) {
        double fill = mask->data[i % inner] == 0 ? forbidden : allowed;
        if (!isnan(fill))
            out->data[i] = (real)fill;
    }
    return out;
}

/* PyTorch's habits, and what people think is small enough; filled in, or added. */
static void finite_mistakes(const Tensor *scores, const Tensor *mask)
{
    const double numbers[] = {
        -1e2,  -1e3,  -1e4,  -1e5,    -1e6,     -1e8,  -1e9,
        -1e10, -1e20, -1e30, -3.4e38, -FLT_MAX, -1e38, IS_DOUBLE ? -DBL_MAX : -1e37};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        static const char *const sentence =
            "a finite number in place of minus infinity: an allowed score may lie below it, "
            "and lose";
        MISTAKE(filled(scores, mask, NAN, numbers[i]), sentence);
        MISTAKE(plain_pair(scores, filled(plain_scaled(scores, 0), mask, NAN, numbers[i]), plus),
                sentence);
    }
}

Tensor *masked_want(const Tensor *scores, const Tensor *mask)
{
    MISTAKE_MESSAGE("pointer that is NULL", "mask may be NULL: then the scores come back");
    MISTAKE_MESSAGE(", is NULL", "mask may be NULL: then the scores come back");
    MISTAKE_MESSAGE("unmasked is NULL",
                    "without a mask nothing is forbidden: the scores come back, not NULL");
    if (mask == NULL)
        return copy_of(scores);
    finite_mistakes(scores, mask);
    MISTAKE(filled(scores, mask, -INFINITY, NAN),
            "the mask is inverted: 1 means may attend, and masked_fill fills where its mask is 1");
    MISTAKE(plain_pair(scores, mask, times),
            "forbidden scores became 0, by a product or by filling: a score of 0 is not forbidden, "
            "e^0 is 1");
    MISTAKE(plain_pair(scores, mask, plus),
            "the mask was added: it holds 1 and 0, so forbidden scores stay as they are");
    MISTAKE(
        plain_pair(scores, plain_scaled(filled(plain_scaled(scores, 0), mask, NAN, 1), -INFINITY),
                   plus),
        "infinity was multiplied by the opposite mask: 0 * infinity is NaN, so fill in its place");
    MISTAKE(copy_of(scores), "the mask was ignored");
    MISTAKE(filled(scores, mask, NAN, INFINITY), "plus infinity: that key would win everything");
    return filled(scores, mask, NAN, -INFINITY);
}

void mask_is_checked(void)
{
    static const char *const sentence =
        "mask_check(\"attention_mask\", mask, scores) was not called, or too late: it speaks for "
        "attention_mask";
    MISTAKE_MESSAGE("as if nothing were wrong", sentence);
    MISTAKE_MESSAGE("the message \"", sentence);
}

/* ---- 12.8 attention_weights ----------------------------------------------------------------------------- */

typedef enum { OF_NONE, OF_ROW, OF_ALL } Which;

static double largest(const real *x, long n)
{
    double top = -INFINITY;
    for (long i = 0; i < n; i++)
        top = fmax(top, (double)x[i]);
    return top;
}

static double total(const real *x, long n)
{
    double sum = 0;
    for (long i = 0; i < n; i++)
        sum += (double)x[i];
    return sum;
}

/* exp(x - maximum) / (sum + epsilon), with the maximum and the sum of other numbers than the row's. */
static Tensor *softmax_with(const Tensor *scores, Which maximum, Which sum, double epsilon)
{
    Tensor *in = copy_of(scores), *powers = copy_of(scores), *out = copy_of(scores);
    long columns = in->shape[in->ndim - 1], n = columns;
    for (int d = 0; d < in->ndim - 1; d++)
        n *= in->shape[d];
    for (long i = 0; i < n; i++) {
        const real *row = in->data + i / columns * columns;
        double top = maximum == OF_ROW   ? largest(row, columns)
                     : maximum == OF_ALL ? largest(in->data, n)
                                         : 0;
        powers->data[i] = (real)exp((double)in->data[i] - top);
    }
    for (long i = 0; i < n; i++) {
        const real *row = powers->data + i / columns * columns;
        double whole = sum == OF_ROW   ? total(row, columns)
                       : sum == OF_ALL ? total(powers->data, n)
                                       : 1;
        out->data[i] = (real)((double)powers->data[i] / (whole + epsilon));
    }
    return out;
}

static double sigmoid(double x)
{
    return 1 / (1 + exp(-x));
}

/* Rows of minus infinity, right but for an even spread. */
static Tensor *evenly(const Tensor *scores)
{
    Tensor *out = plain_softmax(scores, -1);
    long columns = scores->shape[scores->ndim - 1], n = columns;
    for (int d = 0; d < scores->ndim - 1; d++)
        n *= scores->shape[d];
    for (long i = 0; i < n; i++)
        if (total(out->data + i / columns * columns, columns) == 0)
            for (long j = i; j < i + columns; j++)
                out->data[j] = (real)(1 / (double)columns);
    return out;
}

/* Each score over the sum of its row. */
static Tensor *shares(const Tensor *scores)
{
    Tensor *in = copy_of(scores), *out = copy_of(scores);
    long columns = scores->shape[scores->ndim - 1];
    for (long i = 0; i < tensor_numel(scores); i++)
        out->data[i] /= (real)total(in->data + i / columns * columns, columns);
    return out;
}

static void softmax_mistakes(const Tensor *scores)
{
    static const double epsilons[] = {0, 1e-9, 1e-8, 1e-12};
    for (size_t i = 0; i < sizeof epsilons / sizeof *epsilons; i++) {
        MISTAKE(softmax_with(scores, OF_ALL, OF_ROW, epsilons[i]),
                "the maximum of all scores was taken off, not that of each row: in rows of much "
                "smaller scores every e^x is 0");
        MISTAKE(softmax_with(scores, OF_NONE, OF_ROW, epsilons[i]),
                "softmax without the maximum taken off first: e^2000 is infinity, and infinity / "
                "infinity is NaN");
    }
    MISTAKE(softmax_with(scores, OF_ROW, OF_ROW, 0),
            "a row without a key: its maximum is -infinity, and -infinity - (-infinity) is NaN");
    MISTAKE(softmax_with(scores, OF_ROW, OF_ALL, 0),
            "divided by the sum of all rows: each row has a sum of its own");
    MISTAKE(softmax_with(scores, OF_NONE, OF_ALL, 0),
            "divided by the sum of all rows: each row has a sum of its own");
    MISTAKE(evenly(scores), "a query with no key allowed gets weights of 0, not an even spread");
}

Tensor *weights_want(const Tensor *scores)
{
    softmax_mistakes(scores);
    MISTAKE(plain_softmax(scores, -2), "softmax over the queries: columns add up to 1 where rows "
                                       "should. The keys are the last axis");
    if (scores->ndim == 4) {
        MISTAKE(plain_softmax(scores, 0), "softmax over the batch: the keys are the last axis");
        MISTAKE(plain_softmax(scores, 1), "softmax over the heads: the keys are the last axis");
    }
    MISTAKE(plain_map(plain_softmax(scores, -1), log),
            "these are logarithms of the weights: softmax, not log_softmax");
    MISTAKE(softmax_with(scores, OF_ROW, OF_NONE, 0),
            "e^(score - maximum) alone: the rows are not divided by their sum");
    MISTAKE(plain_softmax(plain_softmax(scores, -1), -1), "softmax was taken twice");
    MISTAKE(shares(scores), "the scores were divided by their sum without e^score: shares of "
                            "numbers of both signs are no weights");
    MISTAKE(plain_map(scores, exp), "e^score alone: the rows are not divided by their sum");
    MISTAKE(plain_map(scores, sigmoid),
            "a sigmoid of each score: the weights of a row do not compete, and do not add up to 1");
    MISTAKE(copy_of(scores), "the scores came back: the softmax is missing");
    return plain_softmax(scores, -1);
}

/* ---- 12.9 attention_context ------------------------------------------------------------------------------- */

Tensor *context_want(const Tensor *weights, const Tensor *v)
{
    int n = v->ndim;
    MISTAKE(copy_of(v), "v came back: the weights are not used");
    MISTAKE(plain_matmul(plain_softmax(weights, -1), v),
            "softmax was taken once more: these are weights already");
    MISTAKE(plain_scaled(plain_matmul(weights, v), 1 / (double)v->shape[n - 2]),
            "divided by the number of keys: the weights add up to 1, the sum is the average");
    if (v->shape[n - 1] == v->shape[n - 2])
        MISTAKE(plain_matmul(weights, plain_transpose(v, -2, -1)),
                "v was transposed: its rows already belong to the keys");
    if (weights->shape[n - 2] == weights->shape[n - 1])
        MISTAKE(plain_matmul(plain_transpose(weights, -2, -1), v),
                "the weights were transposed: their rows already belong to the queries");
    MISTAKE_MESSAGE("(2, 1) @ (2, 2)",
                    "the weights were transposed: their rows already belong to the queries");
    MISTAKE_MESSAGE("(2, 2) @ (1, 2)", "the arguments stand the wrong way round: weights (Tq, Tk) "
                                       "times v (Tk, D)");
    MISTAKE_MESSAGE("(2, 3, 4) @ (2, 3, 3)", "the arguments stand the wrong way round: weights "
                                             "(Tq, Tk) times v (Tk, D)");
    return plain_matmul(weights, v);
}

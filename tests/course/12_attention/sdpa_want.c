/* sdpa_want.c - attention in plain loops, right and with each of the mistakes people make. */
#include "want.h"

typedef enum {
    RIGHT,
    NO_SCALE,      /* scores as they are */
    SCALE_BY_D,    /* divided by D, not by its root */
    SCALE_BY_C,    /* divided by the root of the model width H D */
    SCALE_BY_TK,   /* divided by the root of the number of keys */
    SCALE_BY_TQ,   /* divided by the root of the number of queries */
    SCALE_BY_H,    /* divided by the root of the number of heads: shape[1] of four axes */
    SCALE_LATE,    /* the weights were divided by sqrt(D) */
    OVER_QUERIES,  /* softmax along the wrong axis */
    NO_MASK,       /* mask ignored */
    MASK_INVERTED, /* sees exactly what it must not */
    MASK_LATE,     /* weights multiplied by the mask after the softmax */
    FILLED_LATE,   /* weights of -infinity: masked after the softmax */
    SCALE_BY_AXES, /* divided by the root of how many axes there are */
    TWICE,         /* softmax of the weights */
    NO_SOFTMAX,    /* the masked scores themselves */
    NO_SCALE_NO_SOFTMAX
} Slip;

/* May query i see key j? The mask broadcasts; NULL allows everything. */
static double allowed(const Tensor *mask, long b, long h, long i, long j)
{
    long index[4] = {b, h, i, j}, offset = 0;
    for (int d = 0; mask != NULL && d < mask->ndim; d++) {
        long at_ = mask->ndim == 3 && d == 0 /* (B, Tq, Tk): the same for every head */
                       ? b
                       : index[4 - mask->ndim + d];
        offset += (mask->shape[d] == 1 ? 0 : at_) * mask->stride[d];
    }
    return mask == NULL ? 1 : (double)mask->data[offset];
}

/* value in every place that is allowed, or is not. */
static void fill(Tensor *t, const Tensor *mask, bool where, double value)
{
    bool heads = t->ndim == 4;
    long H = heads ? t->shape[1] : 1, Tq = t->shape[t->ndim - 2], Tk = t->shape[t->ndim - 1];
    for (long n = 0; n < t->shape[0] * H * Tq * Tk; n++)
        if ((allowed(mask, n / (H * Tq * Tk), n / (Tq * Tk) % H, n / Tk % Tq, n % Tk) == 1) ==
            where)
            t->data[n] = (real)value;
}

static double scale_of(const Tensor *q, const Tensor *k, Slip slip)
{
    int n = q->ndim;
    double H = n == 4 ? (double)q->shape[1] : 1, D = (double)q->shape[n - 1];
    double Tq = (double)q->shape[n - 2], Tk = (double)k->shape[n - 2];
    switch (slip) {
    case NO_SCALE:
    case NO_SCALE_NO_SOFTMAX:
    case SCALE_LATE:
        return 1;
    case SCALE_BY_D:
        return 1 / D;
    case SCALE_BY_C:
        return 1 / sqrt(H * D);
    case SCALE_BY_TK:
        return 1 / sqrt(Tk);
    case SCALE_BY_TQ:
        return 1 / sqrt(Tq);
    case SCALE_BY_H:
        return 1 / sqrt(H);
    case SCALE_BY_AXES:
        return 1 / sqrt((double)n);
    default:
        return 1 / sqrt(D);
    }
}

/* The weights of q (..., Tq, D) and k (..., Tk, D) with 3 or 4 axes. */
static Tensor *weights_with(const Tensor *q, const Tensor *k, const Tensor *mask, Slip slip)
{
    Tensor *s = plain_scaled(plain_matmul(q, plain_transpose(k, -2, -1)), scale_of(q, k, slip));
    if (slip != NO_MASK && slip != MASK_LATE && slip != FILLED_LATE)
        fill(s, mask, slip == MASK_INVERTED, -INFINITY);
    if (slip == NO_SOFTMAX || slip == NO_SCALE_NO_SOFTMAX)
        return s;
    Tensor *w = plain_softmax(s, slip == OVER_QUERIES ? -2 : -1);
    if (slip == TWICE)
        w = plain_softmax(w, -1);
    if (slip == MASK_LATE || slip == FILLED_LATE)
        fill(w, mask, false, slip == MASK_LATE ? 0 : -INFINITY);
    return slip == SCALE_LATE ? plain_scaled(w, 1 / sqrt((double)q->shape[q->ndim - 1])) : w;
}

Tensor *plain_weights(const Tensor *q, const Tensor *k, const Tensor *mask)
{
    return weights_with(q, k, mask, RIGHT);
}

/* ---- 12.10 attention_pattern ------------------------------------------------------------------------- */

static void mask_mistakes(const Tensor *q, const Tensor *k, const Tensor *mask)
{
    MISTAKE(weights_with(q, k, mask, MASK_LATE),
            "the mask came after the softmax: rows no longer add up to 1");
    MISTAKE(weights_with(q, k, mask, FILLED_LATE),
            "the mask came after the softmax, and left weights of minus infinity: it is the "
            "scores that are masked");
    MISTAKE(weights_with(q, k, mask, MASK_INVERTED),
            "the mask is inverted: weight went exactly where it must not");
    MISTAKE(weights_with(q, k, mask, NO_MASK), "the mask was ignored");
}

static void pattern_messages(void)
{
    MISTAKE_MESSAGE("head_dim is 0",
                    "the last axis of q is q->shape[q->ndim - 1]: there is no axis "
                    "number ndim, they begin with 0");
    MISTAKE_MESSAGE("(7, 5) does not broadcast to scores (2, 5, 5)",
                    "the keys were compared with themselves: attention_scores(q, k)");
    MISTAKE_MESSAGE("(7, 5) does not broadcast to scores (2, 5, 7)",
                    "q and k have changed places: queries are rows, attention_scores(q, k)");
    MISTAKE_MESSAGE("(7, 5) does not broadcast to scores (2, 7, 7)",
                    "the queries were compared with themselves: attention_scores(q, k)");
    MISTAKE_MESSAGE("(7, 7) does not broadcast to scores (2, 7, 5)",
                    "another mask took the place of the one that was given");
}

Tensor *pattern_want(const Tensor *q, const Tensor *k, const Tensor *mask)
{
    static const struct {
        Slip slip;
        const char *sentence;
    } known[] = {
        {NO_SCALE, "the scores were not scaled: they are divided by sqrt(D), then masked"},
        {SCALE_BY_D, "divided by D in all: either without the root, or by the root twice"},
        {TWICE, "softmax was taken twice"},
        {SCALE_BY_TK, "scaled by the number of keys: D is the last axis of q, time the one before"},
        {SCALE_BY_TQ,
         "scaled by the number of queries: D is the last axis of q, time the one before"},
        {SCALE_LATE, "the weights were divided by sqrt(D): it is the scores that are scaled"},
        {OVER_QUERIES, "softmax over the queries: columns add up to 1 where rows should"},
        {NO_SOFTMAX, "these are scores: the softmax is missing"},
        {NO_SCALE_NO_SOFTMAX, "these are scores: the scale and the softmax are missing"},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        MISTAKE(weights_with(q, k, mask, known[i].slip), known[i].sentence);
    if (q->ndim == 4) {
        MISTAKE(
            weights_with(q, k, mask, SCALE_BY_C),
            "scaled by the model width C = H * D in place of the head width D: the last axis of "
            "q is D");
        MISTAKE(weights_with(q, k, mask, SCALE_BY_H),
                "scaled by the number of heads, shape[1]: D is the last axis of q");
    }
    if (q->ndim == 3)
        MISTAKE(weights_with(q, k, mask, SCALE_BY_AXES),
                "scaled by the number of axes, q->ndim: D is the size of the last one");
    if (mask != NULL)
        mask_mistakes(q, k, mask);
    pattern_messages();
    return weights_with(q, k, mask, RIGHT);
}

/* ---- 12.11 scaled_dot_product_attention ----------------------------------------------------------------- */

Tensor *output_want(const Tensor *q, const Tensor *k, const Tensor *v, const Tensor *mask)
{
    static const char *const turned =
        "the weights were transposed: their rows already belong to the queries";
    Tensor *w = weights_with(q, k, mask, RIGHT);
    MISTAKE(plain_matmul(weights_with(q, k, NULL, RIGHT), v),
            "the mask has no effect, and the future leaks: was it passed on?");
    MISTAKE(copy_of(v), "v came back: the weights are not used");
    MISTAKE(plain_matmul(weights_with(q, k, mask, TWICE), v),
            "softmax was taken once more: attention_pattern gives weights");
    if (q->shape[1] == k->shape[1])
        MISTAKE(plain_matmul(plain_transpose(w, -2, -1), v), turned);
    MISTAKE_MESSAGE("(2, 5, 3) @ (2, 5, 6)", turned);
    MISTAKE_MESSAGE("(2, 3, 5) does not broadcast to scores (2, 3, 3)",
                    "the queries were compared with themselves: attention_pattern(q, k, mask)");
    MISTAKE(plain_matmul(weights_with(q, k, mask, MASK_LATE), v),
            "the mask came after the softmax: rows no longer add up to 1");
    if (k != v)
        MISTAKE(plain_matmul(w, k),
                "the keys were blended: keys make the weights, values the output");
    MISTAKE_SHAPE(SHAPE(2, 3, 6), "output and weights have changed places: weights is what "
                                  "attention_pattern gives, output the blend of v");
    MISTAKE_MESSAGE("(2, 3, 5) @ (2, 3, 4)",
                    "the queries were blended: weights (Tq, Tk) times v (Tk, D)");
    MISTAKE_MESSAGE("(2, 5, 6) @ (2, 3, 5)", "the arguments stand the wrong way round: weights "
                                             "(Tq, Tk) times v (Tk, D)");
    MISTAKE_MESSAGE("q (2, 3, 4) and k (2, 5, 6) differ",
                    "the queries were compared with the values: attention_pattern(q, k, mask)");
    MISTAKE_MESSAGE("(2, 3, 5) does not broadcast to scores (2, 5, 3)",
                    "q and k have changed places: attention_pattern(q, k, mask)");
    MISTAKE_MESSAGE("a.weights is NULL", "weights was not set: the caller wants both members");
    MISTAKE_MESSAGE("a.output is NULL", "output was not set: the caller wants both members");
    return plain_matmul(w, v);
}

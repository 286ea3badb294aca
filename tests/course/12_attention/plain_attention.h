/* plain_attention.h - attention in plain loops, right and with each of the mistakes people make. */
#ifndef PLAIN_ATTENTION_H
#define PLAIN_ATTENTION_H

#include "check.h"

typedef enum {
    RIGHT,
    NO_SCALE,      /* scores as they are */
    SCALE_BY_D,    /* divided by D, not by its root */
    SCALE_BY_C,    /* divided by the root of the model width H D */
    SCALE_BY_T,    /* divided by the root of the number of keys */
    SCALE_BY_TQ,   /* divided by the root of the number of queries */
    SCALE_BY_H,    /* divided by the root of the number of heads: shape[1] of four axes */
    OVER_QUERIES,  /* softmax along the wrong axis */
    NO_MASK,       /* mask ignored */
    MASK_INVERTED, /* sees exactly what it must not */
    MASK_LATE,     /* weights multiplied by the mask after the softmax */
    FILLED_LATE,   /* weights of -infinity: masked after the softmax */
    NO_SOFTMAX     /* the masked scores themselves */
} Mistake;

/* May query i see key j? The mask broadcasts; NULL allows everything. */
static inline double allowed(const Tensor *mask, long b, long h, long i, long j)
{
    long index[4] = {b, h, i, j};
    if (mask == NULL)
        return 1;
    long offset = 0;
    for (int d = 0; d < mask->ndim; d++) {
        long at_ = index[4 - mask->ndim + d];
        if (mask->ndim == 3 && d == 0)
            at_ = b; /* (B, Tq, Tk): the same for every head */
        offset += (mask->shape[d] == 1 ? 0 : at_) * mask->stride[d];
    }
    return (double)mask->data[offset];
}

/* The weights of q (..., Tq, D) and k (..., Tk, D) with 3 or 4 axes. */
static inline Tensor *plain_weights(const Tensor *q, const Tensor *k, const Tensor *mask,
                                    Mistake mistake)
{
    int n = q->ndim;
    long H = n == 4 ? q->shape[1] : 1, D = q->shape[n - 1], Tq = q->shape[n - 2],
         Tk = k->shape[n - 2];
    double scale = 1 / sqrt((double)D);
    if (mistake == NO_SCALE)
        scale = 1;
    if (mistake == SCALE_BY_D)
        scale = 1 / (double)D;
    if (mistake == SCALE_BY_C)
        scale = 1 / sqrt((double)(H * D));
    if (mistake == SCALE_BY_T)
        scale = 1 / sqrt((double)Tk);
    if (mistake == SCALE_BY_TQ)
        scale = 1 / sqrt((double)Tq);
    if (mistake == SCALE_BY_H)
        scale = 1 / sqrt((double)H);
    Tensor *s = plain_scaled(plain_matmul(q, plain_transpose(k, -2, -1)), scale);
    long rows = q->shape[0] * H;
    bool early = mistake != NO_MASK && mistake != MASK_LATE && mistake != FILLED_LATE;
    for (long r = 0; r < rows && early; r++)
        for (long i = 0; i < Tq * Tk; i++)
            if (allowed(mask, r / H, r % H, i / Tk, i % Tk) == (mistake == MASK_INVERTED))
                s->data[r * Tq * Tk + i] = (real)-INFINITY;
    if (mistake == NO_SOFTMAX)
        return s;
    Tensor *w = plain_softmax(s, mistake == OVER_QUERIES ? -2 : -1);
    for (long r = 0; r < rows && mistake == MASK_LATE; r++)
        for (long i = 0; i < Tq * Tk; i++)
            w->data[r * Tq * Tk + i] *= (real)allowed(mask, r / H, r % H, i / Tk, i % Tk);
    for (long r = 0; r < rows && mistake == FILLED_LATE; r++)
        for (long i = 0; i < Tq * Tk; i++)
            if (allowed(mask, r / H, r % H, i / Tk, i % Tk) == 0)
                w->data[r * Tq * Tk + i] = (real)-INFINITY;
    return w;
}

/* Every mistake above as a wrong value of the weights. */
static inline void register_weight_mistakes(const Tensor *q, const Tensor *k, const Tensor *mask)
{
#ifndef CHECK_RECORD
    MISTAKE(plain_weights(q, k, mask, NO_SCALE),
            "the scores were not scaled: attention_scale belongs between scores and mask");
    if (q->ndim == 4)
        MISTAKE(
            plain_weights(q, k, mask, SCALE_BY_C),
            "scaled by the model width C = H * D in place of the head width D: the last axis of q "
            "is D");
    MISTAKE(plain_weights(q, k, mask, SCALE_BY_D), "scaled by D, not by its square root");
    MISTAKE(plain_weights(q, k, mask, SCALE_BY_T),
            "scaled by the number of keys: D is the last axis of q, time the one before");
    MISTAKE(plain_weights(q, k, mask, SCALE_BY_TQ),
            "scaled by the number of queries: D is the last axis of q, time the one before");
    if (q->ndim == 4)
        MISTAKE(plain_weights(q, k, mask, SCALE_BY_H),
                "scaled by the number of heads, shape[1]: D is the last axis of q");
    MISTAKE(plain_weights(q, k, mask, OVER_QUERIES),
            "softmax over the queries: columns add up to 1 where rows should");
    MISTAKE(plain_weights(q, k, mask, NO_SOFTMAX), "these are scores: the softmax is missing");
    if (mask != NULL) {
        MISTAKE(plain_weights(q, k, mask, MASK_LATE),
                "the mask came after the softmax: rows no longer add up to 1");
        MISTAKE(plain_weights(q, k, mask, FILLED_LATE),
                "the mask came after the softmax, and left weights of minus infinity: it is the "
                "scores that are masked");
        MISTAKE(plain_weights(q, k, mask, MASK_INVERTED),
                "the mask is inverted: weight went exactly where it must not");
        MISTAKE(plain_weights(q, k, mask, NO_MASK), "the mask was ignored");
    }
#else
    (void)q, (void)k, (void)mask;
#endif
}

/* A (rows, columns) mask with about a third forbidden and key 0 always allowed. */
static inline Tensor *random_mask(const char *name, int ndim, const long *shape)
{
    Tensor *t = draw_between(name, ndim, shape, 0, 1);
    long columns = shape[ndim - 1], n = 1;
    for (int d = 0; d < ndim; d++)
        n *= shape[d];
    for (long i = 0; i < n; i++)
        t->data[i] = t->data[i] > (real)0.35 || i % columns == 0;
    resealed(t);
    return t;
}

/* What attention over tokens [0, T) says when later tokens change: a copy of x with other numbers
 * from token `from` on. */
static inline Tensor *changed_from(const Tensor *x, long from)
{
    Tensor *y = draw("x2", x->ndim, x->shape);
    long inner = x->shape[x->ndim - 1], T = x->shape[x->ndim - 2], n = x->shape[0] * T * inner;
    for (long i = 0; i < n; i++)
        if (i / inner % T < from)
            y->data[i] = x->data[i];
    resealed(y);
    return y;
}

#endif

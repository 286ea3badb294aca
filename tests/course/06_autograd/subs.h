/* subs.h - right and wrong subtractions, for the tests that students write (06.17).
 *
 * Five ways of writing one, and in each of them any slip can be set, or none. So a wrong one has
 * the closures and names of a right one, and even its address: only what it does tells them apart.
 * tensor_sub stands in the lesson, so nothing here is an answer.
 */
#ifndef SUBS_H
#define SUBS_H

#include "check.h"
#include "op.h"

typedef Tensor *(*Sub)(Tensor *a, Tensor *b);

/* Each slip has two forms: most are about one side, 0 for a, 1 for b; the others say what their two are. */
typedef enum {
    NO_SLIP,
    OTHER_FUNCTION, /* a side has the other sign, there and back: -a - b, a + b */
    WRONG_SIGN,     /* a side's share has */
    NO_SHARE,       /* a side gets none */
    NOT_ALL_OF_DY,  /* shares follow dy's sign alone, or are none where dy is below 0 */
    NOT_SUMMED,     /* the mean of the shares where an axis was missing, or where it had size 1 */
    MEMORY_ORDER, /* a view is read in the order of its memory on the way there, or its share on the way back */
    SHARED,     /* x - x: a side is forgotten */
    OVERWRITTEN /* a side's gradient is gone when the share comes */
} Kind;

static struct {
    Kind kind;
    int form;
} slip;

static bool has_slip(Kind kind, int form)
{
    return slip.kind == kind && slip.form == form;
}

/* ---- numbers ------------------------------------------------------------------------------------- */

/* Where element flat of a tensor of out's shape is found in t, broadcast: offset 0 along stretched axes. */
static long offset_in(const Tensor *t, const Tensor *out, long flat)
{
    long offset = 0;
    for (int d = out->ndim - 1; d >= 0; d--) {
        int own = d - (out->ndim - t->ndim);
        if (own >= 0 && t->shape[own] != 1)
            offset += flat % out->shape[d] * t->stride[own];
        flat /= out->shape[d];
    }
    return offset;
}

/* Its numbers lie side by side, in whatever order. */
static bool is_permuted(const Tensor *t)
{
    long last = 0;
    for (int d = 0; d < t->ndim; d++) {
        if (t->stride[d] < 0 || t->shape[d] == 0)
            return false;
        last += (t->shape[d] - 1) * t->stride[d];
    }
    return last + 1 == tensor_numel(t);
}

/* What a way there sees of a side, in the shape of the result. */
static Tensor *seen(const Tensor *t, int side, int ndim, const long *shape)
{
    Tensor *wide = tensor_new(ndim, shape);
    bool in_memory = has_slip(MEMORY_ORDER, 0) && is_permuted(t) && t->ndim == ndim &&
                     tensor_numel(t) == tensor_numel(wide);
    real sign = has_slip(OTHER_FUNCTION, side) ? -1 : 1;
    for (long i = 0; i < tensor_numel(wide); i++)
        wide->data[i] = sign * t->data[in_memory ? i : offset_in(t, wide, i)];
    return wide;
}

/* ---- shares -------------------------------------------------------------------------------------- */

/* How many shares the slip takes for one: along axes that t lacks, or that have size 1. */
static real repeats(const Tensor *t, const Tensor *share)
{
    real times = 1;
    for (int d = 0; d < share->ndim; d++) {
        int own = d - (share->ndim - t->ndim);
        if (slip.form == 0 ? own < 0 : own >= 0 && t->shape[own] == 1)
            times *= (real)share->shape[d];
    }
    return times;
}

/* One number of a share, as slips about dy make it. A right share of b is -dy. */
static real of_dy(real share, int side)
{
    real dy = side == 0 ? share : -share;
    if (slip.form == 0)
        return share > 0 ? 1 : share < 0 ? -1 : share;
    return dy < 0 ? 0 : share;
}

/* What arrives of a right share. */
static Tensor *slipped(const Tensor *t, const Tensor *share, int side)
{
    Tensor *out = tensor_new_like(share);
    bool in_memory = has_slip(MEMORY_ORDER, 1) && is_permuted(t) && t->ndim == share->ndim &&
                     tensor_numel(t) == tensor_numel(share);
    bool negative = has_slip(WRONG_SIGN, side) || has_slip(OTHER_FUNCTION, side);
    for (long i = 0; i < tensor_numel(out); i++) {
        real g = share->data[in_memory ? offset_in(t, share, i) : offset_in(share, out, i)];
        if (slip.kind == NOT_ALL_OF_DY)
            g = of_dy(g, side);
        if (slip.kind == NOT_SUMMED)
            g /= repeats(t, share);
        out->data[i] = negative ? -g : g;
    }
    return out;
}

static void hand(Tensor *t, Tensor *share, int side, bool shared)
{
    if (!t->requires_grad || has_slip(NO_SHARE, side) || (shared && has_slip(SHARED, side)))
        return;
    if (has_slip(OVERWRITTEN, side) && t->grad != NULL)
        grad_add(t, tensor_neg(t->grad));
    grad_add(t, slipped(t, share, side));
}

/* ---- two kinds of closures ----------------------------------------------------------------------- */

typedef struct {
    real times;
    int side; /* of the first input */
    bool shared;
} Sides;

static void both_backward(Closure *c, Tensor *dy)
{
    const Sides *s = c->capture;
    Tensor *of_a = tensor_mul_scalar(dy, s->times), *of_b = tensor_neg(of_a);
    hand(c->in[s->side], of_a, 0, s->shared);
    hand(c->in[1 - s->side], of_b, 1, s->shared);
}

/* times (a - b) in one closure, whose first input is a, or b. */
static Tensor *both(Tensor *a, Tensor *b, real times, int first)
{
    static const Operation op = {.name = "sub", .backward = both_backward};
    long shape[TENSOR_MAX_AXES];
    int ndim = broadcast_shape("sub", a, b, shape);
    Tensor *out = tensor_new(ndim, shape);
    sub_kernel(out, seen(a, 0, ndim, shape), seen(b, 1, ndim, shape));
    for (long i = 0; i < tensor_numel(out); i++)
        out->data[i] *= times;
    return closure_record(out, &op, INPUTS(first == 0 ? a : b, first == 0 ? b : a),
                          CAPTURE(Sides, times, first, a == b));
}

static void one_backward(Closure *c, Tensor *dy)
{
    const Sides *s = c->capture;
    Tensor *share = tensor_mul_scalar(dy, s->times);
    hand(c->in[0], share, s->side, s->shared);
}

/* times a, or times b, in the shape of the result. */
static Tensor *one(Tensor *a, Tensor *b, real times, int side)
{
    static const Operation op = {.name = "expand", .backward = one_backward};
    long shape[TENSOR_MAX_AXES];
    int ndim = broadcast_shape("sub", a, b, shape);
    Tensor *t = side == 0 ? a : b, *out = seen(t, side, ndim, shape);
    for (long i = 0; i < tensor_numel(out); i++)
        out->data[i] *= times;
    return closure_record(out, &op, INPUTS(t), CAPTURE(Sides, times, side, a == b));
}

/* ---- five ways ----------------------------------------------------------------------------------- */

static Tensor *in_one(Tensor *a, Tensor *b)
{
    return both(a, b, 1, 0);
}

static Tensor *of_b_and_a(Tensor *a, Tensor *b)
{
    return both(a, b, 1, 1);
}

static Tensor *turned_round(Tensor *a, Tensor *b)
{
    return tensor_neg(both(a, b, -1, 1));
}

static Tensor *made_wide(Tensor *a, Tensor *b)
{
    return tensor_sub(one(a, b, 1, 0), one(a, b, 1, 1));
}

static Tensor *of_halves(Tensor *a, Tensor *b)
{
    Tensor *half_of_b = one(a, b, (real)0.5, 1), *half_of_a = one(a, b, (real)0.5, 0);
    return tensor_mul_scalar(tensor_sub(half_of_b, half_of_a), -2);
}

static const Sub ways[] = {in_one, of_b_and_a, turned_round, made_wide, of_halves};
enum { WAYS = sizeof ways / sizeof *ways };

#endif

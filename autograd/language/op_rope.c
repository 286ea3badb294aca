/* op_rope.c - rotary positions (Su et al. 2021): a query or a key says where it stands by turning.
 *
 *     pair i of n = D / 2, (a, b), at position p:   angle = p base^(-i / n)
 *     (a, b)  ->  (a cos - b sin, a sin + b cos)
 *
 * What two turned vectors have in common depends on how far apart they stand, not on where. The way
 * back turns the other way. Angles are computed in double: position 100,000 times a frequency has
 * no digits left in a float for the turn itself.
 * Invariant: a row is turned by its own position alone, whatever stands above and below it.
 */
#include <math.h>
#include "clones.h"
#include "contiguous.h"
#include "language_parts.h"

/* ---- what a caller can do wrong -------------------------------------------------------------- */

static void check_scaling(RopeOptions o)
{
    if (!(o.base >= 0))
        fail("tensor_rope: base is %g, expected a number above 0, or 0 for 10000", o.base);
    if (!(o.factor >= 0))
        fail("tensor_rope: factor is %g, expected a number above 0, or 0 for none", o.factor);
    if (o.trained_context == 0 && o.low_frequency_factor == 0 && o.high_frequency_factor == 0)
        return;
    if (o.trained_context < 1 || !(o.low_frequency_factor > 0) ||
        !(o.high_frequency_factor > o.low_frequency_factor))
        fail("tensor_rope: low_frequency_factor %g, high_frequency_factor %g, trained_context %ld: "
             "expected 0 < low < high and a context of at least 1. hint: all three 0 make every "
             "frequency smaller by the same factor",
             o.low_frequency_factor, o.high_frequency_factor, o.trained_context);
}

static void check_positions(const Tensor *x, RopeOptions o)
{
    if (o.start < 0)
        fail("tensor_rope: start is %ld, expected a position, at least 0", o.start);
    const IntTensor *p = o.positions;
    if (p == NULL)
        return;
    if (o.start != 0)
        fail("tensor_rope: start is %ld, but there are positions, too. hint: give one of the two",
             o.start);
    long T = x->shape[x->ndim - 2];
    bool for_all = p->ndim == 1 && p->shape[0] == T;
    bool for_each = p->ndim == 2 && x->ndim > 2 && p->shape[0] == x->shape[0] && p->shape[1] == T;
    if (!for_all && !for_each)
        fail("tensor_rope: positions have %d axes, the first with %ld; x %s needs (%ld,), or (B, "
             "%ld) with B its first axis",
             p->ndim, p->ndim > 0 ? p->shape[0] : 0, tensor_shape_text(x), T, T);
    for (long i = 0; i < int_tensor_numel(p); i++)
        if (p->data[i] < 0)
            fail("tensor_rope: positions[%ld] is %d, expected at least 0", i, p->data[i]);
}

static void check(const Tensor *x, RopeOptions o)
{
    if (x->ndim < 2)
        fail("tensor_rope: x has shape %s, expected (..., T, D): rows at T positions",
             tensor_shape_text(x));
    long D = x->shape[x->ndim - 1];
    if (o.pairs != ROPE_INTERLEAVED && o.pairs != ROPE_HALF)
        fail("tensor_rope: pairs is %d, expected ROPE_INTERLEAVED or ROPE_HALF", (int)o.pairs);
    if (o.dims < 0 || o.dims > D || o.dims % 2 != 0)
        fail("tensor_rope: dims is %ld, expected an even number up to D = %ld, or 0 for all",
             o.dims, D);
    if (o.dims == 0 && D % 2 != 0)
        fail("tensor_rope: x %s has rows of %ld numbers, which do not go into pairs. hint: .dims = "
             "%ld turns all but the last",
             tensor_shape_text(x), D, D - 1);
    check_scaling(o);
    check_positions(x, o);
}

/* ---- how far each position turns each pair --------------------------------------------------- */

/* Slow turns, which the trained context has not seen come round, are slowed down; fast ones, which
 * tell neighbours apart, are not (Llama 3.1). */
static double scaled(double frequency, RopeOptions o)
{
    double factor = o.factor == 0 ? 1 : o.factor;
    if (o.trained_context == 0)
        return frequency / factor;
    double turns = (double)o.trained_context * frequency / (2 * acos(-1));
    double keep =
        (turns - o.low_frequency_factor) / (o.high_frequency_factor - o.low_frequency_factor);
    keep = keep < 0 ? 0 : keep > 1 ? 1 : keep;
    return (1 - keep) * frequency / factor + keep * frequency;
}

Tensor *rope_turns(const Tensor *x, RopeOptions o)
{
    check(x, o);
    long T = x->shape[x->ndim - 2], n = (o.dims > 0 ? o.dims : x->shape[x->ndim - 1]) / 2;
    bool for_each = o.positions != NULL && o.positions->ndim == 2;
    long B = for_each ? o.positions->shape[0] : 1;
    Tensor *turns = for_each ? tensor_new(SHAPE(B, T, 2 * n)) : tensor_new(SHAPE(T, 2 * n));
    for (long i = 0; i < n; i++) {
        double frequency = pow(o.base == 0 ? 10000 : o.base, -(double)i / (double)n);
        frequency = scaled(frequency, o);
        for (long row = 0; row < B * T; row++) {
            long p = o.positions != NULL ? o.positions->data[row] : o.start + row;
            real *turn = turns->data + row * 2 * n;
            turn[i] = (real)cos((double)p * frequency);
            turn[n + i] = (real)sin((double)p * frequency);
        }
    }
    return turns;
}

/* ---- rows, turned ---------------------------------------------------------------------------- */

typedef struct {
    Tensor *turns; /* (T, 2n) or (B, T, 2n): n cosines, then n sines, of each row */
    RopePairs pairs;
} RopeCapture;

typedef struct {
    const Tensor *x;
    const real *turns;
    real *out, way; /* 1: there, -1: back */
    long T, D, n, rows_of_turns, heads;
    RopePairs pairs;
} Turning;

KINDLING_CLONES static void turn_interleaved(long n, real *y, const real *x, const real *turn,
                                             real way)
{
    const real *cosine = turn, *sine = turn + n;
#pragma omp simd
    for (long i = 0; i < n; i++) {
        real a = x[2 * i], b = x[2 * i + 1], c = cosine[i], s = way * sine[i];
        y[2 * i] = a * c - b * s;
        y[2 * i + 1] = a * s + b * c;
    }
}

KINDLING_CLONES static void turn_half(long n, real *y, const real *x, const real *turn, real way)
{
    const real *cosine = turn, *sine = turn + n;
#pragma omp simd
    for (long i = 0; i < n; i++) {
        real a = x[i], b = x[n + i], c = cosine[i], s = way * sine[i];
        y[i] = a * c - b * s;
        y[n + i] = a * s + b * c;
    }
}

/* Where the rows of matrix number `outer` begin. */
static const real *matrix_of(const Tensor *x, long outer)
{
    const real *at = x->data;
    for (int axis = x->ndim - 3; axis >= 0; axis--) {
        at += outer % x->shape[axis] * x->stride[axis];
        outer /= x->shape[axis];
    }
    return at;
}

static void turn_rows(long begin, long end, void *context)
{
    const Turning *g = context;
    long outer = begin / g->T, t = begin % g->T, step = g->x->stride[g->x->ndim - 2];
    const real *matrix = matrix_of(g->x, outer);
    for (long row = begin; row < end; row++) {
        const real *x = matrix + t * step;
        const real *turn = g->turns + (outer / g->heads * g->rows_of_turns + t) * 2 * g->n;
        real *y = g->out + row * g->D;
        (g->pairs == ROPE_HALF ? turn_half : turn_interleaved)(g->n, y, x, turn, g->way);
        for (long i = 2 * g->n; i < g->D; i++)
            y[i] = x[i];
        if (++t == g->T && row + 1 < end) {
            t = 0;
            matrix = matrix_of(g->x, ++outer);
        }
    }
}

/* A view is read where it lies, as long as the numbers of a row are neighbours. */
static Tensor *turned(Tensor *x, const RopeCapture *o, real way)
{
    Tensor *out = tensor_new_like(x);
    long rows = tensor_numel(x), T = x->shape[x->ndim - 2], D = x->shape[x->ndim - 1];
    if (rows == 0)
        return out;
    rows /= D;
    Scope *scratch = scope_open();
    bool for_each = o->turns->ndim == 3;
    Turning g = {.x = x->stride[x->ndim - 1] == 1 ? x : contiguous_input(x),
                 .turns = o->turns->data,
                 .out = out->data,
                 .way = way,
                 .T = T,
                 .D = D,
                 .n = o->turns->shape[o->turns->ndim - 1] / 2,
                 .rows_of_turns = for_each ? T : 0,
                 .heads = for_each ? rows / T / x->shape[0] : 1,
                 .pairs = o->pairs};
    parallel_for(rows, 3 * D, turn_rows, &g);
    scope_close(scratch);
    return out;
}

static void rope_backward(Closure *c, Tensor *dy)
{
    grad_add(c->in[0], turned(dy, c->capture, -1));
}

/* Two products and a sum for each number that turns. */
static double rope_flops(const Closure *c)
{
    return 3 * (double)tensor_numel(c->out);
}

static void describe_rope(const Closure *c, char *text, size_t size)
{
    const RopeCapture *capture = c->capture;
    snprintf(text, size, "%s", capture->pairs == ROPE_HALF ? "half" : "interleaved");
}

static const Operation rope_op = {.name = "rope",
                                  .backward = rope_backward,
                                  .saved = 1,
                                  .flops = rope_flops,
                                  .describe = describe_rope};

Tensor *tensor_rope(Tensor *x, RopeOptions options)
{
    RopeCapture capture = {rope_turns(x, options), options.pairs};
    Tensor *y = turned(x, &capture, 1);
    return closure_record(y, &rope_op, INPUTS(x), sizeof capture, &capture);
}

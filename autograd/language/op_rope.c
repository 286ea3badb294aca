/* op_rope.c - rotary positions (Su et al. 2021): a query or a key says where it stands by turning.
 *
 * The angles are those of rope_turns.c; here rows are turned, and on the way back the other way.
 * Invariant: a row is turned by its own position alone, whatever stands above and below it.
 */
#include "clones.h"
#include "contiguous.h"
#include "language_parts.h"

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

/* op_swiglu.c - a gate and what it lets through, side by side in one product (Shazeer 2020).
 *
 *     x = (g | u), H numbers each;  y = g s(g) u,  s the sigmoid
 *     du = dy g s(g),   dg = dy u s(g) (1 + g (1 - s(g)))
 */
#include <string.h>
#include "clones.h"
#include "contiguous.h"
#include "language_parts.h"
#include "vmath.h"

typedef struct {
    long n; /* H */
    const real *x, *dy;
    real *out; /* y, or dx */
} Gate;

KINDLING_CLONES static void swiglu_row(long n, real *y, const real *x)
{
    const real *gate = x, *up = x + n;
#pragma omp simd
    for (long i = 0; i < n; i++)
        y[i] = gate[i] * up[i] / (1 + real_exp(-gate[i]));
}

/* Far below 0 the sigmoid is 0, and so is its product with a gate that is finite. */
KINDLING_CLONES static void swiglu_backward_row(long n, real *dx, const real *dy, const real *x)
{
    const real *gate = x, *up = x + n;
#pragma omp simd
    for (long i = 0; i < n; i++) {
        real s = 1 / (1 + real_exp(-gate[i]));
        dx[i] = dy[i] * up[i] * s * (1 + gate[i] * (1 - s));
        dx[n + i] = dy[i] * gate[i] * s;
    }
}

static void forward_rows(long begin, long end, void *context)
{
    const Gate *g = context;
    for (long row = begin; row < end; row++)
        swiglu_row(g->n, g->out + row * g->n, g->x + row * 2 * g->n);
}

static void backward_rows(long begin, long end, void *context)
{
    const Gate *g = context;
    for (long row = begin; row < end; row++)
        swiglu_backward_row(g->n, g->out + row * 2 * g->n, g->dy + row * g->n,
                            g->x + row * 2 * g->n);
}

static void swiglu_backward(Closure *c, Tensor *dy)
{
    Tensor *x = c->in[0], *dx = tensor_new_like(x);
    long n = dy->shape[dy->ndim - 1];
    if (tensor_numel(dy) > 0) {
        Gate g = {n, contiguous_input(x)->data, contiguous_input(dy)->data, dx->data};
        parallel_for(tensor_numel(dy) / n, 10 * n, backward_rows, &g);
    }
    grad_add(x, dx);
}

/* A sigmoid of 4, and two products. */
static double swiglu_flops(const Closure *c)
{
    return 6 * (double)tensor_numel(c->out);
}

static const Operation swiglu_op = {.name = "swiglu",
                                    .backward = swiglu_backward,
                                    .reads = {READS_INPUT(0)},
                                    .flops = swiglu_flops};

Tensor *tensor_swiglu(Tensor *x)
{
    swiglu_check(x);
    long shape[TENSOR_MAX_AXES], n = x->shape[x->ndim - 1] / 2;
    memcpy(shape, x->shape, sizeof shape);
    shape[x->ndim - 1] = n;
    Tensor *y = tensor_new(x->ndim, shape);
    if (tensor_numel(y) > 0) {
        Scope *scratch = scope_open();
        Gate g = {.n = n, .x = contiguous_input(x)->data, .out = y->data};
        parallel_for(tensor_numel(y) / n, 6 * n, forward_rows, &g);
        scope_close(scratch);
    }
    return closure_record(y, &swiglu_op, INPUTS(x), NO_CAPTURE);
}

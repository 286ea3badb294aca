/* op_prod.c - products along axes.
 *
 * A factor's gradient is the product of all others: of those before it times those behind it.
 * Nothing is divided, so a factor of 0 needs no rule of its own.
 */
#include "op.h"
#include "along_axis.h"

/* others[i] = x[0] ... x[i - 1] x[i + 1] ... x[n - 1], in two passes. */
static void others_row(long n, real *others, const real *x, const real *unused)
{
    (void)unused;
    double before = 1, behind = 1;
    for (long i = 0; i < n; before *= (double)x[i], i++)
        others[i] = (real)before;
    for (long i = n - 1; i >= 0; behind *= (double)x[i], i--)
        others[i] = (real)((double)others[i] * behind);
}

/* The axes that stay, then those that were reduced. Returns how many stay. */
static int kept_first(const Closure *c, int order[])
{
    const ReducedAxes *axes = c->capture;
    int n = 0, kept;
    for (int d = 0; d < axes->ndim; d++)
        if (!axes->reduced[d])
            order[n++] = d;
    kept = n;
    for (int d = 0; d < axes->ndim; d++)
        if (axes->reduced[d])
            order[n++] = d;
    return kept;
}

/* Each group of factors becomes a row of a matrix, and its gradient moves back from there. */
static void prod_backward(Closure *c, Tensor *dy)
{
    Tensor *a = c->in[0];
    int order[TENSOR_MAX_AXES], back[TENSOR_MAX_AXES], kept = kept_first(c, order);
    for (int d = 0; d < a->ndim; d++)
        back[order[d]] = d;
    Tensor *turned = tensor_permute(a, a->ndim, order);
    long R = shape_numel(kept, turned->shape),
         N = shape_numel(turned->ndim - kept, turned->shape + kept);
    Tensor *rows = tensor_reshape(turned, SHAPE(R, N)), *others = tensor_new(SHAPE(R, N));
    along_axis("tensor_prod", others, rows, NULL, 1, others_row, false);
    Tensor *dx = tensor_mul(others, tensor_reshape(dy, SHAPE(R, 1)));
    dx = tensor_reshape(dx, turned->ndim, turned->shape);
    grad_add(a, tensor_permute(dx, a->ndim, back));
}

static const Operation prod_op = {.name = "prod",
                                  .backward = prod_backward,
                                  .describe = describe_reduction,
                                  .reads = {READS_INPUT(0)},
                                  .flops = flops_per_input};

Tensor *tensor_prod(Tensor *a, int n, const int *axes, bool keepdims)
{
    Tensor *out = reduction_new("tensor_prod", a, n, axes, keepdims);
    Tensor view = reduction_aligned("tensor_prod", out, a, n, axes);
    prod_kernel(&view, a);
    return reduction_record(out, &prod_op, a, n, axes);
}

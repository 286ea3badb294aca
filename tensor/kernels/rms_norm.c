/* rms_norm.c - every row scaled to a mean square of 1 (Zhang, Sennrich 2019).
 *
 *     y = x rstd weight,  rstd = 1 / sqrt(mean(x^2) + eps)
 *
 * It is layer normalization without the mean, and so is its way back (layer_norm.c):
 * dx = rstd (g - h mean(g h)) with h = x rstd and g = dy weight.
 * Invariant: a row is normalized by its own numbers alone, whatever stands above and below it.
 */
#include "clones.h"
#include "contiguous.h"
#include "tensor.h"
#include "vmath.h"

typedef struct {
    long n; /* numbers in a row */
    const real *x, *weight;
    real *out, *rstd, eps;
} Forward;

/* Returns rstd. scale: 1, or what x is multiplied by first, so that its squares fit into a real. */
KINDLING_CLONES static real rms_norm_row(long n, real *y, const real *x, const real *weight,
                                         real eps, real scale)
{
    real squares = 0;
#pragma omp simd reduction(+ : squares)
    for (long i = 0; i < n; i++)
        squares += (x[i] * scale) * (x[i] * scale);
    real rstd = 1 / real_sqrt(squares / (real)n + eps * scale * scale);
    if (weight == NULL)
#pragma omp simd
        for (long i = 0; i < n; i++)
            y[i] = x[i] * scale * rstd;
    else
#pragma omp simd
        for (long i = 0; i < n; i++)
            y[i] = x[i] * scale * rstd * weight[i];
    return rstd * scale;
}

static void forward_rows(long begin, long end, void *context)
{
    const Forward *f = context;
    for (long row = begin; row < end; row++) {
        real *y = f->out + row * f->n;
        const real *x = f->x + row * f->n;
        real rstd = rms_norm_row(f->n, y, x, f->weight, f->eps, 1);
        if (rstd == 0)
            rstd = rms_norm_row(f->n, y, x, f->weight, f->eps, SQUARE_SCALE);
        else if (rstd == (real)INFINITY) /* eps is 0 */
            rstd = rms_norm_row(f->n, y, x, f->weight, f->eps, 1 / SQUARE_SCALE);
        f->rstd[row] = rstd;
    }
}

/* ---- what a caller can do wrong -------------------------------------------------------------- */

/* Written so that an eps of NaN is refused, too. */
static void check(const Tensor *x, const Tensor *weight, real eps)
{
    if (x->ndim == 0)
        fail("tensor_rms_norm: x is a scalar and has no last axis to normalize");
    long n = x->shape[x->ndim - 1];
    if (weight != NULL && (weight->ndim != 1 || weight->shape[0] != n))
        fail("tensor_rms_norm: weight has shape %s, but x %s needs (%ld,), the size of its last "
             "axis",
             tensor_shape_text(weight), tensor_shape_text(x), n);
    if (!(eps >= 0))
        fail("tensor_rms_norm: eps is %g, expected none below 0: it keeps a row of zeros from "
             "being divided by 0",
             (double)eps);
}

static void check_results(const Tensor *out, const Tensor *rstd, const Tensor *x)
{
    if (!tensor_same_shape(out, x))
        fail("tensor_rms_norm: out has shape %s, x has %s", tensor_shape_text(out),
             tensor_shape_text(x));
    long rows = shape_numel(x->ndim - 1, x->shape);
    if (tensor_numel(rstd) != rows || !tensor_is_contiguous(rstd))
        fail("tensor_rms_norm: rstd has shape %s; x %s has %ld rows, one contiguous number each",
             tensor_shape_text(rstd), tensor_shape_text(x), rows);
}

void rms_norm_kernel(Tensor *out, Tensor *rstd, const Tensor *x, const Tensor *weight, real eps)
{
    check(x, weight, eps);
    check_results(out, rstd, x);
    if (tensor_numel(x) == 0)
        return;
    Scope *scratch = scope_open();
    Tensor *written = contiguous_output(out, false);
    const Tensor *w = contiguous_input(weight);
    Forward f = {.n = x->shape[x->ndim - 1],
                 .eps = eps,
                 .x = contiguous_input(x)->data,
                 .weight = w != NULL ? w->data : NULL,
                 .out = written->data,
                 .rstd = rstd->data};
    parallel_for(tensor_numel(rstd), 2 * f.n, forward_rows, &f);
    contiguous_store(out, written);
    scope_close(scratch);
}

/* layer_norm.c - every row shifted and scaled to mean 0 and variance 1, and the way back (Ba,
 * Kiros, Hinton 2016).
 *
 *     y = (x - mean) rstd gamma + beta,  rstd = 1 / sqrt(variance + eps)
 *
 * Each number is read once, into the place of its result. The mean is taken of x - x[0], so that a
 * row of equal numbers has exactly that mean; the variance is taken of x - mean in a second pass,
 * where sum x^2 - mean^2 would cancel.
 * Back, with h = (x - mean) rstd and g = dy gamma:  dx = rstd (g - mean(g) - h mean(g h)).
 * dgamma and dbeta sum over rows. Threads share the columns there, so the order of each sum is the
 * order of the rows whatever the thread count.
 * Invariant: a row is normalized by its own numbers alone, whatever stands above and below it.
 */
#include "cache_model.h"
#include "clones.h"
#include "combine.h"
#include "contiguous.h"
#include "layer_norm.h"
#include "vmath.h"

/* ---- a row ----------------------------------------------------------------------------------- */

static real row_mean(long n, const real *x)
{
    real sum = 0, first = x[0];
#pragma omp simd reduction(+ : sum)
    for (long i = 0; i < n; i++)
        sum += x[i] - first;
    return first + sum / (real)n;
}

static real row_variance(long n, const real *x, real mean)
{
    real sum = 0;
#pragma omp simd reduction(+ : sum)
    for (long i = 0; i < n; i++)
        sum += (x[i] - mean) * (x[i] - mean);
    return sum / (real)n;
}

EXERCISE
KINDLING_CLONES RowNorm layer_norm_row(long n, real *y, const real *x, const real *gamma,
                                       const real *beta, real eps)
{
#pragma omp simd
    for (long i = 0; i < n; i++)
        y[i] = READ(x[i]);
    real mean = row_mean(n, y);
    real rstd = 1 / real_sqrt(row_variance(n, y, mean) + eps);
#pragma omp simd
    for (long i = 0; i < n; i++)
        y[i] = (y[i] - mean) * rstd;
    if (gamma != NULL)
#pragma omp simd
        for (long i = 0; i < n; i++)
            y[i] *= gamma[i];
    if (beta != NULL)
#pragma omp simd
        for (long i = 0; i < n; i++)
            y[i] += beta[i];
    return (RowNorm){mean, rstd};
}

/* ---- all rows -------------------------------------------------------------------------------- */

#define COLUMNS 256 /* columns of dgamma and dbeta summed side by side */

typedef struct {
    long rows, n; /* n is C, the size of the last axis */
    const real *x, *gamma, *beta;
    real *out, *mean, *rstd, eps;
} Forward;

typedef struct {
    long rows, n;
    const real *dy, *x, *mean, *rstd, *gamma;
    real *dx, *dgamma, *dbeta, dx_beta;
} Gradients;

/* A row whose squares are more than a real holds, or vanish: normalized with all numbers, and the
 * root of eps, smaller or larger. */
static RowNorm scaled_row(const Forward *f, long row, real scale)
{
    real *y = f->out + row * f->n;
    const real *x = f->x + row * f->n;
    for (long i = 0; i < f->n; i++)
        y[i] = x[i] * scale;
    RowNorm z = layer_norm_row(f->n, y, y, f->gamma, f->beta, f->eps * scale * scale);
    return (RowNorm){z.mean / scale, z.rstd * scale};
}

static void forward_rows(long begin, long end, void *context)
{
    const Forward *f = context;
    for (long row = begin; row < end; row++) {
        RowNorm z =
            layer_norm_row(f->n, f->out + row * f->n, f->x + row * f->n, f->gamma, f->beta, f->eps);
        if (z.rstd == 0)
            z = scaled_row(f, row, SQUARE_SCALE);
        else if (z.rstd == (real)INFINITY) /* eps is 0 */
            z = scaled_row(f, row, 1 / SQUARE_SCALE);
        f->mean[row] = z.mean;
        f->rstd[row] = z.rstd;
    }
}

/* dx = dx_beta dx + rstd (g - mean(g) - h mean(g h)); without gamma g is dy. Where forward has not
 * subtracted a mean (rms_norm.c) none is subtracted here, either. */
KINDLING_CLONES static void gradient_row(const Gradients *b, long row)
{
    const real *dy = b->dy + row * b->n, *x = b->x + row * b->n, *gamma = b->gamma;
    real *dx = b->dx + row * b->n, mean = b->mean ? b->mean[row] : 0, rstd = b->rstd[row];
    real sum_g = 0, sum_gh = 0;
    long n = b->n;
#pragma omp simd reduction(+ : sum_g, sum_gh)
    for (long i = 0; i < n; i++) {
        real g = gamma ? dy[i] * gamma[i] : dy[i];
        sum_g += g;
        sum_gh += g * ((x[i] - mean) * rstd);
    }
    real mean_g = b->mean ? sum_g / (real)n : 0, mean_gh = sum_gh / (real)n;
    real keep = b->dx_beta;
#pragma omp simd
    for (long i = 0; i < n; i++) {
        real g = gamma ? dy[i] * gamma[i] : dy[i];
        real d = rstd * (g - mean_g - (x[i] - mean) * rstd * mean_gh);
        dx[i] = keep == 0 ? d : keep * dx[i] + d;
    }
}

static void gradient_rows(long begin, long end, void *context)
{
    for (long row = begin; row < end; row++)
        gradient_row(context, row);
}

/* A block of rows keeps its digits in real, and the blocks are added in double (reduce.c). */
static void add_block(const Gradients *b, long begin, long end, long first, long count,
                      double *dgamma, double *dbeta)
{
    real block_gamma[COLUMNS] = {0}, block_beta[COLUMNS] = {0};
    for (long row = begin; row < end; row++) {
        const real *dy = b->dy + row * b->n + first, *x = b->x + row * b->n + first;
        real mean = b->mean ? b->mean[row] : 0, rstd = b->rstd[row];
#pragma omp simd
        for (long i = 0; i < count; i++) {
            block_gamma[i] += dy[i] * ((x[i] - mean) * rstd);
            block_beta[i] += dy[i];
        }
    }
#pragma omp simd
    for (long i = 0; i < count; i++) {
        dgamma[i] += (double)block_gamma[i];
        dbeta[i] += (double)block_beta[i];
    }
}

static void add_columns(const Gradients *b, long first, long count)
{
    double dgamma[COLUMNS] = {0}, dbeta[COLUMNS] = {0};
    for (long row = 0; row < b->rows; row += SUM_BLOCK)
        add_block(b, row, row + SUM_BLOCK < b->rows ? row + SUM_BLOCK : b->rows, first, count,
                  dgamma, dbeta);
    for (long i = 0; b->dgamma != NULL && i < count; i++)
        b->dgamma[first + i] += (real)dgamma[i];
    for (long i = 0; b->dbeta != NULL && i < count; i++)
        b->dbeta[first + i] += (real)dbeta[i];
}

/* Columns from line `begin` to line `end`. */
static void gradient_columns(long begin, long end, void *context)
{
    const Gradients *b = context;
    long last = end * CACHE_LINE < b->n ? end * CACHE_LINE : b->n;
    for (long first = begin * CACHE_LINE; first < last; first += COLUMNS)
        add_columns(b, first, last - first < COLUMNS ? last - first : COLUMNS);
}

static void check_vector(const char *name, const Tensor *t, const Tensor *x)
{
    long n = x->shape[x->ndim - 1];
    if (t != NULL && (t->ndim != 1 || t->shape[0] != n))
        fail("tensor_layer_norm: %s has shape %s, but x %s needs (%ld,), the size of its last axis",
             name, tensor_shape_text(t), tensor_shape_text(x), n);
}

static void check_x(const Tensor *x)
{
    if (x->ndim == 0)
        fail("tensor_layer_norm: x is a scalar and has no last axis to normalize");
}

/* Written so that NaN is refused, too. */
static void check_eps(real eps)
{
    if (!(eps >= 0))
        fail("tensor_layer_norm: eps is %g, expected none below 0: it keeps a row of equal numbers "
             "from being divided by 0",
             (double)eps);
}

static void check_like(const char *name, const Tensor *t, const Tensor *x)
{
    if (t != NULL && !tensor_same_shape(t, x))
        fail("tensor_layer_norm: %s has shape %s, x has %s", name, tensor_shape_text(t),
             tensor_shape_text(x));
}

static void check_per_row(const char *name, const Tensor *t, const Tensor *x)
{
    long rows = shape_numel(x->ndim - 1, x->shape);
    if (t != NULL && (tensor_numel(t) != rows || !tensor_is_contiguous(t)))
        fail("tensor_layer_norm: %s has shape %s; x %s has %ld rows, one contiguous number each",
             name, tensor_shape_text(t), tensor_shape_text(x), rows);
}

void layer_norm_kernel(Tensor *out, Tensor *mean, Tensor *rstd, const Tensor *x,
                       const Tensor *gamma, const Tensor *beta, real eps)
{
    check_x(x);
    check_eps(eps);
    check_vector("gamma", gamma, x);
    check_vector("beta", beta, x);
    check_like("out", out, x);
    check_per_row("mean", mean, x);
    check_per_row("rstd", rstd, x);
    if (tensor_numel(x) == 0)
        return;
    Scope *scratch = scope_open();
    Tensor *written = contiguous_output(out, false);
    const Tensor *g = contiguous_input(gamma), *b = contiguous_input(beta);
    Forward f = {.rows = tensor_numel(mean),
                 .n = x->shape[x->ndim - 1],
                 .eps = eps,
                 .x = contiguous_input(x)->data,
                 .gamma = g ? g->data : NULL,
                 .beta = b ? b->data : NULL,
                 .out = written->data,
                 .mean = mean->data,
                 .rstd = rstd->data};
    parallel_for(f.rows, 2 * f.n, forward_rows, &f);
    contiguous_store(out, written);
    scope_close(scratch);
}

void layer_norm_backward_kernel(Tensor *dx, real dx_beta, Tensor *dgamma, Tensor *dbeta,
                                const Tensor *dy, const Tensor *x, const Tensor *mean,
                                const Tensor *rstd, const Tensor *gamma)
{
    check_x(x);
    check_like("dy", dy, x);
    check_like("dx", dx, x);
    check_vector("gamma", gamma, x);
    check_vector("dgamma", dgamma, x);
    check_vector("dbeta", dbeta, x);
    check_per_row("mean", mean, x);
    check_per_row("rstd", rstd, x);
    if (tensor_numel(x) == 0)
        return;
    Scope *scratch = scope_open();
    Tensor *dx_to = contiguous_output(dx, dx_beta != 0);
    Tensor *dgamma_to = contiguous_output(dgamma, true), *dbeta_to = contiguous_output(dbeta, true);
    const Tensor *g = contiguous_input(gamma);
    Gradients b = {.rows = tensor_numel(rstd),
                   .n = x->shape[x->ndim - 1],
                   .dy = contiguous_input(dy)->data,
                   .x = contiguous_input(x)->data,
                   .mean = mean ? mean->data : NULL,
                   .rstd = rstd->data,
                   .gamma = g ? g->data : NULL,
                   .dx_beta = dx_beta,
                   .dx = dx ? dx_to->data : NULL,
                   .dgamma = dgamma ? dgamma_to->data : NULL,
                   .dbeta = dbeta ? dbeta_to->data : NULL};
    if (dx != NULL)
        parallel_for(b.rows, 2 * b.n, gradient_rows, &b);
    if (dgamma != NULL || dbeta != NULL)
        parallel_for(cache_lines(b.n), CACHE_LINE * b.rows, gradient_columns, &b);
    contiguous_store(dx, dx_to);
    contiguous_store(dgamma, dgamma_to);
    contiguous_store(dbeta, dbeta_to);
    scope_close(scratch);
}

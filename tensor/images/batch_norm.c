/* batch_norm.c - each channel of a batch shifted and scaled to mean 0 and variance 1 (Ioffe and
 * Szegedy 2015).
 *
 * Sums go as in batch_statistics.c.
 */
#include "clones.h"
#include "contiguous.h"
#include "images_parts.h"
#include "vmath.h"

/* ---- sums over a channel --------------------------------------------------------------------- */

KINDLING_CLONES static BatchSums sum_and_product(long n, const real *dy, const real *x, real mean,
                                                 real rstd)
{
    BatchSums total = {0, 0};
    for (long begin = 0; begin < n; begin += BATCH_PIECE) {
        long end = begin + BATCH_PIECE < n ? begin + BATCH_PIECE : n;
        real sum = 0, products = 0;
#pragma omp simd reduction(+ : sum, products)
        for (long i = begin; i < end; i++) {
            sum += dy[i];
            products += dy[i] * ((x[i] - mean) * rstd);
        }
        total.first += (double)sum;
        total.second += (double)products;
    }
    return total;
}

static void find_gradient_sums(long begin, long end, void *context)
{
    const BatchChannels *b = context;
    for (long c = begin; c < end; c++) {
        BatchSums total = {0, 0};
        for (long image = 0; image < b->images; image++) {
            BatchSums line = sum_and_product(b->area, batch_line(b, b->dy, image, c),
                                             batch_line(b, b->x, image, c), b->mean[c], b->rstd[c]);
            total.first += line.first;
            total.second += line.second;
        }
        b->first[c] = (real)total.first;
        b->second[c] = (real)total.second;
    }
}

/* ---- number by number ------------------------------------------------------------------------ */

KINDLING_CLONES static void normalize_line(long n, const real *x, real *y, real mean, real rstd,
                                           real gamma, real beta)
{
#pragma omp simd
    for (long i = 0; i < n; i++)
        y[i] = (x[i] - mean) * rstd * gamma + beta;
}

static void normalize(long begin, long end, void *context)
{
    const BatchChannels *b = context;
    for (long line = begin; line < end; line++) {
        long c = line % b->channels;
        normalize_line(b->area, b->x + line * b->area, b->out + line * b->area, b->mean[c],
                       b->rstd[c], b->gamma ? b->gamma[c] : 1, b->beta ? b->beta[c] : 0);
    }
}

/* dx = keep dx + gamma rstd (dy - mean(dy) - h mean(dy h)) */
KINDLING_CLONES static void gradient_line(const BatchChannels *b, long line)
{
    long c = line % b->channels, n = b->area;
    const real *x = b->x + line * n, *dy = b->dy + line * n;
    real *dx = b->out + line * n, mean = b->mean[c], rstd = b->rstd[c], keep = b->keep;
    real factor = b->gamma ? b->gamma[c] * rstd : rstd, count = (real)(b->images * n);
    real mean_dy = b->first[c] / count, mean_dyh = b->second[c] / count;
#pragma omp simd
    for (long i = 0; i < n; i++) {
        real d = factor * (dy[i] - mean_dy - (x[i] - mean) * rstd * mean_dyh);
        dx[i] = keep == 0 ? d : keep * dx[i] + d;
    }
}

static void find_gradient(long begin, long end, void *context)
{
    for (long line = begin; line < end; line++)
        gradient_line(context, line);
}

/* ---- kernels --------------------------------------------------------------------------------- */

void batch_norm_kernel(Tensor *out, const Tensor *x, const Tensor *mean, const Tensor *rstd,
                       const Tensor *gamma, const Tensor *beta)
{
    Scope *scratch = scope_open();
    expect_shape("batch_norm_kernel", "out", out, 4, x->shape);
    Tensor *y = contiguous_output(out, false);
    BatchChannels b =
        batch_channels("batch_norm_kernel", x, (const Tensor *[4]){mean, rstd, gamma, beta});
    b.mean = mean->data;
    b.rstd = rstd->data;
    b.gamma = gamma != NULL ? contiguous_input(gamma)->data : NULL;
    b.beta = beta != NULL ? contiguous_input(beta)->data : NULL;
    b.out = y->data;
    parallel_for(b.images * b.channels, 2 * b.area, normalize, &b);
    contiguous_store(out, y);
    scope_close(scratch);
}

void batch_norm_sums_kernel(Tensor *sum_dy, Tensor *sum_dyh, const Tensor *dy, const Tensor *x,
                            const Tensor *mean, const Tensor *rstd)
{
    Scope *scratch = scope_open();
    expect_shape("batch_norm_sums_kernel", "dy", dy, 4, x->shape);
    batch_channels("batch_norm_sums_kernel", x, (const Tensor *[4]){sum_dy, sum_dyh});
    BatchChannels b = batch_channels("batch_norm_sums_kernel", x, (const Tensor *[4]){mean, rstd});
    b.dy = contiguous_input(dy)->data;
    b.mean = mean->data;
    b.rstd = rstd->data;
    b.first = sum_dy->data;
    b.second = sum_dyh->data;
    parallel_for(b.channels, 4 * b.images * b.area, find_gradient_sums, &b);
    scope_close(scratch);
}

void batch_norm_backward_kernel(Tensor *dx, real dx_beta, const Tensor *dy, const Tensor *x,
                                const Tensor *mean, const Tensor *rstd, const Tensor *gamma,
                                const Tensor *sum_dy, const Tensor *sum_dyh)
{
    Scope *scratch = scope_open();
    expect_shape("batch_norm_backward_kernel", "dy", dy, 4, x->shape);
    expect_shape("batch_norm_backward_kernel", "dx", dx, 4, x->shape);
    batch_channels("batch_norm_backward_kernel", x, (const Tensor *[4]){sum_dy, sum_dyh});
    Tensor *to = contiguous_output(dx, dx_beta != 0);
    BatchChannels b =
        batch_channels("batch_norm_backward_kernel", x, (const Tensor *[4]){mean, rstd, gamma});
    b.dy = contiguous_input(dy)->data;
    b.mean = mean->data;
    b.rstd = rstd->data;
    b.gamma = gamma != NULL ? contiguous_input(gamma)->data : NULL;
    b.first = sum_dy->data;
    b.second = sum_dyh->data;
    b.out = to->data;
    b.keep = dx_beta;
    parallel_for(b.images * b.channels, 3 * b.area, find_gradient, &b);
    contiguous_store(dx, to);
    scope_close(scratch);
}

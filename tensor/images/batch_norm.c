/* batch_norm.c - each channel of a batch shifted and scaled to mean 0 and variance 1 (Ioffe and Szegedy 2015).
 *
 * The numbers of a channel lie in B lines of H W neighbours. A line is summed in real, lines are added in double, in the
 * order of the batch; threads share channels, so neither their number nor other channels show. As in layer_norm.c,
 * means are taken of x - x[0] and variances of x - mean: nothing cancels, and a constant channel has variance 0.
 */
#include "clones.h"
#include "contiguous.h"
#include "images_parts.h"
#include "vmath.h"

#define PIECE 1024L /* numbers that are summed in real */

typedef struct {
    long images, channels, area;
    const real *x, *dy, *mean, *rstd, *gamma, *beta;
    real *out, *first, *second; /* results: numbers, or one for each channel */
    real keep;                  /* of what out holds */
} Channels;

typedef struct {
    double first, second;
} Sums;

static const real *line_at(const Channels *b, const real *t, long image, long channel)
{
    return t + (image * b->channels + channel) * b->area;
}

/* ---- sums over a channel ------------------------------------------------------------------------ */

KINDLING_CLONES static Sums sum_and_square(long n, const real *x, real shift)
{
    Sums total = {0, 0};
    for (long begin = 0; begin < n; begin += PIECE) {
        long end = begin + PIECE < n ? begin + PIECE : n;
        real sum = 0, squares = 0;
#pragma omp simd reduction(+ : sum, squares)
        for (long i = begin; i < end; i++) {
            sum += x[i] - shift;
            squares += (x[i] - shift) * (x[i] - shift);
        }
        total.first += (double)sum;
        total.second += (double)squares;
    }
    return total;
}

KINDLING_CLONES static Sums sum_and_product(long n, const real *dy, const real *x, real mean,
                                            real rstd)
{
    Sums total = {0, 0};
    for (long begin = 0; begin < n; begin += PIECE) {
        long end = begin + PIECE < n ? begin + PIECE : n;
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

static Sums channel_sums(const Channels *b, long c, real shift)
{
    Sums total = {0, 0};
    for (long image = 0; image < b->images; image++) {
        Sums line = sum_and_square(b->area, line_at(b, b->x, image, c), shift);
        total.first += line.first;
        total.second += line.second;
    }
    return total;
}

static void find_statistics(long begin, long end, void *context)
{
    const Channels *b = context;
    double n = (double)(b->images * b->area);
    for (long c = begin; c < end; c++) {
        real origin = *line_at(b, b->x, 0, c);
        b->first[c] = (real)((double)origin + channel_sums(b, c, origin).first / n);
        b->second[c] = (real)(channel_sums(b, c, b->first[c]).second / n);
    }
}

static void find_gradient_sums(long begin, long end, void *context)
{
    const Channels *b = context;
    for (long c = begin; c < end; c++) {
        Sums total = {0, 0};
        for (long image = 0; image < b->images; image++) {
            Sums line = sum_and_product(b->area, line_at(b, b->dy, image, c),
                                        line_at(b, b->x, image, c), b->mean[c], b->rstd[c]);
            total.first += line.first;
            total.second += line.second;
        }
        b->first[c] = (real)total.first;
        b->second[c] = (real)total.second;
    }
}

/* ---- number by number --------------------------------------------------------------------------- */

KINDLING_CLONES static void normalize_line(long n, const real *x, real *y, real mean, real rstd,
                                           real gamma, real beta)
{
#pragma omp simd
    for (long i = 0; i < n; i++)
        y[i] = (x[i] - mean) * rstd * gamma + beta;
}

static void normalize(long begin, long end, void *context)
{
    const Channels *b = context;
    for (long line = begin; line < end; line++) {
        long c = line % b->channels;
        normalize_line(b->area, b->x + line * b->area, b->out + line * b->area, b->mean[c],
                       b->rstd[c], b->gamma ? b->gamma[c] : 1, b->beta ? b->beta[c] : 0);
    }
}

/* dx = keep dx + gamma rstd (dy - mean(dy) - h mean(dy h)) */
KINDLING_CLONES static void gradient_line(const Channels *b, long line)
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

/* ---- kernels -------------------------------------------------------------------------------------- */

static Channels channels_of(const char *operation, const Tensor *x, const Tensor *numbers[4])
{
    if (x->ndim != 4)
        fail("%s: x has shape %s, expected images (B, C, H, W)", operation, tensor_shape_text(x));
    static const char *const name[4] = {"mean", "var, rstd or sum", "gamma", "beta"};
    for (int i = 0; i < 4; i++)
        if (numbers[i] != NULL) {
            expect_shape(operation, name[i], numbers[i], SHAPE(x->shape[1]));
            if (i < 2 && !tensor_is_contiguous(numbers[i]))
                fail("%s: %s is not contiguous. hint: tensor_contiguous", operation, name[i]);
        }
    return (Channels){.images = x->shape[0],
                      .channels = x->shape[1],
                      .area = x->shape[2] * x->shape[3],
                      .x = contiguous_input(x)->data};
}

void batch_statistics_kernel(Tensor *mean, Tensor *var, const Tensor *x)
{
    Scope *scratch = scope_open();
    Channels b = channels_of("batch_statistics_kernel", x, (const Tensor *[4]){mean, var});
    b.first = mean->data;
    b.second = var->data;
    if (tensor_numel(x) > 0)
        parallel_for(b.channels, 4 * b.images * b.area, find_statistics, &b);
    scope_close(scratch);
}

void batch_norm_kernel(Tensor *out, const Tensor *x, const Tensor *mean, const Tensor *rstd,
                       const Tensor *gamma, const Tensor *beta)
{
    Scope *scratch = scope_open();
    expect_shape("batch_norm_kernel", "out", out, 4, x->shape);
    Tensor *y = contiguous_output(out, false);
    Channels b = channels_of("batch_norm_kernel", x, (const Tensor *[4]){mean, rstd, gamma, beta});
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
    channels_of("batch_norm_sums_kernel", x, (const Tensor *[4]){sum_dy, sum_dyh});
    Channels b = channels_of("batch_norm_sums_kernel", x, (const Tensor *[4]){mean, rstd});
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
    channels_of("batch_norm_backward_kernel", x, (const Tensor *[4]){sum_dy, sum_dyh});
    Tensor *to = contiguous_output(dx, dx_beta != 0);
    Channels b =
        channels_of("batch_norm_backward_kernel", x, (const Tensor *[4]){mean, rstd, gamma});
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

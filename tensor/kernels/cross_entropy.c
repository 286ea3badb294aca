/* cross_entropy.c - the loss of a classifier, straight from logits.
 *
 *     -log softmax(x)[target] = lse - x[target],  lse = log sum e^x = m + log sum e^(x - m)
 *
 * No probability is ever formed, so none can round to 0 and have an infinite logarithm. Label
 * smoothing s asks for (1 - s) of the target and s of the uniform distribution. Invariant: all
 * targets are checked before anything is written.
 */
#include "cross_entropy.h"
#include "clones.h"
#include "contiguous.h"
#include "vmath.h"

typedef struct {
    long n; /* V */
    const real *logits;
    real *losses, *lse;
    const int *targets;
    int ignore_index;
    real smoothing;
} Job;

static void check_targets(const int *targets, long rows, long n, int ignore_index)
{
    for (long row = 0; row < rows; row++)
        if (targets[row] != ignore_index && (targets[row] < 0 || targets[row] >= n))
            fail("tensor_cross_entropy: target %d at position %ld is outside [0, %ld)",
                 targets[row], row, n);
}

static void check_shapes(const Tensor *logits, const Tensor *losses, const Tensor *lse,
                         real smoothing)
{
    if (logits->ndim == 0)
        fail("tensor_cross_entropy: logits are a scalar, expected (N, V)");
    long rows = shape_numel(logits->ndim - 1, logits->shape);
    if (tensor_numel(lse) != rows || !tensor_is_contiguous(lse))
        fail("tensor_cross_entropy: lse has shape %s, logits %s have %ld rows",
             tensor_shape_text(lse), tensor_shape_text(logits), rows);
    if (tensor_numel(losses) != rows || !tensor_is_contiguous(losses))
        fail("tensor_cross_entropy: losses have shape %s, logits %s have %ld rows",
             tensor_shape_text(losses), tensor_shape_text(logits), rows);
    if (!(smoothing >= 0 && smoothing <= 1))
        fail("tensor_cross_entropy: label smoothing %g is outside [0, 1]", (double)smoothing);
}

/* ---- forward -------------------------------------------------------------------------------- */

KINDLING_CLONES LogSumExp row_log_sum_exp(long n, const real *x)
{
    real shift = row_shift(n, x);
    return (LogSumExp){.shift = shift, .log_sum = real_log(row_sum_exp(n, x, shift))};
}

/* Relative to the maximum, as lse - x would cancel for large logits. */
real row_target_loss(const real *x, LogSumExp z, int target)
{
    return z.log_sum - (x[target] - z.shift);
}

KINDLING_CLONES real row_even_loss(long n, const real *x, LogSumExp z)
{
    real sum = 0;
#pragma omp simd reduction(+ : sum)
    for (long i = 0; i < n; i++)
        sum += x[i];
    return z.log_sum - (sum / (real)n - z.shift);
}

/* A logit of -infinity away from the target costs nothing without smoothing: 0 * inf must not be
 * formed. */
static void loss_row(const Job *job, long row)
{
    const real *x = job->logits + row * job->n;
    LogSumExp z = row_log_sum_exp(job->n, x);
    real s = job->smoothing, loss = 0;
    job->lse[row] = z.shift + z.log_sum;
    if (job->targets[row] != job->ignore_index) {
        loss = (1 - s) * row_target_loss(x, z, job->targets[row]);
        if (s != 0)
            loss += s * row_even_loss(job->n, x, z);
    }
    job->losses[row] = loss;
}

static void loss_rows(long begin, long end, void *context)
{
    for (long row = begin; row < end; row++)
        loss_row(context, row);
}

long cross_entropy_kernel(Tensor *losses, Tensor *lse, const Tensor *logits, const int *targets,
                          int ignore_index, real smoothing)
{
    check_shapes(logits, losses, lse, smoothing);
    long rows = tensor_numel(lse), n = logits->shape[logits->ndim - 1], counted = 0;
    check_targets(targets, rows, n, ignore_index);
    for (long row = 0; row < rows; row++)
        counted += targets[row] != ignore_index;
    Scope *scratch = scope_open();
    Job job = {.n = n,
               .logits = contiguous_input(logits)->data,
               .losses = losses->data,
               .lse = lse->data,
               .targets = targets,
               .ignore_index = ignore_index,
               .smoothing = smoothing};
    parallel_for(rows, 2 * n, loss_rows, &job);
    scope_close(scratch);
    return counted;
}

/* cross_entropy.c - the loss of a classifier, straight from logits, without ever forming a
 * probability.
 *
 *     -log softmax(x)[target] = lse - x[target],  lse = log sum e^x = m + log sum e^(x - m)
 *
 * A probability could round to 0 and have an infinite logarithm; this cannot. The header
 * cross_entropy.h says what the pieces are.
 */
#include "cross_entropy.h"
#include "contiguous.h"
#include "clones.h"
#include "vmath.h"

/* ---- the loss of a row ----------------------------------------------------------------------- */

KINDLING_CLONES LogSumExp row_log_sum_exp(long n, const real *x)
{
    real shift = (real)-INFINITY, sum = 0;
#pragma omp simd reduction(max : shift)
    for (long i = 0; i < n; i++)
        shift = x[i] > shift ? x[i] : shift;
    if (shift == (real)-INFINITY)
        shift = 0;
#pragma omp simd reduction(+ : sum)
    for (long i = 0; i < n; i++)
        sum += real_exp(x[i] - shift);
    return (LogSumExp){.shift = shift, .log_sum = real_log(sum)};
}

/* Relative to the maximum, as lse - x would cancel for large logits. */
EXERCISE
real row_target_loss(const real *x, LogSumExp z, int target)
{
    return z.log_sum - (x[target] - z.shift);
}

EXERCISE
KINDLING_CLONES real row_even_loss(long n, const real *x, LogSumExp z)
{
    real sum = 0;
#pragma omp simd reduction(+ : sum)
    for (long i = 0; i < n; i++)
        sum += x[i];
    return z.log_sum - (sum / (real)n - z.shift);
}

/* ---- the rows of a batch --------------------------------------------------------------------- */

/* Label smoothing s asks for (1 - s) of the target and s of the uniform distribution. */
EXERCISE
long cross_entropy_batch(const LossBatch *b)
{
    long counted = 0;
    for (long row = 0; row < b->rows; row++) {
        const real *x = b->logits + row * b->n;
        LogSumExp z = row_log_sum_exp(b->n, x);
        real s = b->smoothing, loss = 0;
        if (b->targets[row] != b->ignore_index) {
            counted++;
            loss = (1 - s) * row_target_loss(x, z, b->targets[row]);
            if (s != 0) /* a class of logit -infinity: 0 * inf must not be formed */
                loss += s * row_even_loss(b->n, x, z);
        }
        b->losses[row] = loss;
        b->lse[row] = z.shift + z.log_sum;
    }
    return counted;
}

/* ---- a batch on threads: all targets are checked before anything is written ------------------ */

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

typedef struct {
    LossBatch all;
    _Atomic long counted; /* by all threads */
} Job;

static void some_rows(long begin, long end, void *context)
{
    Job *job = context;
    LossBatch b = job->all;
    b.rows = end - begin;
    b.logits += begin * b.n;
    b.targets += begin;
    b.losses += begin;
    b.lse += begin;
    job->counted += cross_entropy_batch(&b);
}

long cross_entropy_kernel(Tensor *losses, Tensor *lse, const Tensor *logits, const int *targets,
                          int ignore_index, real smoothing)
{
    check_shapes(logits, losses, lse, smoothing);
    long rows = tensor_numel(lse), n = logits->shape[logits->ndim - 1];
    check_targets(targets, rows, n, ignore_index);
    Scope *scratch = scope_open();
    Job job = {.all = {.rows = rows,
                       .n = n,
                       .logits = contiguous_input(logits)->data,
                       .targets = targets,
                       .ignore_index = ignore_index,
                       .smoothing = smoothing,
                       .losses = losses->data,
                       .lse = lse->data}};
    parallel_for(rows, 2 * n, some_rows, &job);
    scope_close(scratch);
    return job.counted;
}

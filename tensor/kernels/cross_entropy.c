/* cross_entropy.c - the loss of a classifier, straight from logits: the rows of a batch, on
 * threads.
 *
 * Invariant: all targets are checked before anything is written.
 */
#include "cross_entropy.h"
#include "contiguous.h"

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

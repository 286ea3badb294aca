/* batch_statistics.c - mean and variance of each channel of a batch.
 *
 * The numbers of a channel lie in B lines of H W neighbours. A line is summed in real, lines are
 * added in double, in the order of the batch; threads share channels, so neither their number nor
 * other channels show. As in layer_norm.c, means are taken of x - x[0] and variances of x - mean:
 * nothing cancels, and a constant channel has variance 0. The twin in tensor/plain/ goes number by
 * number.
 */
#include "clones.h"
#include "images_parts.h"
#include "vmath.h"

KINDLING_CLONES static BatchSums sum_and_square(long n, const real *x, real shift)
{
    BatchSums total = {0, 0};
    for (long begin = 0; begin < n; begin += BATCH_PIECE) {
        long end = begin + BATCH_PIECE < n ? begin + BATCH_PIECE : n;
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

static BatchSums channel_sums(const BatchChannels *b, long c, real shift)
{
    BatchSums total = {0, 0};
    for (long image = 0; image < b->images; image++) {
        BatchSums line = sum_and_square(b->area, batch_line(b, b->x, image, c), shift);
        total.first += line.first;
        total.second += line.second;
    }
    return total;
}

static void find_statistics(long begin, long end, void *context)
{
    const BatchChannels *b = context;
    double n = (double)(b->images * b->area);
    for (long c = begin; c < end; c++) {
        real origin = *batch_line(b, b->x, 0, c);
        b->first[c] = (real)((double)origin + channel_sums(b, c, origin).first / n);
        b->second[c] = (real)(channel_sums(b, c, b->first[c]).second / n);
    }
}

EXERCISE
void batch_statistics_kernel(Tensor *mean, Tensor *var, const Tensor *x)
{
    Scope *scratch = scope_open();
    BatchChannels b = batch_channels("batch_statistics_kernel", x, (const Tensor *[4]){mean, var});
    b.first = mean->data;
    b.second = var->data;
    if (tensor_numel(x) > 0)
        parallel_for(b.channels, 4 * b.images * b.area, find_statistics, &b);
    for (long c = 0; c < b.channels && tensor_numel(x) > 0; c++)
        if (var->data[c] == (real)INFINITY)
            fail("batch_statistics_kernel: the squares of channel %ld are more than a real holds. "
                 "hint: has "
                 "training diverged?",
                 c);
    scope_close(scratch);
}

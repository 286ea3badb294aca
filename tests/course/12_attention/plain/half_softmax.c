/* half_softmax.c - two groups of keys: the side with the smaller largest score gives way. */
#include "attention.h"
#include <math.h>

static void shrink(HalfSoftmax *half, real factor, long D)
{
    half->sum = half->sum * factor;
    for (long d = 0; d < D; d++)
        half->out[d] = half->out[d] * factor;
}

void attention_merge(HalfSoftmax *all, const HalfSoftmax *part, long D)
{
    real factor = 1;
    if (part->sum == 0)
        return;
    if (all->sum == 0)
        all->max = part->max;
    if (part->max > all->max) {
        shrink(all, (real)exp((double)(all->max - part->max)), D);
        all->max = part->max;
    } else
        factor = (real)exp((double)(part->max - all->max));
    all->sum += factor * part->sum;
    for (long d = 0; d < D; d++)
        all->out[d] += factor * part->out[d];
}

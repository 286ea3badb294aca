/* reduction.c - from the losses of a batch to what is asked of them. */
#include "loss_parts.h"

void loss_check(const char *operation, Reduction reduction, const char *name,
                const Tensor *constant)
{
    if (reduction != REDUCTION_MEAN && reduction != REDUCTION_SUM && reduction != REDUCTION_NONE)
        fail("%s: reduction is %d, expected REDUCTION_MEAN, REDUCTION_SUM or REDUCTION_NONE",
             operation, (int)reduction);
    if (constant != NULL && constant->requires_grad)
        fail("%s: %s requires a gradient, but it is a constant here. hint: tensor_detach",
             operation, name);
}

Tensor *loss_reduce(Tensor *losses, Reduction reduction, double count)
{
    if (reduction == REDUCTION_NONE)
        return losses;
    Tensor *sum = tensor_sum(losses, ALL_AXES, false);
    if (reduction == REDUCTION_SUM)
        return sum;
    return tensor_mul_scalar(sum, count == 0 ? 0 : (real)(1 / count));
}

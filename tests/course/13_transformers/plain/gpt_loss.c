/* gpt_loss.c - how surprised the model is by the tokens that came next, with a table of 0 and 1. */
#include "attention_shared.h"

Tensor *gpt_loss(Gpt *g, const IntTensor *ids, const IntTensor *targets)
{
    gpt_check_targets(g, ids, targets);

    Tensor *logits = gpt_forward(g, ids, NULL);
    Tensor *logp = tensor_log_softmax(logits, -1);

    /* 1 where the right token stands, a row of zeros where nothing counts. */
    long T = ids->shape[1];
    Tensor *right = tensor_zeros(logits->ndim, logits->shape);
    long counted = 0;
    for (long b = 0; b < ids->shape[0]; b++) {
        for (long t = 0; t < T; t++) {
            int target = targets->data[b * T + t];
            if (target == -100)
                continue;
            tensor_set(right, AT(b, t, target), 1);
            counted++;
        }
    }

    Tensor *sum = tensor_sum(tensor_mul(logp, right), ALL_AXES, false);
    if (counted == 0)
        return tensor_mul_scalar(sum, 0);
    return tensor_mul_scalar(sum, -1 / (real)counted);
}

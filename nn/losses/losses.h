/* losses.h - the losses with all of PyTorch's ways to count: none, sum or mean, and weights of
 * classes.
 *
 * tensor_cross_entropy, tensor_mse_loss and tensor_bce_with_logits (autograd/ops/operations.h) are
 * the plain calls, and means; those here are for who needs more. Sums are added in one order,
 * whatever the number of threads. Source: torch.nn.functional of PyTorch 2.6; where it has NaN for
 * a mean over nothing, there is 0 where targets are classes, and a failure where they are numbers.
 */
#ifndef KINDLING_LOSSES_H
#define KINDLING_LOSSES_H

#include "../../autograd/autograd.h"

#pragma GCC visibility push(default)

/* What becomes of the losses of a batch. Only those that are not summed keep the targets' shape. */
typedef enum {
    REDUCTION_MEAN, /* a scalar, over what counts */
    REDUCTION_SUM,  /* a scalar */
    REDUCTION_NONE  /* all of them, 0 where a target is ignored */
} Reduction;

/* ---- class_losses.c (05): targets are classes ------------------------------------------------ */

/* -weight[y] log_p[y] for log-probabilities (..., V), as tensor_log_softmax makes them, and targets
 * y of shape (...). Targets that are ignore_index (NO_IGNORE_INDEX: none) do not count. weight (V)
 * is a constant; NULL: all 1. The mean divides by the sum of weight[y] over the targets that count;
 * is that 0, the mean is 0. dlog_p[y] = -weight[y]. PyTorch's nll_loss, its classes along the last
 * axis. Fails: shapes, a target that is no class, a weight that wants a gradient. */
Tensor *loss_nll(Tensor *log_p, const IntTensor *targets, int ignore_index, OR_NULL Tensor *weight,
                 Reduction reduction);
/* loss_nll of log_softmax(logits); with smoothing s in [0, 1) it has 1 - s of that, and s / V of
 * -sum_j weight[j] log_p[j]. The mean divides both by the same sum of weight[y]: PyTorch's
 * cross_entropy. Without weight, the mean is tensor_cross_entropy itself; else a (..., V) tensor of
 * log_p is kept. */
Tensor *loss_cross_entropy(Tensor *logits, const IntTensor *targets, int ignore_index,
                           real smoothing, OR_NULL Tensor *weight, Reduction reduction);

/* ---- number_losses.c (05): targets are numbers ----------------------------------------------- */

/* prediction and target have one shape: nothing broadcasts by accident. Gradients flow into
 * both. */
Tensor *loss_mse(Tensor *prediction, Tensor *target, Reduction reduction); /* (p - t)^2 */
/* -t log p - (1 - t) log(1 - p) for probabilities p and targets t in [0, 1], anything else fails.
 * No logarithm is below -100, and dp = (p - t) / max(p (1 - p), 1e-12): PyTorch's
 * binary_cross_entropy. (dt is that of the bounded logarithms, at most 100; PyTorch's is infinite
 * where p is 0 or 1.) Has somebody logits, the next one is more exact. */
Tensor *loss_bce(Tensor *probability, Tensor *target, Reduction reduction);
/* -w t log s(x) - (1 - t) log(1 - s(x)), in the form that cannot overflow, with s the sigmoid and w
 * the weight of what is positive: pos_weight, a constant that broadcasts to the logits; NULL: 1. dx
 * = (1 - t) s(x) - w t s(-x). PyTorch's binary_cross_entropy_with_logits. */
Tensor *loss_bce_with_logits(Tensor *logits, Tensor *target, OR_NULL Tensor *pos_weight,
                             Reduction reduction);

#pragma GCC visibility pop

#endif

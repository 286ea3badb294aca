/* operations.h - operations that record themselves. Formulas are per element unless they say otherwise. */
#ifndef KINDLING_OPERATIONS_H
#define KINDLING_OPERATIONS_H

#include "../closure.h"

#pragma GCC visibility push(default)

/* ---- op_add.c, op_sub.c, op_mul.c, op_div.c, op_scalar.c: arithmetic, broadcasting ------------ */

Tensor *tensor_add(Tensor *a, Tensor *b);
Tensor *tensor_sub(Tensor *a, Tensor *b);
Tensor *tensor_mul(Tensor *a, Tensor *b);
Tensor *tensor_div(Tensor *a, Tensor *b);
Tensor *tensor_mul_scalar(Tensor *a, real s);
Tensor *tensor_add_scalar(Tensor *a, real s);

/* ---- op_unary.c: functions of one number ----------------------------------------------------- */

Tensor *tensor_neg(Tensor *a);
Tensor *tensor_abs(Tensor *a); /* derivative 0 at 0 */
Tensor *tensor_exp(Tensor *a);
Tensor *tensor_log(Tensor *a);
Tensor *tensor_sqrt(Tensor *a);
Tensor *tensor_sin(Tensor *a);
Tensor *tensor_cos(Tensor *a);
Tensor *tensor_pow(Tensor *a, real exponent);
Tensor *tensor_clamp(Tensor *a, real low, real high); /* derivative 1 inside, bounds included */

/* ---- op_pow.c, op_maximum.c: the same with tensors, broadcasting ------------------------------ */

/* a ^ exponent (torch.pow). da = dy p a^(p-1), 0 where p is 0; dp = dy y ln a, 0 where a is 0 and p >= 0. A
 * negative a needs whole exponents, and has no gradient for them (NaN). */
Tensor *tensor_pow_tensor(Tensor *a, Tensor *exponent);
/* The larger, the smaller of two (torch.maximum, minimum): NaN in either gives NaN. The gradient goes to
 * whose number it is, half to each where they are equal; where one is NaN each gets all of it. */
Tensor *tensor_maximum(Tensor *a, Tensor *b);
Tensor *tensor_minimum(Tensor *a, Tensor *b);
/* min(max(a, low), high), as torch.clamp with tensors: one bound may be NULL, both not; NaN in any gives
 * NaN, low > high gives high. The gradient goes to a inside, bounds included, outside to the bound. As
 * in PyTorch nobody gets it where there is NaN, nor where low and high are equal and a is below them. */
Tensor *tensor_clamp_tensor(Tensor *a, OR_NULL Tensor *low, OR_NULL Tensor *high);

/* ---- op_compare.c: masks of 0 and 1, broadcasting ---------------------------------------------- */

/* 1 where a == b, a != b, a < b, a <= b, a > b, a >= b, else 0: ready for tensor_where and
 * tensor_masked_fill. No gradient passes. NaN equals nothing and is on neither side of anything.
 * "Both" of two masks is their tensor_mul, "either" their tensor_maximum, "not" tensor_eq_scalar(m, 0). */
Tensor *tensor_eq(Tensor *a, Tensor *b);
Tensor *tensor_ne(Tensor *a, Tensor *b);
Tensor *tensor_lt(Tensor *a, Tensor *b);
Tensor *tensor_le(Tensor *a, Tensor *b);
Tensor *tensor_gt(Tensor *a, Tensor *b);
Tensor *tensor_ge(Tensor *a, Tensor *b);
Tensor *tensor_eq_scalar(Tensor *a, real s);
Tensor *tensor_ne_scalar(Tensor *a, real s);
Tensor *tensor_lt_scalar(Tensor *a, real s);
Tensor *tensor_le_scalar(Tensor *a, real s);
Tensor *tensor_gt_scalar(Tensor *a, real s);
Tensor *tensor_ge_scalar(Tensor *a, real s);

/* ---- op_activation.c --------------------------------------------------------------------------- */

Tensor *tensor_relu(Tensor *a); /* derivative 0 at 0 */
Tensor *tensor_leaky_relu(Tensor *a, real slope);
Tensor *tensor_sigmoid(Tensor *a);
Tensor *tensor_tanh(Tensor *a);
Tensor *tensor_gelu(Tensor *a);      /* exact, with erf */
Tensor *tensor_gelu_tanh(Tensor *a); /* the tanh form of GPT-2 */
Tensor *tensor_silu(Tensor *a);

/* ---- op_matmul.c ------------------------------------------------------------------------------- */

Tensor *tensor_matmul(Tensor *a, Tensor *b); /* NumPy's @, batch axes broadcast */
/* x (..., in) @ weight (in, out) + bias (out) in one step; bias may be NULL. */
Tensor *tensor_linear(Tensor *x, Tensor *weight, OR_NULL Tensor *bias);
/* x (..., C) @ table (V, C)^T: a head tied to its embedding (Press and Wolf 2017). */
Tensor *tensor_tied_linear(Tensor *x, Tensor *table);

/* ---- op_view.c, op_slice.c: shapes ------------------------------------------------------------ */

Tensor *tensor_transpose(Tensor *a, int axis1, int axis2);
Tensor *tensor_permute(Tensor *a, int n, const int *axes);
Tensor *tensor_reshape(Tensor *a, int ndim, const long *shape); /* a view; a copy if it must be */
Tensor *tensor_expand(Tensor *a, int ndim, const long *shape);
Tensor *tensor_squeeze(Tensor *a, int axis);
Tensor *tensor_unsqueeze(Tensor *a, int axis);
Tensor *tensor_slice(Tensor *a, int axis, long start, long stop, long step);
Tensor *tensor_select(Tensor *a, int axis, long index); /* a[index]: the axis disappears */
Tensor *tensor_contiguous(Tensor *a);                   /* a itself if it already is */

/* ---- op_join.c -------------------------------------------------------------------------------- */

Tensor *tensor_concat(int n, Tensor *const parts[], int axis);
Tensor *tensor_stack(int n, Tensor *const parts[], int axis); /* along a new axis */
/* parts[i] becomes a view of sizes[i] steps along axis; the sizes must add up. */
void tensor_split(Tensor *a, int n, const long *sizes, int axis, Tensor *parts[]);

/* ---- op_reduce.c ------------------------------------------------------------------------------- */

Tensor *tensor_sum(Tensor *a, int n, const int *axes, bool keepdims); /* ALL_AXES sums everything */
Tensor *tensor_mean(Tensor *a, int n, const int *axes, bool keepdims);
Tensor *tensor_max(Tensor *a, int n, const int *axes, bool keepdims); /* ties share the gradient */
/* As tensor_max with the smallest: torch.amin. */
Tensor *tensor_min(Tensor *a, int n, const int *axes, bool keepdims);
/* Where the first of the largest is, NaN before all. With keepdims the axis stays, with size 1, and the result
 * is an index for tensor_gather. */
IntTensor *tensor_argmax(const Tensor *a, int axis, bool keepdims);

/* ---- op_prod.c, op_variance.c, op_norm.c: more reductions -------------------------------------- */

/* The product; of nothing 1. Each factor's gradient is the product of all others, zeros or not. */
Tensor *tensor_prod(Tensor *a, int n, const int *axes, bool keepdims);
/* sum (a - mean)^2 / (n - correction), and its root. correction 1 (Bessel's, PyTorch's default) is for a
 * sample, 0 for all there is. Of nothing, and of one number with correction 1, NaN. The gradient of a
 * std of 0 is 0. */
Tensor *tensor_var(Tensor *a, int n, const int *axes, long correction, bool keepdims);
Tensor *tensor_std(Tensor *a, int n, const int *axes, long correction, bool keepdims);
/* (sum |a|^p)^(1/p) for p > 0, torch.linalg.vector_norm: 2 is the length, 1 the sum of sizes, INFINITY the
 * largest size. Of nothing 0 (INFINITY: a mistake). da = dy sign(a) (|a| / y)^(p-1), 0 where a or y is 0. */
Tensor *tensor_norm(Tensor *a, real p, int n, const int *axes, bool keepdims);

/* ---- op_cumsum.c, op_topk.c: along one axis ----------------------------------------------------- */

Tensor *tensor_cumsum(Tensor *a, int axis); /* y[i] = a[0] + ... + a[i], added in double */
/* The k largest of each line (largest false: smallest), the best first, and where they were: an index for
 * tensor_gather. Of equal numbers the earlier is first; NaN is the largest. k up to the axis's size. The
 * gradient goes back to where each number was (torch.topk). */
typedef struct {
    Tensor *values;
    IntTensor *indices;
} TopK;
TopK tensor_topk(Tensor *a, long k, int axis, bool largest);

/* ---- op_select.c: choose by a mask ------------------------------------------------------------ */

/* mask and condition are constants of 0 and 1 that broadcast to the result. */
Tensor *tensor_masked_fill(Tensor *a, OR_NULL Tensor *mask, real value); /* mask 1 -> value */
Tensor *tensor_where(Tensor *condition, Tensor *a, Tensor *b);

/* ---- op_embedding.c, op_embedding_padded.c, op_gather.c, op_index_select.c ------------ */

/* Ids, an index and targets stay where they are: the walk back reads them again. */
Tensor *tensor_embedding(Tensor *table, const IntTensor *ids); /* (V, C), (...) -> (..., C) */
/* The same, but the row of one id, padding (negative: from the end), gets no gradient (torch's padding_idx). */
Tensor *tensor_embedding_padded(Tensor *table, const IntTensor *ids, int padding);
Tensor *tensor_gather(Tensor *a, int axis, const IntTensor *index);
/* Steps index[0], index[1], ... of an axis, in this order: (.., n, ..), (m) -> (.., m, ..). */
Tensor *tensor_index_select(Tensor *a, int axis, const IntTensor *index);
/* a with source added at index along axis (torch's scatter_add, not in place). */
Tensor *tensor_scatter_add(Tensor *a, int axis, const IntTensor *index, Tensor *source);

/* ---- op_softmax.c ------------------------------------------------------------------------------ */

Tensor *tensor_softmax(Tensor *a, int axis); /* rows of -infinity give zeros and zero gradients */
Tensor *tensor_log_softmax(Tensor *a, int axis);
Tensor *tensor_logsumexp(Tensor *a, int axis, bool keepdims);

/* ---- op_layer_norm.c, op_dropout.c ------------------------------------------------------------- */

/* Over the last axis; gamma and beta (C), gamma alone, or neither (NULL). Ba, Kiros, Hinton 2016. */
Tensor *tensor_layer_norm(Tensor *x, OR_NULL Tensor *gamma, OR_NULL Tensor *beta, real eps);
/* Each element is zeroed with probability p, the others divided by 1 - p; training only. */
Tensor *tensor_dropout(Tensor *x, real p, bool training, OR_NULL Rng *rng);

/* ---- op_cross_entropy.c, op_loss.c: losses, mean over what counts ------------------------------ */

#define NO_IGNORE_INDEX (-2147483647 - 1)
/* logits (..., V), targets (...). Mean over the targets that are not ignore_index (PyTorch's default
 * is -100); none left gives 0. smoothing in [0, 1). */
Tensor *tensor_cross_entropy(Tensor *logits, const IntTensor *targets, int ignore_index,
                             real smoothing);
Tensor *tensor_mse_loss(Tensor *prediction, Tensor *target);    /* mean (p - t)^2 */
Tensor *tensor_bce_with_logits(Tensor *logits, Tensor *target); /* mean of
    max(x, 0) - x t + log(1 + e^-|x|), the stable form of -t log s(x) - (1 - t) log(1 - s(x)) */

/* ---- composed.c: the same, written with the operations above ----------------------------------- */

/* Plain twins of the fused kernels: slower, and what the fused ones are tested against. */
Tensor *composed_softmax(Tensor *a, int axis);
Tensor *composed_log_softmax(Tensor *a, int axis);
Tensor *composed_layer_norm(Tensor *x, OR_NULL Tensor *gamma, OR_NULL Tensor *beta, real eps);
Tensor *composed_cross_entropy(Tensor *logits, const IntTensor *targets, int ignore_index,
                               real smoothing);

#pragma GCC visibility pop
#endif

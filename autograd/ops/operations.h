/* operations.h - operations that record themselves. Formulas are per element unless they say
 * otherwise.
 *
 * Each makes a new tensor in the innermost open scope and leaves its inputs as they are; what does
 * not fit fails before that. y is the result and g its gradient: "grad a = g b" is what backward
 * adds to a->grad, summed over the axes along which a was broadcast. An input that requires no
 * gradient gets none. Where nothing is said of a gradient, its operation's file does.
 *
 * The graph keeps pointers and copies nothing: until backward has run, inputs must live, and their
 * numbers stay as they are. That holds for IntTensors (ids, index, targets), too.
 *
 * Worked out with numbers: softmax and the activations in module 02, losses in 04, gradients in 06,
 * lookups in 11.
 */
#ifndef KINDLING_OPERATIONS_H
#define KINDLING_OPERATIONS_H

#include "../closure.h"

#pragma GCC visibility push(default)

/* ---- op_arithmetic.c (06): arithmetic -------------------------------------------------------- */

/* Two tensors whose shapes broadcast (broadcast_shape), to that common shape. */
Tensor *tensor_add(Tensor *a, Tensor *b); /* a + b; grad a = g, grad b = g */
Tensor *tensor_sub(Tensor *a, Tensor *b); /* a - b; grad a = g, grad b = -g */
Tensor *tensor_mul(Tensor *a, Tensor *b); /* a b */
Tensor *tensor_div(Tensor *a, Tensor *b); /* a / b */
/* The same with one plain number, which gets no gradient. */
Tensor *tensor_mul_scalar(Tensor *a, real s); /* s a; grad a = s g */
Tensor *tensor_add_scalar(Tensor *a, real s); /* a + s; grad a = g */

/* ---- op_unary.c (03): functions of one number ------------------------------------------------ */

/* Of a's shape. NaN gives NaN; where a function is not defined, as log of a negative number, so do
 * others. */
Tensor *tensor_neg(Tensor *a);                /* -a; grad a = -g */
Tensor *tensor_abs(Tensor *a);                /* |a|; grad a = g sign(a), 0 at 0 */
Tensor *tensor_exp(Tensor *a);                /* e^a; grad a = g y */
Tensor *tensor_log(Tensor *a);                /* natural logarithm; grad a = g / a */
Tensor *tensor_sqrt(Tensor *a);               /* grad a = g / (2 y) */
Tensor *tensor_sin(Tensor *a);                /* of radians; grad a = g cos(a) */
Tensor *tensor_cos(Tensor *a);                /* of radians; grad a = -g sin(a) */
Tensor *tensor_pow(Tensor *a, real exponent); /* a^p; grad a = g p a^(p-1), 0 for p = 0 */
/* a, but at least low and at most high, low <= high; grad a = g inside and on the bounds, else
 * 0. */
Tensor *tensor_clamp(Tensor *a, real low, real high);

/* ---- op_pow.c, op_maximum.c (03): the same with tensors, broadcasting ------------------------ */

/* a ^ exponent (torch.pow). da = dy p a^(p-1), 0 where p is 0; dp = dy y ln a, 0 where a is 0 and p
 * >= 0. A negative a needs whole exponents, and has no gradient for them (NaN). */
Tensor *tensor_pow_tensor(Tensor *a, Tensor *exponent);
/* The larger, the smaller of two (torch.maximum, minimum): NaN in either gives NaN. The gradient
 * goes to whose number it is, half to each where they are equal; where one is NaN each gets all of
 * it. */
Tensor *tensor_maximum(Tensor *a, Tensor *b);
Tensor *tensor_minimum(Tensor *a, Tensor *b);
/* min(max(a, low), high), as torch.clamp with tensors: one bound may be NULL, both not; NaN in any
 * gives NaN, low > high gives high. The gradient goes to a inside, bounds included, outside to the
 * bound. As in PyTorch nobody gets it where there is NaN, nor where low and high are equal and a is
 * below them. */
Tensor *tensor_clamp_tensor(Tensor *a, OR_NULL Tensor *low, OR_NULL Tensor *high);

/* ---- op_compare.c (03): masks of 0 and 1, broadcasting --------------------------------------- */

/* 1 where a == b, a != b, a < b, a <= b, a > b, a >= b, else 0: ready for tensor_where and
 * tensor_masked_fill. No gradient passes. NaN equals nothing and is on neither side of anything.
 * "Both" of two masks is their tensor_mul, "either" their tensor_maximum, "not" tensor_eq_scalar(m,
 * 0). */
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

/* ---- op_activation.c (03): activations ------------------------------------------------------- */

/* Of a's shape. s(x) is the sigmoid of x. */
Tensor *tensor_relu(Tensor *a);                   /* max(0, a); grad a = g where a > 0, else 0 */
Tensor *tensor_leaky_relu(Tensor *a, real slope); /* slope a where a <= 0; grad a = g, or slope g */
Tensor *tensor_sigmoid(Tensor *a);                /* s(a); grad a = g y (1 - y) */
Tensor *tensor_tanh(Tensor *a);
Tensor *tensor_silu(Tensor *a); /* a s(a); grad a = g s(a) (1 + a (1 - s(a))) */
/* a Phi(a), exact, with erf (torch's default): Phi is the normal distribution. Hendrycks and Gimpel
 * 2016. */
Tensor *tensor_gelu(Tensor *a);
/* The tanh form of GPT-2: a/2 (1 + tanh u) with u = sqrt(2/pi) (a + 0.044715 a^3). */
Tensor *tensor_gelu_tanh(Tensor *a);

/* ---- op_bias_gelu.c (13): a layer's bias and its activation in one pass ---------------------- */

/* tensor_gelu_tanh(x + bias) for x (..., n) and bias (n), without making or keeping the sum. Fails
 * for any other bias. grad bias = grad x summed over all rows. */
Tensor *tensor_bias_gelu(Tensor *x, Tensor *bias);

/* ---- op_matmul.c (03): matrix products ------------------------------------------------------- */

/* NumPy's @: (..., m, k) @ (..., k, n) -> (..., m, n), batch axes broadcast. A 1-d a is one row, a
 * 1-d b one column, and the result lacks that axis. Fails on a scalar, on inner sizes that differ,
 * on batch axes that do not broadcast. */
Tensor *tensor_matmul(Tensor *a, Tensor *b);

/* ---- op_matmul.c (04): products of a layer --------------------------------------------------- */

/* x (..., in) @ weight (in, out) + bias (out), or no bias: NULL; (..., out). In one step, with the
 * numbers of matmul and add. grad bias = g summed over all rows. */
Tensor *tensor_linear(Tensor *x, Tensor *weight, OR_NULL Tensor *bias);
/* For Operation.flops of a product of its first input with something: 2 for each product of two
 * numbers in it. A bias is not counted. */
double closure_product_flops(const Closure *c);
/* x (..., T, in) @ weight (out, in)^T -> (..., T, out): weights as PyTorch keeps them, and most
 * published files. */
Tensor *tensor_matmul_transposed(Tensor *x, Tensor *weight);
/* The same of a table (V, C): a head tied to its embedding (Press and Wolf 2017), (..., T, V). */
Tensor *tensor_tied_linear(Tensor *x, Tensor *table);

/* ---- op_view.c, op_slice.c (03): other shapes on the same numbers ---------------------------- */

/* Views: y shares a's numbers, so what is written into one is seen in the other. In grad a an
 * element that y shows has its number of g, one that y lacks 0, one that it shows several times the
 * sum. */
Tensor *tensor_transpose(Tensor *a, int axis1, int axis2); /* these two axes change places */
Tensor *tensor_squeeze(Tensor *a, int axis);   /* without this axis, which must have size 1 */
Tensor *tensor_unsqueeze(Tensor *a, int axis); /* with a new axis of size 1, number `axis` of y */
/* Axis i of y is axis axes[i] of a: all n = ndim of them, each once.
 *     tensor_permute(a, AXES(1, 2, 0)) */
Tensor *tensor_permute(Tensor *a, int n, const int *axes);
/* Axes of size 1 repeated, new ones put in front; -1 keeps a size, and any other change fails. */
Tensor *tensor_expand(Tensor *a, int ndim, const long *shape);
/* Python's a[start:stop:step] along one axis, as slice_view says it; a step of 0 fails. */
Tensor *tensor_slice(Tensor *a, int axis, long start, long stop, long step);
/* a[index] along one axis, which disappears; negative counts from the end, outside of the axis
 * fails. */
Tensor *tensor_select(Tensor *a, int axis, long index);
/* A view where strides can say the shape, else a copy; one size may be -1, what is left. Fails
 * where the elements do not fill it. grad a = g in a's shape. */
Tensor *tensor_reshape(Tensor *a, int ndim, const long *shape);
Tensor *tensor_contiguous(Tensor *a); /* a itself if it already is, else a copy; grad a = g */

/* ---- op_join.c (03): joining and splitting --------------------------------------------------- */

/* n >= 1 parts one after the other along an axis, in which alone their shapes may differ; a copy.
 * Each part's
 * gradient is its slice of g.    tensor_concat(INPUTS(a, b), -1) */
Tensor *tensor_concat(int n, Tensor *const parts[], int axis);
/* n >= 1 parts of one shape along a new axis of size n; a copy. Part i's gradient is g[i]. */
Tensor *tensor_stack(int n, Tensor *const parts[], int axis);
/* parts[i] becomes a view of sizes[i] steps along axis; the sizes must add up to it. Gradients are
 * those of tensor_slice. */
void tensor_split(Tensor *a, int n, const long *sizes, int axis, Tensor *parts[]);

/* ---- op_pad.c (10): a frame of one number ---------------------------------------------------- */

/* Torch's F.pad: n numbers, two for each of the last n / 2 axes, how much comes before and how much
 * behind it, none below 0; a copy. Torch begins with the last axis, here the last pair is its.
 * value may be -infinity. grad a is its part of g.
 *     tensor_pad(pictures, SHAPE(2, 2, 4, 4), 0)         (B, C, H + 4, W + 8) */
Tensor *tensor_pad(Tensor *a, int n, const long *pads, real value);

/* ---- op_reduce.c (03): many numbers into fewer ----------------------------------------------- */

/* Over the n axes named, each once, or ALL_AXES: N numbers become one. The axes disappear, or stay
 * with size 1
 * (keepdims).    tensor_mean(a, AXES(0), false): (T, C) -> (C) */
Tensor *tensor_sum(Tensor *a, int n, const int *axes, bool keepdims); /* grad a = g, repeated */
Tensor *tensor_mean(Tensor *a, int n, const int *axes, bool keepdims);
/* The largest (torch's amax), NaN if one is; fails on no elements. g goes to the largest, in equal
 * shares where several are. */
Tensor *tensor_max(Tensor *a, int n, const int *axes, bool keepdims);
/* As tensor_max with the smallest: torch.amin. */
Tensor *tensor_min(Tensor *a, int n, const int *axes, bool keepdims);
/* The place of the largest along an axis, which disappears: the first of equals, NaN before all.
 * With keepdims the axis stays, with size 1, and the result is an index for tensor_gather. No
 * gradient; fails on an axis of size 0. */
IntTensor *tensor_argmax(const Tensor *a, int axis, bool keepdims);
/* As tensor_argmax with the smallest; NaN is before all here, too. */
IntTensor *tensor_argmin(const Tensor *a, int axis, bool keepdims);

/* ---- op_prod.c, op_variance.c, op_norm.c (03): more reductions ------------------------------- */

/* The product; of nothing 1. Each factor's gradient is the product of all others, zeros or not. */
Tensor *tensor_prod(Tensor *a, int n, const int *axes, bool keepdims);
/* sum (a - mean)^2 / (n - correction), and its root. correction 1 (Bessel's, PyTorch's default) is
 * for a sample, 0 for all there is. Of nothing, and of one number with correction 1, NaN. The
 * gradient of a std of 0 is 0. */
Tensor *tensor_var(Tensor *a, int n, const int *axes, long correction, bool keepdims);
Tensor *tensor_std(Tensor *a, int n, const int *axes, long correction, bool keepdims);
/* (sum |a|^p)^(1/p), torch.linalg.vector_norm: 2 is the length, 1 the sum of sizes, INFINITY the
 * largest size, -INFINITY the smallest, 0 the count of what is not 0, which has no gradient. Below
 * 0 one zero makes it 0. Of nothing 0 (infinite, or below 0: a mistake). da = dy sign(a) (|a| /
 * y)^(p-1), 0 where a or y is 0. p NaN fails. */
Tensor *tensor_norm(Tensor *a, real p, int n, const int *axes, bool keepdims);

/* ---- op_cumsum.c, op_topk.c (03): along one axis --------------------------------------------- */

Tensor *tensor_cumsum(Tensor *a, int axis); /* y[i] = a[0] + ... + a[i], added in double */
/* The k largest of each line (largest false: smallest), the best first, and where they were: an
 * index for tensor_gather. Of equal numbers the earlier is first; NaN is the largest. k up to the
 * axis's size. The gradient goes back to where each number was (torch.topk). */
typedef struct {
    Tensor *values;
    IntTensor *indices;
} TopK;
TopK tensor_topk(Tensor *a, long k, int axis, bool largest);
/* All of each line in order, the smallest first (descending: the largest), as tensor_topk says it:
 * equal numbers stay in order, NaN is the largest (torch.sort with stable=True). */
TopK tensor_sort(Tensor *a, int axis, bool descending);

/* ---- op_select.c (03): choose by a mask ------------------------------------------------------ */

/* value where mask is 1, else a, of a's shape: mask, a constant of 0 and 1, broadcasts to it; it
 * fails where it holds something else (tensor_ne_scalar(mask, 0) makes a mask of numbers), or
 * requires a gradient. grad a = g where mask is 0, else 0. */
Tensor *tensor_masked_fill(Tensor *a, Tensor *mask, real value);
/* a where condition is 1, else b, of the common shape of all three; condition as mask above. g goes
 * to the one that was chosen. */
Tensor *tensor_where(Tensor *condition, Tensor *a, Tensor *b);

/* ---- op_embedding.c (11): choose by ids ------------------------------------------------------ */

/* Rows of a table (V, C) by ids (...), each 0 to V - 1 or it fails: (..., C). Row ids[i] of grad
 * table grows by row i of g. ids is kept by pointer until backward. */
Tensor *tensor_embedding(Tensor *table, const IntTensor *ids);

/* ---- op_embedding.c, op_gather.c (12): more of that kind ------------------------------------- */

/* The same, but the row of one id, padding (negative: from the end), gets no gradient (torch's
 * padding_idx). */
Tensor *tensor_embedding_padded(Tensor *table, const IntTensor *ids, int padding);
/* y[i][j] = a[i][index[i][j]] for axis 1 (torch.gather). y has index's shape: a's axes, nowhere
 * larger but along `axis`. grad a grows by g where each number was picked. index is kept by pointer
 * until backward. */
Tensor *tensor_gather(Tensor *a, int axis, const IntTensor *index);
/* Steps index[0], index[1], ... of an axis, in this order: (.., n, ..), (m) -> (.., m, ..). Each
 * step of grad a grows by those of g that show it. index is kept by pointer until backward. */
Tensor *tensor_index_select(Tensor *a, int axis, const IntTensor *index);
/* A copy of a with source, of index's shape, added where gather would pick (torch.scatter_add).
 * grad a = g, grad source = gather of g. index is kept by pointer until backward. */
Tensor *tensor_scatter_add(Tensor *a, int axis, const IntTensor *index, Tensor *source);

/* ---- op_softmax.c (03): rows become probabilities -------------------------------------------- */

/* e^a / sum e^a along an axis, without overflow. A row of -infinity, as a query without an allowed
 * key has it, gives zeros and gets zeros. */
Tensor *tensor_softmax(Tensor *a, int axis);
Tensor *tensor_log_softmax(Tensor *a, int axis); /* its logarithm; grad a = g - e^y sum g */
/* log sum e^a along an axis, which disappears or stays with size 1; grad a = g softmax(a). */
Tensor *tensor_logsumexp(Tensor *a, int axis, bool keepdims);

/* ---- op_layer_norm.c, op_dropout.c (03): normalization, dropout ------------------------------ */

/* gamma (x - mean) / sqrt(var + eps) + beta over the last axis, var biased; gamma and beta (C),
 * gamma alone, or neither (NULL); beta alone fails. With n = y before gamma and beta: grad gamma =
 * sum g n, grad beta = sum g, grad x = rstd (h - mean h - n mean(h n)), h = g gamma. Ba, Kiros,
 * Hinton 2016. */
Tensor *tensor_layer_norm(Tensor *x, OR_NULL Tensor *gamma, OR_NULL Tensor *beta, real eps);
/* Each element is zeroed with probability p in [0, 1), the others grow by one factor, such that the
 * expected value stays; grad x = g times the same factors. Not in training, or for p = 0: x itself,
 * and rng may be NULL. */
Tensor *tensor_dropout(Tensor *x, real p, bool training, OR_NULL Rng *rng);

/* ---- op_cross_entropy.c, op_loss.c (05): losses, the mean over what counts ------------------- */

/* log sum e^logit - logit[target], the mean over N targets: a scalar. logits (..., V), targets
 * (...) from 0 to V - 1, else it fails; kept by pointer until backward. A target equal to
 * ignore_index (PyTorch's default is -100) does not count; none left gives 0. smoothing s in [0,
 * 1): the truth is 1 - s at the target and s / V more at every class. */
Tensor *tensor_cross_entropy(Tensor *logits, const IntTensor *targets, int ignore_index,
                             real smoothing);
#define NO_IGNORE_INDEX (-2147483647 - 1) /* every target counts */
/* mean (p - t)^2 of two tensors of one shape with N >= 1 elements: nothing broadcasts. grad p = 2 g
 * (p - t) / N, grad t = -grad p. */
Tensor *tensor_mse_loss(Tensor *prediction, Tensor *target);
/* mean of -t log s(x) - (1 - t) log(1 - s(x)), right for any logits, for shapes as above; grad x =
 * g (s(x) - t) / N, grad t = -g x / N. */
Tensor *tensor_bce_with_logits(Tensor *logits, Tensor *target);

/* ---- composed.c (07): the same, written with the operations above ---------------------------- */

/* Plain twins of the fused kernels: slower, and what the fused ones are tested against. (A row of
 * -infinity gives NaN here.) */
Tensor *composed_bias_gelu(Tensor *x, Tensor *bias);
Tensor *composed_softmax(Tensor *a, int axis);
Tensor *composed_log_softmax(Tensor *a, int axis);
Tensor *composed_layer_norm(Tensor *x, OR_NULL Tensor *gamma, OR_NULL Tensor *beta, real eps);
Tensor *composed_cross_entropy(Tensor *logits, const IntTensor *targets, int ignore_index,
                               real smoothing);

#pragma GCC visibility pop
#endif

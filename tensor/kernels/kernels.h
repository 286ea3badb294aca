/* kernels.h - loops that write into an output they are given and know nothing of gradients. */
#ifndef KINDLING_KERNELS_H
#define KINDLING_KERNELS_H

#include "../tensor.h"

#pragma GCC visibility push(default)

/* ---- rows.c: the only place that steps through indices -------------------------------------- */

/* A row function sees n neighbours in memory: out[i] = f(in[0][i], in[1][i], ...; arg). Rows that
 * are not unit-stride are copied through a small buffer first, so no row function knows strides. */
typedef void (*RowFunction)(long n, real *out, const real *const in[], const real *arg);
/* Apply f to all elements. Inputs broadcast to out's shape. At most 4 inputs. OpenMP over rows. */
void rows_apply(Tensor *out, int count, const Tensor *const in[], RowFunction f, const real *arg);

/* ---- copy.c --------------------------------------------------------------------------------- */

void copy_kernel(Tensor *out, const Tensor *a); /* out = a, broadcasting a */

/* ---- elementwise.c, mul.c: two tensors, number by number (broadcasting) --------------------- */

void add_kernel(Tensor *out, const Tensor *a, const Tensor *b); /* a + b */
void sub_kernel(Tensor *out, const Tensor *a, const Tensor *b); /* a - b */
void mul_kernel(Tensor *out, const Tensor *a, const Tensor *b); /* a * b */
void div_kernel(Tensor *out, const Tensor *a, const Tensor *b); /* a / b */
/* a ^ exponent */
void pow_tensor_kernel(Tensor *out, const Tensor *a, const Tensor *exponent);
/* min(max(a, low), high); NaN in any of the three is passed on */
void clamp_tensor_kernel(Tensor *out, const Tensor *a, const Tensor *low, const Tensor *high);
void where_kernel(Tensor *out, const Tensor *condition, const Tensor *a, const Tensor *b);
void masked_fill_kernel(Tensor *out, const Tensor *a, const Tensor *mask, real value);
/* y += alpha x, same shape (BLAS axpy) */
void axpy_kernel(Tensor *y, real alpha, const Tensor *x);
void scale_kernel(Tensor *out, const Tensor *a, real factor); /* a * factor */
void shift_kernel(Tensor *out, const Tensor *a, real amount); /* a + amount */

/* ---- compare.c: which of two, number by number (broadcasting) ------------------------------- */

void maximum_kernel(Tensor *out, const Tensor *a, const Tensor *b); /* the larger; NaN wins */
void minimum_kernel(Tensor *out, const Tensor *a, const Tensor *b); /* the smaller; NaN wins */
/* 1 where it holds, else 0: a == b, a != b, a < b, a <= b, a > b, a >= b, with NaN as in C. */
void eq_kernel(Tensor *out, const Tensor *a, const Tensor *b);
void ne_kernel(Tensor *out, const Tensor *a, const Tensor *b);
void lt_kernel(Tensor *out, const Tensor *a, const Tensor *b);
void le_kernel(Tensor *out, const Tensor *a, const Tensor *b);
void gt_kernel(Tensor *out, const Tensor *a, const Tensor *b);
void ge_kernel(Tensor *out, const Tensor *a, const Tensor *b);

/* ---- unary.c: one tensor, number by number -------------------------------------------------- */

void neg_kernel(Tensor *out, const Tensor *a);
void abs_kernel(Tensor *out, const Tensor *a);
void exp_kernel(Tensor *out, const Tensor *a);
void log_kernel(Tensor *out, const Tensor *a);
void sqrt_kernel(Tensor *out, const Tensor *a);
void sin_kernel(Tensor *out, const Tensor *a);
void cos_kernel(Tensor *out, const Tensor *a);
void pow_kernel(Tensor *out, const Tensor *a, real exponent);
void clamp_kernel(Tensor *out, const Tensor *a, real low, real high);

/* ---- activations.c: the bends between layers ------------------------------------------------ */

void relu_kernel(Tensor *out, const Tensor *a);                   /* max(0, x) */
void leaky_relu_kernel(Tensor *out, const Tensor *a, real slope); /* x > 0 ? x : slope x */
void sigmoid_kernel(Tensor *out, const Tensor *a);                /* 1 / (1 + e^-x) */
void tanh_kernel(Tensor *out, const Tensor *a);
void gelu_kernel(Tensor *out, const Tensor *a); /* x Phi(x), Hendrycks and Gimpel 2016 */
/* x/2 (1 + tanh(sqrt(2/pi)(x + .044715 x^3))) */
void gelu_tanh_kernel(Tensor *out, const Tensor *a);
void silu_kernel(Tensor *out, const Tensor *a); /* x sigmoid(x) */

/* ---- reduce_kernels.c: many numbers into fewer ---------------------------------------------- */

/* The shape left after reducing axes (none named: all), with sizes 1 (keepdims) or without them. */
int reduce_shape(const char *operation, const Tensor *a, int n, const int *axes, bool keepdims,
                 long *shape);
/* out = beta out + a summed over every axis along which out has size 1 or that out lacks: the
 * exact opposite of broadcasting. Everything that sums goes through here. In float, 10^7 terms are
 * off by at most 1e-6 of the sum of their sizes, and zeros behind the last change no bit. */
void sum_kernel(Tensor *out, const Tensor *a, real beta);
void max_kernel(Tensor *out, const Tensor *a); /* the same with the largest element; NaN wins */
void min_kernel(Tensor *out, const Tensor *a); /* with the smallest; NaN wins */
/* The same with the product, taken in double; of none 1. */
void prod_kernel(Tensor *out, const Tensor *a);
/* Position of the first largest element along an axis; index has a's shape without that axis, or
 * with size 1 there. */
void argmax_kernel(IntTensor *index, const Tensor *a, int axis);

/* ---- variance.c, vector_norm.c: more of that kind -------------------------------------------- */

/* mean of a and out = sum (a - mean)^2 / freedom over the axes along which both have size 1; they have
 * a's axes. Of nothing both are NaN. */
void var_kernel(Tensor *out, Tensor *mean, const Tensor *a, real freedom);
/* out = (sum |a|^p)^(1/p), p > 0, over the axes as in sum_kernel. No power overflows or vanishes. */
void norm_kernel(Tensor *out, const Tensor *a, real p);

/* ---- cumsum.c, topk.c: along one axis --------------------------------------------------------- */

/* out[i] = a[0] + ... + a[i], added in double. */
void cumsum_kernel(Tensor *out, const Tensor *a, int axis);
/* Where the k largest (or smallest) of each line are, the best first, k = index's size along the axis;
 * of equal ones the earlier is better, NaN is the largest. index has a's other axes. */
void topk_kernel(IntTensor *index, const Tensor *a, int axis, bool largest);

/* ---- softmax.c: rows become probabilities --------------------------------------------------- */

/* Along one axis, with the maximum subtracted first. A row that is -infinity everywhere (all keys
 * masked) gives zeros in softmax, and log_softmax gives -infinity there. */
void softmax_kernel(Tensor *out, const Tensor *a, int axis);
void log_softmax_kernel(Tensor *out, const Tensor *a, int axis);
void logsumexp_kernel(Tensor *out, const Tensor *a, int axis); /* out has a's shape, axis size 1 */

/* ---- layer_norm.c: rows with mean 0 and variance 1 ------------------------------------------ */

/* Over the last axis C: y = (x - mean) / sqrt(var + eps) * gamma + beta. gamma and beta are (C), or
 * NULL. mean and rstd have one element per row and are kept for the backward pass. */
void layer_norm_kernel(Tensor *out, Tensor *mean, Tensor *rstd, const Tensor *x,
                       OR_NULL const Tensor *gamma, OR_NULL const Tensor *beta, real eps);
/* Adds into dgamma and dbeta, adds into dx where dx_beta is 1, else overwrites. Any may be NULL. */
void layer_norm_backward_kernel(OR_NULL Tensor *dx, real dx_beta, OR_NULL Tensor *dgamma,
                                OR_NULL Tensor *dbeta, const Tensor *dy, const Tensor *x,
                                const Tensor *mean, const Tensor *rstd,
                                OR_NULL const Tensor *gamma);

/* ---- cross_entropy.c: the loss of a classifier, straight from logits ------------------------- */

/* logits (N, V), targets N. Writes one loss per row and log-sum-exp per row:
 *   loss = (1 - s) (lse - logit[target]) + s (lse - mean(logits)),  s = label smoothing.
 * A target equal to ignore_index gives loss 0. Returns how many rows counted. */
long cross_entropy_kernel(Tensor *losses, Tensor *lse, const Tensor *logits, const int *targets,
                          int ignore_index, real smoothing);

/* ---- lookup.c, gather.c: pick rows and elements by whole numbers ------------------------------ */

/* out (..., C), contiguous = table (V, C) rows named by ids (...). An id outside [0, V) fails, naming it. */
void embedding_kernel(Tensor *out, const Tensor *table, const IntTensor *ids);
/* dtable row ids[i] += dy row i: repeated ids accumulate, in double. */
void embedding_scatter_add(Tensor *dtable, const Tensor *dy, const IntTensor *ids);
/* out[i][j] = a[i][index[i][j]] along axis (torch.gather): index has a's axes. */
void gather_kernel(Tensor *out, const Tensor *a, int axis, const IntTensor *index);
void scatter_add_kernel(Tensor *out, int axis, const IntTensor *index, const Tensor *source);

/* ---- join.c: put tensors together ----------------------------------------------------------- */

int concat_shape(const char *operation, int n, Tensor *const parts[], int axis, long *shape);
void concat_kernel(Tensor *out, int n, Tensor *const parts[], int axis);

#pragma GCC visibility pop
#endif

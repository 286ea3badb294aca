/* kernels.h - loops that write into an output they are given and know nothing of gradients.
 *
 * out is a tensor of the result's shape, with any strides; its old numbers do not count, unless the
 * words say so. Shapes that do not fit fail before anything is written. Nothing is made but scratch
 * memory. Where there is work enough it is shared out to kindling_threads(). tensor_add is
 * add_kernel and a closure, and so on.
 */
#ifndef KINDLING_KERNELS_H
#define KINDLING_KERNELS_H

#include "../tensor.h"

#pragma GCC visibility push(default)

/* ---- rows.c (01): the only place that steps through indices ---------------------------------- */

/* A row function sees n neighbours in memory: out[i] = f(in[0][i], in[1][i], ...; arg). Rows that
 * are not unit-stride are copied through a small buffer first, so no row function knows strides. */
typedef void (*RowFunction)(long n, real *out, const real *const in[], const real *arg);
/* Apply f to all elements. Inputs broadcast to out's shape, or it fails. At most 4 inputs. Rows are
 * shared out to threads, so f may not fail() or take memory. */
void rows_apply(Tensor *out, int count, const Tensor *const in[], RowFunction f,
                OR_NULL const real *arg);

/* ---- copy.c (01): copies --------------------------------------------------------------------- */

void copy_kernel(Tensor *out, const Tensor *a); /* out = a; a broadcasts to out's shape */

/* ---- elementwise.c (01): two tensors, number by number (broadcasting) ------------------------ */

/* Inputs broadcast to out's shape, which is that of the result. out may be one of them. */
void add_kernel(Tensor *out, const Tensor *a, const Tensor *b); /* a + b */
void sub_kernel(Tensor *out, const Tensor *a, const Tensor *b); /* a - b */
void mul_kernel(Tensor *out, const Tensor *a, const Tensor *b); /* a * b */
void div_kernel(Tensor *out, const Tensor *a, const Tensor *b); /* a / b */
void scale_kernel(Tensor *out, const Tensor *a, real factor);   /* a * factor */
void shift_kernel(Tensor *out, const Tensor *a, real amount);   /* a + amount */
/* a ^ exponent */
void pow_tensor_kernel(Tensor *out, const Tensor *a, const Tensor *exponent);
/* min(max(a, low), high); NaN in any of the three is passed on */
void clamp_tensor_kernel(Tensor *out, const Tensor *a, const Tensor *low, const Tensor *high);
/* y += alpha x (BLAS axpy); x broadcasts to y's shape. */
void axpy_kernel(Tensor *y, real alpha, const Tensor *x);
/* a where condition is not 0, else b. */
void where_kernel(Tensor *out, const Tensor *condition, const Tensor *a, const Tensor *b);
/* value where mask is not 0, else a. */
void masked_fill_kernel(Tensor *out, const Tensor *a, const Tensor *mask, real value);

/* ---- compare.c (01): which of two, number by number (broadcasting) --------------------------- */

void maximum_kernel(Tensor *out, const Tensor *a, const Tensor *b); /* the larger; NaN wins */
void minimum_kernel(Tensor *out, const Tensor *a, const Tensor *b); /* the smaller; NaN wins */
/* 1 where it holds, else 0: a == b, a != b, a < b, a <= b, a > b, a >= b, with NaN as in C. */
void eq_kernel(Tensor *out, const Tensor *a, const Tensor *b);
void ne_kernel(Tensor *out, const Tensor *a, const Tensor *b);
void lt_kernel(Tensor *out, const Tensor *a, const Tensor *b);
void le_kernel(Tensor *out, const Tensor *a, const Tensor *b);
void gt_kernel(Tensor *out, const Tensor *a, const Tensor *b);
void ge_kernel(Tensor *out, const Tensor *a, const Tensor *b);

/* ---- unary.c (01): one tensor, number by number ---------------------------------------------- */

/* a broadcasts to out's shape, and may be out itself. NaN gives NaN (but NaN^0 is 1, as in C). */
void neg_kernel(Tensor *out, const Tensor *a);  /* -a */
void abs_kernel(Tensor *out, const Tensor *a);  /* |a| */
void exp_kernel(Tensor *out, const Tensor *a);  /* e^a */
void log_kernel(Tensor *out, const Tensor *a);  /* natural; -infinity at 0, NaN below */
void sqrt_kernel(Tensor *out, const Tensor *a); /* NaN below 0 */
void sin_kernel(Tensor *out, const Tensor *a);  /* of radians */
void cos_kernel(Tensor *out, const Tensor *a);  /* of radians */
void pow_kernel(Tensor *out, const Tensor *a, real exponent); /* a^exponent */
/* a, raised to low, lowered to high; where low > high everything is high, as in torch. */
void clamp_kernel(Tensor *out, const Tensor *a, real low, real high);

/* ---- activations.c (02): nonlinear functions between layers ---------------------------------- */

/* As above; NaN gives NaN, so that a broken network shows. By hand in module 02. */
void relu_kernel(Tensor *out, const Tensor *a);                   /* max(0, x) */
void leaky_relu_kernel(Tensor *out, const Tensor *a, real slope); /* x > 0 ? x : slope x */
void sigmoid_kernel(Tensor *out, const Tensor *a);
void tanh_kernel(Tensor *out, const Tensor *a);
void silu_kernel(Tensor *out, const Tensor *a); /* x sigmoid(x) */
void gelu_kernel(Tensor *out, const Tensor *a); /* x Phi(x), Hendrycks and Gimpel 2016 */
/* x/2 (1 + tanh(sqrt(2/pi)(x + .044715 x^3))) */
void gelu_tanh_kernel(Tensor *out, const Tensor *a);

/* ---- reduce.c (02): many numbers into fewer -------------------------------------------------- */

/* The shape left after reducing axes (none named: all), with sizes 1 (keepdims) or without them;
 * returns how many axes it has. Fails in the operation's name on an axis that a lacks or that is
 * named twice. */
int reduce_shape(const char *operation, const Tensor *a, int n, const int *axes, bool keepdims,
                 long *shape);
/* out = beta out + a summed over every axis along which out has size 1 or that out lacks: the
 * exact opposite of broadcasting. Everything that sums goes through here. In float, 10^7 terms are
 * off by at most 1e-6 of the sum of their sizes, and zeros behind the last change no bit. */
void sum_kernel(Tensor *out, const Tensor *a, real beta);
/* out = the largest element instead of the sum; NaN wins, and no element at all fails. */
void max_kernel(Tensor *out, const Tensor *a);
void min_kernel(Tensor *out, const Tensor *a);  /* the same with the smallest */
void prod_kernel(Tensor *out, const Tensor *a); /* with the product, taken in double; of none 1 */
/* Position of the first largest element along an axis, NaN the largest; index has a's shape without
 * that axis, or with size 1 there. An axis of size 0 fails. */
void argmax_kernel(IntTensor *index, const Tensor *a, int axis);
void argmin_kernel(IntTensor *index, const Tensor *a,
                   int axis); /* the same with the smallest; NaN wins */

/* ---- variance.c, vector_norm.c (02): more of that kind --------------------------------------- */

/* mean of a and out = sum (a - mean)^2 / freedom over the axes along which both have size 1; they
 * have a's axes. Of nothing both are NaN. */
void var_kernel(Tensor *out, Tensor *mean, const Tensor *a, real freedom);
/* The same with out = the root, also where the squares are more than a real holds, or vanish. */
void std_kernel(Tensor *out, Tensor *mean, const Tensor *a, real freedom);
/* out = (sum |a|^p)^(1/p), p finite and not 0, over the axes as in sum_kernel. No power overflows
 * or vanishes. */
void norm_kernel(Tensor *out, const Tensor *a, real p);

/* ---- cumsum.c, topk.c (02): along one axis --------------------------------------------------- */

/* out[i] = a[0] + ... + a[i], added in double. */
void cumsum_kernel(Tensor *out, const Tensor *a, int axis);
/* Where the k largest (or smallest) of each line are, the best first, k = index's size along the
 * axis; of equal ones the earlier is better, NaN is the largest. index has a's other axes. */
void topk_kernel(IntTensor *index, const Tensor *a, int axis, bool largest);

/* ---- softmax.c (02): rows become probabilities ----------------------------------------------- */

/* Along one axis, of numbers however large. A row that is -infinity everywhere (all keys
 * masked) gives zeros in softmax, and -infinity in the other two. By hand in module 02. */
void softmax_kernel(Tensor *out, const Tensor *a, int axis);
void log_softmax_kernel(Tensor *out, const Tensor *a, int axis);
void logsumexp_kernel(Tensor *out, const Tensor *a, int axis); /* out has a's shape, axis size 1 */

/* ---- layer_norm.c (14): rows with mean 0 and variance 1 -------------------------------------- */

/* Over the last axis C: y = (x - mean) / sqrt(var + eps) * gamma + beta, var biased. gamma and beta
 * are (C), NULL: 1 and 0. mean and rstd = 1 / sqrt(var + eps) get one element per row, contiguous,
 * for the way back. eps < 0 fails. */
void layer_norm_kernel(Tensor *out, Tensor *mean, Tensor *rstd, const Tensor *x,
                       OR_NULL const Tensor *gamma, OR_NULL const Tensor *beta, real eps);
/* Adds into dgamma and dbeta, adds into dx where dx_beta is 1, overwrites it where that is 0. One
 * of them that is NULL is not wanted; gamma NULL: 1. dy is the gradient of y; formulas:
 * tensor_layer_norm. mean NULL: x was not shifted, which is the way back of rms_norm_kernel. */
void layer_norm_backward_kernel(OR_NULL Tensor *dx, real dx_beta, OR_NULL Tensor *dgamma,
                                OR_NULL Tensor *dbeta, const Tensor *dy, const Tensor *x,
                                OR_NULL const Tensor *mean, const Tensor *rstd,
                                OR_NULL const Tensor *gamma);

/* ---- rms_norm.c (14): rows with a mean square of 1 ------------------------------------------- */

/* Over the last axis C: y = x / sqrt(mean(x^2) + eps) * weight, weight (C), NULL: 1. rstd, one over
 * that root, gets one element per row, contiguous, for the way back. eps < 0 fails. */
void rms_norm_kernel(Tensor *out, Tensor *rstd, const Tensor *x, OR_NULL const Tensor *weight,
                     real eps);

/* ---- cross_entropy.c (05): the loss of a classifier, straight from logits -------------------- */

/* logits (N, V), targets N of 0 .. V-1, else it fails. Writes one loss and log-sum-exp (contiguous)
 * per row:
 *   loss = -sum of p log softmax(logits), p = (1 - s) one-hot + s / V, s = label smoothing, 0 .. 1.
 * A target equal to ignore_index gives loss 0. Returns how many rows counted. By hand in module
 * 04. */
long cross_entropy_kernel(Tensor *losses, Tensor *lse, const Tensor *logits, const int *targets,
                          int ignore_index, real smoothing);

/* ---- gather.c (11): pick rows by whole numbers ----------------------------------------------- */

/* out (..., C), contiguous = table (V, C) rows named by ids (...). An id outside [0, V) fails,
 * naming it. */
void embedding_kernel(Tensor *out, const Tensor *table, const IntTensor *ids);
/* dtable row ids[i] += dy row i: repeated ids accumulate. By hand in module 11, as the lookup. */
void embedding_scatter_add(Tensor *dtable, const Tensor *dy, const IntTensor *ids);

/* ---- gather.c (12): pick elements ------------------------------------------------------------ */

/* out[i][j] = a[i][index[i][j]] along axis (torch.gather): index has a's axes, out its shape. An
 * index that names nothing fails, with its position. */
void gather_kernel(Tensor *out, const Tensor *a, int axis, const IntTensor *index);
/* out[i][index[i][j]] += source[i][j], in double: the way back of gather. */
void scatter_add_kernel(Tensor *out, int axis, const IntTensor *index, const Tensor *source);

/* ---- join.c (01): put tensors together ------------------------------------------------------- */

/* The shape of n parts one after the other along an axis; returns how many axes it has. Fails in
 * the operation's name where they differ along another one, or where there is none. */
int concat_shape(const char *operation, int n, Tensor *const parts[], int axis, long *shape);
/* The parts into out, of that shape. */
void concat_kernel(Tensor *out, int n, Tensor *const parts[], int axis);

#pragma GCC visibility pop
#endif

/* image_operations.h - operations on images (B, C, H, W) that record themselves. Names and meaning
 * are torch's. */
#ifndef KINDLING_IMAGE_OPERATIONS_H
#define KINDLING_IMAGE_OPERATIONS_H

#include "../closure.h"

#pragma GCC visibility push(default)

/* ---- op_conv2d.c, conv2d_backward.c (09): the same few weights at every place ---------------- */

/* y[b][o][r][s] = bias[o] + sum over c, i, j of weight[o][c][i][j] times the number of x under it,
 * for x (B, Cin, H, W), weight (Cout, Cin / groups, KH, KW), bias (Cout) or NULL, none
 * (tensor/images/images.h). The window's kernel is the weight's, and may be left out; what
 * does not fit fails. grad bias[o] = the sum of g's planes o; grad weight and grad x add up g times
 * the number that each weight, and each number of x, was multiplied by.
 *     tensor_conv2d(x, weight, bias, (Window){.padding = {1, 1}}, 1) */
Tensor *tensor_conv2d(Tensor *x, Tensor *weight, OR_NULL Tensor *bias, Window window, long groups);

/* ---- op_pool.c (09): one number for each window ---------------------------------------------- */

/* The largest number under each window, (B, C, H, W) -> (B, C, Ho, Wo); g goes to it, to the first
 * of equals. The stride is the kernel where it is left out; padding is at most half of it, and
 * never wins. */
Tensor *tensor_max_pool2d(Tensor *x, Window window);
/* The mean under each window of those shapes; each of the numbers that count gets its equal part of
 * g. count_padding: zeros in the padding count as numbers of the mean (torch's default). */
Tensor *tensor_avg_pool2d(Tensor *x, Window window, bool count_padding);

/* ---- op_batch_norm.c (09): batch normalization, Ioffe and Szegedy 2015 ----------------------- */

/* (x - m) / sqrt(v + eps) gamma + beta, a number per channel each; gamma and beta (C) or NULL. In
 * training m and v are those of the batch, v over N = B H W; and of what is remembered the part
 * momentum is replaced, mean by m, var by the unbiased variance. Else m and v are mean and var,
 * which get no gradient. In training both may be NULL: nothing is remembered. grad gamma = sum g h,
 * grad beta = sum g with h = (x - m) rstd; grad x: batch_norm_backward_kernel. Fails on beta
 * without gamma, and on training with fewer than 2 numbers per channel. */
Tensor *tensor_batch_norm2d(Tensor *x, OR_NULL Tensor *gamma, OR_NULL Tensor *beta,
                            OR_NULL Tensor *mean, OR_NULL Tensor *var, bool training, real momentum,
                            real eps);

/* ---- op_flatten.c (09): images become rows --------------------------------------------------- */

/* Axes from `first` on become one: (B, C, H, W) -> (B, C H W) for first = 1. A view; a copy if it
 * must be. It is a tensor_reshape. */
Tensor *tensor_flatten(Tensor *x, int first);

#pragma GCC visibility pop
#endif

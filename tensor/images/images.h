/* images.h - windows that slide over images (B, C, H, W): columns, convolution, pooling, batch
 * norm. */
#ifndef KINDLING_IMAGES_H
#define KINDLING_IMAGES_H

#include "../tensor.h"

#pragma GCC visibility push(default)

/* ---- window.c (09): where a window stands ---------------------------------------------------- */

/* Rows, then columns, as in torch. The numbers under a window are `dilation` apart, and windows
 * `stride`; the image has `padding` empty rows and columns on each side. dilation 0 is 1; stride 0
 * is 1 where a window multiplies, and the kernel's size where it pools.
 *     (Window){.kernel = {5, 5}, .padding = {2, 2}} */
typedef struct {
    long dilation[2], stride[2], padding[2],
        kernel[2]; /* (the kernel, never 0, is last: gcc 12 copies a
        constant of 64 bytes that ends in zeros and begins {2, 2} as {2, 2, 2, 2, 2, 2, 2, 2}) */
} Window;

/* How many windows stand side by side in a line of `in` numbers, 0 if not even one fits. */
long window_out(long in, long kernel, long stride, long padding, long dilation);
/* w with its zeros replaced, stride[i] by stride_if_0[i]. Fails on a kernel or step below 1, on
 * negative padding, in the name of `operation`. */
Window window_filled(const char *operation, Window w, const long stride_if_0[2]);
/* out[] = rows and columns of the result for images x (B, C, H, W) and a filled window. Fails if x
 * has other axes or no window fits. */
void window_shape(const char *operation, const Tensor *x, const Window *w, long out[2]);

/* ---- im2col.c, col2im.c (09): windows as columns (torch's unfold and fold) ------------------- */

/* columns (B, C KH KW, Ho Wo), contiguous: row (c, i, j) holds, for each window, the number of
 * channel c under row i and column j of the kernel; 0 in the padding. */
void im2col_kernel(Tensor *columns, const Tensor *x, Window w);
/* The transpose of im2col_kernel, added to dx. */
void col2im_kernel(Tensor *dx, const Tensor *columns, Window w);

/* ---- conv2d_check.c, conv2d_direct.c (09): convolution --------------------------------------- */

/* y[b][o][r][s] = bias[o] + sum over c, i, j of weight[o][c][i][j] times the number of channel c'
 * under row i and column j of the kernel where window (r, s) stands, for x (B, Cin, H, W), weight
 * (Cout, Cin / groups, KH, KW), bias (Cout) or NULL, none. Output o sees the Cin / groups input
 * channels c' of its group (torch's conv2d: cross-correlation, the kernel is not flipped). The
 * window's kernel may be 0, 0: then it is the weight's. Returns the filled window and y's shape;
 * fails where they do not fit. */
Window conv2d_shape(const char *operation, const Tensor *x, const Tensor *weight,
                    OR_NULL const Tensor *bias, Window w, long groups, long shape[4]);
/* out of conv2d_shape's shape, bias NULL: none. As the definition says it. */
void conv2d_direct(Tensor *out, const Tensor *x, const Tensor *weight, OR_NULL const Tensor *bias,
                   Window w, long groups);

/* ---- conv2d*.c (10): the same by strips of columns, and its way back ------------------------- */

/* An image has the same bits in any batch and on any number of threads. */
void conv2d_kernel(Tensor *out, const Tensor *x, const Tensor *weight, OR_NULL const Tensor *bias,
                   Window w, long groups);
/* dx = dx_beta dx + the gradient of x; dw = dw_beta dw + that of the weight, summed over images in
 * order. */
void conv2d_backward_x_kernel(Tensor *dx, real dx_beta, const Tensor *dy, const Tensor *weight,
                              Window w, long groups);
void conv2d_backward_weight_kernel(Tensor *dw, real dw_beta, const Tensor *dy, const Tensor *x,
                                   Window w, long groups);

/* ---- pool_check.c, max_pool*.c, averages.c, avg_pool*.c (09): one number for each window ----- */

/* The filled window of a pool, and rows and columns of its result: window_shape, and padding is at
 * most half of the kernel. */
Window pool_shape(const char *operation, const Tensor *x, Window w, long out[2]);
/* out = the largest number under each window; NaN wins, padding never does. index: where in its
 * plane of H W numbers it stands, the first of equals. */
void max_pool2d_kernel(Tensor *out, IntTensor *index, const Tensor *x, Window w);
/* dx += dy, each number at its index. */
void max_pool2d_backward_kernel(Tensor *dx, const Tensor *dy, const IntTensor *index);
/* out = the mean under each window, with the zeros of the padding or, without count_padding, as if
 * there were none. */
void avg_pool2d_kernel(Tensor *out, const Tensor *x, Window w, bool count_padding);
void avg_pool2d_backward_kernel(Tensor *dx, const Tensor *dy, Window w, bool count_padding);

/* ---- batch_channels.c, batch_statistics.c, batch_norm.c (09): mean 0 and variance 1 ---------- */

/* mean and var (C) of each channel of x (B, C, H, W); the variance is biased, over N = B H W. */
void batch_statistics_kernel(Tensor *mean, Tensor *var, const Tensor *x);
/* out = (x - mean) rstd gamma + beta; all four have one number per channel, and gamma and beta may
 * be NULL. */
void batch_norm_kernel(Tensor *out, const Tensor *x, const Tensor *mean, const Tensor *rstd,
                       OR_NULL const Tensor *gamma, OR_NULL const Tensor *beta);
/* sum_dy and sum_dyh (C): over each channel, of dy and of dy h with h = (x - mean) rstd. */
void batch_norm_sums_kernel(Tensor *sum_dy, Tensor *sum_dyh, const Tensor *dy, const Tensor *x,
                            const Tensor *mean, const Tensor *rstd);
/* dx = dx_beta dx + gamma rstd (dy - sum_dy / N - h sum_dyh / N); gamma NULL: 1. */
void batch_norm_backward_kernel(Tensor *dx, real dx_beta, const Tensor *dy, const Tensor *x,
                                const Tensor *mean, const Tensor *rstd, OR_NULL const Tensor *gamma,
                                const Tensor *sum_dy, const Tensor *sum_dyh);

#pragma GCC visibility pop
#endif

/* image_parts.h - what the operations on images share (inside autograd/ only). */
#ifndef KINDLING_IMAGE_PARTS_H
#define KINDLING_IMAGE_PARTS_H

#include "autograd.h"

/* ---- image_describe.c (09): for pictures ----------------------------------------------------- */

typedef struct {
    Window window; /* filled */
    long groups;
} Conv2dCapture;
/* "3x3 stride 2 groups 4": the kernel, and what is not as usual. */
void describe_conv2d(const Closure *c, char *text, size_t size);
/* The same for a pool, whose usual stride is the kernel. */
void describe_pool(const Window *w, char *text, size_t size);
double conv2d_flops(const Closure *c); /* of a product with (Cin / groups) KH KW numbers */

/* ---- conv2d_backward.c, plain/conv2d_product.c (09) ------------------------------------------ */

void conv2d_backward(Closure *c, Tensor *dy);

/* A convolution as a product, y = weight columns + bias, with K = C KH KW numbers under one of P
 * windows, in each of G groups with O outputs: views of the tensors that it was made from. */
typedef struct {
    Tensor *columns; /* (B, G K, P), numbers not set: for im2col_kernel and col2im_kernel */
    Tensor by_group; /* the same columns as (B, G, K, P) */
    Tensor weight;   /* (G, O, K) */
    Tensor bias;     /* (G, O, 1), if there is one */
    Tensor y;        /* (B, G, O, P) */
} Conv2dProduct;
/* y: the result, or its gradient; bias may be NULL. */
Conv2dProduct conv2d_product(const Tensor *x, const Tensor *weight, const Tensor *bias,
                             const Tensor *y, long groups);
Tensor last_two_swapped(const Tensor *t); /* a view */

/* ---- op_batch_norm.c (09) -------------------------------------------------------------------- */

void batch_norm_check(const Tensor *x, const Tensor *gamma, const Tensor *beta, const Tensor *mean,
                      const Tensor *var, bool training, real momentum, real eps);
/* (x - m) rstd gamma + beta, recorded; training: m and rstd were made of x, so they move with
 * it. */
Tensor *batch_norm_record(Tensor *x, Tensor *gamma, Tensor *beta, Tensor *m, Tensor *rstd,
                          bool training);

#endif

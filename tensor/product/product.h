/* product.h - matrix products of tensors. */
#ifndef KINDLING_PRODUCT_H
#define KINDLING_PRODUCT_H

#include "../tensor.h"

#pragma GCC visibility push(default)

/* ---- matmul_shape.c (01): which shape a product has ------------------------------------------ */

/* NumPy's rule: the last two axes are matrices, those before broadcast; a tensor of one axis is a
 * vector. Returns ndim, fills shape; fails naming both inner sizes. */
int matmul_shape(const char *operation, const Tensor *a, const Tensor *b, long *shape);

/* ---- matmul.c (02): matrix products of tensors ----------------------------------------------- */

void matmul_kernel(Tensor *out, const Tensor *a, const Tensor *b); /* out = a @ b, of that shape */
/* out = a @ b + bias for a (..., k), b (k, n), bias (n): a linear layer. */
void matmul_bias_kernel(Tensor *out, const Tensor *a, const Tensor *b, const Tensor *bias);
/* out = alpha a @ b + beta out, for tensors with at least 2 axes. Where out has size 1 (or no axis)
 * along a batch axis, the products are summed: the gradient of a broadcast matrix without
 * temporaries. */
void matmul_accumulate(Tensor *out, const Tensor *a, const Tensor *b, real alpha, real beta);

/* ---- gemm.c (01): who multiplies matrices ---------------------------------------------------- */

/* "built-in AVX-512", "built-in", "OpenBLAS 0.3.21": a fixed rule, or
 * KINDLING_GEMM=builtin|blas|onednn. */
const char *gemm_backend(void);

#pragma GCC visibility pop
#endif

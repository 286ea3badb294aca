/* language_operations.h - what language models since GPT-2 are made of, as operations that record
 * themselves. */
#ifndef KINDLING_LANGUAGE_OPERATIONS_H
#define KINDLING_LANGUAGE_OPERATIONS_H

#include "../closure.h"

#pragma GCC visibility push(default)

/* ---- op_rms_norm.c: normalization by the mean square ----------------------------------------- */

/* weight x / sqrt(mean(x^2) + eps) over the last axis; weight (C), NULL: 1. Layer normalization
 * without a mean and a shift. With n = y before weight and h = g weight: grad weight = sum g n, grad
 * x = rstd (h - n mean(h n)). torch.nn.functional.rms_norm. Zhang, Sennrich 2019. */
Tensor *tensor_rms_norm(Tensor *x, OR_NULL Tensor *weight, real eps);

/* ---- composed_language.c: the same, of other operations -------------------------------------- */

/* Plain twins, slower, and what the fused ones are tested against. */
Tensor *composed_rms_norm(Tensor *x, OR_NULL Tensor *weight, real eps);

#pragma GCC visibility pop
#endif

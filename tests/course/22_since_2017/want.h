/* want.h - what is right in module 22: the functions of the *_want.c. */
#ifndef WANT_H
#define WANT_H

#include "check.h"
#include "kv_cache_shared.h"
#include "language_parts.h"

/* norm_want.c; weight NULL: 1 */
Tensor *norm_want(const Tensor *x, const Tensor *weight, double eps);

/* turns_want.c: (T, 2n), or (B, T, 2n), of x's rows */
Tensor *turns_want(const Tensor *x, RopeOptions o);

/* turn_want.c */
Tensor *turned_want(const Tensor *x, RopeOptions o);

/* gate_want.c */
Tensor *gated_want(const Tensor *x);

/* heads_want.c: (B, K, T, D) -> (B, H, T, D) */
Tensor *repeated_want(const Tensor *t, long heads);

/* kv_want.c: (3, n), num_heads, num_kv_heads and context of each */
Tensor *fits_want(const KvBudget *budgets, long n);

/* answers_want.c */
double normed_want(void);
double angle_want(void);
double gate_width_want(void);
double token_bytes_want(void);
double texts_want(void);

#endif

/* quantize_parts.h - what the files of nn/compress/ share: checks of arguments. Given in module
 * 15. */
#ifndef KINDLING_QUANTIZE_PARTS_H
#define KINDLING_QUANTIZE_PARTS_H

#include "nn.h"

/* ---- quantize.c, quantized_matrix.c, quantized_linear.c (15): fail, before any change -------- */

void quant_check_range(const char *operation, const real *x, long n, int bits); /* finite, 2 .. 8 */
void quant_check_params(const char *operation, QuantParams p);
void quant_check_blocks(const char *operation, const real *x,
                        long n);              /* a multiple of 32, finite */
void quant_check_q8_0(const real *x, long n); /* both: quant_check_blocks, and |x| below ... */
void quant_check_q4_0(const real *x, long n); /* ... QUANT_Q8_0_MOST, or QUANT_Q4_0_MOST */
void quantized_matrix_check(long in, long out, QuantScheme scheme);
void matrix_quantize_check(const QuantizedMatrix *q, const Tensor *w);
void matmul_int8_check(const Tensor *out, const Tensor *x, const QuantizedMatrix *w,
                       OR_NULL const QuantParams *input);
void minmax_observer_check(const Tensor *x);
void quantized_linear_check(const QuantizedLinear *l, const Tensor *x);

/* ---- quantized_matrix.c (15): the four schemes ----------------------------------------------- */

#define QUANT_SCHEMES 4
QuantScheme quant_scheme(int i); /* number i of int8_tensor, int8, q8_0, q4_0 */

/* ---- quantized_matrix.c: what tests count ---------------------------------------------------- */

long quantized_columns_asked(void); /* how often this thread has called quantized_column */
/* From now on this thread's columns of `shown` are those of `behind`, so that nobody reads them
 * unasked; NULL, NULL: all are their own again. */
void quantized_hide(const QuantizedMatrix *shown, const QuantizedMatrix *behind);

/* ---- quant_plan.c (15): a scheme for each matrix --------------------------------------------- */

/* scheme[i] for matrix w[i] (in, out), in a multiple of 32, at which rows as x[i] (rows, in) come
 * by: all codes and scales take at most `bytes`, and what rows times matrices are off by, squared
 * and added up, is little. False where no choice fits; scheme may then hold anything. */
bool quant_plan(QuantScheme *scheme, long n, Tensor *const w[], Tensor *const x[], size_t bytes);
void quant_plan_check(long n, Tensor *const w[], Tensor *const x[]);

#endif

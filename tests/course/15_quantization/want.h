/* want.h - what is right in module 15: the functions of the *_want.c. */
#ifndef WANT_H
#define WANT_H

#include "check.h"
#include "quantize_parts.h"

/* params_want.c: scale, zero_point, quant_min, quant_max */
Tensor *symmetric_want(const Tensor *x, long n, int bits);
Tensor *affine_want(const Tensor *x, long n, int bits);

/* rows_want.c: n codes and one place more; numbers */
Tensor *codes_want(const Tensor *x, QuantParams p);
Tensor *far_codes_want(const Tensor *x, QuantParams p);

/* dot_want.c */
long dot_want(const int8_t *a, const int8_t *b, long n);

/* blocks_want.c: bytes of blocks, one block in a row, and one more that is untouched */
Tensor *q8_want(const Tensor *x);
Tensor *q4_want(const Tensor *x);

/* matrix_want.c: what is kept, as kept_codes and kept_scales show it */
Tensor *matrix_codes_want(const Tensor *w, QuantScheme scheme);
Tensor *matrix_scales_want(const Tensor *w, QuantScheme scheme);

/* matmul_want.c */
Tensor *matmul_want(const Tensor *x, const QuantizedMatrix *w, const QuantParams *input);
double matmul_room_want(long rows, long in); /* in bytes */

/* plan_want.c: of each matrix in each scheme, bytes and error; the geometric mean of the least errors of n models
 * within so many bytes */
enum { MATRICES = 7 };
typedef struct {
    long n, bytes[MATRICES][QUANT_SCHEMES];
    double error[MATRICES][QUANT_SCHEMES];
} Costs;
double best_mean_want(int n, const Costs *costs, const long *limits);

/* answers_want.c */
double q8_0_bytes_want(void);
double q4_0_bytes_want(void);
double worst_error_want(void);
double products_in_16_bits_want(void);
double linear_bytes_want(long R, long C, long G);
double tokens_per_second_want(void);

#endif

/* int8.h - whole numbers of 8 bits, and floats of 16: what weights are kept in when they should be
 * small.
 *
 * What a code stands for (scales, blocks, matrices of codes) is told in nn/compress/quantize.h.
 */
#ifndef KINDLING_INT8_H
#define KINDLING_INT8_H

#include "../tensor.h"

#pragma GCC visibility push(default)

/* ---- half.c (15): numbers of 16 bits --------------------------------------------------------- */

/* IEEE 754's binary16: 1 bit sign, 5 bits exponent, 10 bits fraction. From a float it is the
 * nearest, of two equally near the one that ends in 0; beyond 65504 infinity; NaN stays NaN. The
 * way back is exact. */
uint16_t half_from_float(float x);
float half_to_float(uint16_t half);

/* ---- dot_int8.c, int8_plain.c (15): a product of codes --------------------------------------- */

/* a[0] b[0] + ... + a[n-1] b[n-1], exact. n may be up to DOT_INT8_MAX, which no codes of -127 ..
 * 127 bring out of an int32_t: 127 * 127 * 133,144 is less than 2^31. (Codes of -128 on both sides:
 * up to 131,071.) */
#define DOT_INT8_MAX 133144L
int32_t dot_int8(const int8_t *a, const int8_t *b, long n);

/* The instructions that multiply codes here: "AVX-512 VNNI", "AVX2" or "plain", by a fixed rule, or
 * as KINDLING_INT8=vnni|avx2|plain says. */
const char *int8_backend(void);

#pragma GCC visibility pop
#endif

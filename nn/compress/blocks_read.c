/* blocks_read.c - the numbers of blocks, for those who look at them or hand them on. */
#include "quantize_parts.h"

static void check(const char *operation, long n)
{
    if (n < 0 || n % QUANT_BLOCK != 0)
        fail("%s: n is %ld, expected a multiple of %d: a block is as long", operation, n,
             QUANT_BLOCK);
}

void dequantize_q8_0(real *x, const BlockQ8 *blocks, long n)
{
    check("dequantize_q8_0", n);
    for (long i = 0; i < n; i++) {
        const BlockQ8 *b = &blocks[i / QUANT_BLOCK];
        x[i] = (real)(half_to_float(b->d) * (float)b->qs[i % QUANT_BLOCK]);
    }
}

void dequantize_q4_0(real *x, const BlockQ4 *blocks, long n)
{
    check("dequantize_q4_0", n);
    for (long i = 0; i < n; i++) {
        const BlockQ4 *b = &blocks[i / QUANT_BLOCK];
        int byte = b->qs[i % (QUANT_BLOCK / 2)];
        int code = i % QUANT_BLOCK < QUANT_BLOCK / 2 ? byte & 15 : byte >> 4;
        x[i] = (real)(half_to_float(b->d) * (float)(code - 8) + 0); /* a d below 0 makes -0 of 0 */
    }
}

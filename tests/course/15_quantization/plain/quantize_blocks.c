/* quantize_blocks.c - 32 numbers at a time, each block for itself. */
#include <math.h>
#include "quantize_parts.h"

void quantize_q8_0(BlockQ8 *out, const real *x, long n)
{
    quant_check_q8_0(x, n);

    for (long start = 0; start < n; start += QUANT_BLOCK) {
        BlockQ8 *block = &out[start / QUANT_BLOCK];
        QuantParams p = quant_symmetric(x + start, QUANT_BLOCK, 8);
        block->d = half_from_float(p.scale);
        quantize_row(block->qs, x + start, QUANT_BLOCK, p);
    }
}

static float furthest_from_zero(const real *x)
{
    float furthest = 0;
    for (int i = 0; i < QUANT_BLOCK; i++)
        if (fabsf((float)x[i]) > fabsf(furthest))
            furthest = (float)x[i];
    return furthest;
}

static int code_of_4_bits(float x, float d)
{
    if (d == 0)
        return 8;
    int code = (int)(x / d + 8.5F);
    if (code > 15)
        code = 15;
    return code;
}

void quantize_q4_0(BlockQ4 *out, const real *x, long n)
{
    quant_check_q4_0(x, n);

    for (long b = 0; b < n / QUANT_BLOCK; b++) {
        const real *numbers = x + b * QUANT_BLOCK;
        float d = furthest_from_zero(numbers) / -8;
        out[b].d = half_from_float(d);
        for (int j = 0; j < 16; j++) {
            int low = code_of_4_bits((float)numbers[j], d);
            int high = code_of_4_bits((float)numbers[j + 16], d);
            out[b].qs[j] = (uint8_t)(low + 16 * high);
        }
    }
}

/* quantize_blocks.c - 32 numbers and a scale, in the bytes that ggml and its files have for them.
 *
 *     Q8_0    d d | q q q q q q q q ... q          34 bytes, 8.5 bits a number
 *     Q4_0    d d | qq qq qq ... qq                18 bytes, 4.5 bits a number
 *
 * All in float, as there. Invariant: codes are made with the scale as it was before it became a
 * half float, so a number may come back a little further away than half a step.
 * Source: ggml, quantize_row_q8_0_ref and quantize_row_q4_0_ref (the layout; the text is ours).
 */
#include <math.h>
#include "quantize_parts.h"

EXERCISE
void quantize_q8_0(BlockQ8 *out, const real *x, long n)
{
    quant_check_q8_0(x, n);
    for (; n > 0; n -= QUANT_BLOCK, x += QUANT_BLOCK, out++) {
        float largest = 0;
        for (int i = 0; i < QUANT_BLOCK; i++)
            largest = fmaxf(largest, fabsf((float)x[i]));
        float d = largest / 127;
        float steps_per_unit = fabsf(d) > QUANT_LEAST_SCALE ? 1 / d : 0;
        out->d = half_from_float(d);
        for (int i = 0; i < QUANT_BLOCK; i++)
            out->qs[i] = (int8_t)roundf((float)x[i] * steps_per_unit);
    }
}

/* On which step x stands. Not inlined: a compiler that fuses this product with the sum below rounds
 * once in place of twice, and gives other bytes where x lies between two codes. */
static __attribute__((noinline)) float step_of(real x, float steps_per_unit)
{
    return (float)x * steps_per_unit;
}

/* 0 .. 15; 8 stands for 0. */
static uint8_t nibble(real x, float steps_per_unit)
{
    int code = (int)(step_of(x, steps_per_unit) + 8.5F);
    return (uint8_t)(code < 15 ? code : 15);
}

EXERCISE
void quantize_q4_0(BlockQ4 *out, const real *x, long n)
{
    enum { HALF = QUANT_BLOCK / 2 };
    quant_check_q4_0(x, n);
    for (; n > 0; n -= QUANT_BLOCK, x += QUANT_BLOCK, out++) {
        float extreme = 0; /* the number that is furthest from 0, with its sign */
        for (int i = 0; i < QUANT_BLOCK; i++)
            if (fabsf((float)x[i]) > fabsf(extreme))
                extreme = (float)x[i];
        float d = extreme / -8;
        float steps_per_unit = fabsf(d) > QUANT_LEAST_SCALE ? 1 / d : 0;
        out->d = half_from_float(d);
        for (int j = 0; j < HALF; j++) {
            uint8_t low = nibble(x[j], steps_per_unit), high = nibble(x[j + HALF], steps_per_unit);
            out->qs[j] = (uint8_t)(low | high << 4);
        }
    }
}

/* ---- their numbers, for those who look at them or hand them on ------------------------------- */

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

/* half.c - floats of 16 bits, by shifting: no machine is asked whether it has them.
 *
 *     float   seee eeee  efff ffff  ffff ffff  ffff ffff       exponent + 127, 23 bits fraction
 *     half               seee eeff  ffff ffff                  exponent +  15, 10 bits fraction
 *
 * Invariant: half_from_float(half_to_float(h)) is h, for all 65,536 of them but NaN, whose bits may
 * differ.
 */
#include <string.h>
#include "int8.h"

static uint32_t bits_of(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static float float_of(uint32_t bits)
{
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* value without its last `shift` bits, to the nearest; of two equally near the even one. */
static uint32_t rounded(uint32_t value, int shift)
{
    uint32_t half = UINT32_C(1) << (shift - 1), rest = value & (2 * half - 1);
    uint32_t kept = value >> shift;
    return kept + (rest > half || (rest == half && (kept & 1)));
}

uint16_t half_from_float(float x)
{
    uint32_t bits = bits_of(x), sign = bits >> 16 & 0x8000, magnitude = bits & 0x7fffffff;
    if (magnitude > 0x7f800000)
        return (uint16_t)(sign | 0x7e00); /* NaN */
    if (magnitude >= 0x477ff000)
        return (uint16_t)(sign | 0x7c00); /* 65520 and more is infinity */
    if (magnitude >= 0x38800000)          /* a carry into the exponent is right */
        return (uint16_t)(sign | rounded(magnitude - (UINT32_C(112) << 23), 13));
    int exponent = (int)(magnitude >> 23); /* below 2^-14: a fraction of 2^-24 each */
    if (exponent < 102)
        return (uint16_t)sign;
    uint32_t fraction = (magnitude & 0x7fffff) | 0x800000;
    return (uint16_t)(sign | rounded(fraction, 126 - exponent));
}

float half_to_float(uint16_t half)
{
    uint32_t sign = (uint32_t)(half & 0x8000) << 16, exponent = half >> 10 & 31;
    uint32_t fraction = half & 1023;
    if (exponent == 31)
        return float_of(sign | 0x7f800000 | fraction << 13);
    if (exponent > 0)
        return float_of(sign | (exponent + 112) << 23 | fraction << 13);
    float small = (float)fraction / 16777216; /* 2^24: exact */
    return sign != 0 ? -small : small;
}

/* vmath.h - exp, log and erf that compilers turn into vector instructions.
 *
 * libm is exact to the last bit but takes one number per call; a call in a loop keeps the loop
 * scalar. These take no branches and call nothing, so that a loop over them is vectorized without
 * -ffast-math, which would lose infinities and NaN. Each one reduces its argument to a short
 * interval, evaluates a polynomial there by Horner's rule, and repairs the special cases by
 * selection (c ? a : b compiles to a blend). A double build uses libm under the same names.
 *
 * Largest error in ulp over all floats (measured by tests/tensor/kernels/test_unary.c against libm
 * in double):  exp 1.1   log 0.8   erf 1.3
 */
#ifndef KINDLING_VMATH_H
#define KINDLING_VMATH_H

#include <math.h>
#include "tensor.h"

/* What numbers are multiplied by whose squares are more than a real holds, and by whose reciprocal
 * such that vanish: powers of two, so that no digit is lost. */
#ifdef KINDLING_DOUBLE
#define SQUARE_SCALE ((real)0x1p-768)
#else
#define SQUARE_SCALE ((real)0x1p-96)
#endif

#ifdef KINDLING_DOUBLE

static inline real real_abs(real x)
{
    return fabs(x);
}

static inline real real_sqrt(real x)
{
    return sqrt(x);
}

static inline real real_sin(real x)
{
    return sin(x);
}

static inline real real_cos(real x)
{
    return cos(x);
}

static inline real real_pow(real x, real exponent)
{
    return pow(x, exponent);
}

static inline real real_exp(real x)
{
    return exp(x);
}

static inline real real_log(real x)
{
    return log(x);
}

static inline real real_erf(real x)
{
    return erf(x);
}

#else

/* The bits of a float as a whole number: 1 sign, 8 exponent (biased by 127), 23 fraction. */
typedef union {
    float number;
    uint32_t bits;
} FloatBits;

static inline real real_abs(real x)
{
    return fabsf(x);
}

static inline real real_sqrt(real x)
{
    return sqrtf(x);
}

static inline real real_sin(real x)
{
    return sinf(x);
}

static inline real real_cos(real x)
{
    return cosf(x);
}

static inline real real_pow(real x, real exponent)
{
    return powf(x, exponent);
}

/* 2^n for n in [-126, 127]: n is the exponent field. */
static inline float power_of_two(int32_t n)
{
    return (FloatBits){.bits = (uint32_t)(n + 127) << 23}.number;
}

/* e^x = 2^n e^r with n = round(x / ln 2), |r| <= ln 2 / 2. ln 2 is subtracted in two parts, the
 * first with so few bits that n times it is exact. Polynomial: Cephes expf (Moshier 1989).
 * Adding 1.5 * 2^23 rounds to a whole number and leaves it in the low bits of the sum. 2^n is
 * applied in two halves, so that results below FLT_MIN lose bits gradually instead of vanishing. */
static inline real real_exp(real x)
{
    const float round = 12582912.0f;
    x = x > 89.0f ? 89.0f : x; /* e^89 is infinite, e^-104 is 0; NaN fails both comparisons */
    x = x < -104.0f ? -104.0f : x;
    FloatBits shifted = {.number = x * 1.44269504f + round};
    float n = shifted.number - round;
    float r = x - n * 0.693359375f + n * 2.12194440e-4f;
    float p = 1.9875691500e-4f;
    p = p * r + 1.3981999507e-3f;
    p = p * r + 8.3334519073e-3f;
    p = p * r + 4.1665795894e-2f;
    p = p * r + 1.6666665459e-1f;
    p = p * r + 5.0000001201e-1f;
    p = p * (r * r) + r + 1.0f;
    int32_t whole = (int32_t)(shifted.bits - (FloatBits){.number = round}.bits);
    int32_t half = whole >> 1;
    return p * power_of_two(half) * power_of_two(whole - half);
}

/* ln x = e ln 2 + ln m with x = 2^e m, m in [sqrt(1/2), sqrt(2)), and ln m by a polynomial in m - 1
 * (Cephes logf). A number below FLT_MIN has no leading 1 to find: it is scaled by 2^23 first. */
static inline real real_log(real x)
{
    const uint32_t sqrt_half = 0x3f3504f3; /* subtracting it makes the exponent field floor to e */
    bool tiny = x < 1.17549435e-38f;
    FloatBits m = {.number = tiny ? x * 8388608.0f : x};
    uint32_t distance = m.bits - sqrt_half;
    float e = (float)((int32_t)distance >> 23) - (tiny ? 23.0f : 0.0f);
    m.bits = (distance & 0x007fffff) + sqrt_half;
    float r = m.number - 1.0f, r2 = r * r;
    float p = 7.0376836292e-2f;
    p = p * r - 1.1514610310e-1f;
    p = p * r + 1.1676998740e-1f;
    p = p * r - 1.2420140846e-1f;
    p = p * r + 1.4249322787e-1f;
    p = p * r - 1.6668057665e-1f;
    p = p * r + 2.0000714765e-1f;
    p = p * r - 2.4999993993e-1f;
    p = p * r + 3.3333331174e-1f;
    float y = p * r * r2 - 2.12194440e-4f * e - 0.5f * r2;
    y = r + y + 0.693359375f * e;
    y = x < INFINITY ? y : x; /* infinity and NaN stay */
    y = x == 0.0f ? -INFINITY : y;
    return x < 0.0f ? NAN : y;
}

/* Near 0 x + x P(x^2), elsewhere 1 - e^(q(|x|)), because ln(1 - erf) is close to a parabola. Both
 * are minimax fits of the relative error (1.7e-8 and 3e-9), made for this file with iteratively
 * reweighted least squares on [0, .92] and [.92, 4]; beyond 4 erf is 1 to the last bit. */
static inline real real_erf(real x)
{
    float size = fabsf(x), square = x * x;
    float p = -5.9991867e-4f;
    p = p * square + 4.9947835e-3f;
    p = p * square - 2.6767685e-2f;
    p = p * square + 1.1281845e-1f;
    p = p * square - 3.7612496e-1f;
    p = p * square + 1.2837915e-1f;
    float near = p * size + size;
    float t = size > 4.0f ? 4.0f : size;
    float q = 2.1398715e-4f;
    q = q * t - 3.2149725e-3f;
    q = q * t + 2.2890015e-2f;
    q = q * t - 1.0526192e-1f;
    q = q * t - 6.3571826e-1f;
    q = q * t - 1.1285144e+0f;
    float far = 1.0f - real_exp(q * t);
    return copysignf(size < 0.92f ? near : far, x);
}

#endif

/* ---- rows: what softmax and cross-entropy share ---------------------------------------------- */

#define ROW_INLINE static inline __attribute__((always_inline)) /* into each of KINDLING_CLONES */
#define SIDE_BY_SIDE 32 /* two vectors of maxima or sums wait less for each other than one */

/* The largest of n numbers, -infinity for none. NaN is passed over: the sum of exps shows it. */
ROW_INLINE real row_max(long n, const real *x)
{
    real lane[SIDE_BY_SIDE], largest = (real)-INFINITY;
    for (int j = 0; j < SIDE_BY_SIDE; j++)
        lane[j] = largest;
    long i = 0;
    for (; i + SIDE_BY_SIDE <= n; i += SIDE_BY_SIDE)
        for (int j = 0; j < SIDE_BY_SIDE; j++)
            lane[j] = x[i + j] > lane[j] ? x[i + j] : lane[j];
    for (; i < n; i++)
        largest = x[i] > largest ? x[i] : largest;
#pragma omp simd reduction(max : largest)
    for (int j = 0; j < SIDE_BY_SIDE; j++)
        largest = lane[j] > largest ? lane[j] : largest;
    return largest;
}

/* In a sum number i goes into lane i % SIDE_BY_SIDE, whatever n is, and what follows the last whole
 * block is a block with zeros behind. So zeros appended to a row, as the weights of masked keys
 * are, change no bit. */
ROW_INLINE real sum_of_blocks(const real *lane, const real *last)
{
    real sum = 0;
#pragma omp simd reduction(+ : sum)
    for (int j = 0; j < SIDE_BY_SIDE; j++)
        sum += lane[j] + last[j];
    return sum;
}

ROW_INLINE real row_sum(long n, const real *x)
{
    real lane[SIDE_BY_SIDE] = {0}, last[SIDE_BY_SIDE] = {0};
    long i = 0;
    for (; i + SIDE_BY_SIDE <= n; i += SIDE_BY_SIDE)
#pragma omp simd
        for (int j = 0; j < SIDE_BY_SIDE; j++)
            lane[j] += x[i + j];
    for (int j = 0; i + j < n; j++)
        last[j] = x[i + j];
    return sum_of_blocks(lane, last);
}

/* sum e^(x - shift): at least 1, or 0 for a row of -infinity, or NaN where the row has one. */
ROW_INLINE real row_sum_exp(long n, const real *x, real shift)
{
    real lane[SIDE_BY_SIDE] = {0}, last[SIDE_BY_SIDE] = {0};
    long i = 0;
    for (; i + SIDE_BY_SIDE <= n; i += SIDE_BY_SIDE)
#pragma omp simd
        for (int j = 0; j < SIDE_BY_SIDE; j++)
            lane[j] += real_exp(x[i + j] - shift);
    for (int j = 0; i + j < n; j++)
        last[j] = real_exp(x[i + j] - shift);
    return sum_of_blocks(lane, last);
}

#endif

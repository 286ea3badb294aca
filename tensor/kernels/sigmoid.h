/* sigmoid.h - sigmoid and tanh of one number, of any size, for loops that become vectors (vmath.h).
 *
 * Apart from vmath.h, which students include: these two are exercises of theirs (02.2, 02.3), so a
 * double build does not ask libm for tanh either. Largest error over all floats: of the sigmoid 2.4
 * ulp, of tanh 1.4 (tests/tensor/kernels/test_unary.c).
 */
#ifndef KINDLING_SIGMOID_H
#define KINDLING_SIGMOID_H

#include "vmath.h"

/* 1 / (1 + e^-x), for negative x as e^x / (1 + e^x): nothing overflows. */
static inline real real_sigmoid(real x)
{
    real e = real_exp(-real_abs(x));
    return (x < 0 ? e : 1) / (1 + e);
}

/* Near 0 what Cephes has for tanh, in float an odd polynomial and in double a quotient of two,
 * elsewhere 1 - 2 / (e^2|x| + 1) with x's sign. */
static inline real real_tanh(real x)
{
    real size = real_abs(x), square = x * x;
#ifdef KINDLING_DOUBLE
    real p = -9.64399179425052238628e-1;
    p = p * square - 9.92877231001918586564e1;
    p = p * square - 1.61468768441708447952e3;
    real q = square + 1.12811678491632931402e2;
    q = q * square + 2.23548839060100448583e3;
    q = q * square + 4.84406305325125486048e3;
    p /= q;
#else
    float p = -5.70498872745e-3f;
    p = p * square + 2.06390887954e-2f;
    p = p * square - 5.37397155531e-2f;
    p = p * square + 1.33314422036e-1f;
    p = p * square - 3.33332819422e-1f;
#endif
    real near = p * square * size + size;
    real far = 1 - 2 / (real_exp(2 * size) + 1);
    real y = size < (real)0.625 ? near : far;
#ifdef KINDLING_DOUBLE
    return copysign(y, x);
#else
    return copysignf(y, x);
#endif
}

#endif

/* sigmoid.h - sigmoid of one number, of any size, for loops that become vectors (vmath.h).
 *
 * Apart from vmath.h, which students include: it is an exercise of theirs (02.2). Largest error
 * over all floats: 2.4 ulp (tests/tensor/kernels/test_unary.c).
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

#endif

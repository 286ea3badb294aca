/* wave.h - inputs that need no storing: element i is scale * sin(1.3 i + phase).
 *
 * tests/fixtures/attention.py computes the same waves and stores what PyTorch makes of them.
 */
#ifndef WAVE_H
#define WAVE_H

#include "test.h"

static inline void wave_fill(Tensor *t, double phase, double scale)
{
    for (long i = 0; i < tensor_numel(t); i++)
        t->data[i] = (real)(scale * sin(1.3 * (double)i + phase));
}

static inline Tensor *wave(int ndim, const long *shape, double phase, double scale)
{
    Tensor *t = tensor_new(ndim, shape);
    wave_fill(t, phase, scale);
    return t;
}

/* Tolerances of a comparison with stored numbers. */
#define STORED_TOLERANCE (IS_DOUBLE ? 1e-10 : 2e-5)

#endif

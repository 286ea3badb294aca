/* tile_want.c - a micro-tile of C in plain loops. */
#include "want.h"

Tensor *tile_want(const Tensor *a, const Tensor *b, const Tensor *c, long row, long column)
{
    Tensor *t = copy_of(c);
    for (long i = 0; i < STEP_MR; i++)
        for (long j = 0; j < STEP_NR; j++) {
            double sum = at(c, AT(row + i, column + j));
            for (long p = 0; p < a->shape[0]; p++)
                sum += at(a, AT(p, i)) * at(b, AT(p, j));
            t->data[(row + i) * c->shape[1] + column + j] = (real)sum;
        }
    return t;
}

Tensor *tile_behind_b_want(const Tensor *a, const Tensor *b_then_c)
{
    long k = a->shape[0];
    Tensor *b = blank(SHAPE(k, STEP_NR));
    memcpy(b->data, b_then_c->data, (size_t)(k * STEP_NR) * sizeof(real));
    return tile_want(a, b, b_then_c, k - 1, 0);
}

/* turn_want.c - each pair turned by its angle, number by number. */
#include "want.h"

Tensor *turned_want(const Tensor *x, RopeOptions o)
{
    const Tensor *rows = copy_of(x), *turns = turns_want(x, o);
    long T = x->shape[x->ndim - 2], D = x->shape[x->ndim - 1];
    long dims = turns->shape[turns->ndim - 1], n = dims / 2;
    long of_first = plain_numel(x) / x->shape[0] / D; /* rows of one of the first axis */
    Tensor *y = copy_of(x);
    for (long row = 0; row < plain_numel(x) / D; row++) {
        long first = turns->ndim == 3 ? row / of_first : 0;
        const real *turn = turns->data + (first * T + row % T) * dims;
        for (long i = 0; i < n; i++) {
            long one = o.pairs == ROPE_HALF ? i : 2 * i;
            long other = o.pairs == ROPE_HALF ? i + n : 2 * i + 1;
            double a = (double)rows->data[row * D + one], b = (double)rows->data[row * D + other];
            double c = (double)turn[i], s = (double)turn[n + i];
            y->data[row * D + one] = (real)(a * c - b * s);
            y->data[row * D + other] = (real)(a * s + b * c);
        }
    }
    return y;
}

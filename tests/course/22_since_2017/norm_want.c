/* norm_want.c - rows over the root of their mean square, in plain loops. */
#include "want.h"

Tensor *norm_want(const Tensor *x, const Tensor *weight, double eps)
{
    const Tensor *rows = copy_of(x);
    long C = x->shape[x->ndim - 1];
    Tensor *y = blank(x->ndim, x->shape);
    for (long first = 0; C > 0 && first < plain_numel(x); first += C) {
        double squares = 0;
        for (long i = first; i < first + C; i++)
            squares += (double)rows->data[i] * (double)rows->data[i];
        for (long i = 0; i < C; i++) {
            double w = weight == NULL ? 1 : at(weight, AT(i));
            y->data[first + i] =
                (real)((double)rows->data[first + i] * w / sqrt(squares / (double)C + eps));
        }
    }
    return y;
}

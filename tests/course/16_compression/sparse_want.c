/* sparse_want.c - compressed rows and their product, in plain loops. */
#include "want.h"

Tensor *csr_want(const Tensor *w)
{
    long rows = w->shape[0], columns = w->shape[1], count = 0, next = 0;
    for (long i = 0; i < rows * columns; i++)
        count += at(w, AT(i / columns, i % columns)) != 0;
    Tensor *t = blank(SHAPE(rows + 1 + 2 * count));
    for (long i = 0; i < rows * columns; i++) {
        double x = at(w, AT(i / columns, i % columns));
        if (i % columns == 0)
            t->data[i / columns] = (real)next;
        if (x == 0)
            continue;
        t->data[rows + 1 + next] = (real)(i % columns);
        t->data[rows + 1 + count + next++] = isnan(x) ? NAN_AS_SHOWN : (real)x;
    }
    t->data[rows] = (real)count;
    return t;
}

Tensor *matvec_want(const Tensor *w, const Tensor *x)
{
    Tensor *y = blank(SHAPE(w->shape[0]));
    for (long r = 0; r < w->shape[0]; r++) {
        double sum = 0;
        for (long c = 0; c < w->shape[1]; c++)
            sum += at(w, AT(r, c)) * at(x, AT(c));
        y->data[r] = (real)sum;
    }
    return y;
}

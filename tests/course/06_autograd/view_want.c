/* view_want.c - where the gradient of a view belongs. */
#include "want.h"

Tensor *turned_want(const Tensor *g)
{
    return plain_transpose(plain_transpose(g, 0, 1), 0, 2);
}

Tensor *transposed_want(const Tensor *g)
{
    return plain_transpose(g, 0, 4);
}

Tensor *reshaped_want(const Tensor *a, const Tensor *g)
{
    return plain_reshape(g, a->ndim, a->shape);
}

/* ---- slices ------------------------------------------------------------------------------------------ */

Tensor *line_want(const Tensor *few)
{
    real one = few->data[0], two = few->data[1];
    return values(SHAPE(4), VALUES(0, one, two, 0));
}

Tensor *columns_want(const Tensor *g)
{
    Tensor *want = blank(SHAPE(2, 5));
    for (int i = 0; i < 2; i++) {
        want->data[i * 5 + 4] = (real)at(g, AT(i, 0));
        want->data[i * 5 + 2] = (real)at(g, AT(i, 1));
    }
    return want;
}

Tensor *overlap_want(const Tensor *g, const Tensor *row)
{
    Tensor *want = columns_want(g);
    for (int j = 0; j < 5; j++)
        want->data[5 + j] += (real)at(row, AT(0, j));
    return want;
}

/* ---- views of views ------------------------------------------------------------------------------------ */

Tensor *both_uses_want(const Tensor *g)
{
    return plain_pair(g, plain_transpose(g, 0, 1), minus);
}

Tensor *column_want(const Tensor *h)
{
    Tensor *want = blank(SHAPE(2, 3));
    for (int i = 0; i < 2; i++)
        want->data[i * 3 + 1] = (real)at(h, AT(0, i, 0));
    return want;
}

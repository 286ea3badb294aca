/* sub_is_right.c - a question a function: numbers, a row, a column, views, x - x, gradients that are there. */
#include "op.h"

static Tensor *whole(int seed)
{
    Tensor *t = tensor_new(SHAPE(2, 3));
    for (int i = 0; i < 6; i++)
        t->data[i] = (real)((i * 7 + seed * 5) % 11 - 4);
    return t;
}

static bool same(Tensor *is, Tensor *should)
{
    if (is == NULL || !tensor_same_shape(is, should))
        return false;
    double off = 0;
    for (long i = 0; i < should->shape[0]; i++)
        for (long j = 0; j < should->shape[1]; j++) {
            double d = (double)tensor_get(is, AT(i, j)) - (double)tensor_get(should, AT(i, j));
            off += d < 0 ? -d : d;
        }
    return off < 1e-4;
}

static Tensor *back_from(Tensor *y)
{
    Tensor *dy = whole(3);
    tensor_backward_from(y, dy, true);
    return dy;
}

static bool plain_ones(Tensor *(*sub)(Tensor *a, Tensor *b))
{
    Tensor *a = tensor_requires_grad(whole(1));
    Tensor *b = tensor_requires_grad(whole(2));
    Tensor *y = sub(a, b);
    Tensor *minus = tensor_add(a, tensor_mul_scalar(b, -1));
    if (!same(y, minus))
        return false;
    if (!y->requires_grad)
        return false;
    Tensor *dy = back_from(y);
    bool once = same(a->grad, dy) && same(b->grad, tensor_mul_scalar(dy, -1));
    back_from(y);
    bool twice =
        same(a->grad, tensor_mul_scalar(dy, 2)) && same(b->grad, tensor_mul_scalar(dy, -2));
    return once && twice;
}

static bool repeated_ones(Tensor *(*sub)(Tensor *a, Tensor *b))
{
    Tensor *row = tensor_requires_grad(tensor_from(SHAPE(3), VALUES(1, 5, 2)));
    Tensor *column = tensor_requires_grad(tensor_from(SHAPE(2, 1), VALUES(7, 3)));
    Tensor *y = sub(row, column);
    Tensor *minus = tensor_add(row, tensor_mul_scalar(column, -1));
    if (!same(y, minus))
        return false;
    Tensor *dy = back_from(y);
    Tensor *sum_of_column = tensor_mul_scalar(tensor_sum(dy, 1, (int[]){1}, true), -1);
    Tensor *sum_of_row = tensor_sum(dy, 1, (int[]){0}, true);
    if (row->grad == NULL)
        return false;
    return same(column->grad, sum_of_column) && same(tensor_unsqueeze(row->grad, 0), sum_of_row);
}

static bool turned_ones(Tensor *(*sub)(Tensor *a, Tensor *b))
{
    Tensor *square = tensor_requires_grad(tensor_from(SHAPE(2, 2), VALUES(1, 2, 3, 4)));
    Tensor *other = tensor_requires_grad(tensor_from(SHAPE(2, 2), VALUES(5, 9, 6, 8)));
    Tensor *y = sub(tensor_transpose(square, 0, 1), other);
    if (!same(y, tensor_from(SHAPE(2, 2), VALUES(-4, -6, -4, -4))))
        return false;
    tensor_backward_from(y, tensor_from(SHAPE(2, 2), VALUES(1, 2, 3, 4)), false);
    return same(square->grad, tensor_from(SHAPE(2, 2), VALUES(1, 3, 2, 4)));
}

static bool twice_the_same(Tensor *(*sub)(Tensor *a, Tensor *b))
{
    Tensor *x = tensor_requires_grad(whole(5));
    back_from(sub(x, x));
    return same(x->grad, tensor_zeros(SHAPE(2, 3)));
}

bool sub_is_right(Tensor *(*sub)(Tensor *a, Tensor *b))
{
    if (!plain_ones(sub))
        return false;
    if (!repeated_ones(sub))
        return false;
    if (!turned_ones(sub))
        return false;
    return twice_the_same(sub);
}

/* sub_is_right.c - a test of a subtraction, there and back, against loops.
 *
 * Right is, for every result (R, C): y[r][c] = a[r][c] - b[r][c], where a side that lacks an axis,
 * or has size 1 there, is the same all along it; and each number of a side gets the sum of dy, or
 * of -dy, over all places where it was used.
 */
#include "op.h"

enum { R = 2, C = 3 };

/* Which number of t, row by row, is used at (r, c). */
static long used_at(const Tensor *t, long r, long c)
{
    long columns = t->shape[t->ndim - 1];
    long row = t->ndim == 2 && t->shape[0] > 1 ? r : 0;
    return row * columns + (columns > 1 ? c : 0);
}

static real number(Tensor *t, long i)
{
    long columns = t->shape[t->ndim - 1];
    return t->ndim == 2 ? tensor_get(t, AT(i / columns, i % columns)) : tensor_get(t, AT(i));
}

static bool has_numbers(Tensor *t, const Tensor *shape, const real *want)
{
    if (t == NULL || t->ndim != shape->ndim)
        return false;
    for (int d = 0; d < t->ndim; d++)
        if (t->shape[d] != shape->shape[d])
            return false;
    for (long i = 0; i < tensor_numel(t); i++)
        if (number(t, i) != want[i])
            return false;
    return true;
}

/* All numbers are whole or halves, and small: no sum of them is rounded. The second walk finds a
 * gradient there. */
static bool subtracts(Tensor *(*sub)(Tensor *a, Tensor *b), Tensor *a, Tensor *b)
{
    Tensor *dy = tensor_from(SHAPE(R, C), VALUES(3, -2, (real)0.5, -7, 5, (real)-1.5));
    real want[R * C], of_a[R * C] = {0}, of_b[R * C] = {0};
    for (long r = 0; r < R; r++)
        for (long c = 0; c < C; c++) {
            long i = r * C + c, in_a = used_at(a, r, c), in_b = used_at(b, r, c);
            want[i] = number(a, in_a) - number(b, in_b);
            of_a[in_a] += 2 * dy->data[i];
            (a == b ? of_a : of_b)[in_b] -= 2 * dy->data[i];
        }
    Tensor *y = sub(a, b);
    if (!has_numbers(y, dy, want) || !y->requires_grad)
        return false;
    tensor_zero_grad(b);
    tensor_zero_grad(a);
    tensor_backward_from(y, dy, true);
    tensor_backward_from(y, dy, true);
    return has_numbers(a->grad, a, of_a) && (a == b || has_numbers(b->grad, b, of_b));
}

static Tensor *leaf_of(Tensor *t)
{
    return tensor_requires_grad(t);
}

EXERCISE
bool sub_is_right(Tensor *(*sub)(Tensor *a, Tensor *b))
{
    Tensor *a = leaf_of(tensor_from(SHAPE(R, C), VALUES(1, 20, -3, 4, 50, 6)));
    Tensor *b = leaf_of(tensor_from(SHAPE(R, C), VALUES(7, -8, 9, 2, 11, 30)));
    Tensor *of_columns = tensor_from(SHAPE(C, R), VALUES(9, 8, 7, 60, 5, 4));
    Tensor *turned = leaf_of(tensor_transpose(of_columns, 0, 1));
    Tensor *row = leaf_of(tensor_from(SHAPE(C), VALUES(10, 20, 40)));
    Tensor *column = leaf_of(tensor_from(SHAPE(R, 1), VALUES(5, 9)));
    return subtracts(sub, a, b) && subtracts(sub, turned, b) && subtracts(sub, a, turned) &&
           subtracts(sub, row, column) && subtracts(sub, column, row) && subtracts(sub, a, a);
}

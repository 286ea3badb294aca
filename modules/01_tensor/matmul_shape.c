/* matmul_shape.c - which shape a matrix product has, and what is wrong where it has none.
 *
 *     (..., m, k) @ (..., k, n)  ->  (..., m, n)
 *
 * The last two axes are matrices and those before broadcast. A 1-d a is a row, a 1-d b a column, and
 * that axis is missing in the result. Invariant: whatever fails here fails before any number is read.
 */
#include "matrix.h"
#include "todo.h"

/* matrix.h gives you rows_of(t) and columns_of(t), the sizes of the last two axes, and batch_of(t), a
 * tensor with only the axes before them (none, where t has one or two). */

/* given */
static void check_axes(const char *operation, const Tensor *a, const Tensor *b)
{
    if (a->ndim == 0 || b->ndim == 0)
        fail("%s: %s @ %s: a scalar has no axis to sum over. hint: tensor_mul", operation,
             tensor_shape_text(a), tensor_shape_text(b));
}

/* given: refuses inner sizes that differ, and guesses which transpose is missing. */
static void check_inner(const char *operation, const Tensor *a, const Tensor *b, long inner_a,
                        long inner_b)
{
    if (inner_a == inner_b)
        return;
    const char *hint = "";
    if (b->ndim >= 2 && columns_of(b) == inner_a)
        hint = ". hint: did you mean tensor_transpose(b, -2, -1)?";
    else if (a->ndim >= 2 && rows_of(a) == inner_b)
        hint = ". hint: did you mean tensor_transpose(a, -2, -1)?";
    fail("%s: inner dimensions differ: %s @ %s, %ld against %ld%s", operation, tensor_shape_text(a),
         tensor_shape_text(b), inner_a, inner_b, hint);
}

/* given: refuses batches that do not go together, counted from the right: -3 is next to the matrix. */
static void check_batch(const char *operation, const Tensor *a, const Tensor *b)
{
    for (int axis = -3; axis >= -a->ndim && axis >= -b->ndim; axis--) {
        long na = a->shape[a->ndim + axis], nb = b->shape[b->ndim + axis];
        if (na != nb && na != 1 && nb != 1)
            fail("%s: cannot broadcast the batch axes of %s @ %s: axis %d is %ld and %ld. hint: "
                 "sizes "
                 "must be equal or 1, counted from the right",
                 operation, tensor_shape_text(a), tensor_shape_text(b), axis, na, nb);
    }
}

/* ---- 01.14 --------------------------------------------------------------------------------------- */

int matmul_shape(const char *operation, const Tensor *a, const Tensor *b, long *shape)
{
    check_axes(operation, a, b); /* given */

    /* TODO: fill shape with the shape of a @ b, return how many axes it has.
     *
     * APPROACH
     *   1. The inner sizes: the columns of a, and the rows of b. Where b has one axis only, it is a
     *      column, and that axis is its rows. Give both to check_inner.
     *   2. check_batch(operation, a, b), then the common batch axes: batch_of returns a tensor, and
     *      broadcast_shape wants addresses, so  Tensor batch_a = batch_of(a), batch_b = batch_of(b);
     *      broadcast_shape(operation, &batch_a, &batch_b, shape) returns how many axes that are.
     *   3. Behind them the rows of a, unless a has one axis only, and the columns of b, unless b has
     *      one axis only.
     *
     * EXAMPLE
     *   (2, 4) @ (4, 5)   ->   (2, 5)          (7, 2, 4) @ (4, 5)   ->   (7, 2, 5)
     *   (4) @ (4, 5)      ->   (5)             (2, 4) @ (4)   ->   (2)         (4) @ (4)   ->   ()
     *
     * HINT: shape[ndim++] = ... appends an axis. */
    todo("01.14 matmul_shape");
}

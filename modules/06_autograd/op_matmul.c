/* op_matmul.c - matrix products, and what flows back through them.
 *
 * Batches stand in front of the last two axes; a weight without batch axes is shared by the whole
 * batch, and grad_add sums its gradient over it.
 */
#include "autograd.h"
#include "todo.h"

/* ---- given: vectors. A 1-d a is one row, a 1-d b one column; the result lacks that axis ---- */

/* t itself, or, if it is a vector, the matrix that matmul makes of it. */
static Tensor *as_matrix(Tensor *t, int vector_axis)
{
    return t->ndim == 1 ? tensor_unsqueeze(t, vector_axis) : t;
}

/* dout with the axes that vectors lost put back: (..., m, n). */
static Tensor *with_both_axes(Tensor *dout, const Tensor *a, const Tensor *b)
{
    if (a->ndim == 1)
        dout = tensor_unsqueeze(dout, b->ndim == 1 ? 0 : -2);
    return b->ndim == 1 ? tensor_unsqueeze(dout, -1) : dout;
}

/* grad_add for a share in matrix form: if t is a vector, the extra axis is dropped first. */
static void add_share(Tensor *t, Tensor *share, int vector_axis)
{
    grad_add(t, t->ndim == 1 ? tensor_squeeze(share, vector_axis) : share);
}

/* ---- 06.6 ------------------------------------------------------------------------------------ */

static void matmul_backward(Closure *c, Tensor *dout)
{
    /* TODO: Y = A B. From dY to dA and dB.
     *
     * APPROACH
     *   1. A = as_matrix(c->in[0], 0), B = as_matrix(c->in[1], 1), dY = with_both_axes(dout, in[0],
     *      in[1]): now all are matrices, (..., m, k), (..., k, n) and (..., m, n).
     *   2. dA must have the shape of A, (m, k). What product of dY (m, n) and B (k, n) has it? One
     *      of the two must be transposed: tensor_transpose(t, -2, -1).
     *   3. dB must be (k, n), out of A (m, k) and dY (m, n). The same question.
     *   4. add_share(c->in[0], dA, -2) and add_share(c->in[1], dB, -1).
     *   5. Products are dear: skip the side that does not require a gradient (->requires_grad).
     *
     * EXAMPLE
     *   A = [[1, 2], [3, 4]], B = [[5, 6], [7, 8]], dY all ones:
     *   dA = dY B^T = [[5+6, 7+8], [11, 15]]     dB = A^T dY = [[1+3, 4], [2+4, 6]]
     *
     * HINT: when all sizes differ, only one order and one transpose give the right shape. That is
     * also how to remember the formulas. */
    todo("06.6 matmul_backward");
}

static const Operation matmul_op = {.name = "matmul", .backward = matmul_backward};

Tensor *tensor_matmul(Tensor *a, Tensor *b)
{
    long shape[TENSOR_MAX_AXES];
    int ndim = matmul_shape("tensor_matmul", a, b, shape);
    Tensor *out = tensor_new(ndim, shape);
    matmul_forward(out, a, b);
    record(out, &matmul_op, INPUTS(a, b));
    return out;
}

/* op_matmul.c - matrix products, those with weights in one step, and what flows back.
 *
 * Batches stand in front of the last two axes; a matrix without batch axes is shared by the whole
 * batch, and grad_add sums its gradient over it.
 */
#include "op.h"

double closure_product_flops(const Closure *c)
{
    const Tensor *a = c->in[0];
    return 2 * (double)tensor_numel(c->out) * (double)a->shape[a->ndim - 1];
}

/* With Y = A B, and dY the gradient of Y:   dA = dY B^T,   dB = A^T dY. */
EXERCISE
void matmul_backward(Closure *c, Tensor *dy)
{
    Tensor *a = c->in[0], *b = c->in[1];
    Tensor *A = as_matrix(a, 0), *B = as_matrix(b, 1), *dY = with_both_axes(dy, a, b);
    if (a->requires_grad)
        add_matrix_share(a, tensor_matmul(dY, tensor_transpose(B, -2, -1)), -2);
    if (b->requires_grad)
        add_matrix_share(b, tensor_matmul(tensor_transpose(A, -2, -1), dY), -1);
}

static const Operation matmul_op = {.name = "matmul",
                                    .backward = matmul_backward,
                                    .reads = {READS_INPUT(1), READS_INPUT(0)},
                                    .products = 1,
                                    .flops = closure_product_flops};

Tensor *tensor_matmul(Tensor *a, Tensor *b)
{
    long shape[TENSOR_MAX_AXES];
    int ndim = matmul_shape("tensor_matmul", a, b, shape);
    Tensor *out = tensor_new(ndim, shape);
    matmul_kernel(out, a, b);
    return closure_record(out, &matmul_op, INPUTS(a, b), NO_CAPTURE);
}

/* ---- linear: y = x W + b in one step --------------------------------------------------------- */

/* The same as tensor_add(tensor_matmul(x, W), b), which is its plain twin, but the product is added
 * onto the bias where it lies, and backward needs no copy of the gradient between the two and sums
 * dW over a batch inside one product:
 *     dx = dy W^T,   dW = x^T dy,   db = dy summed over all rows. */
static Tensor transposed(const Tensor *t)
{
    Tensor view = *t;
    transpose_view(&view, t, -2, -1);
    return view;
}

static void linear_backward(Closure *c, Tensor *dy)
{
    Tensor *x = c->in[0], *weight = c->in[1];
    Tensor xt = transposed(x), wt = transposed(weight);
    real beta;
    if (x->requires_grad) {
        Tensor *dx = grad_buffer(x, &beta);
        matmul_accumulate(dx, dy, &wt, 1, beta);
    }
    if (weight->requires_grad) {
        Tensor *dw = grad_buffer(weight, &beta);
        matmul_accumulate(dw, &xt, dy, 1, beta);
    }
    if (c->n_in > 2)
        grad_add(c->in[2], dy);
}

static const Operation linear_op = {.name = "linear",
                                    .backward = linear_backward,
                                    .reads = {READS_INPUT(1), READS_INPUT(0)},
                                    .products = 1,
                                    .flops = closure_product_flops};

Tensor *tensor_linear(Tensor *x, Tensor *weight, Tensor *bias)
{
    if (x->ndim < 2 || weight->ndim != 2) { /* vectors: rare, and the plain way is good enough */
        Tensor *y = tensor_matmul(x, weight);
        return bias != NULL ? tensor_add(y, bias) : y;
    }
    long shape[TENSOR_MAX_AXES];
    int ndim = matmul_shape("tensor_linear", x, weight, shape);
    if (bias != NULL && (bias->ndim != 1 || bias->shape[0] != weight->shape[1]))
        fail("tensor_linear: the bias has shape %s, expected (%ld,) for a weight of shape %s",
             tensor_shape_text(bias), weight->shape[1], tensor_shape_text(weight));
    Tensor *out = tensor_new(ndim, shape);
    if (bias != NULL)
        matmul_bias_kernel(out, x, weight, bias);
    else
        matmul_kernel(out, x, weight);
    return closure_record(out, &linear_op, bias != NULL ? 3 : 2, (Tensor *[]){x, weight, bias},
                          NO_CAPTURE);
}

/* ---- y = x W^T: a weight (out, in), or an embedding's table as the head, (V, C) -------------- */

/* dx = dy W,   dW = dy^T x */
static void transposed_backward(Closure *c, Tensor *dy)
{
    Tensor *x = c->in[0], *weight = c->in[1], dy_t = transposed(dy);
    real beta;
    if (x->requires_grad) {
        Tensor *dx = grad_buffer(x, &beta);
        matmul_accumulate(dx, dy, weight, 1, beta);
    }
    if (weight->requires_grad) {
        Tensor *dweight = grad_buffer(weight, &beta);
        matmul_accumulate(dweight, &dy_t, x, 1, beta);
    }
}

static const Operation transposed_op = {.name = "linear",
                                        .backward = transposed_backward,
                                        .reads = {READS_INPUT(1), READS_INPUT(0)},
                                        .products = 1,
                                        .flops = closure_product_flops};

static Tensor *times_transposed(const char *operation, Tensor *x, Tensor *weight)
{
    long shape[TENSOR_MAX_AXES];
    Tensor columns = transposed(weight);
    int ndim = matmul_shape(operation, x, &columns, shape);
    Tensor *out = tensor_new(ndim, shape);
    matmul_kernel(out, x, &columns);
    return closure_record(out, &transposed_op, INPUTS(x, weight), NO_CAPTURE);
}

Tensor *tensor_matmul_transposed(Tensor *x, Tensor *weight)
{
    if (x->ndim < 2 || weight->ndim != 2)
        fail(
            "tensor_matmul_transposed: x has shape %s and the weight %s, expected (..., T, in) and "
            "(out, in)",
            tensor_shape_text(x), tensor_shape_text(weight));
    return times_transposed("tensor_matmul_transposed", x, weight);
}

Tensor *tensor_tied_linear(Tensor *x, Tensor *table)
{
    if (x->ndim < 2 || table->ndim != 2)
        fail("tensor_tied_linear: x has shape %s and the table %s, expected (..., T, C) and (V, C)",
             tensor_shape_text(x), tensor_shape_text(table));
    return times_transposed("tensor_tied_linear", x, table);
}

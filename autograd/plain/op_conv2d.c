/* op_conv2d.c - convolution as one product: every window a column, every output channel a row of weights.
 *
 *     y = W columns + bias,   dcolumns = W^T dy,   dW = dy columns^T, summed over images,   dbias = sum of dy
 *
 * W is (groups, Cout / groups, K) and columns (B, groups, K, P), with K = C KH KW numbers under one of P windows.
 */
#include "image_parts.h"

/* t, seen with other axes; it is contiguous. */
static Tensor seen_as(const Tensor *t, int ndim, const long *shape)
{
    Tensor view;
    reshape_view(&view, t, ndim, shape);
    return view;
}

static Tensor transposed(const Tensor *t)
{
    Tensor view;
    transpose_view(&view, t, -2, -1);
    return view;
}

/* The sizes of the product, and its weights. */
typedef struct {
    long B, G, O, K, P;
    Tensor *columns; /* (B, G K, P), not filled */
    Tensor weight;   /* (G, O, K) */
} Product;

static Product product_of(const Tensor *x, Tensor *weight, const Tensor *y, long groups)
{
    Product p = {.B = x->shape[0], .G = groups, .O = y->shape[1] / groups};
    p.K = weight->shape[1] * weight->shape[2] * weight->shape[3];
    p.P = y->shape[2] * y->shape[3];
    p.columns = tensor_new(SHAPE(p.B, p.G * p.K, p.P));
    p.weight = seen_as(tensor_contiguous(weight), SHAPE(p.G, p.O, p.K));
    return p;
}

static void conv2d_backward(Closure *c, Tensor *dy)
{
    const Conv2dCapture *capture = c->capture;
    Tensor *x = c->in[0], *weight = c->in[1];
    Product p = product_of(x, weight, c->out, capture->groups);
    Tensor columns = seen_as(p.columns, SHAPE(p.B, p.G, p.K, p.P));
    Tensor dY = seen_as(tensor_contiguous(dy), SHAPE(p.B, p.G, p.O, p.P));
    if (weight->requires_grad) {
        Tensor *dw = tensor_new(4, weight->shape), dW = seen_as(dw, SHAPE(p.G, p.O, p.K));
        im2col_kernel(p.columns, x, capture->window);
        Tensor columns_t = transposed(&columns);
        matmul_accumulate(&dW, &dY, &columns_t, 1, 0);
        grad_add(weight, dw);
    }
    if (x->requires_grad) {
        Tensor *dx = tensor_zeros(4, x->shape), weight_t = transposed(&p.weight);
        matmul_kernel(&columns, &weight_t, &dY);
        col2im_kernel(dx, p.columns, capture->window);
        grad_add(x, dx);
    }
    if (c->n_in > 2)
        grad_add(c->in[2], tensor_sum(dy, AXES(0, 2, 3), false));
}

static const Operation conv2d_op = {
    .name = "conv2d", .backward = conv2d_backward, .describe = describe_conv2d};

Tensor *tensor_conv2d(Tensor *x, Tensor *weight, Tensor *bias, Window window, long groups)
{
    long shape[4];
    window = conv2d_shape("tensor_conv2d", x, weight, bias, window, groups, shape);
    Tensor *y = tensor_new(4, shape);
    Product p = product_of(x, weight, y, groups);
    im2col_kernel(p.columns, x, window);
    Tensor columns = seen_as(p.columns, SHAPE(p.B, p.G, p.K, p.P));
    Tensor Y = seen_as(y, SHAPE(p.B, p.G, p.O, p.P));
    matmul_kernel(&Y, &p.weight, &columns);
    if (bias != NULL) {
        Tensor per_row = seen_as(tensor_contiguous(bias), SHAPE(p.G, p.O, 1));
        add_kernel(&Y, &Y, &per_row);
    }
    return closure_record(y, &conv2d_op, bias != NULL ? 3 : 2, (Tensor *[]){x, weight, bias},
                          CAPTURE(Conv2dCapture, window, groups));
}

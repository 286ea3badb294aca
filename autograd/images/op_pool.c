/* op_pool.c - one number for each window: the largest, whose gradient goes where it stood, or the
 * mean, whose gradient goes back in equal parts.
 */
#include "image_parts.h"
#include "op.h"

/* ---- max ------------------------------------------------------------------------------------- */

typedef struct {
    const IntTensor *index; /* of each window's largest number in its plane */
    Window window;
} MaxPoolCapture;

static void max_pool2d_backward(Closure *c, Tensor *dy)
{
    const MaxPoolCapture *capture = c->capture;
    Tensor *dx = tensor_zeros(4, c->in[0]->shape);
    max_pool2d_backward_kernel(dx, dy, capture->index);
    grad_add(c->in[0], dx);
}

static void describe_max(const Closure *c, char *text, size_t size)
{
    describe_pool(&((const MaxPoolCapture *)c->capture)->window, text, size);
}

static const Operation max_pool2d_op = {.name = "max_pool2d",
                                        .backward = max_pool2d_backward,
                                        .describe = describe_max,
                                        .flops = flops_per_input};

/* Rows and columns of the result, behind B and C. */
static Tensor *pooled_new(const char *operation, const Tensor *x, Window *w)
{
    long out[2];
    *w = pool_shape(operation, x, *w, out);
    return tensor_new(SHAPE(x->shape[0], x->shape[1], out[0], out[1]));
}

Tensor *tensor_max_pool2d(Tensor *x, Window window)
{
    Tensor *y = pooled_new("tensor_max_pool2d", x, &window);
    IntTensor *index = int_tensor_new(y->ndim, y->shape);
    max_pool2d_kernel(y, index, x, window);
    return closure_record(y, &max_pool2d_op, INPUTS(x), CAPTURE(MaxPoolCapture, index, window));
}

/* ---- average --------------------------------------------------------------------------------- */

typedef struct {
    Window window;
    bool count_padding;
} AvgPoolCapture;

static void avg_pool2d_backward(Closure *c, Tensor *dy)
{
    const AvgPoolCapture *capture = c->capture;
    Tensor *dx = tensor_zeros(4, c->in[0]->shape);
    avg_pool2d_backward_kernel(dx, dy, capture->window, capture->count_padding);
    grad_add(c->in[0], dx);
}

static void describe_average(const Closure *c, char *text, size_t size)
{
    describe_pool(&((const AvgPoolCapture *)c->capture)->window, text, size);
}

static const Operation avg_pool2d_op = {.name = "avg_pool2d",
                                        .backward = avg_pool2d_backward,
                                        .describe = describe_average,
                                        .flops = flops_per_input};

Tensor *tensor_avg_pool2d(Tensor *x, Window window, bool count_padding)
{
    Tensor *y = pooled_new("tensor_avg_pool2d", x, &window);
    avg_pool2d_kernel(y, x, window, count_padding);
    return closure_record(y, &avg_pool2d_op, INPUTS(x),
                          CAPTURE(AvgPoolCapture, window, count_padding));
}

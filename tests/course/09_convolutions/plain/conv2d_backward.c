/* conv2d_backward.c - what flows back through a convolution, from its definition: in
 * y = ... + weight x + ..., weight gets dy x and x gets dy weight. */
#include "image_parts.h"

/* For each number of dy, each product that went into it: dw and dx, where they are not NULL, grow. */
static void walk_back(const Tensor *x, const Tensor *weight, const Tensor *dy, Window w,
                      long groups, Tensor *dw, Tensor *dx)
{
    long H = x->shape[2], W = x->shape[3], inputs = weight->shape[1];
    long KH = weight->shape[2], KW = weight->shape[3];
    long outputs = dy->shape[1] / groups;
    for (long b = 0; b < dy->shape[0]; b++)
        for (long o = 0; o < dy->shape[1]; o++)
            for (long r = 0; r < dy->shape[2]; r++)
                for (long s = 0; s < dy->shape[3]; s++)
                    for (long c = 0; c < inputs; c++)
                        for (long i = 0; i < KH; i++)
                            for (long j = 0; j < KW; j++) {
                                long row = r * w.stride[0] + i * w.dilation[0] - w.padding[0];
                                long column = s * w.stride[1] + j * w.dilation[1] - w.padding[1];
                                if (row < 0 || row >= H || column < 0 || column >= W)
                                    continue;
                                long channel = o / outputs * inputs + c;
                                real g = tensor_get(dy, AT(b, o, r, s));
                                if (dw != NULL)
                                    dw->data[((o * inputs + c) * KH + i) * KW + j] +=
                                        g * tensor_get(x, AT(b, channel, row, column));
                                if (dx != NULL)
                                    dx->data[((b * x->shape[1] + channel) * H + row) * W +
                                             column] += g * tensor_get(weight, AT(o, c, i, j));
                            }
}

void conv2d_backward(Closure *c, Tensor *dy)
{
    const Conv2dCapture *capture = c->capture;
    Tensor *x = c->in[0], *weight = c->in[1];

    Tensor *dx = x->requires_grad ? tensor_zeros(4, x->shape) : NULL;
    Tensor *dw = weight->requires_grad ? tensor_zeros(4, weight->shape) : NULL;
    if (dx != NULL || dw != NULL)
        walk_back(x, weight, dy, capture->window, capture->groups, dw, dx);
    if (dx != NULL)
        grad_add(x, dx);
    if (dw != NULL)
        grad_add(weight, dw);

    if (c->n_in == 3 && c->in[2]->requires_grad) {
        Tensor *dbias = tensor_zeros(SHAPE(dy->shape[1]));
        for (long b = 0; b < dy->shape[0]; b++)
            for (long o = 0; o < dy->shape[1]; o++)
                for (long r = 0; r < dy->shape[2]; r++)
                    for (long s = 0; s < dy->shape[3]; s++)
                        dbias->data[o] += tensor_get(dy, AT(b, o, r, s));
        grad_add(c->in[2], dbias);
    }
}

/* op_pad.c - a frame of one number around a tensor. What lies inside of it gets its part of dy. */
#include "op.h"
#include <stdio.h>

typedef struct {
    int axes;                     /* the last so many */
    long before[TENSOR_MAX_AXES]; /* of axis ndim - axes + i */
} PadCapture;

/* The part of `whole`, of the result's shape, in which a's numbers stand. */
static Tensor *inside_of(const Tensor *whole, const Tensor *a, const PadCapture *pad)
{
    Tensor *part = tensor_new_view(whole);
    for (int i = 0; i < pad->axes; i++) {
        Tensor from = *part;
        int axis = a->ndim - pad->axes + i;
        slice_view(part, &from, axis, pad->before[i], pad->before[i] + a->shape[axis], 1);
    }
    return part;
}

static void pad_backward(Closure *c, Tensor *dy)
{
    grad_add(c->in[0], inside_of(dy, c->in[0], c->capture));
}

static void describe_pad(const Closure *c, char *text, size_t size)
{
    const PadCapture *pad = c->capture;
    int first = c->out->ndim - pad->axes;
    size_t used = 0;
    for (int i = 0; i < pad->axes && used < size; i++) {
        long more = c->out->shape[first + i] - c->in[0]->shape[first + i];
        used += (size_t)snprintf(text + used, size - used, "%s%ld,%ld", i > 0 ? " " : "",
                                 pad->before[i], more - pad->before[i]);
    }
}

static const Operation pad_op = {
    .name = "pad", .backward = pad_backward, .describe = describe_pad, .flops = flops_none};

/* The last pair is the last axis's. */
static PadCapture check_pads(const Tensor *a, int n, const long *pads, long *shape)
{
    if (n % 2 != 0 || n > 2 * a->ndim)
        fail("tensor_pad: got %d numbers for %s, expected two, before and after, for each of the "
             "last axes, and at most %d",
             n, tensor_shape_text(a), 2 * a->ndim);
    PadCapture pad = {.axes = n / 2};
    for (int d = 0; d < a->ndim; d++)
        shape[d] = a->shape[d];
    for (int i = 0; i < n; i++) {
        if (pads[i] < 0)
            fail("tensor_pad: number %d is %ld, expected none below 0. hint: tensor_slice takes "
                 "away",
                 i, pads[i]);
        long *size = &shape[a->ndim - pad.axes + i / 2];
        if (pads[i] > LONG_MAX - *size)
            fail("tensor_pad: number %d is %ld, too large for %s", i, pads[i],
                 tensor_shape_text(a));
        *size += pads[i];
        if (i % 2 == 0)
            pad.before[i / 2] = pads[i];
    }
    shape_check("tensor_pad", a->ndim, shape);
    return pad;
}

Tensor *tensor_pad(Tensor *a, int n, const long *pads, real value)
{
    long shape[TENSOR_MAX_AXES];
    PadCapture pad = check_pads(a, n, pads, shape);
    Tensor *y = tensor_full(a->ndim, shape, value);
    copy_kernel(inside_of(y, a, &pad), a);
    return closure_record(y, &pad_op, INPUTS(a), sizeof pad, &pad);
}

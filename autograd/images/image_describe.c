/* image_describe.c - what pictures and costs know of a window: "3x3 stride 2", and its
 * arithmetic. */
#include "image_parts.h"

/* text += " name 2" or " name 2,1", unless it is what is usual. */
static size_t append_pair(char *text, size_t size, size_t at, const char *name, const long pair[2],
                          const long usual[2])
{
    if (at >= size || (pair[0] == usual[0] && pair[1] == usual[1]))
        return at;
    int n = pair[0] == pair[1]
                ? snprintf(text + at, size - at, " %s %ld", name, pair[0])
                : snprintf(text + at, size - at, " %s %ld,%ld", name, pair[0], pair[1]);
    return at + (size_t)n;
}

static size_t describe_window(const Window *w, const long usual_stride[2], char *text, size_t size)
{
    size_t at = (size_t)snprintf(text, size, "%ldx%ld", w->kernel[0], w->kernel[1]);
    at = append_pair(text, size, at, "stride", w->stride, usual_stride);
    at = append_pair(text, size, at, "padding", w->padding, (long[]){0, 0});
    return append_pair(text, size, at, "dilation", w->dilation, (long[]){1, 1});
}

void describe_conv2d(const Closure *c, char *text, size_t size)
{
    const Conv2dCapture *capture = c->capture;
    size_t at = describe_window(&capture->window, (long[]){1, 1}, text, size);
    append_pair(text, size, at, "groups", (long[]){capture->groups, capture->groups},
                (long[]){1, 1});
}

double conv2d_flops(const Closure *c)
{
    const Tensor *weight = c->in[1]; /* (Cout, Cin / groups, KH, KW) */
    double k = (double)(weight->shape[1] * weight->shape[2] * weight->shape[3]);
    return 2 * (double)tensor_numel(c->out) * k;
}

void describe_pool(const Window *w, char *text, size_t size)
{
    describe_window(w, w->kernel, text, size);
}

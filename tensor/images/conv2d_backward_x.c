/* conv2d_backward_x.c - what flows back to the images: weight^T @ dy is the gradient of the
 * columns, and each number of it goes back to its pixel (col2im), a strip after the other.
 *
 * Invariant: a unit of work is some channels of one image; nobody else writes there, and strips
 * come in order.
 */
#include "contiguous.h"
#include "images_parts.h"

typedef struct {
    ConvLayout v;
    const real *dy, *weight;
    real *dx, beta;
    long parts;
    GemmTask task;
    size_t columns;
} BackwardX;

static void scale(real *x, long n, real beta)
{
    for (long i = 0; beta != 1 && i < n; i++)
        x[i] = beta == 0 ? 0 : beta * x[i];
}

static void backward_channels(const void *context, long unit, char *scratch)
{
    const BackwardX *b = context;
    const ConvLayout *v = &b->v;
    long part = unit % b->parts, plane = unit / b->parts, group = plane % v->groups;
    long c = v->in * part / b->parts, channels = v->in * (part + 1) / b->parts - c;
    real *dx = b->dx + (plane * v->in + c) * v->area;
    GemmTask t = b->task;
    t.scratch = scratch + b->columns;
    t.g.m = channels * v->taps;
    t.g.a.data += group * v->out * v->depth + c * v->taps;
    if (!v->bare)
        scale(dx, channels * v->area, b->beta);
    for (long first = 0; first < v->pixels; first += v->strip) {
        long last = conv_strip_end(v, first);
        t.g.n = last - first;
        t.g.b.data = (real *)b->dy + plane * v->out * v->pixels + first;
        t.g.c.data = v->bare ? dx + first : (real *)scratch;
        gemm_task_run(&t);
        if (!v->bare)
            strip_add(v, dx, channels, first, last, (real *)scratch);
    }
}

static void prepare_product(BackwardX *b)
{
    const ConvLayout *v = &b->v;
    Gemm g = {.m = v->depth, .n = v->pixels, .k = v->out, .alpha = 1};
    g.a = (Matrix){(real *)b->weight, 1, v->depth};
    g.b = (Matrix){NULL, v->pixels, 1};
    g.c = (Matrix){b->dx, v->bare ? v->area : v->row, 1};
    g.beta = v->bare ? b->beta : 0;
    b->task = gemm_task(&g);
    b->columns = conv_columns_bytes(v);
}

void conv2d_backward_x_kernel(Tensor *dx, real dx_beta, const Tensor *dy, const Tensor *weight,
                              Window w, long groups)
{
    w = conv2d_check("conv2d_backward_x_kernel", dy, dx, weight, NULL, w, groups);
    if (tensor_numel(dx) == 0)
        return;
    Scope *scope = scope_open();
    Tensor *to = contiguous_output(dx, dx_beta != 0);
    BackwardX b = {.v = conv_layout(dx, weight, dy, w, groups),
                   .dy = contiguous_input(dy)->data,
                   .weight = contiguous_input(weight)->data,
                   .dx = to->data,
                   .beta = dx_beta};
    const ConvLayout *v = &b.v;
    b.parts = conv_parts(v, v->images);
    prepare_product(&b);
    conv_units(v->images * v->groups * b.parts,
               (int64_t)v->out * v->depth * v->pixels / b.parts / 8 + v->in * v->area / b.parts,
               b.columns + conv_product_bytes(&b.task, v->strip, conv_last_strip(v)),
               backward_channels, &b);
    contiguous_store(dx, to);
    scope_close(scope);
}

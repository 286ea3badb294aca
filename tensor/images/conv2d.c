/* conv2d.c - a convolution as products: (Cout, C KH KW) @ columns (C KH KW, pixels), a strip at a
 * time.
 *
 * A strip is filled, multiplied while it is in the cache, and forgotten; the product reads it where
 * it lies. Weights are transposed once, so that each strip finds them in the order of use.
 * Invariant: a unit of work is a strip of one image, and what it computes does not know of the
 * others.
 */
#include "contiguous.h"
#include "images_parts.h"

typedef struct {
    ConvLayout v;
    const real *x, *weight, *bias; /* weight is (groups, depth, out) */
    real *y;
    GemmTask task;
    size_t columns; /* bytes */
} Forward;

/* Every row of y begins with its bias, onto which the product is added. */
static void start_with_bias(const Forward *f, real *y, long group, long n)
{
    for (long o = 0; o < f->v.out; o++)
        for (long i = 0; i < n; i++)
            y[o * f->v.pixels + i] = f->bias[group * f->v.out + o];
}

static void forward_strip(const void *context, long unit, char *scratch)
{
    const Forward *f = context;
    const ConvLayout *v = &f->v;
    long first = unit % v->strips * v->strip, last = conv_strip_end(v, first);
    long plane = unit / v->strips, group = plane % v->groups; /* plane: image and group */
    const real *x = f->x + plane * v->in * v->area;
    real *y = f->y + plane * v->out * v->pixels + first;
    GemmTask t = f->task;
    t.scratch = scratch + f->columns;
    t.g.n = last - first;
    t.g.a.data += group * v->depth * v->out;
    t.g.b = (Matrix){(real *)scratch, v->row, 1};
    if (v->bare)
        t.g.b = (Matrix){(real *)x + first, v->area, 1};
    else
        strip_fill(v, x, f->x + v->images * v->groups * v->in * v->area, v->in, first, last,
                   (real *)scratch);
    t.g.c.data = y;
    if (f->bias != NULL)
        start_with_bias(f, y, group, last - first);
    gemm_task_run(&t);
}

/* (groups, out, depth) -> (groups, depth, out) */
static real *transposed_weight(const Tensor *weight, const ConvLayout *v)
{
    Tensor from = *contiguous_input(weight), view;
    from.ndim = 3;
    memcpy(from.shape, (long[]){v->groups, v->out, v->depth}, 3 * sizeof(long));
    memcpy(from.stride, (long[]){v->out * v->depth, v->depth, 1}, 3 * sizeof(long));
    view = from;
    transpose_view(&view, &from, 1, 2);
    Tensor *to = tensor_new(3, view.shape);
    copy_kernel(to, &view);
    return to->data;
}

static void prepare_product(Forward *f)
{
    const ConvLayout *v = &f->v;
    Gemm g = {.m = v->out, .n = v->pixels, .k = v->depth, .alpha = 1, .beta = f->bias ? 1 : 0};
    g.a = (Matrix){(real *)f->weight, 1, v->out};
    g.b = (Matrix){NULL, v->bare ? v->area : v->row, 1};
    g.c = (Matrix){f->y, v->pixels, 1};
    f->task = gemm_task(&g);
    f->columns = conv_columns_bytes(v);
}

void conv2d_kernel(Tensor *out, const Tensor *x, const Tensor *weight, const Tensor *bias, Window w,
                   long groups)
{
    w = conv2d_check("conv2d_kernel", out, x, weight, bias, w, groups);
    if (tensor_numel(out) == 0)
        return;
    Scope *scope = scope_open();
    Tensor *y = contiguous_output(out, false);
    Forward f = {.v = conv_layout(x, weight, out, w, groups),
                 .x = contiguous_input(x)->data,
                 .bias = bias != NULL ? contiguous_input(bias)->data : NULL,
                 .y = y->data};
    f.weight = transposed_weight(weight, &f.v);
    prepare_product(&f);
    const ConvLayout *v = &f.v;
    conv_units(v->images * v->groups * v->strips, (int64_t)v->out * v->depth * v->strip / 8 + 1,
               f.columns + conv_product_bytes(&f.task, v->strip, conv_last_strip(v)), forward_strip,
               &f);
    contiguous_store(out, y);
    scope_close(scope);
}

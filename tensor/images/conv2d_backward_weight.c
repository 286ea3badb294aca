/* conv2d_backward_weight.c - the gradient of the weights: dy @ columns^T for each image, summed
 * over images.
 *
 * Some images at a time each have a sum of their own; then these are added to the total, in double.
 * Invariant: images are added one by one, in order. How many are computed at a time, and on how
 * many threads, does not show (but in a library's product, whose rounding may depend on its width).
 */
#include "contiguous.h"
#include "images_parts.h"

#define WAVE_NUMBERS                                                                               \
    (64L << 10) /* of partial sums that are kept at a time, if threads need no more */

typedef struct {
    ConvLayout v;
    const real *dy, *x;
    long first, wave, parts; /* images [first, first + wave) */
    long numel;              /* of the weight */
    real *partial;           /* (wave, Cout, depth) */
    double *total;
    GemmTask task;
    size_t columns;
} BackwardWeight;

/* The sum over one image for some of its input channels. */
static void sum_of_image(const void *context, long unit, char *scratch)
{
    const BackwardWeight *b = context;
    const ConvLayout *v = &b->v;
    long part = unit % b->parts, plane = unit / b->parts;
    long c = v->in * part / b->parts, channels = v->in * (part + 1) / b->parts - c;
    long from = b->first * v->groups + plane;
    const real *x = b->x + (from * v->in + c) * v->area;
    GemmTask t = b->task;
    t.scratch = scratch + b->columns;
    t.g.n = channels * v->taps;
    t.g.b = (Matrix){(real *)scratch, 1, v->row};
    t.g.c.data = b->partial + plane * v->out * v->depth + c * v->taps;
    for (long first = 0; first < v->pixels; first += v->strip) {
        long last = conv_strip_end(v, first);
        t.g.k = last - first;
        t.g.beta = first > 0 ? 1 : 0;
        t.g.a.data = (real *)b->dy + from * v->out * v->pixels + first;
        if (v->bare)
            t.g.b = (Matrix){(real *)x + first, 1, v->area};
        else
            strip_fill(v, x, b->x + v->images * v->groups * v->in * v->area, channels, first, last,
                       (real *)scratch);
        gemm_task_run(&t);
    }
}

static void add_wave(long begin, long end, void *context)
{
    const BackwardWeight *b = context;
    for (long image = 0; image < b->wave; image++)
        for (long i = begin; i < end; i++)
            b->total[i] += (double)b->partial[image * b->numel + i];
}

static void prepare_product(BackwardWeight *b)
{
    const ConvLayout *v = &b->v;
    Gemm g = {.m = v->out, .n = v->depth, .k = v->strip, .alpha = 1};
    g.a = (Matrix){NULL, v->pixels, 1};
    g.b = (Matrix){NULL, 1, v->bare ? v->area : v->row};
    g.c = (Matrix){NULL, v->depth, 1};
    b->task = gemm_task(&g);
    b->columns = conv_columns_bytes(v);
}

static void sum_over_images(BackwardWeight *b)
{
    const ConvLayout *v = &b->v;
    long wave = WAVE_NUMBERS / b->numel, threads = kindling_threads();
    wave = wave > threads ? wave : threads;
    b->wave = wave < v->images ? wave : v->images;
    b->partial = scope_alloc(scope_current(), (size_t)(b->wave * b->numel) * sizeof(real));
    b->total = scope_alloc(scope_current(), (size_t)b->numel * sizeof(double));
    for (long i = 0; i < b->numel; i++)
        b->total[i] = 0;
    prepare_product(b);
    for (b->first = 0; b->first < v->images; b->first += b->wave) {
        if (b->wave > v->images - b->first)
            b->wave = v->images - b->first;
        b->parts = conv_parts(v, b->wave);
        long fewest = v->in / b->parts, most = (v->in + b->parts - 1) / b->parts;
        conv_units(b->wave * v->groups * b->parts,
                   (int64_t)v->out * v->depth * v->pixels / b->parts / 8 + 1,
                   b->columns + conv_product_bytes(&b->task, fewest * v->taps, most * v->taps),
                   sum_of_image, b);
        parallel_for(b->numel, b->wave, add_wave, b);
    }
}

void conv2d_backward_weight_kernel(Tensor *dw, real dw_beta, const Tensor *dy, const Tensor *x,
                                   Window w, long groups)
{
    w = conv2d_check("conv2d_backward_weight_kernel", dy, x, dw, NULL, w, groups);
    if (tensor_numel(dw) == 0)
        return;
    Scope *scope = scope_open();
    Tensor *to = contiguous_output(dw, dw_beta != 0);
    BackwardWeight b = {.v = conv_layout(x, dw, dy, w, groups),
                        .dy = contiguous_input(dy)->data,
                        .x = contiguous_input(x)->data,
                        .numel = tensor_numel(dw)};
    sum_over_images(&b);
    for (long i = 0; i < b.numel; i++)
        to->data[i] = (real)(b.total[i] + (dw_beta == 0 ? 0 : (double)(dw_beta * to->data[i])));
    contiguous_store(dw, to);
    scope_close(scope);
}

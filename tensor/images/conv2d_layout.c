/* conv2d_layout.c - how a convolution is cut into strips, and its work into units for threads.
 *
 * Invariant: strips depend on the sizes of an image, of the window and of the channels, and on
 * nothing else: neither on how many images there are nor on threads, so a sum is cut in the same
 * places anywhere.
 */
#include "images_parts.h"

#define STRIP_BYTES (384L << 10) /* columns that stay in the second-level cache */
#define UNIT 32L                 /* pixels: a micro-panel */
#define ALIGNMENT 64L

static long smaller(long a, long b)
{
    return a < b ? a : b;
}

/* Rows are no power of 2 apart: those would fall into the same few places of the cache. */
static void cut_into_strips(ConvLayout *v)
{
    long fit = STRIP_BYTES / (long)sizeof(real) / (v->depth > 0 ? v->depth : 1) / UNIT * UNIT;
    v->strip = fit > UNIT ? fit : UNIT;
    if (v->strip > v->pixels)
        v->strip = (v->pixels + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE;
    v->strips = (v->pixels + v->strip - 1) / v->strip;
    v->row = v->strip + (v->strip / CACHE_LINE % 2 == 0 ? CACHE_LINE : 0);
}

ConvLayout conv_layout(const Tensor *x, const Tensor *weight, const Tensor *y, Window filled,
                       long groups)
{
    ConvLayout v = {.window = filled,
                    .images = x->shape[0],
                    .groups = groups,
                    .in = weight->shape[1],
                    .out = weight->shape[0] / groups,
                    .size = {x->shape[2], x->shape[3]},
                    .out_size = {y->shape[2], y->shape[3]},
                    .taps = filled.kernel[0] * filled.kernel[1],
                    .bare = true};
    v.area = v.size[0] * v.size[1];
    v.pixels = v.out_size[0] * v.out_size[1];
    v.depth = v.in * v.taps;
    for (int i = 0; i < 2; i++)
        v.bare = v.bare && filled.kernel[i] == 1 && filled.stride[i] == 1 && filled.padding[i] == 0;
    cut_into_strips(&v);
    return v;
}

long conv_strip_end(const ConvLayout *v, long first)
{
    return smaller(first + v->strip, v->pixels);
}

long conv_last_strip(const ConvLayout *v)
{
    return v->pixels - (v->strips - 1) * v->strip;
}

size_t conv_product_bytes(const GemmTask *t, long n, long other_n)
{
    GemmTask one = *t, other = *t;
    one.g.n = n;
    other.g.n = other_n;
    size_t bytes = gemm_task_scratch(&one), more = gemm_task_scratch(&other);
    return bytes > more ? bytes : more;
}

size_t conv_columns_bytes(const ConvLayout *v)
{
    size_t bytes = v->bare ? 0 : (size_t)(v->depth * v->row + CONV_SPILL) * sizeof(real);
    return (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

long conv_parts(const ConvLayout *v, long images)
{
    long units = images * v->groups, threads = kindling_threads();
    return units % threads == 0 || units >= 4 * threads ? 1 : smaller(v->in, threads);
}

/* ---- threads --------------------------------------------------------------------------------- */

typedef struct {
    long units, threads;
    size_t bytes;
    char *scratch;
    void (*unit)(const void *context, long unit, char *scratch);
    const void *context;
} Shares;

static void run_shares(long begin, long end, void *context)
{
    const Shares *s = context;
    for (long i = begin; i < end; i++)
        for (long u = s->units * i / s->threads; u < s->units * (i + 1) / s->threads; u++)
            s->unit(s->context, u, s->scratch + (size_t)i * s->bytes);
}

void conv_units(long units, int64_t work, size_t bytes,
                void (*unit)(const void *context, long unit, char *scratch), const void *context)
{
    bytes = (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    Scope *scope = scope_open();
    Shares s = {.units = units, .bytes = bytes, .unit = unit, .context = context};
    s.threads = parallel_threads(units, work);
    s.scratch = scope_alloc(scope, (size_t)s.threads * bytes);
    parallel_for(s.threads, WORTH_A_THREAD, run_shares, &s);
    scope_close(scope);
}

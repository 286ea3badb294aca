/* measure.c - what a convolution costs: make measure-09.
 *
 * Four questions of the lesson. Times are the best of a few runs on one thread, in time of the processor, so that it
 * matters less who else uses the machine. "Loops" are your conv2d_direct, "columns" your tensor_conv2d, and "strips" the
 * engine's own conv2d_kernel, which makes a strip of columns at a time.
 */
#include <math.h>
#include <time.h>
#include "images_parts.h"
#include "kindling.h"
#include "predict.h"

#define RUNS 5

enum { FASTER, COLUMNS, STRIPS, NORM, DEPTHWISE };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

/* One convolution with all that it needs, and each of the ways to compute it. */
typedef struct {
    const char *title;
    long images, in, out, size, kernel, groups;
} Case;

typedef struct {
    Tensor *x, *weight, *y;
    Window w;
    long groups;
} Problem;

static Problem problem_of(Case c)
{
    Rng rng = rng_seed(9);
    Problem p = {.w = {.kernel = {c.kernel, c.kernel}}, .groups = c.groups};
    p.w.padding[0] = p.w.padding[1] = c.kernel / 2;
    p.x = tensor_normal(SHAPE(c.images, c.in, c.size, c.size), 0, 1, &rng);
    p.weight = tensor_normal(SHAPE(c.out, c.in / c.groups, c.kernel, c.kernel), 0, 1, &rng);
    p.y = tensor_new(SHAPE(c.images, c.out, c.size, c.size));
    return p;
}

static double operations(Case c)
{
    return 2.0 * (double)(c.images * c.out * c.size * c.size * c.in / c.groups) *
           (double)(c.kernel * c.kernel);
}

static void by_loops(Problem *p)
{
    conv2d_direct(p->y, p->x, p->weight, NULL, p->w, p->groups);
}

static void by_columns(Problem *p)
{
    tensor_conv2d(p->x, p->weight, NULL, p->w, p->groups);
}

static void by_strips(Problem *p)
{
    Window w = window_filled("measure", p->w, (long[]){1, 1});
    conv2d_kernel(p->y, p->x, p->weight, NULL, w, p->groups);
}

static double ms_of(void (*way)(Problem *), Problem *p)
{
    double best = 1e9;
    for (int run = 0; run < RUNS; run++) {
        Scope *scope = scope_open();
        double start = now();
        way(p);
        best = fmin(best, now() - start);
        scope_close(scope);
    }
    return best;
}

/* ---- 1. loops, columns, strips -------------------------------------------------------------------- */

/* The product alone, of matrices of the same size that are there already. */
static double product_ms(Case c)
{
    double best = 1e9;
    Rng rng = rng_seed(10);
    long K = c.in * c.kernel * c.kernel;
    for (int run = 0; run < RUNS; run++) {
        Scope *scope = scope_open();
        Tensor *weight = tensor_normal(SHAPE(c.out, K), 0, 1, &rng);
        Tensor *columns = tensor_normal(SHAPE(K, c.size * c.size), 0, 1, &rng);
        double start = now();
        tensor_matmul(weight, columns);
        best = fmin(best, now() - start);
        scope_close(scope);
    }
    return best;
}

static double largest_difference(const Tensor *a, const Tensor *b)
{
    double most = 0;
    for (long i = 0; i < tensor_numel(a); i++)
        most = fmax(most, fabs((double)a->data[i] - (double)b->data[i]));
    return most;
}

static void three_ways(void)
{
    const Case cases[] = {{"5x5, 6 to 16, 14 x 14", 1, 6, 16, 14, 5, 1},
                          {"3x3, 3 to 64, 56 x 56", 1, 3, 64, 56, 3, 1},
                          {"3x3, 64 to 64, 56 x 56", 1, 64, 64, 56, 3, 1},
                          {"1x1, 64 to 64, 56 x 56", 1, 64, 64, 56, 1, 1}};
    printf("1. One image forward: GFLOP/s, counting a multiplication and an addition as two\n\n");
    printf("   %-24s %8s %9s %9s %9s %9s\n", "", "MFLOP", "loops", "columns", "strips", "product");
    for (int i = 0; i < 4; i++) {
        Scope *scope = scope_open();
        grad_mode(false);
        Case c = cases[i];
        Problem p = problem_of(c);
        double m = operations(c) * 1e-6, loops = ms_of(by_loops, &p),
               columns = ms_of(by_columns, &p);
        Tensor *other = tensor_conv2d(p.x, p.weight, NULL, p.w, 1);
        contract(largest_difference(p.y, other) < 1e-3,
                 "09.4 conv2d_direct and 09.5 tensor_conv2d compute the same numbers");
        printf("   %-24s %8.1f %9.2f %9.2f %9.2f %9.2f\n", c.title, m, m / loops, m / columns,
               m / ms_of(by_strips, &p), m / product_ms(c));
        if (i == 2)
            measured(FASTER, loops / columns);
        scope_close(scope);
    }
}

/* ---- 2. bytes ---------------------------------------------------------------------------------------- */

/* What your tensor_conv2d asks for, less its result. */
static double column_bytes(Problem *p)
{
    Scope *scope = scope_open();
    by_columns(p);
    double bytes = (double)scope_peak(scope) - (double)tensor_numel(p->y) * (double)sizeof(real);
    scope_close(scope);
    return bytes;
}

static double strip_bytes(const Problem *p)
{
    Window w = window_filled("measure", p->w, (long[]){1, 1});
    ConvLayout layout = conv_layout(p->x, p->weight, p->y, w, p->groups);
    return (double)conv_columns_bytes(&layout);
}

static void bytes_of_columns(void)
{
    const Case cases[] = {{"1x1, 128 channels, 28 x 28", 1, 128, 128, 28, 1, 1},
                          {"3x3, 128 channels, 28 x 28", 1, 128, 128, 28, 3, 1},
                          {"5x5, 128 channels, 28 x 28", 1, 128, 128, 28, 5, 1},
                          {"3x3, the same, 8 images", 8, 128, 128, 28, 3, 1},
                          {"5x5, stride 2, 128 channels", 1, 128, 128, 28, 5, 1}};
    printf("\n2. Bytes besides image and result\n\n");
    printf("   %-28s %10s %14s %8s %14s\n", "", "x", "all columns", "times x", "a strip");
    for (int i = 0; i < 5; i++) {
        Scope *scope = scope_open();
        grad_mode(false);
        Problem p = problem_of(cases[i]);
        if (i == 4) {
            p.w.stride[0] = p.w.stride[1] = 2;
            p.y = tensor_new(SHAPE(1, 128, 14, 14));
        }
        double x = (double)tensor_numel(p.x) * (double)sizeof(real), all = column_bytes(&p);
        double taps = (double)(cases[i].kernel * cases[i].kernel);
        printf("   %-28s %10.0f %14.0f %8.2f %14.0f\n", cases[i].title, x, all, all / x,
               strip_bytes(&p));
        if (i == 4)
            measured(COLUMNS, all / x);
        if (i == 1)
            measured(STRIPS, strip_bytes(&p));
        contract(all < (taps + 2.5) * x + 1e6,
                 "09.5 tensor_conv2d writes its columns once: KH KW numbers for each of x");
        scope_close(scope);
    }
}

/* ---- 3. what waits for memory -------------------------------------------------------------------------- */

static const Case block = {"3x3, 64 to 64, 56 x 56", 8, 64, 64, 56, 3, 1};

static void copied(Problem *p)
{
    copy_kernel(p->y, p->x);
}

static void rectified(Problem *p)
{
    tensor_relu(p->x);
}

/* As in use: mean and variance are remembered. */
static void normed(Problem *p)
{
    long C = p->x->shape[1];
    tensor_batch_norm2d(p->x, NULL, NULL, tensor_zeros(SHAPE(C)), tensor_ones(SHAPE(C)), false,
                        (real)0.1, (real)1e-5);
}

static void pooled(Problem *p)
{
    tensor_max_pool2d(p->x, (Window){.kernel = {2, 2}});
}

static void counted(Problem *p)
{
    long C = p->x->shape[1];
    batch_statistics_kernel(tensor_new(SHAPE(C)), tensor_new(SHAPE(C)), p->x);
}

static double show(const char *title, double ms, double flops, double bytes)
{
    printf("   %-28s %8.2f %10.1f %10.1f %12.1f\n", title, ms, flops / bytes, bytes / ms * 1e-6,
           flops / ms * 1e-6);
    return ms;
}

static void what_waits(void)
{
    enum { OF_NORM = 4 }; /* minus mean, times rstd, times gamma, plus beta */
    Scope *scope = scope_open();
    grad_mode(false);
    Problem p = problem_of(block);
    double n = (double)tensor_numel(p.x), bytes = n * (double)sizeof(real);
    printf("\n3. Eight images of 64 channels, 56 x 56 (%.1f MB): who waits for memory?\n\n",
           bytes * 1e-6);
    printf("   %-28s %8s %10s %10s %12s\n", "", "ms", "flop/byte", "GB/s", "GFLOP/s");
    double copy = show("a copy", ms_of(copied, &p), 0, 2 * bytes);
    show("relu", ms_of(rectified, &p), n, 2 * bytes);
    double norm = show("batch norm, in use", ms_of(normed, &p), OF_NORM * n, 2 * bytes);
    double conv =
        show("convolution 3x3, strips", ms_of(by_strips, &p), operations(block), 2 * bytes);
    show("your max pool 2x2", ms_of(pooled, &p), n, 1.5 * bytes);
    show("your batch statistics", ms_of(counted, &p), OF_NORM * n, bytes);
    printf("\n   The norm has %.2f %% of the convolution's operations, and takes %.1f %% of its "
           "time.\n",
           100 * OF_NORM * n / operations(block), 100 * norm / conv);
    measured(NORM, norm / copy);
    scope_close(scope);
}

/* ---- 4. depthwise and 1x1 against full -------------------------------------------------------------------- */

static void in_two_steps(void)
{
    const long channels[] = {32, 64, 128};
    printf("\n4. A full 3x3 convolution, or a depthwise one and a 1x1: 28 x 28, 8 images\n\n");
    printf("   %8s %10s %12s %8s %24s %8s\n", "channels", "ms: full", "depthwise", "1x1",
           "operations of the two", "time");
    for (int i = 0; i < 3; i++) {
        Scope *scope = scope_open();
        grad_mode(false);
        long C = channels[i];
        Case full = {"", 8, C, C, 28, 3, 1}, depthwise = {"", 8, C, C, 28, 3, C};
        Case one = {"", 8, C, C, 28, 1, 1};
        Problem f = problem_of(full), d = problem_of(depthwise), p = problem_of(one);
        double ms = ms_of(by_strips, &f), first = ms_of(by_strips, &d),
               second = ms_of(by_strips, &p);
        double share = (operations(depthwise) + operations(one)) / operations(full);
        printf("   %8ld %10.2f %12.2f %8.2f %22.1f %% %6.0f %%\n", C, ms, first, second,
               100 * share, 100 * (first + second) / ms);
        if (C == 64)
            measured(DEPTHWISE, 100 * (first + second) / ms);
        scope_close(scope);
    }
}

int main(void)
{
    kindling_set_threads(1);
    predict(FASTER, "3x3, 64 channels: loops take how many times as long", "");
    predict(COLUMNS, "5x5, stride 2: columns hold how many times x", "");
    predict(STRIPS, "128 channels, 3x3: columns made in strips take", "bytes");
    predict(NORM, "a batch norm in use takes how many times a copy", "");
    predict(DEPTHWISE, "depthwise and 1x1, 12.7 % of the work: of the time", "%");
    printf("products: %s, %zu-byte numbers\n\n", gemm_backend(), sizeof(real));
    three_ways();
    bytes_of_columns();
    what_waits();
    in_two_steps();
    return conclude();
}

/* measure.c - the ladder in GFLOP/s beside what this machine can do, and a fused operation in GB/s: make measure-17.
 *
 * A product of n x n matrices, the best of a few runs of each step, by the clock on the wall, since the last step has
 * many threads. The peak is measured, too: vectors that are multiplied and added in registers, and nothing else.
 */
#include <math.h>
#include <string.h>
#include <time.h>
#include "kindling.h"
#include "gemm_steps.h"
#include "gemm_task.h"
#include "predict.h"
#include "vector.h"

#define N (sizeof(long) > 4 ? 1000L : 200L) /* a page has less patience */
enum { TILE = 128, RUNS = 5 };

enum { ORDER, OF_PEAK, THREADED, FUSED };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* ---- the peak: sums that wait for nothing ----------------------------------------------------------- */

enum { CHAINS = 12, ROUNDS = 1000000 };
static volatile real sink;

static double peak(void)
{
    double best = 0;
    for (int run = 0; run < RUNS; run++) {
        Vector sum[CHAINS], factor, step;
        for (int l = 0; l < LANES; l++) {
            factor[l] = (real)0.999 + (real)l / 100000;
            step[l] = (real)1e-3;
        }
        for (int c = 0; c < CHAINS; c++)
            sum[c] = step * (real)(c + 1);
        double start = now();
        for (long r = 0; r < ROUNDS; r++) {
            UNROLL
            for (int c = 0; c < CHAINS; c++)
                sum[c] = sum[c] * factor + step;
        }
        double seconds = now() - start;
        for (int c = 0; c < CHAINS; c++)
            sink = sum[c][c % LANES];
        best = fmax(best, 2.0 * CHAINS * LANES * ROUNDS / seconds * 1e-9);
    }
    return best;
}

/* ---- the ladder ------------------------------------------------------------------------------------- */

static void tiles(Product x)
{
    gemm_tiled(x, TILE);
}

static void packed(Product x, MicroProduct *tile)
{
    Scope *scope = scope_open();
    gemm_packed(x, tile, scope_alloc(scope, (size_t)gemm_packed_scratch(x.n) * sizeof(real)));
    scope_close(scope);
}

static void panels(Product x)
{
    packed(x, micro_tile);
}

static void vectors(Product x)
{
    packed(x, vector_tile);
}

static void parts(Product x)
{
    Scope *scope = scope_open();
    long count = kindling_threads();
    size_t numbers = (size_t)(count * gemm_packed_scratch(x.n));
    gemm_threads(x, count, scope_alloc(scope, numbers * sizeof(real)));
    scope_close(scope);
}

static const struct {
    const char *name, *exercise;
    void (*step)(Product x);
} ladder[] = {
    {"ijk: down the columns of B", "17.1 gemm_ijk", gemm_ijk},
    {"ikj: along the rows of B", "17.1 gemm_ikj", gemm_ikj},
    {"tiles of 128 x 128", "17.2 gemm_tiled", tiles},
    {"packed micro-panels", "17.3 gemm_packed", panels},
    {"vectors", "17.4 vector_tile", vectors},
    {"threads", "17.5 gemm_threads", parts},
};
enum { STEPS = sizeof ladder / sizeof *ladder };

static real *numbers(long count, Rng *rng)
{
    real *x = scope_alloc(scope_current(), (size_t)count * sizeof(real));
    for (long i = 0; i < count; i++)
        x[i] = (real)(rng == NULL ? 0 : rng_normal(rng));
    return x;
}

static double gflops(void (*step)(Product), Product x)
{
    double best = INFINITY, all = now();
    for (int run = 0; run < RUNS && (run == 0 || now() - all < 1); run++) {
        memset(x.c, 0, (size_t)(x.m * x.c_row) * sizeof(real));
        double start = now();
        step(x);
        best = fmin(best, now() - start);
    }
    return 2e-9 * (double)x.m * (double)x.n * (double)x.k / best;
}

/* The largest difference, in sizes of the largest number. */
static double apart(const real *a, const real *b, long count)
{
    double far = 0, large = 0;
    for (long i = 0; i < count; i++) {
        far = fmax(far, fabs((double)a[i] - (double)b[i]));
        large = fmax(large, fabs((double)a[i]));
        if (!(far >= 0))
            return INFINITY;
    }
    return far / large;
}

/* gemm_blocked.c: larger micro-tiles, and columns in blocks, too. */
static void engines_own(Product x)
{
    GemmTask t = {.kernel = gemm_kernel(), .cut = gemm_cuts(x.n)};
    t.g = (Gemm){.m = x.m, .n = x.n, .k = x.k, .alpha = 1, .a = x.a, .b = x.b, .beta = 1};
    t.g.c = (Matrix){x.c, x.c_row, 1};
    Scope *scope = scope_open();
    t.scratch = scope_alloc(scope, gemm_blocked_scratch(&t));
    gemm_blocked_run(&t);
    scope_close(scope);
}

static void climb(double roof)
{
    Rng rng = rng_seed(17);
    Product x = {.m = N, .n = N, .k = N, .c_row = N};
    x.a = (Matrix){numbers(N * N, &rng), N, 1};
    x.b = (Matrix){numbers(N * N, &rng), N, 1};
    real *first = numbers(N * N, NULL), *alone = numbers(N * N, NULL);
    double speed[STEPS];
    int threads = kindling_threads();
    printf("1. C += A B, all of them %ld x %ld, %zu-byte numbers; a vector has %d of them\n\n", N,
           N, sizeof(real), (int)LANES);
    printf("   step                             GFLOP/s    of the peak    times the step before\n");
    for (int s = 0; s < STEPS; s++) {
        kindling_set_threads(s == STEPS - 1 ? threads : 1);
        x.c = s == 0 ? first : numbers(N * N, NULL);
        speed[s] = gflops(ladder[s].step, x);
        double most = roof * (s == STEPS - 1 ? threads : 1);
        printf("   %-30s %9.1f %11.1f %%", ladder[s].name, speed[s], 100 * speed[s] / most);
        if (s > 0)
            printf(" %17.1f", speed[s] / speed[s - 1]);
        printf("%s\n", s > 0 && speed[s] <= speed[s - 1] ? "   <- does not rise" : "");
        contract(apart(first, x.c, N * N) < (sizeof(real) > 4 ? 1e-12 : 1e-4), ladder[s].exercise);
        if (s == STEPS - 2)
            alone = x.c;
        if (s == STEPS - 1)
            contract(memcmp(alone, x.c, (size_t)(N * N) * sizeof(real)) == 0,
                     "17.5 gemm_threads gives the same bits on all threads as on one");
    }
    kindling_set_threads(1);
    x.c = numbers(N * N, NULL);
    double own = gflops(engines_own, x);
    printf("   %-30s %9.1f %11.1f %%\n", "the engine's own, one core", own, 100 * own / roof);
    printf("   %-30s %9.1f         on one core; %d thread%s in the last row\n\n",
           "multiply and add, nothing else", roof, threads, threads == 1 ? "" : "s");
    for (int s = 1; s < STEPS; s++)
        if (speed[s] <= speed[s - 1])
            printf("   %s: not faster than the step before. %s\n", ladder[s].exercise,
                   s == STEPS - 1 && threads == 1
                       ? "There is only one thread here."
                       : "Either your code is the reason, or something else runs here.");
    measured(ORDER, speed[1] / speed[0]);
    measured(OF_PEAK, 100 * speed[4] / roof);
    measured(THREADED, speed[STEPS - 1] / speed[STEPS - 2]);
}

/* ---- fused ------------------------------------------------------------------------------------------- */

typedef Tensor *(*BiasAndGelu)(Tensor *x, Tensor *bias);

/* There and back, the best run; what x gets. */
static double there_and_back(BiasAndGelu f, Tensor *x, Tensor *bias, Tensor *dy, Tensor *dx)
{
    double best = INFINITY;
    for (int run = 0; run < RUNS; run++) {
        Scope *scope = scope_open();
        double start = now();
        tensor_backward_from(f(x, bias), dy, false);
        best = fmin(best, now() - start);
        copy_kernel(dx, x->grad);
        tensor_zero_grad(x);
        tensor_zero_grad(bias);
        scope_close(scope);
    }
    return best;
}

static void fuse(void)
{
    const long rows = 4 * N, n = N;
    Rng rng = rng_seed(18);
    Tensor *x = tensor_requires_grad(tensor_normal(SHAPE(rows, n), 0, 1, &rng));
    Tensor *bias = tensor_requires_grad(tensor_normal(SHAPE(n), 0, 1, &rng));
    Tensor *dy = tensor_normal(SHAPE(rows, n), 0, 1, &rng);
    Tensor *one = tensor_new_like(x), *two = tensor_new_like(x);
    double apart_ms = 1e3 * there_and_back(composed_bias_gelu, x, bias, dy, one);
    double fused_ms = 1e3 * there_and_back(tensor_bias_gelu, x, bias, dy, two);
    /* There x is read and y is written; back dy and x are read, dx written, and read for the bias. */
    double moved = 6.0 * (double)(rows * n) * (double)sizeof(real);
    printf("\n2. %ld rows of %ld numbers, a bias and a GELU, there and back, on one thread\n\n",
           rows, n);
    printf("   two operations     %8.1f ms\n", apart_ms);
    printf(
        "   fused              %8.1f ms   %.2f times as fast, %.1f GB/s of what has to be moved; "
        "%.1f MB less are kept\n\n",
        fused_ms, apart_ms / fused_ms, moved / fused_ms * 1e-6,
        (double)(rows * n) * (double)sizeof(real) * 1e-6);
    contract(apart(one->data, two->data, rows * n) < 1e-4,
             "17.6 bias_gelu_backward gives what the two operations give");
    measured(FUSED, apart_ms / fused_ms);
}

int main(void)
{
    predict(ORDER, "ikj in place of ijk, the same operations: times as fast", "times");
    predict(OF_PEAK, "packed, with vectors, on one core: of what it can do at most", "%");
    predict(THREADED, "on all threads of this machine: times as fast", "times");
    predict(FUSED, "a bias and a GELU fused, there and back: times as fast", "times");
    Scope *scope = scope_open();
    climb(peak());
    fuse();
    scope_close(scope);
    return conclude();
}

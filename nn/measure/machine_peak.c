/* machine_peak.c - the two roofs of this machine, measured: arithmetic and memory.
 *
 * A roof is what was reached at best, so the fastest run counts here, and not the median.
 */
#include "counters.h"
#include "engine.h"

enum { N = 1024, TRIAD = sizeof(void *) > 4 ? 16 << 20 : 4 << 20, LEAST_RUNS = 3 };

typedef struct {
    real *a, *b, *c;
} Arrays;

static void product(Arrays *s)
{
    gemm(&(Gemm){.m = N,
                 .n = N,
                 .k = N,
                 .alpha = 1,
                 .a = {s->a, N, 1},
                 .b = {s->b, N, 1},
                 .c = {s->c, N, 1}});
}

static void triad_range(long begin, long end, void *context)
{
    const Arrays *s = context;
    real *restrict a = s->a;
    const real *restrict b = s->b, *restrict c = s->c;
    for (long i = begin; i < end; i++)
        a[i] = b[i] + (real)0.5 * c[i];
}

static void triad(Arrays *s)
{
    parallel_for(TRIAD, 3, triad_range, s);
}

static double fastest(Clock clock, void (*work)(Arrays *s), Arrays *s, double seconds)
{
    double least = 0, begin = clock.now(clock.context), last = begin;
    work(s);
    last = clock.now(clock.context);
    for (long run = 0; run < LEAST_RUNS || last - begin < seconds; run++) {
        double start = clock.now(clock.context);
        work(s);
        last = clock.now(clock.context);
        if (run == 0 || last - start < least)
            least = last - start;
    }
    return least;
}

static real *filled(long n)
{
    real *x = owned_alloc((size_t)n * sizeof *x);
    for (long i = 0; i < n; i++)
        x[i] = (real)(i % 17) / 16;
    return x;
}

static double best(Clock clock, void (*work)(Arrays *s), long n, double amount, double seconds)
{
    Arrays s = {filled(n), filled(n), filled(n)};
    double least = fastest(clock, work, &s, seconds);
    owned_free(s.a);
    owned_free(s.b);
    owned_free(s.c);
    return amount / least;
}

double machine_flops(Clock clock, double seconds)
{
    return best(clock, product, (long)N * N, 2.0 * N * N * N, seconds);
}

double machine_bandwidth(Clock clock, double seconds)
{
    return best(clock, triad, TRIAD, 3.0 * TRIAD * sizeof(real), seconds);
}

MachinePeak machine_peak(Clock clock, double seconds)
{
    return (MachinePeak){.flops = machine_flops(clock, seconds / 2),
                         .bytes = machine_bandwidth(clock, seconds / 2)};
}

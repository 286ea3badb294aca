/* measure.c - what a stride costs: the same numbers summed along rows and along columns; and what a
 * long sum loses.
 *
 * Memory comes in lines of 64 bytes, 16 floats. Along a row each line serves 16 additions; down a
 * column only one, unless the line is still in a cache when the next column comes by.
 */
#include <stdio.h>
#include <time.h>
#include "engine.h"
#include "kindling.h"
#include "predict.h"

#define LINE (64 / (long)sizeof(real)) /* numbers in a line of memory */

enum { COLUMNS, PRODUCT, CHAIN };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Four sums at a time, so that the additions do not wait for each other. */
static real sum_in_order(const Tensor *t)
{
    real sum[4] = {0};
    long step = t->stride[1];
    for (long i = 0; i < t->shape[0]; i++) {
        const real *row = t->data + i * t->stride[0];
        for (long j = 0; j + 3 < t->shape[1]; j += 4)
            for (int k = 0; k < 4; k++)
                sum[k] += row[(j + k) * step];
    }
    return sum[0] + sum[1] + sum[2] + sum[3];
}

/* A browser's clock stands still for a millisecond: a run goes on until this has passed. */
static const double ENOUGH = 5e-3;

/* The best of several runs, in nanoseconds per number. */
static double time_of(const Tensor *t)
{
    volatile real keep;
    double best = 1e9;
    for (int run = 0; run < 5; run++) {
        double start = now(), seconds, times = 0;
        do {
            keep = sum_in_order(t);
            times++;
            seconds = now() - start;
        } while (seconds < ENOUGH);
        best = seconds / times < best ? seconds / times : best;
    }
    (void)keep;
    return best * 1e9 / (double)tensor_numel(t);
}

static void measure_order(long n)
{
    Scope *scope = scope_open();
    Tensor *t = tensor_ones(SHAPE(n, n));
    Tensor view = *t;
    transpose_view(&view, t, 0, 1);
    double rows = time_of(t), columns = time_of(&view);
    printf("%6ld %10.1f %9ld %12ld %12.2f %14.2f %9.1f\n", n,
           (double)(n * n * (long)sizeof(real)) / 1e6, n * n / LINE, n * n, rows, columns,
           columns / rows);
    measured(COLUMNS, columns / rows);
    scope_close(scope);
}

static void yours(const Gemm *g)
{
    gemm_plain(g->m, g->n, g->k, g->alpha, g->a, g->b, g->beta, g->c.data, g->c.row);
}

static double gemm_rate(void (*product)(const Gemm *g), long n)
{
    Scope *scope = scope_open();
    Tensor *a = tensor_ones(SHAPE(n, n)), *b = tensor_ones(SHAPE(n, n)),
           *c = tensor_zeros(SHAPE(n, n));
    Gemm g = {.m = n, .n = n, .k = n, .alpha = 1};
    g.a = (Matrix){a->data, n, 1};
    g.b = (Matrix){b->data, n, 1};
    g.c = (Matrix){c->data, n, 1};
    double best = 1e9;
    for (int run = 0; run < 3; run++) {
        double start = now(), seconds, times = 0;
        do {
            product(&g);
            times++;
            seconds = now() - start;
        } while (seconds < ENOUGH);
        best = seconds / times < best ? seconds / times : best;
    }
    scope_close(scope);
    return 2e-9 * (double)n * (double)n * (double)n / best;
}

/* How far the sum of n tenths is off, as a part of it: added one after the other, and by sum_kernel. */
static void measure_digits(long n)
{
    Scope *scope = scope_open();
    Tensor *t = tensor_full(SHAPE(n, 2), (real)0.1), *sum = tensor_new(SHAPE(2));
    double right = (double)n * (double)(real)0.1;
    volatile real chain = 0;
    for (long i = 0; i < n; i++)
        chain += t->data[2 * i];
    sum_kernel(sum, t, 0);
    double off = right - (double)chain, yours = right - (double)sum->data[0];
    printf("%9ld %14.1e %14.1e\n", n, (off < 0 ? -off : off) / right,
           (yours < 0 ? -yours : yours) / right);
    measured(CHAIN, (off < 0 ? -off : off) / right);
    contract((yours < 0 ? -yours : yours) / right < 2e-6,
             "01.10 sum_rows keeps the digits of a long sum");
    scope_close(scope);
}

int main(void)
{
    predict(COLUMNS, "columns take how many times rows at n = 4096", "");
    predict(PRODUCT, "gemm takes what part of gemm_plain's time at n = 512", "");
    predict(CHAIN, "relative error of 10^7 tenths added one by one", "");
    printf("The sum of an (n, n) tensor, and of its transposed view (the same numbers, column by "
           "column).\n"
           "Lines: predicted, if nothing stayed in a cache. Times: measured.\n\n"
           "%6s %10s %9s %12s %12s %14s %9s\n",
           "n", "megabytes", "lines", "lines", "ns/number", "ns/number", "slower");
    printf("%6s %10s %9s %12s %12s %14s %9s\n", "", "", "by rows", "by columns", "by rows",
           "by columns", "by");
    for (long n = 64; n <= 4096; n *= 4)
        measure_order(n);
    printf("\nYour gemm_plain against the engine's product (%s), 10^9 operations a second, one "
           "product\n"
           "is 2 n^3 of them.\n\n%6s %12s %12s\n",
           gemm_backend(), "n", "gemm_plain", "gemm");
    for (long n = 64; n <= 512; n *= 2) {
        double your_rate = gemm_rate(yours, n), engines = gemm_rate(gemm, n);
        printf("%6ld %12.2f %12.2f\n", n, your_rate, engines);
        measured(PRODUCT, your_rate / engines);
    }
    printf("\nThe sum of n rows of 0.1, in %s: relative error.\n\n%9s %14s %14s\n",
           sizeof(real) == 4 ? "float" : "double", "n", "one chain", "your sum_rows");
    for (long n = 100; n <= 10000000; n *= 10)
        measure_digits(n);
    return conclude();
}

/* measure.c - what an activation costs: your loops, in nanoseconds per number.
 *
 * A comparison is a single instruction, and the compiler does several at once. exp, tanh and erf are
 * some twenty to fifty multiplications each. A copy shows what reading and writing alone takes.
 */
#include <math.h>
#include <stdio.h>
#include <time.h>
#include "kindling.h"
#include "predict.h"

#define COUNT 1000000L
#define RUNS 7

enum { LEAKY, SIGMOID, TANH, SOFTMAX };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void leaky(Tensor *out, const Tensor *a)
{
    leaky_relu_kernel(out, a, (real)0.01);
}

static void softmax(Tensor *out, const Tensor *a)
{
    softmax_kernel(out, a, -1);
}

static void log_softmax(Tensor *out, const Tensor *a)
{
    log_softmax_kernel(out, a, -1);
}

static const struct {
    const char *name, *costs;
    void (*forward)(Tensor *out, const Tensor *a);
} bends[] = {
    {"copy", "nothing: memory only", copy_kernel},
    {"relu", "a comparison", relu_kernel},
    {"leaky relu", "a comparison, a product", leaky},
    {"sigmoid", "an exp, a division", sigmoid_kernel},
    {"tanh", "a tanh", tanh_kernel},
    {"silu", "an exp, a division", silu_kernel},
    {"gelu", "an erf", gelu_kernel},
    {"gelu tanh", "an exp or a tanh", gelu_tanh_kernel},
    {"softmax", "an exp, three passes", softmax},
    {"log softmax", "an exp, three passes", log_softmax},
};

/* By its place in the table; -1: nobody was asked. */
static int asked_of(size_t bend)
{
    return bend == 2 ? LEAKY : bend == 3 ? SIGMOID : bend == 4 ? TANH : bend == 8 ? SOFTMAX : -1;
}

static void check_softmax(const Tensor *y)
{
    double sum = 0;
    for (long i = 0; i < y->shape[1]; i++)
        sum += (double)y->data[i];
    contract(fabs(sum - 1) < 1e-3, "02.5 softmax_row: a row adds up to 1");
}

int main(void)
{
    Scope *scope = scope_open();
    Rng rng = rng_seed(1);
    Tensor *x = tensor_normal(SHAPE(1000, COUNT / 1000), 0, 2, &rng), *y = tensor_new_like(x);
    double of_relu = 1;
    kindling_set_threads(1);
    predict(LEAKY, "leaky relu takes how many times relu", "");
    predict(SIGMOID, "sigmoid takes how many times relu", "");
    predict(TANH, "tanh takes how many times relu", "");
    predict(SOFTMAX, "softmax takes how many times relu", "");
    printf("%ld numbers, rows of 1000, one thread, best of %d runs\n\n%-12s %-26s %10s %10s\n",
           COUNT, RUNS, "", "costs", "ns/number", "of relu");
    for (size_t i = 0; i < sizeof bends / sizeof *bends; i++) {
        double best = 1e9;
        for (int run = 0; run < RUNS; run++) {
            double start = now();
            bends[i].forward(y, x);
            double seconds = now() - start;
            best = seconds < best ? seconds : best;
        }
        double each = best * 1e9 / (double)COUNT;
        if (bends[i].forward == relu_kernel)
            of_relu = each;
        printf("%-12s %-26s %10.2f", bends[i].name, bends[i].costs, each);
        measured(asked_of(i), each / of_relu);
        if (bends[i].forward == softmax)
            check_softmax(y);
        printf(i == 0 ? "\n" : " %10.1f\n", each / of_relu);
    }
    scope_close(scope);
    return conclude();
}

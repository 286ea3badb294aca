/* measure.c - what the graph costs: bytes that wait for backward, and the time backward takes.
 *
 * A stack of layers tanh(x @ W). Recording keeps every result alive until backward has used it; the
 * rule predicts how many bytes that is, and the scope, which counts what it hands out, says whether
 * the rule is right.
 */
#include <stdio.h>
#include <time.h>
#include "kindling.h"
#include "predict.h"

enum { N = 64, C = 256, DEEPEST = 16, ROUNDS = 40 };
enum { RESULTS, WALK, RATIO };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static Tensor *layers(Tensor *x, Tensor *const W[], int depth)
{
    for (int i = 0; i < depth; i++)
        x = tensor_tanh(tensor_matmul(x, W[i]));
    return x;
}

typedef struct {
    double bytes, peak, forward, backward;
} Cost;

/* One forward and one backward pass in a scope of their own; the faster of several rounds. */
static Cost cost_of(Tensor *x, Tensor *const W[], int depth)
{
    Cost best = {0};
    for (int round = 0; round < ROUNDS; round++) {
        Scope *scope = scope_open();
        size_t before = scope_bytes(scope);
        double start = now();
        Tensor *y = layers(x, W, depth);
        double middle = now();
        best.bytes = (double)(scope_bytes(scope) - before);
        tensor_backward(tensor_mean(y, ALL_AXES, false));
        double end = now();
        best.peak = (double)scope_peak(scope);
        if (round == 0 || middle - start < best.forward)
            best.forward = middle - start;
        if (round == 0 || end - middle < best.backward)
            best.backward = end - middle;
        scope_close(scope);
    }
    return best;
}

int main(void)
{
    kindling_set_threads(1);
    Rng rng = rng_seed(6);
    Tensor *x = tensor_normal(SHAPE(N, C), 0, 1, &rng), *W[DEEPEST];
    predict(RESULTS, "bytes that 16 layers leave for backward", "bytes");
    predict(WALK, "bytes more while backward walks", "bytes");
    predict(RATIO, "backward takes how many times forward, 16 layers", "");
    for (int i = 0; i < DEEPEST; i++)
        W[i] = tensor_requires_grad(tensor_normal(SHAPE(C, C), 0, (real)0.06, &rng));
    printf("layers of tanh(x @ W), x (%d, %d): each leaves 2 results of %zu bytes\n\n", N, C,
           N * C * sizeof(real));
    printf("layers   predicted    measured   ratio   with backward   forward ms   backward ms   "
           "ratio\n");
    for (int depth = 1; depth <= DEEPEST; depth *= 2) {
        Cost cost = cost_of(x, W, depth);
        double predicted = 2.0 * depth * N * C * sizeof(real);
        printf("%6d  %10.0f  %10.0f  %6.3f  %14.0f  %11.2f  %12.2f  %6.2f\n", depth, predicted,
               cost.bytes, cost.bytes / predicted, cost.peak, 1e3 * cost.forward,
               1e3 * cost.backward, cost.backward / cost.forward);
        /* One layer: two blocks of x's size and one share; x is data, and gets no gradient. */
        double walk = depth == 1 ? N * C + C * C : 2 * N * C + C * C;
        contract(cost.bytes < 1.02 * predicted,
                 "06.1 closure_record keeps a result once, and copies none");
        contract(cost.peak - cost.bytes < 1.02 * walk * sizeof(real),
                 "06.3 tensor_backward_from ends a gradient with its closure's turn, and 06.9 "
                 "matmul_backward computes none for a constant");
        measured(RESULTS, cost.bytes);
        measured(WALK, cost.peak - cost.bytes);
        measured(RATIO, cost.backward / cost.forward);
    }
    return conclude();
}

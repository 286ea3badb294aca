/* measure.c - the roofs of this machine, and where a training step stands under them: make measure-14.
 *
 * All that is printed is counted or timed with the functions of the module. Roofs, operations and runs are timed by one clock, the
 * processor's time, so that what else the machine does counts for less. One thread.
 */
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "core.h"
#include "kindling.h"
#include "predict.h"

enum { RUNS = 9, STEPS = 5, MOST = 16, C = 128, HEADS = 4, DEPTH = 4, T = 64, B = 12, V = 65 };

enum { PEAK, BANDWIDTH, RIDGE, PRODUCTS, ADDITION, FUSED };

static double processor(void *context)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    (void)context;
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static const Clock used = {processor, NULL};

/* ---- 0. what the numbers rest on ---------------------------------------------------------------------- */

typedef struct {
    double time;
    long looks, calls;
} Played;

static double played_now(void *context)
{
    Played *p = context;
    p->looks++;
    return p->time;
}

static void played_work(void *context)
{
    Played *p = context;
    p->time += (double)(p->calls++ == 0 ? 99 : p->calls);
}

static void contracts(void)
{
    Played p = {.time = 5};
    double samples[3], self[3];
    double median = measure_median((Clock){played_now, &p}, played_work, &p, 1, 3, samples);
    contract(median == 3 && p.looks == 6 && p.calls == 4,
             "14.1 measure_median: 3 runs behind one that warms up");
    const double five[] = {50, 10, 40, 20, 31};
    contract(percentile(five, 5, 50) == 31 && percentile(five, 5, 0) == 10,
             "14.8 percentile: 50 and 0 of five numbers");
    const Span spans[] = {{"a", -1, 0, 10}, {"b", 0, 1, 5}, {"c", 1, 1, 4}};
    self_times(spans, 3, self);
    contract(self[0] == 6 && self[1] == 1 && self[2] == 3,
             "14.7 self_times: three spans, one within the other");
    Tensor *a = tensor_requires_grad(tensor_ones(SHAPE(2, 3))), *b = tensor_ones(SHAPE(3, 4));
    const Closure *c = tensor_closure(tensor_matmul(a, b));
    contract(flops_matmul(c) == 48 && flops_gradients(c) == 48,
             "14.3, 14.4: (2, 3) times (3, 4), of which one wants a gradient");
    contract(bytes_moved(c) == 26 * sizeof(real),
             "14.5 bytes_moved: (2, 3) times (3, 4)");
    contract(roofline(2, 120, 12) == 24 && roofline(40, 120, 12) == 120,
             "14.6 roofline: 2 and 40 flops a byte");
}

/* ---- 1. the roofs ------------------------------------------------------------------------------------- */

static MachinePeak machine;

static void roofs(void)
{
    machine = machine_peak(used, 1.5);
    double ridge = ridge_point(machine.flops, machine.bytes);
    printf("1. at best: a product of 1024 x 1024 matrices %.0f GFLOP/s, a = b + s c %.1f GB/s\n"
           "   they meet at %.1f flops per byte\n\n",
           machine.flops * 1e-9, machine.bytes * 1e-9, ridge);
    measured(PEAK, machine.flops * 1e-9);
    measured(BANDWIDTH, machine.bytes * 1e-9);
    measured(RIDGE, ridge);
}

/* ---- 2. a step ------------------------------------------------------------------------------------------ */

/* What graph_timing does, with the clock of the roofs: an operation is recorded right after its kernel has run. */
static double since_last(void)
{
    static double last;
    double now = used.now(used.context), seconds = now - last;
    last = now;
    return seconds;
}

static void time_made(Tensor *out, const Operation *op, int n, Tensor *const in[])
{
    (void)op, (void)n, (void)in;
    if (tensor_closure(out) != NULL)
        out->closure->origin.forward_seconds = since_last();
}

static void time_turn(Closure *c) /* before it, and after it: what is read last stays */
{
    c->origin.backward_seconds = since_last();
}

static Observer watch = {.made = time_made, .before = time_turn, .after = time_turn};

typedef struct {
    const char *name;
    double flops, bytes, seconds;
    bool product;
} Kind;

typedef struct {
    Kind kind[MOST];
    long n;
    double flops, seconds;
} Step;

static Step take(Tensor *loss)
{
    Step s = {.n = 0};
    for (const Closure *c = backward_order(loss); c != NULL; c = c->next) {
        long k = 0;
        double flops = flops_closure(c) + flops_gradients(c);
        double seconds = c->origin.forward_seconds + c->origin.backward_seconds;
        while (k < s.n && strcmp(s.kind[k].name, c->op->name) != 0)
            k++;
        if (k == MOST)
            continue;
        if (k == s.n)
            s.kind[s.n++] = (Kind){.name = c->op->name, .product = closure_is_product(c)};
        s.kind[k].flops += flops;
        s.kind[k].bytes += 3 * bytes_moved(c);
        s.kind[k].seconds += seconds;
        s.flops += flops;
        s.seconds += seconds;
    }
    return s;
}

static int slower_first(const void *a, const void *b)
{
    double x = ((const Kind *)a)->seconds, y = ((const Kind *)b)->seconds;
    return (x < y) - (x > y);
}

/* Two warm up; of STEPS the fastest, its slowest operations first. */
static Step fastest(Gpt *gpt, const IntTensor *ids)
{
    Step best = {.n = 0};
    for (int run = -2; run < STEPS; run++) {
        Scope *scope = scope_open();
        observer_add(&watch);
        since_last();
        Tensor *loss = gpt_loss(gpt, ids, ids);
        tensor_backward(loss);
        observer_remove(&watch);
        Step now = take(loss);
        if (run <= 0 || now.seconds < best.seconds)
            best = now;
        scope_close(scope);
    }
    qsort(best.kind, (size_t)best.n, sizeof *best.kind, slower_first);
    return best;
}

static void step(void)
{
    GptOptions options = {V, T, C, HEADS, DEPTH, .causal = true, .seed = 14};
    Gpt *gpt = gpt_new(options);
    Rng rng = rng_seed(14);
    IntTensor *ids = int_tensor_new(SHAPE(B, T));
    for (long i = 0; i < B * T; i++)
        ids->data[i] = (int)rng_below(&rng, V);
    Step s = fastest(gpt, ids);
    double products = 0, in_products = 0;
    for (long i = 0; i < s.n; i++) {
        products += s.kind[i].product ? s.kind[i].flops : 0;
        in_products += s.kind[i].product ? s.kind[i].seconds : 0;
    }
    printf("2. a step of a GPT of %ld parameters: %.0f million flops, the slowest operations\n\n"
           "   operation            ms   of the time   flops/byte   GFLOP/s   its roof\n",
           count_parameters(&gpt->module), s.flops * 1e-6);
    for (long i = 0; i < s.n && i < 6; i++) {
        Kind k = s.kind[i];
        double intensity = arithmetic_intensity(k.flops, k.bytes);
        printf("   %-16s %6.2f %11.1f %% %12.2f %9.1f %10.1f\n", k.name, k.seconds * 1e3,
               100 * k.seconds / s.seconds, intensity, k.flops / k.seconds * 1e-9,
               roofline(intensity, machine.flops, machine.bytes) * 1e-9);
    }
    printf("   products: %.0f %% of the flops, %.0f %% of the time\n\n", 100 * products / s.flops,
           100 * in_products / s.seconds);
    measured(PRODUCTS, 100 * in_products / s.seconds);
    module_free(&gpt->module);
}

/* ---- 3. additions ------------------------------------------------------------------------------------------ */

static void add_all(void *context)
{
    Tensor **x = context;
    add_kernel(x[2], x[0], x[1]);
}

static void additions(void)
{
    double samples[RUNS];
    printf(
        "3. a + b of n numbers: its roof is %.2f GFLOP/s\n\n           n   GFLOP/s   of its roof\n",
        roofline(1.0 / (3 * sizeof(real)), machine.flops, machine.bytes) * 1e-9);
    const long largest = sizeof(long) > 4 ? 1L << 24 : 1L << 20; /* a page has less memory */
    for (long n = 1L << 12; n <= largest; n <<= 4) {
        Scope *scope = scope_open();
        Tensor *x[3];
        for (int i = 0; i < 3; i++)
            x[i] = tensor_ones(SHAPE(n));
        double s = measure_median(used, add_all, x, 2, RUNS, samples), rate = (double)n / s;
        double part = 100 * rate / roofline(1.0 / (3 * sizeof(real)), machine.flops, machine.bytes);
        printf("   %9ld %9.2f %11.0f %%\n", n, rate * 1e-9, part);
        if (n == largest)
            measured(ADDITION, part);
        scope_close(scope);
    }
    printf("\n");
}

/* ---- 4. attention, step by step and fused ------------------------------------------------------------------- */

static double bytes_below(Tensor *root)
{
    double sum = 0;
    const Closure *c = backward_order(root);
    for (; c != NULL; c = c->next)
        sum += bytes_moved(c);
    return sum;
}

typedef struct {
    Tensor *q;
    bool fused;
} Heads;

static void attend(void *context)
{
    const Heads *a = context;
    Scope *scope = scope_open();
    if (a->fused)
        flash_attention(a->q, a->q, a->q, (FlashAttentionOptions){.causal = false});
    else
        scaled_dot_product_attention(a->q, a->q, a->q, NULL);
    scope_close(scope);
}

static void attention(void)
{
    enum { H = 4, LONG = 512, D = 64 };
    Rng rng = rng_seed(15);
    Tensor *q = tensor_requires_grad(tensor_normal(SHAPE(1, H, LONG, D), 0, 1, &rng));
    double samples[RUNS], bytes[2], ms[2];
    for (int fused = 0; fused < 2; fused++) {
        Heads a = {q, fused};
        ms[fused] = 1e3 * measure_median(used, attend, &a, 2, RUNS, samples);
        Tensor *out = fused ? flash_attention(q, q, q, (FlashAttentionOptions){.causal = false})
                            : scaled_dot_product_attention(q, q, q, NULL).output;
        bytes[fused] = bytes_below(out);
    }
    printf("4. attention of %d heads, T = %d, D = %d\n\n"
           "   step by step  %7.2f MB %7.2f ms\n   fused         %7.2f MB %7.2f ms\n\n",
           H, LONG, D, bytes[0] * 1e-6, ms[0], bytes[1] * 1e-6, ms[1]);
    measured(FUSED, bytes[0] / bytes[1]);
}

int main(void)
{
    kindling_set_threads(1);
    predict(PEAK, "the best product of this machine, one thread", "GFLOP/s");
    predict(BANDWIDTH, "its memory, one thread", "GB/s");
    predict(RIDGE, "from how many flops per byte on is arithmetic the limit", "flops/byte");
    predict(PRODUCTS, "a GPT step's time in linear layers and products", "%");
    predict(ADDITION, "what an addition of large arrays reaches of its roof", "%");
    predict(FUSED, "fused attention moves fewer bytes than step by step", "times");
    printf("products: %s, %zu-byte numbers\n\n", gemm_backend(), sizeof(real));
    Scope *scope = scope_open();
    contracts();
    roofs();
    step();
    additions();
    attention();
    scope_close(scope);
    return conclude();
}

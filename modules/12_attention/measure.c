/* measure.c - what attention costs, predicted and measured: make measure-12.
 *
 * Four questions of the lesson: why the scale, what the square costs, what a causal mask saves, and
 * one large projection against three. Times are the best of a few runs on one thread.
 */
#include <math.h>
#include <time.h>
#include "kindling.h"
#include "predict.h"

#define RUNS 5

enum { VARIANCE, WEIGHTS, DOUBLING, SAVED, SMALL };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

/* ---- 1. why the scale -------------------------------------------------------------------------- */

static double variance(const Tensor *t)
{
    double sum = 0, square = 0;
    long n = tensor_numel(t);
    for (long i = 0; i < n; i++) {
        sum += (double)t->data[i];
        square += (double)t->data[i] * (double)t->data[i];
    }
    return square / (double)n - sum / (double)n * sum / (double)n;
}

/* The largest weight of a row, averaged over the rows. */
static double largest(Tensor *weights)
{
    return (double)tensor_item(tensor_mean(tensor_max(weights, AXES(-1), false), ALL_AXES, false));
}

/* What reaches the scores of a row when its output gets a random gradient: the sum of |ds|, averaged over
 * the rows. Divided by sqrt(D), the spread of dw, so that widths compare. */
static double reaches(const Tensor *weights, long D, Rng *rng)
{
    long Tq = weights->shape[1], Tk = weights->shape[2];
    Tensor *v = tensor_normal(SHAPE(Tk, D), 0, 1, rng),
           *dout = tensor_normal(SHAPE(Tq, D), 0, 1, rng);
    Tensor *ds = tensor_new(SHAPE(Tk));
    double sum = 0;
    for (long i = 0; i < Tq; i++) {
        attention_row_gradient(Tk, D, ds->data, weights->data + i * Tk, v->data,
                               dout->data + i * D);
        for (long j = 0; j < Tk; j++)
            sum += fabs((double)ds->data[j]);
    }
    return sum / (double)Tq / sqrt((double)D);
}

static void why_the_scale(void)
{
    Rng rng = rng_seed(12), other = rng_seed(13);
    printf("1. Scores of random q and k, T = 128: the variance is D, and the softmax shows it\n\n");
    printf("       variance of the scores            largest weight  gradient of a row\n");
    printf("     D   measured  predicted  scaled     without, with   without, with scale\n");
    for (long D = 4; D <= 256; D *= 4) {
        Scope *scope = scope_open();
        Tensor *q = tensor_normal(SHAPE(1, 128, D), 0, 1, &rng);
        Tensor *k = tensor_normal(SHAPE(1, 128, D), 0, 1, &rng);
        Tensor *scores = attention_scores(q, k), *scaled = attention_scale(scores, D);
        Tensor *sharp = attention_weights(scores), *calm = attention_weights(scaled);
        printf("  %4ld %10.1f %10ld %7.2f %11.3f  %.3f %10.3f  %.3f\n", D, variance(scores), D,
               variance(scaled), largest(sharp), largest(calm), reaches(sharp, D, &other),
               reaches(calm, D, &other));
        if (D == 64)
            measured(VARIANCE, variance(scores));
        contract(fabs(variance(scores) / (double)D - 1) < 0.2,
                 "12.1 attention_scores adds up the D products of a query and a key");
        contract(fabs(variance(scaled) - 1) < 0.2, "12.2 attention_scale divides by the root of D");
        scope_close(scope);
    }
}

/* ---- 2. the wall -------------------------------------------------------------------------------- */

typedef struct {
    double scores, softmax, context, bytes;
} Cost;

static Cost cost_of(long T, long D, Tensor *mask)
{
    Cost best = {1e9, 1e9, 1e9, 0};
    long times =
        1 + (1 << 21) / (T * T); /* what is short is done often: a browser's clock is coarse */
    Rng rng = rng_seed(1);
    for (int run = 0; run < RUNS; run++) {
        Scope *scope = scope_open();
        Tensor *q = tensor_normal(SHAPE(1, T, D), 0, 1, &rng);
        Tensor *k = tensor_normal(SHAPE(1, T, D), 0, 1, &rng);
        Tensor *v = tensor_normal(SHAPE(1, T, D), 0, 1, &rng);
        double start = now();
        Tensor *scores = NULL, *weights = NULL;
        for (long n = 0; n < times; n++)
            scores = attention_mask(attention_scores(q, k), mask);
        double scored = now();
        size_t before = scope_bytes(scope);
        for (long n = 0; n < times; n++)
            weights = attention_weights(scores);
        best.bytes = (double)(scope_bytes(scope) - before) / (double)times;
        double weighted = now();
        for (long n = 0; n < times; n++)
            attention_context(weights, v);
        double end = now();
        best.scores = fmin(best.scores, (scored - start) / (double)times);
        best.softmax = fmin(best.softmax, (weighted - scored) / (double)times);
        best.context = fmin(best.context, (end - weighted) / (double)times);
        scope_close(scope);
    }
    return best;
}

static double whole(Cost c)
{
    return c.scores + c.softmax + c.context;
}

static void the_wall(void)
{
    printf("\n2. One head, D = 64, no mask: twice the tokens, four times everything\n\n");
    printf("       bytes of the weights              ms\n");
    printf("     T   predicted, 4 T^2   measured     q k^T  softmax  weights v\n");
    double before = 1;
    for (long T = 128; T <= 2048; T *= 2) {
        Cost c = cost_of(T, 64, NULL);
        double bytes = (double)(T * T) * sizeof(real);
        contract(c.bytes < 1.02 * bytes + 1000,
                 "12.8 attention_weights makes one tensor, the weights");
        measured(WEIGHTS, c.bytes);
        measured(DOUBLING, whole(c) / before);
        before = whole(c);
        printf("  %4ld %18.0f %10.0f %9.2f %8.2f %10.2f\n", T, bytes, c.bytes, c.scores, c.softmax,
               c.context);
    }
}

/* ---- 3. what a causal mask saves --------------------------------------------------------------------- */

static void what_a_mask_saves(void)
{
    Cost without = cost_of(1024, 64, NULL), with = cost_of(1024, 64, mask_causal(1024));
    printf("\n3. A causal mask at T = 1024 forbids half of the scores, and saves nothing here\n\n");
    printf("  mask      ms: q k^T and mask  softmax  weights v   whole\n");
    printf("  none    %20.2f %8.2f %10.2f %7.2f\n", without.scores, without.softmax,
           without.context, whole(without));
    printf("  causal  %20.2f %8.2f %10.2f %7.2f\n", with.scores, with.softmax, with.context,
           whole(with));
    measured(SAVED, fmax(0, 100 - 100 * whole(with) / whole(without))); /* more time: nothing */
}

/* ---- 4. one large projection or three ------------------------------------------------------------------ */

static double project_in_ms(Tensor *x, long C, long pieces)
{
    double best = 1e9;
    Rng rng = rng_seed(2);
    Linear *layers[64];
    for (long i = 0; i < pieces; i++)
        layers[i] = linear_new(C, 3 * C / pieces, true, &rng);
    for (int run = 0; run < RUNS; run++) {
        Scope *scope = scope_open();
        double start = now();
        for (long i = 0; i < pieces; i++)
            linear_forward(layers[i], x);
        best = fmin(best, now() - start);
        scope_close(scope);
    }
    for (long i = 0; i < pieces; i++)
        module_free(&layers[i]->module);
    return best;
}

static void one_large_or_many_small(void)
{
    long C = 384, T = 64;
    Rng rng = rng_seed(3);
    Tensor *x = tensor_normal(SHAPE(1, T, C), 0, 1, &rng);
    printf(
        "\n4. Queries, keys and values of %ld tokens, C = %ld: the same numbers, the same sums\n\n",
        T, C);
    double one = project_in_ms(x, C, 1), many = project_in_ms(x, C, 36);
    printf("   one product (C, 3C)               %6.3f ms\n", one);
    printf("   three products (C, C)             %6.3f ms\n", project_in_ms(x, C, 3));
    printf("   36 products (C, 32), one per head %6.3f ms\n", many);
    measured(SMALL, many / one);
}

int main(void)
{
    kindling_set_threads(1);
    predict(VARIANCE, "variance of the unscaled scores at D = 64", "");
    predict(WEIGHTS, "the weights at T = 2048", "bytes");
    predict(DOUBLING, "by which factor the time grows from T = 1024 to 2048", "");
    predict(SAVED, "of the time, a causal mask saves at T = 1024", "%");
    predicted_within(SAVED, 10);
    predict(SMALL, "36 small products take how many times one of (C, 3C)", "");
    printf("products: %s, %zu-byte numbers\n\n", gemm_backend(), sizeof(real));
    why_the_scale();
    the_wall();
    what_a_mask_saves();
    one_large_or_many_small();
    return conclude();
}

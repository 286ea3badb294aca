/* measure.c - what a norm leaves, how far turns see, where floats end, and what shared heads save: make measure-22.
 *
 * Four questions of the lesson. Nothing is timed: the numbers are the same on every machine, but for their last digits.
 */
#include <math.h>
#include <string.h>
#include "kindling.h"
#include "attention_shared.h"
#include "kv_cache_shared.h"
#include "language_parts.h"
#include "predict.h"

enum { C = 64, T = 256 };

enum { LEFT, LIKE, OFF, SHARED, OWN, WIDE };

static double largest_gap(const Tensor *a, const Tensor *b)
{
    double most = 0;
    for (long i = 0; i < tensor_numel(a); i++)
        most = fmax(most, fabs((double)(a->data[i] - b->data[i])));
    return most;
}

static double mean_of(Tensor *x)
{
    return (double)tensor_item(tensor_mean(x, ALL_AXES, false));
}

/* ---- 0. the rules that the numbers rest on -------------------------------------------------------------- */

static void rules(void)
{
    Rng rng = rng_seed(22);
    Tensor *x = tensor_normal(SHAPE(T, C), 1, 2, &rng), *n = composed_rms_norm(x, NULL, 0);
    contract(fabs(mean_of(tensor_mul(n, n)) - 1) < 1e-4,
             "22.1 composed_rms_norm: a row's mean square is 1");
    Tensor *q = tensor_normal(SHAPE(1, C), 0, 1, &rng), *k = tensor_normal(SHAPE(1, C), 0, 1, &rng);
    double product[2];
    for (int late = 0; late < 2; late++) {
        Tensor *at = composed_rope(q, (RopeOptions){.start = 9 + 500 * late});
        Tensor *from = composed_rope(k, (RopeOptions){.start = 4 + 500 * late});
        product[late] = C * mean_of(tensor_mul(at, from));
    }
    contract(fabs(product[0] - product[1]) < 1e-2,
             "22.2, 22.3 composed_rope: a product sees how far apart two tokens stand");
    Tensor *gated = composed_swiglu(tensor_from(SHAPE(4), VALUES(0, 2, 5, 7)));
    contract(fabs((double)gated->data[0]) < 1e-6 && fabs((double)gated->data[1] - 12.331) < 1e-2,
             "22.4 composed_swiglu: the example of its file");
    Tensor *four = tensor_new(SHAPE(1, 4, 1, 1));
    Tensor *each = repeat_heads(tensor_from(SHAPE(1, 2, 1, 1), VALUES(5, 8)), four);
    contract(memcmp(each->data, (real[]){5, 5, 8, 8}, 4 * sizeof(real)) == 0,
             "22.5 repeat_heads: heads that share stand side by side");
}

/* ---- 1. norms ---------------------------------------------------------------------------------------------- */

static void norms(void)
{
    printf("1. Rows of %d numbers that spread by 1 around a mean: what a norm leaves of it\n\n", C);
    printf("   mean before     RMSNorm    layer norm\n");
    for (int mean = 0; mean <= 4; mean++) {
        Rng rng = rng_seed(23);
        Tensor *x = tensor_normal(SHAPE(T, C), (real)mean, 1, &rng);
        double left = fabs(mean_of(composed_rms_norm(x, NULL, (real)1e-5)));
        printf("   %11d %11.2f %13.2f\n", mean, left,
               fabs(mean_of(tensor_layer_norm(x, NULL, NULL, (real)1e-5))));
        if (mean == 3)
            measured(LEFT, left);
    }
}

/* ---- 2. distances ------------------------------------------------------------------------------------------ */

/* The mean product of a row with itself, turned by its place and by one so far in front, in % of that in its own place. */
static double alike(const Tensor *rows, long back)
{
    Tensor *x = tensor_reshape((Tensor *)rows, SHAPE(T, 1, C));
    Tensor *q = composed_rope(x, (RopeOptions){.start = 1000});
    Tensor *k = composed_rope(x, (RopeOptions){.start = 1000 - back});
    return 100 * mean_of(tensor_mul(q, k)) / mean_of(tensor_mul(x, x));
}

static void distances(void)
{
    Rng rng = rng_seed(24);
    Tensor *rows = tensor_normal(SHAPE(T, C), 0, 1, &rng);
    printf(
        "\n2. A row of %d numbers and the same one so many tokens in front: their product, in %% "
        "of its own\n\n",
        C);
    printf("   tokens ");
    for (long back = 0; back <= 256; back = back == 0 ? 1 : back * 4)
        printf("%8ld", back);
    printf("\n   product");
    for (long back = 0; back <= 256; back = back == 0 ? 1 : back * 4)
        printf("%8.0f", alike(rows, back));
    printf("\n");
    measured(LIKE, alike(rows, 64));
}

/* ---- 3. angles --------------------------------------------------------------------------------------------- */

static void angles(void)
{
    printf("\n3. The largest error of a cosine, if the angle is computed in float\n\n");
    for (long position = 100; position <= 10000000; position *= 10) {
        double most = 0;
        for (long near = 0; near < 100; near++)
            for (int pair = 0; pair < C / 2; pair++) {
                double frequency = pow(10000, -2.0 * pair / C);
                float angle = (float)(position + near) * (float)frequency;
                double right = cos((double)(position + near) * frequency);
                most = fmax(most, fabs(cos((double)angle) - right));
            }
        printf("   position %9ld %12.6f\n", position, most);
        if (position == 10000000)
            measured(OFF, most);
    }
}

/* ---- 4. caches --------------------------------------------------------------------------------------------- */

static void caches(void)
{
    enum { LAYERS = 80, HEADS = 64, KEPT = 8, WIDTH = 128, TOKENS = 4096 };
    printf("\n4. Llama 2 70B (%d layers, %d heads of %d channels): a cache of %d tokens, 16 bits a "
           "number\n\n",
           LAYERS, HEADS, WIDTH, TOKENS);
    printf("   heads of keys and values         MiB\n");
    for (long heads = 1; heads <= HEADS; heads *= 8) {
        KvCache *one = kv_cache_new(LAYERS, 1, heads, 1, WIDTH);
        double mib = (double)kv_cache_bytes(one) / sizeof(real) * 2 * TOKENS / 0x1p20;
        printf("   %24ld %11.0f\n", heads, mib);
        if (heads == KEPT)
            measured(SHARED, mib);
        else if (heads == HEADS)
            measured(OWN, mib);
    }
    KvFit fit = kv_fit((KvBudget){.embed_dim = HEADS * WIDTH,
                                  .layers = LAYERS,
                                  .batch = 1,
                                  .least_width = WIDTH,
                                  .most_width = WIDTH,
                                  .least_context = TOKENS,
                                  .most_context = 1 << 20,
                                  .number_bytes = 2,
                                  .bytes = 3 * 0x1p30});
    printf("\n   in 3 GiB: %ld heads of queries, %ld of keys and values, %ld tokens\n\n",
           fit.num_heads, fit.num_kv_heads, fit.context);
    measured(WIDE, (double)fit.num_kv_heads);
    contract(fit.num_heads == HEADS && fit.context >= TOKENS, "22.6 kv_fit finds what fits");
}

int main(void)
{
    kindling_set_threads(1);
    predict(LEFT, "mean 3, spread 1: the mean that RMSNorm leaves", "");
    predict(LIKE, "a row and itself, 64 tokens apart: their product", "%");
    predict(OFF, "error of a cosine at position 10,000,000 in float", "");
    predict(SHARED, "cache of Llama 2 70B, 4,096 tokens, 8 heads", "MiB");
    predict(OWN, "the same with 64 heads of keys and values", "MiB");
    predict(WIDE, "heads of keys and values in 3 GiB", "heads");
    printf("%zu-byte numbers\n\n", sizeof(real));
    Scope *scope = scope_open();
    rules();
    norms();
    distances();
    angles();
    caches();
    scope_close(scope);
    return conclude();
}

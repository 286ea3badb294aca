/* measure.c - what attention costs, predicted and measured: make measure-12.
 *
 * Five questions of the lesson, one after the other. Times are the best of a few runs on one thread.
 */
#include <math.h>
#include <setjmp.h>
#include <time.h>
#include "cache_model.h"
#include "core.h"
#include "kindling.h"
#include "predict.h"

#define RUNS 5

enum { LARGEST, WEIGHTS, DOUBLING, MASKED, SMALL, STEPS, TILES };

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
    printf("1. Scores of random q and k, T = 128: what their variance does to the softmax\n\n");
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
            measured(LARGEST, largest(sharp));
        contract(fabs(variance(scores) / (double)D - 1) < 0.2,
                 "12.1 attention_scores adds up the D products of a query and a key");
        contract(fabs(variance(scaled) - 1) < 0.2, "12.1 attention_scale: a variance of 1");
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
                 "12.4 attention_weights makes one tensor, the weights");
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
    measured(MASKED, whole(with) / whole(without));
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

/* ---- 5. what is carried between fast and slow memory --------------------------------------------------- */

typedef struct {
    Tensor *q, *k, *v, *dout;
    TiledHead tiles; /* the same numbers, and room for what both ways leave behind */
} OneHead;

static OneHead one_head(long T, long D, long tile)
{
    Rng rng = rng_seed(4);
    OneHead x = {.tiles = {.Tq = T, .Tk = T, .D = D, .tile = tile}};
    Tensor **of[] = {&x.q, &x.k, &x.v, &x.dout};
    for (int i = 0; i < 4; i++)
        *of[i] = tensor_requires_grad(tensor_normal(SHAPE(1, T, D), 0, 1, &rng));
    TiledHead *h = &x.tiles;
    h->q = x.q->data, h->k = x.k->data, h->v = x.v->data, h->dout = x.dout->data;
    real **results[] = {&h->out, &h->dq, &h->dk, &h->dv, &h->lse}; /* of lse one of D would do */
    for (int i = 0; i < 5; i++)
        *results[i] = tensor_zeros(SHAPE(T, D))->data;
    return x;
}

static Tensor *in_steps(OneHead x)
{
    Tensor *scores = attention_scale(attention_scores(x.q, x.k), x.q->shape[2]);
    return attention_context(attention_weights(scores), x.v);
}

static void in_tiles(TiledHead h, void (*of_tile)(TiledHead h, long first))
{
    for (long first = 0; first < h.Tq; first += h.tile)
        of_tile(h, first);
}

/* What the engine says that each operation below the output reads and writes. */
static double bytes_in_steps(long T, long D)
{
    Scope *scope = scope_open();
    double sum = 0;
    for (const Closure *c = backward_order(in_steps(one_head(T, D, 1))); c != NULL; c = c->next)
        sum += bytes_moved(c);
    scope_close(scope);
    return sum;
}

/* What a fast memory fetches that holds five tiles, in lines of an eighth of one; and the output,
 * which goes out once. */
static double bytes_in_tiles(long T, long D, long tile)
{
    Scope *scope = scope_open();
    TiledHead h = one_head(T, D, tile).tiles;
    CacheModel fast = cache_model_new(5 * 8, tile * D / 8);
    const real *slow[] = {h.q, h.k, h.v};
    for (int i = 0; i < 3; i++)
        cache_model_watch(&fast, slow[i], T * D);
    cache_model_open(&fast);
    in_tiles(h, attention_tile_forward);
    cache_model_open(NULL);
    scope_close(scope);
    return (double)(fast.misses * fast.width + T * D) * sizeof(real);
}

static double farther(double far, const real *a, const Tensor *b)
{
    for (long i = 0; i < tensor_numel(b); i++)
        far = fmax(far, fabs((double)a[i] - (double)b->data[i]));
    return far;
}

/* There and back in both ways: the same numbers, and the most that a scope held. */
static void there_and_back(long T, long D)
{
    Scope *tiles = scope_open();
    OneHead x = one_head(T, D, 64);
    in_tiles(x.tiles, attention_tile_forward), in_tiles(x.tiles, attention_tile_backward);
    Scope *steps = scope_open();
    Tensor *out = in_steps(x);
    tensor_backward_from(out, x.dout, true);
    double far = farther(farther(0, x.tiles.out, out), x.tiles.dq, x.q->grad);
    far = farther(farther(far, x.tiles.dk, x.k->grad), x.tiles.dv, x.v->grad);
    contract(far < 1e-3, "12.9 and 12.10 give what attention in steps gives");
    printf("  %4ld %20zu %14zu %9.1e\n", T, scope_peak(steps), scope_peak(tiles), far);
    scope_close(steps);
    scope_close(tiles);
}

static jmp_buf not_written;
static void leave(const char *message, CallSite where)
{
    (void)message, (void)where;
    longjmp(not_written, 1);
}

/* Are the optional exercises there? What is not begun is no fault. */
static bool tiles_are_written(void)
{
    Scope *scope = scope_open();
    FailHandler before = kindling_on_fail(leave);
    volatile bool written = false;
    if (setjmp(not_written) == 0) {
        attention_tile_forward(one_head(4, 2, 4).tiles, 0);
        attention_tile_backward(one_head(4, 2, 4).tiles, 0);
        written = true;
    }
    kindling_on_fail(before);
    scope_close(scope);
    return written;
}

static void what_is_carried(void)
{
    const long D = 64;
    double steps = bytes_in_steps(1024, D);
    printf("\n5. What has to be carried: one head, D = 64, no mask\n\n"
           "   step by step, T = 1024: %.0f bytes, by bytes_moved\n",
           steps);
    measured(STEPS, steps);
    if (!tiles_are_written())
        return; /* they are optional; the verdict says "not measured" */
    double tiles = bytes_in_tiles(1024, D, 64);
    printf("   tiles of 64, T = 1024:  %.0f bytes, by READ\n", tiles);
    measured(TILES, tiles);
    contract(tiles < steps, "12.9 fetches each key once for all queries of a tile");
    printf("\n  tile   fast memory   carried at T = 256   step by step\n");
    for (long tile = 32; tile <= 256; tile *= 2)
        printf("  %4ld %13ld %20.0f %14.0f\n", tile, 5 * tile * D * (long)sizeof(real),
               bytes_in_tiles(256, D, tile), bytes_in_steps(256, D));
    printf("\n     T   most bytes: in steps       in tiles    apart\n");
    for (long T = 128; T <= 1024; T *= 2)
        there_and_back(T, D);
}

int main(void)
{
    kindling_set_threads(1);
    predict(LARGEST, "the largest weight of 128, unscaled scores, D = 64", "");
    predict(WEIGHTS, "the weights at T = 2048", "bytes");
    predict(DOUBLING, "by which factor the time grows from T = 1024 to 2048", "");
    predict(MASKED, "with a causal mask, T = 1024: times as long", "");
    predict(SMALL, "36 small products take how many times one of (C, 3C)", "");
    predict(STEPS, "step by step, one head carries at T = 1024, D = 64", "bytes");
    predict(TILES, "in tiles of 64, fast memory for five of them", "bytes");
    printf("products: %s, %zu-byte numbers\n\n", gemm_backend(), sizeof(real));
    why_the_scale();
    the_wall();
    what_a_mask_saves();
    one_large_or_many_small();
    what_is_carried();
    return conclude();
}

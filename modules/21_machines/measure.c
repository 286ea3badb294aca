/* measure.c - orders of a sum, means of means, and what a step on many ranks costs: make measure-21.
 *
 * Four questions of the lesson. Ranks are loops here, and the network is arithmetic: 10 Gbit/s, and nothing else in the
 * way. Times are the processor's, on one thread, the best of a few runs.
 */
#include <math.h>
#include <string.h>
#include <time.h>
#include "kindling.h"
#include "predict.h"
#include "share.h"

enum { S = 8, COUNT = 1000000, RUNS = 5 };

enum { IN_ORDER, BY_RANKS, OFF, ADDING, SENDING, FASTER };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

/* ---- 0. shares --------------------------------------------------------------------------------------- */

static void every_row_once(void)
{
    bool once = true;
    for (long rows = 0; rows < 100; rows++) {
        long next = 0;
        for (long i = 0; i < S; i++) {
            Share s = share_of(rows, i, S);
            once = once && s.first == next && s.count >= 0;
            next += s.count;
        }
        once = once && next == rows;
    }
    contract(once, "21.1 share_of gives every row to one share");
}

/* ---- 1. orders ---------------------------------------------------------------------------------------- */

static real *numbers[S], *work[S]; /* COUNT each */

static void draw_numbers(void)
{
    Rng rng = rng_seed(21);
    for (int i = 0; i < S; i++) {
        numbers[i] = scope_alloc(scope_current(), COUNT * sizeof(real));
        work[i] = scope_alloc(scope_current(), COUNT * sizeof(real));
        for (long j = 0; j < COUNT; j++)
            numbers[i][j] = (real)rng_normal(&rng);
    }
}

static void from_left_to_right(real *const leaf[], long leaves, long n)
{
    for (long i = 1; i < leaves; i++)
        for (long j = 0; j < n; j++)
            leaf[0][j] += leaf[i][j];
}

typedef void (*Sum)(real *const leaf[], long leaves, long n);

/* Each rank adds its own, then all add what the ranks have. Into work[0]. */
static const real *on_ranks(Sum sum, long ranks)
{
    real *top[S];
    for (int i = 0; i < S; i++)
        memcpy(work[i], numbers[i], COUNT * sizeof(real));
    for (long r = 0; r < ranks; r++) {
        Share own = share_of(S, r, ranks);
        sum(work + own.first, own.count, COUNT);
        top[r] = work[own.first];
    }
    sum(top, ranks, COUNT);
    return work[0];
}

static const real *sum_of_four(Sum sum)
{
    for (int i = 0; i < 4; i++)
        memcpy(work[i], numbers[i], COUNT * sizeof(real));
    sum(work, 4, COUNT);
    return work[0];
}

static double percent_other(const real *a, const real *b)
{
    long other = 0;
    for (long j = 0; j < COUNT; j++)
        other += a[j] != b[j];
    return 100.0 * (double)other / COUNT;
}

static void orders(void)
{
    const struct {
        const char *name;
        Sum sum;
    } way[] = {{"along the tree", tree_sum}, {"from left to right", from_left_to_right}};
    real *tree = scope_alloc(scope_current(), COUNT * sizeof(real));
    memcpy(tree, on_ranks(tree_sum, 1), COUNT * sizeof(real));
    double along = 0;
    printf("1. %d sums of %d numbers: how many have other bits than along the tree on one rank\n\n",
           COUNT, S);
    printf("   ranks                   1         2         4         8\n");
    for (int w = 0; w < 2; w++) {
        printf("   %-18s", way[w].name);
        for (long ranks = 1; ranks <= S; ranks *= 2) {
            double other = percent_other(on_ranks(way[w].sum, ranks), tree);
            printf(" %7.2f %%", other);
            if (w == 0)
                along = fmax(along, other);
            else if (ranks == 4)
                measured(BY_RANKS, other);
        }
        printf("\n");
    }
    memcpy(tree, sum_of_four(tree_sum), COUNT * sizeof(real));
    double of_four = percent_other(sum_of_four(from_left_to_right), tree);
    printf("\n   of sums of 4, from left to right: %.2f %%\n", of_four);
    measured(IN_ORDER, of_four);
    contract(along == 0, "21.2 tree_sum gives the same bits on 1, 2, 4 and 8 ranks");
}

/* ---- 2. means ----------------------------------------------------------------------------------------- */

/* Sentences of 1 to 32 tokens, padded: what is padding does not count. The longer a text, the lower the loss of a token. */
static void means(void)
{
    enum { BATCHES = 2000, ROWS = 32 };
    Rng rng = rng_seed(22);
    double off = 0, right = 0, sum_of_losses = 0, targets = 0;
    for (long b = 0; b < BATCHES; b++) {
        ShareSum share[S];
        double of_means = 0, loss = 0, count = 0;
        for (long i = 0; i < S; i++) {
            Share rows = share_of(ROWS, i, S);
            share[i] = (ShareSum){.loss = 0, .targets = 0};
            for (long row = 0; row < rows.count; row++) {
                long length = 1 + rng_below(&rng, 32);
                share[i].targets += length;
                for (long t = 0; t < length; t++)
                    share[i].loss += 1.5 + 3 * rng_uniform(&rng) / sqrt((double)(t + 1));
            }
            of_means += share[i].loss / (double)share[i].targets / S;
            loss += share[i].loss;
            count += (double)share[i].targets;
        }
        double mean = global_mean(NULL, 0, share, S);
        off += of_means - mean;
        right += mean;
        sum_of_losses = fmax(sum_of_losses, fabs(mean - loss / count));
        targets += count / BATCHES;
    }
    printf("\n2. %d batches of %d texts, %.0f targets of %d places count: the mean loss is %.4f,\n"
           "   the mean of the means of %d shares %.4f\n",
           BATCHES, ROWS, targets, ROWS * 32, right / BATCHES, S, (right + off) / BATCHES);
    measured(OFF, 100 * off / right);
    contract(sum_of_losses < 1e-9, "21.3 global_mean: every target weighs the same");
}

/* ---- 3. a step ---------------------------------------------------------------------------------------- */

static const double wire = 1e10 / 8 * 1e-3; /* bytes in a millisecond */

static double sent(double bytes, double ranks)
{
    return 2 * (ranks - 1) / ranks * bytes / wire;
}

/* A step of a small GPT on 16 rows of 64 tokens; how many parameters it has. */
static double step(double *parameters)
{
    enum { B = 16, T = 64, V = 96 };
    Gpt *g = gpt_new((GptOptions){.vocabulary = V,
                                  .context = T,
                                  .embed_dim = 192,
                                  .num_heads = 6,
                                  .num_layers = 4,
                                  .causal = true,
                                  .seed = 21});
    ParameterList *list = parameters_of(&g->module);
    *parameters = (double)parameters_numel(list);
    Rng rng = rng_seed(23);
    double least = INFINITY;
    for (int run = 0; run < RUNS; run++) {
        Scope *scope = scope_open();
        IntTensor *x = int_tensor_new(SHAPE(B, T)), *y = int_tensor_new(SHAPE(B, T));
        for (long i = 0; i < B * T; i++) {
            x->data[i] = (int)rng_below(&rng, V);
            y->data[i] = (int)rng_below(&rng, V);
        }
        double start = now();
        tensor_backward(gpt_loss(g, x, y));
        least = fmin(least, now() - start);
        parameters_zero_grad(list);
        scope_close(scope);
    }
    parameters_free(list);
    module_free(&g->module);
    return least;
}

static void steps(void)
{
    double adding = INFINITY, parameters;
    for (int run = 0; run < RUNS; run++) {
        double start = now();
        tree_sum(work, S, COUNT);
        adding = fmin(adding, now() - start);
    }
    double bytes = COUNT * (double)sizeof(real);
    printf(
        "\n3. A gradient of %d numbers: 8 of them are added in %.1f ms; 8 ranks send for %.1f ms "
        "at 10 Gbit/s\n",
        COUNT, adding, sent(bytes, S));
    measured(ADDING, adding);
    measured(SENDING, sent(bytes, S));
    double alone = step(&parameters), model = parameters * (double)sizeof(real);
    printf("\n4. A GPT of %.0f parameters: a step takes %.0f ms on one rank\n\n", parameters,
           alone);
    printf("   ranks    computing     sending    together     times as fast\n");
    for (long ranks = 1; ranks <= 8; ranks *= 2) {
        double part = alone / (double)ranks, wait = sent(model, (double)ranks);
        printf("   %5ld %9.1f ms %8.1f ms %8.1f ms %17.2f\n", ranks, part, wait, part + wait,
               alone / (part + wait));
        if (ranks == 8)
            measured(FASTER, alone / (part + wait));
    }
    printf("\n");
}

int main(void)
{
    kindling_set_threads(1);
    predict(IN_ORDER, "sums of 4 numbers that change if added from left to right", "%");
    predict(BY_RANKS, "sums of 8, if each of 4 ranks adds its own first", "%");
    predict(OFF, "the mean of means, too large by", "%");
    predict(ADDING, "to add 8 gradients of a million numbers", "ms");
    predict(SENDING, "to send such a gradient on 8 ranks, 10 Gbit/s", "ms");
    predict(FASTER, "a small GPT on 8 ranks: times as fast", "times");
    printf("products: %s, %zu-byte numbers\n\n", gemm_backend(), sizeof(real));
    Scope *scope = scope_open();
    every_row_once();
    draw_numbers();
    orders();
    means();
    steps();
    scope_close(scope);
    return conclude();
}

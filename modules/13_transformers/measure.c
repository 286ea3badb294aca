/* measure.c - what a transformer costs, how it starts, learns and writes: make measure-13.
 *
 * Four questions of the lesson. Times are the best of a few runs on one thread, and attention goes step by
 * step, through the T x T weights.
 */
#include <math.h>
#include <time.h>
#include "kindling.h"
#include "attention_shared.h"
#include "predict.h"

#define RUNS 5

enum { SHARE, TOGETHER, WIDER, STREAM, START, SPREAD };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

/* ---- 1. attention and MLP against T ------------------------------------------------------------- */

typedef struct {
    double norm, attention, mlp;
} Cost;

static Cost cost_of(Block *b, long T, long C)
{
    Cost best = {1e9, 1e9, 1e9};
    Rng rng = rng_seed(1);
    for (int run = 0; run < RUNS; run++) {
        Scope *scope = scope_open();
        grad_mode(false);
        Tensor *x = tensor_normal(SHAPE(1, T, C), 0, 1, &rng);
        double start = now();
        Tensor *normed = layer_norm_forward(b->norm1, x);
        double after_norm = now();
        mha_forward(b->attn, normed, NULL);
        double after_attention = now();
        block_mlp(b, normed);
        best.mlp = fmin(best.mlp, now() - after_attention);
        best.attention = fmin(best.attention, after_attention - after_norm);
        best.norm = fmin(best.norm, after_norm - start);
        scope_close(scope);
    }
    return best;
}

static void shares(void)
{
    enum { C = 128 };
    Rng rng = rng_seed(13);
    Block *b =
        block_new((MhaOptions){.embed_dim = C, .num_heads = 4, .causal = true, .init = &rng});
    printf("1. A block of C = %d, forward: who takes the time?\n\n", C);
    printf("     T   ms: two norms  attention      mlp   the mlp's share, of operations  of the "
           "time\n");
    double together = 0;
    for (long T = 32; T <= 1024; T *= 2) {
        Cost c = cost_of(b, T, C);
        double share = c.mlp / (2 * c.norm + c.attention + c.mlp);
        printf("  %4ld %14.3f %10.3f %8.3f %23.0f %% %11.0f %%\n", T, 2 * c.norm, c.attention,
               c.mlp, 100 * 4.0 * C / (6.0 * C + (double)T), 100 * share);
        if (T == 256)
            measured(SHARE, 100 * share);
        if (c.mlp > c.attention)
            together = (double)T;
    }
    measured(TOGETHER, together);
    module_free(&b->module);
}

/* ---- 2. tokens a second and bytes, by width and depth ---------------------------------------------- */

static double forward_ms(long C, long L, double *bytes, double *parameters)
{
    enum { T = 64, V = 256 };
    Gpt *g = gpt_new((GptOptions){.vocabulary = V,
                                  .context = T,
                                  .embed_dim = C,
                                  .num_heads = 4,
                                  .num_layers = L,
                                  .causal = true,
                                  .tied = true,
                                  .seed = 1});
    Rng rng = rng_seed(2);
    double best = 1e9;
    for (int run = 0; run < RUNS; run++) {
        Scope *scope = scope_open();
        IntTensor *ids = int_tensor_new(SHAPE(1, T));
        for (int i = 0; i < T; i++)
            ids->data[i] = (int)(rng_bits(&rng) % V);
        double start = now();
        gpt_forward(g, ids, NULL);
        best = fmin(best, now() - start);
        *bytes = (double)scope_bytes(scope);
        scope_close(scope);
    }
    ParameterList *list = parameters_of(&g->module);
    *parameters = (double)parameters_numel(list);
    parameters_free(list);
    module_free(&g->module);
    return best;
}

static void widths_and_depths(void)
{
    const long sizes[][2] = {{64, 2}, {64, 4}, {128, 2}, {256, 2}, {512, 2}};
    double before = 0;
    printf("\n2. 64 tokens forward, with all that backward would need\n\n");
    printf("     C   L   parameters   tokens/s   bytes kept   bytes per number that the stream "
           "holds\n");
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        double bytes, parameters, ms = forward_ms(sizes[i][0], sizes[i][1], &bytes, &parameters);
        double stream = 64.0 * (double)sizes[i][0] * (double)sizes[i][1];
        printf("  %4ld %3ld %12.0f %10.0f %12.0f %15.0f\n", sizes[i][0], sizes[i][1], parameters,
               64e3 / ms, bytes, bytes / stream);
        if (sizes[i][0] == 512)
            measured(WIDER, ms / before);
        before = ms;
    }
}

/* ---- 3. how it starts -------------------------------------------------------------------------------- */

static double std_of(const Tensor *t)
{
    double sum = 0;
    for (long i = 0; i < tensor_numel(t); i++)
        sum += (double)t->data[i] * (double)t->data[i];
    return sqrt(sum / (double)tensor_numel(t));
}

/* Behind 1, 4 and all blocks. */
static void stream_of(Gpt *g, const char *title, double spread[3])
{
    Scope *scope = scope_open();
    grad_mode(false);
    Rng rng = rng_seed(3);
    long L = g->options.num_layers;
    Tensor *x = tensor_normal(SHAPE(1, 32, g->options.embed_dim), 0, (real)0.02, &rng);
    for (long i = 0; i < L; i++) {
        x = block_forward(g->blocks[i], x, NULL);
        spread[i + 1 == 1 ? 0 : i + 1 == 4 ? 1 : 2] = std_of(x);
    }
    printf("   %-34s %8.3f %10.3f %10.3f\n", title, spread[0], spread[1], spread[2]);
    scope_close(scope);
}

static void the_start(void)
{
    enum { L = 16, V = 90 };
    Gpt *g = gpt_new((GptOptions){.vocabulary = V,
                                  .context = 32,
                                  .embed_dim = 256,
                                  .num_heads = 4,
                                  .num_layers = L,
                                  .causal = true,
                                  .seed = 4});
    double small[3], large[3];
    printf("\n3. The residual stream of %d layers, untrained, C = 256: its spread\n\n", L);
    printf("   %-34s %8s %10s %10s\n", "behind how many blocks", "1", "4", "16");
    stream_of(g, "your start", small);
    for (long i = 0; i < L; i++) {
        const Block *b = g->blocks[i];
        Tensor *of[] = {b->attn->q->weight, b->attn->k->weight, b->attn->v->weight,
                        b->attn->out->weight, b->up->weight, b->down->weight};
        for (int k = 0; k < 6; k++)
            init_normal(of[k], 0, (real)0.02, &g->init_rng);
    }
    stream_of(g, "all matrices start at 0.02", large);
    measured(STREAM, large[2] / small[2]);
    gpt_init_weights(g);
    Scope *scope = scope_open();
    IntTensor *ids = int_tensor_new(SHAPE(2, 32)), *next = int_tensor_new(SHAPE(2, 32));
    for (int i = 0; i < 64; i++) {
        ids->data[i] = 7 * i % V;
        next->data[i] = 11 * i % V;
    }
    double loss = (double)tensor_item(gpt_loss(g, ids, next));
    printf("\n   loss of the untrained model, V = %d: %.4f; log V is %.4f\n", V, loss, log(V));
    measured(START, loss);
    contract(fabs(loss - log(V)) < 0.1,
             "13.4 gpt_init_weights starts so small that the loss is log V");
    scope_close(scope);
    module_free(&g->module);
}

/* ---- 4. how it learns, three times ------------------------------------------------------------------ */

static const char verse[] =
    "the river runs below the hill, and all the night the wheel stands still. the miller sleeps, "
    "the "
    "moon is high, the water goes on running by. at dawn he turns the wheel again, it grinds the "
    "corn, it "
    "grinds the grain, and when the day is done he will lie down once more below the hill. ";

enum { T = 32, BATCH = 8, STEPS = 300 };

/* Token 0 to 28: the letters, the blank, the comma, the full stop. */
static int token_of(char c)
{
    return c == ' ' ? 26 : c == ',' ? 27 : c == '.' ? 28 : c - 'a';
}

static Gpt *learn(uint64_t seed, double *curve)
{
    Gpt *g = gpt_new((GptOptions){.vocabulary = 29,
                                  .context = T,
                                  .embed_dim = 48,
                                  .num_heads = 4,
                                  .num_layers = 2,
                                  .causal = true,
                                  .tied = true,
                                  .seed = seed});
    ParameterList *parameters = parameters_of(&g->module);
    Optimizer *adamw = adamw_new(parameters, (OptimizerOptions){.lr = 4e-3, .beta2 = 0.99});
    Rng rng = rng_stream(seed, 9);
    for (int step = 0; step < STEPS; step++) {
        Scope *scope = scope_open();
        IntTensor *ids = int_tensor_new(SHAPE(BATCH, T)), *next = int_tensor_new(SHAPE(BATCH, T));
        for (int b = 0; b < BATCH; b++) {
            long from = (long)(rng_bits(&rng) % (sizeof verse - 1 - T));
            for (int t = 0; t < T; t++) {
                ids->data[b * T + t] = token_of(verse[from + t]);
                next->data[b * T + t] = token_of(verse[from + t + 1]);
            }
        }
        Tensor *loss = gpt_loss(g, ids, next);
        curve[step] = (double)tensor_item(loss);
        tensor_backward(loss);
        clip_grad_norm(parameters, 1);
        optimizer_step(adamw);
        optimizer_zero_grad(adamw);
        scope_close(scope);
    }
    optimizer_free(adamw);
    parameters_free(parameters);
    return g;
}

static void write_at(Gpt *g, double temperature)
{
    enum { COUNT = 60 };
    int ids[COUNT + 1] = {token_of('t')};
    Rng rng = rng_seed(7);
    gpt_generate(g, ids, 1, COUNT, (SampleOptions){.temperature = temperature}, &rng);
    printf("   %3.1f   ", temperature);
    for (int i = 0; i <= COUNT; i++)
        putchar("abcdefghijklmnopqrstuvwxyz ,."[ids[i]]);
    printf("\n");
}

static void curves(void)
{
    double curve[3][STEPS], low = 1e9, high = 0;
    printf("\n4. A verse of %zu letters, %d steps, three seeds: the loss (log 29 is %.2f)\n\n",
           sizeof verse - 1, STEPS, log(29));
    printf("   seed     step 1        50       100       200       300\n");
    Gpt *last = NULL;
    for (int i = 0; i < 3; i++) {
        if (last != NULL)
            module_free(&last->module);
        last = learn((uint64_t)(i + 1), curve[i]);
        printf("   %4d %10.3f%10.3f%10.3f%10.3f%10.3f\n", i + 1, curve[i][0], curve[i][49],
               curve[i][99], curve[i][199], curve[i][299]);
        low = fmin(low, curve[i][299]);
        high = fmax(high, curve[i][299]);
    }
    measured(SPREAD, high - low);
    contract(high < 1, "13.2 and 13.3: a block and a model that learn a verse by heart");
    printf("\n   what the last one writes, by temperature\n\n");
    write_at(last, 0.2);
    write_at(last, 0.8);
    write_at(last, 1.6);
    module_free(&last->module);
}

int main(void)
{
    kindling_set_threads(1);
    predict(SHARE, "of a block's time at T = 256, C = 128, the MLP takes", "%");
    predict(TOGETHER, "the MLP takes more than attention up to T = (32, 64, ..)", "");
    predict(WIDER, "the time of a pass at C = 512, in passes at C = 256", "");
    predict(STREAM, "times the spread behind 16 layers, if all start at 0.02", "");
    predict(START, "the loss of an untrained model with V = 90", "");
    predict(SPREAD, "the losses of three seeds differ after 300 steps by", "");
    printf("products: %s, %zu-byte numbers\n\n", gemm_backend(), sizeof(real));
    shares();
    widths_and_depths();
    the_start();
    curves();
    return conclude();
}

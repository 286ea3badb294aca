// %% [markdown]
// # 18 Memoization: the KV cache
//
// A causal model never changes its mind about the past, so keys and values of a token are worked out once and kept:
//
// $$1 + 2 + \dots + n = \tfrac{n(n+1)}{2} \;\longrightarrow\; n$$
//
// Below: a model learns a verse, writes it with a cache and without, takes tokens back, serves three texts at once, and
// writes past its context.

// %%
#include <math.h>
#include <string.h>
#include <time.h>
#include "notebook.h"

enum { C = 48, HEADS = 4, LAYERS = 2, CONTEXT = 64, LETTERS = 29 };

static Rng rng;
static Gpt *gpt;
static CharTokenizer *letters;
static const char verse[] =
    "the river runs below the hill, and all the night the wheel stands still. the miller sleeps, "
    "the moon is high, the water goes on running by. at dawn he turns the wheel again, it grinds "
    "the corn, it grinds the grain, and when the day is done he will lie down once more below the "
    "hill. ";

// %% [markdown]
// ## A verse by heart

// %%
CELL
{
    enum { STEPS = 300, BATCH = 8 };
    rng = rng_seed(18);
    letters = char_tokenizer_from("abcdefghijklmnopqrstuvwxyz ,.");
    gpt = gpt_new((GptOptions){.vocabulary = letters->size,
                               .context = CONTEXT,
                               .embed_dim = C,
                               .num_heads = HEADS,
                               .num_layers = LAYERS,
                               .causal = true,
                               .tied = true,
                               .seed = 18});
    int tokens[512];
    long n = char_encode(letters, verse, strlen(verse), tokens);
    ParameterList *parameters = parameters_of(&gpt->module);
    Optimizer *adamw = adamw_new(parameters, (OptimizerOptions){.lr = 5e-3, .beta2 = 0.99});
    Dataset *data = text_dataset_new(tokens, n, CONTEXT);
    double loss = 0;
    for (long step = 0; step < STEPS; step++) {
        Scope *scope = scope_open();
        Batch batch;
        dataset_sample(data, BATCH, &rng, &batch);
        Tensor *l = gpt_loss(gpt, batch.ids, batch.labels);
        loss = (double)tensor_item(l);
        tensor_backward(l);
        clip_grad_norm(parameters, 1);
        optimizer_step(adamw);
        optimizer_zero_grad(adamw);
        scope_close(scope);
    }
    module_train(&gpt->module, false);
    printf("loss %.2f\n", loss);
    dataset_free(data);
    optimizer_free(adamw);
    parameters_free(parameters);
}

// %% [markdown]
// ## What is remembered
//
// The keys of the second layer's first head, a line per letter. Six letters more add six lines, and no line above them changes.

// %%
CELL
{
    const char *text = "the river runs below";
    int ids[CONTEXT];
    long n = char_encode(letters, text, strlen(text), ids), first = n - 6;
    KvCache *c = gpt_cache_new(gpt, 1, CONTEXT);
    gpt_prefill(gpt, c, ids, first, NULL);
    Tensor *before = tensor_contiguous(kv_cache_keys(c, 1));
    gpt_prefill(gpt, c, ids + first, n - first, NULL);
    Tensor *after = kv_cache_keys(c, 1);
    printf("keys of a layer: %s, then %s; %zu bytes for all\n", tensor_shape_text(before),
           tensor_shape_text(after), kv_cache_bytes(c));
    const Tensor *heads[] = {tensor_select(tensor_select(before, 0, 0), 0, 0),
                             tensor_select(tensor_select(after, 0, 0), 0, 0)};
    display_heatmaps(2, heads, (const char *const[]){"14 letters", "20 letters"}, 2, NULL);
    Tensor *old = tensor_contiguous(tensor_slice(after, 2, 0, first, 1));
    gate(memcmp(old->data, before->data, (size_t)tensor_numel(before) * sizeof(real)) == 0,
         "what is kept does not change");
}

// %% [markdown]
// ## The same logits
//
// Letter by letter, against all letters again each time. Where the engine's own products compute they are equal in every bit; a BLAS
// may add in another order for one row than for many. And to be sure that the comparison can fail, what
// is remembered is changed.

// %%
static real logits[LETTERS];

static const real *all_again(const int *ids, long n)
{
    bool was_on = grad_mode(false);
    Tensor *all = gpt_forward(gpt, int_tensor_from(SHAPE(1, n), n, ids), NULL);
    grad_mode(was_on);
    return all->data + (n - 1) * LETTERS;
}

static double distance(const real *a, const real *b)
{
    double most = 0;
    for (int i = 0; i < LETTERS; i++)
        most = fmax(most, fabs((double)(a[i] - b[i])));
    return most;
}

CELL
{
    int ids[CONTEXT];
    long n = char_encode(letters, verse, 60, ids);
    KvCache *c = gpt_cache_new(gpt, 1, CONTEXT);
    double most = 0;
    for (long t = 0; t < n; t++) {
        gpt_decode(gpt, c, ids + t, logits);
        most = fmax(most, distance(logits, all_again(ids, t + 1)));
    }
    printf("%ld letters, %s: the logits differ by at most %g\n", n, gemm_backend(), most);
    gate(most < 1e-3, "a cache changes no answer");
    kv_cache_truncate(c, n - 1);
    scale_kernel(kv_cache_values(c, 0), kv_cache_values(c, 0), 2); /* views: this is the cache */
    gpt_decode(gpt, c, ids + n - 1, logits);
    printf("with the old values of one layer doubled: %g\n", distance(logits, all_again(ids, n)));
    gate(distance(logits, all_again(ids, n)) > 1e-3, "the past matters");
}

// %% [markdown]
// ## The same text, sooner
//
// Milliseconds for a letter, against how many stand before it. One loop reads them all again, the other the last
// one only.

// %%
static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

CELL
{
    int ids[CONTEXT] = {0};
    double cached[CONTEXT], plain[CONTEXT];
    KvCache *c = gpt_cache_new(gpt, 1, CONTEXT);
    kindling_set_threads(1);
    long read = 0, alike = 0;
    for (long t = 0; t + 1 < CONTEXT; t++) {
        double start = now();
        gpt_decode(gpt, c, ids + t, logits);
        cached[t] = now() - start;
        start = now();
        const real *again = all_again(ids, t + 1);
        plain[t] = now() - start;
        read += t + 1;
        ids[t + 1] = sample_token(logits, LETTERS, (SampleOptions){0}, NULL);
        alike += ids[t + 1] == sample_token(again, LETTERS, (SampleOptions){0}, NULL);
    }
    display_chart(2,
                  (Series[]){{"all again", CONTEXT - 1, NULL, plain, false},
                             {"with a cache", CONTEXT - 1, NULL, cached, false}},
                  &(ChartOptions){.title = "ms for one letter", .x_title = "letters before it"});
    printf("%s\n\nread: %ld letters without a cache, %d with one\n",
           char_decode(letters, ids, CONTEXT), read, CONTEXT - 1);
    gate(alike == CONTEXT - 1, "both choose the same letters");
}

// %% [markdown]
// ## Another try
//
// The prompt is read once. After each continuation the cache forgets what came behind the prompt.

// %%
CELL
{
    enum { COUNT = 40 };
    const char *prompt = "the miller ";
    int ids[CONTEXT];
    long n = char_encode(letters, prompt, strlen(prompt), ids);
    KvCache *c = gpt_cache_new(gpt, 1, CONTEXT);
    Rng own = rng_seed(3);
    for (int i = 0; i < 3; i++) {
        kv_cache_truncate(c, n - 1);
        gpt_generate_cached(gpt, c, ids, n, COUNT, (SampleOptions){.temperature = 1.4}, &own);
        printf("%s   (%ld letters in the cache)\n", char_decode(letters, ids, n + COUNT),
               kv_cache_tokens(c, 0));
    }
}

// %% [markdown]
// ## Three texts side by side
//
// Prompts of different lengths, each read into its own row; then every step takes a letter of all three, through one product.

// %%
CELL
{
    enum { ROWS = 3, COUNT = 30 };
    const char *const prompts[ROWS] = {"the moon is", "at dawn he turns", "it gr"};
    int ids[ROWS][CONTEXT], next[ROWS];
    long n[ROWS];
    real *row = scope_alloc(scope_current(), ROWS * LETTERS * sizeof *row);
    KvCache *c = gpt_cache_new(gpt, ROWS, CONTEXT);
    for (int b = 0; b < ROWS; b++) {
        n[b] = char_encode(letters, prompts[b], strlen(prompts[b]), ids[b]);
        gpt_prefill(gpt, kv_cache_row(c, b), ids[b], n[b], row + (long)b * LETTERS);
    }
    for (int i = 0; i < COUNT; i++) {
        for (int b = 0; b < ROWS; b++)
            ids[b][n[b]++] = next[b] =
                sample_token(row + (long)b * LETTERS, LETTERS, (SampleOptions){0}, NULL);
        gpt_decode(gpt, c, next, row);
    }
    table_begin("row|length|text");
    for (int b = 0; b < ROWS; b++)
        table_row("%d|%ld|%s", b, kv_cache_length(c, 0, b), char_decode(letters, ids[b], n[b]));
    table_end();
}

// %% [markdown]
// ## Past the context
//
// When the context is full the first half is forgotten, and the rest read again from position 0: once in half a context.
// Within one call that happens by itself; here every letter is a call of its own.

// %%
CELL
{
    enum { LENGTH = 400 };
    static double cached[LENGTH];
    int ids[LENGTH] = {0}, refills = 0;
    KvCache *c = gpt_cache_new(gpt, 1, CONTEXT);
    for (long n = 1; n < LENGTH; n++) {
        if (kv_cache_tokens(c, 0) == CONTEXT)
            kv_cache_truncate(c, 0);
        gpt_generate_cached(gpt, c, ids, n, 1, (SampleOptions){0}, NULL);
        cached[n] = (double)kv_cache_tokens(c, 0);
        refills += cached[n] < cached[n - 1];
    }
    display_chart(
        1, (Series[]){{NULL, LENGTH, NULL, cached, false}},
        &(ChartOptions){.title = "Letters in the cache", .x_title = "length of the text"});
    printf("%s\n\n%d times anew\n", char_decode(letters, ids, LENGTH), refills);
    gate(refills == (LENGTH - 1 - CONTEXT + CONTEXT / 2 - 1) / (CONTEXT / 2),
         "once in half a context");
}

// %% [markdown]
// ## What it weighs
//
// Bytes of the cache for one token, and for how many tokens it outweighs the model.

// %%
static void weigh(const char *name, long layers, long heads, long head_dim, double weights)
{
    double token = (double)kv_cache_bytes(kv_cache_new(layers, 1, heads, 1, head_dim));
    table_row("%s|%.0f|%.0f", name, token, ceil(weights * sizeof(real) / token));
}

CELL
{
    table_begin("model|bytes a token|tokens until the cache is larger");
    weigh("this one", LAYERS, HEADS, C / HEADS,
          (double)(LAYERS * (12 * C * C + 13 * C) + (LETTERS + CONTEXT) * C + 2 * C));
    weigh("GPT-2 medium", 24, 16, 64, 354823168);
    weigh("GPT-2 XL", 48, 25, 64, 1557611200);
    weigh("GPT-2 XL, 5 heads of keys and values", 48, 5, 64, 1557611200);
    table_end();
}

// %% [markdown]
// Next: `make measure-18`, with your predictions first.

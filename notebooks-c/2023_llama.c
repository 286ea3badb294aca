// %% [markdown]
// # 2023 Llama
//
// Meta gave a model's weights away, and most open models since have its form: GPT-2's plan, and in it a norm without a mean, positions that *turn*,
// an MLP with a gate, and, soon after, heads that share keys and values. Here a small model of that form reads what the GPT of
// 2020 read, for as many steps, and has to foretell it better.
//
// With real weights it writes what they are known to write: put `stories260K.bin` and `tok512.bin` (a megabyte, from
// `huggingface.co/karpathy/tinyllamas`) in a folder, and call `STORIES=folder make notebook-2023`. In a browser tab *Bring files* takes the two, and they stay there.
//
// Its forward pass stands below, some forty lines over layers, heads and the cache: `make notebook-2023 ENGINE=22` runs it on those four parts of yours, `ENGINE=18` on your cache, `ENGINE=mine`
// on all of yours; in a tab *Engine* does.

// %%
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "notebook.h"

enum { CONTEXT = 48, BATCH = 16, STEPS = 1000, PIECES = 512, C = 64, HEADS = 4, SHARED = 2 };

static size_t bytes, training_bytes;
static int *training, *held_out; /* tokens of the first nine tenths, and of the rest */
static long n_training, n_held_out;
static double bytes_per_token, losses[STEPS], loss_after = INFINITY;
static Gpt *llama;
static uint64_t seed = 2023;

static GptOptions options(long num_kv_heads)
{
    return (GptOptions){.vocabulary = PIECES,
                        .context = CONTEXT,
                        .embed_dim = C,
                        .num_heads = HEADS,
                        .num_kv_heads = num_kv_heads,
                        .num_layers = 2,
                        .positions = POSITIONS_ROTARY,
                        .norm = NORM_RMS,
                        .mlp = MLP_SWIGLU,
                        .causal = true,
                        .tied = true,
                        .qkv_in_one = true,
                        .no_bias = true,
                        .seed = seed + 1};
}

// %% [markdown]
// ## The text
//
// Prose and headers of the project, as in 2020. The last tenth is held out; the tokens are learnt from the rest.

// %%
CELL {
    char *text = kindling_read_file("notebooks-c/prose.txt", &bytes);
    if (text == NULL)
        kindling_fail("%s", kindling_error());
    seed = getenv("SEED") != NULL ? strtoull(getenv("SEED"), NULL, 10) : seed;
    notebook_seconds = fmax(notebook_seconds, 1200); /* for your own loops, and for busy machines */
    for (training_bytes = bytes * 9 / 10; text[training_bytes - 1] != '\n';)
        training_bytes--;
    Bpe *bpe = bpe_train(text, training_bytes, PIECES);
    training = owned_alloc(bytes * sizeof *training);
    n_training = bpe_encode(bpe, text, training_bytes, training);
    held_out = training + n_training;
    n_held_out = bpe_encode(bpe, text + training_bytes, bytes - training_bytes, held_out);
    bytes_per_token = (double)(bytes - training_bytes) / (double)n_held_out;
    printf("%ld tokens to read, %ld held out\n", n_training, n_held_out);
}

// %% [markdown]
// ## Positions that turn
//
// Of a query and a key each pair of numbers is turned by an angle, the position times a frequency of the pair's own. What they have in
// common then depends on how far apart they stand, and on nothing else: here of a query and a key that never change.

// %%
static double alike(long of_query, long of_key)
{
    Rng rng = rng_seed(5);
    Scope *scope = scope_open();
    Tensor *q = tensor_normal(SHAPE(1, 16), 0, 1, &rng);
    Tensor *k = tensor_normal(SHAPE(1, 16), 0, 1, &rng);
    q = tensor_rope(q, (RopeOptions){.start = of_query});
    k = tensor_rope(k, (RopeOptions){.start = of_key});
    double product = (double)tensor_item(tensor_sum(tensor_mul(q, k), ALL_AXES, false));
    scope_close(scope);
    return product;
}

CELL {
    table_begin("query at|key 0 back|1 back|2 back|8 back");
    for (long at = 10; at <= 1000; at *= 10)
        table_row("%ld|%.3f|%.3f|%.3f|%.3f", at, alike(at, at), alike(at, at - 1),
                  alike(at, at - 2), alike(at, at - 8));
    table_end();
    double most = 0, least = INFINITY;
    for (long back = 1; back <= 9; back++) {
        most = fmax(most, fabs(alike(10, 10 - back) - alike(900, 900 - back)));
        least = fmin(least, fabs(alike(10, 10 - back) - alike(10, 10)));
    }
    gate(most < 1e-3, "where they stand does not count: at most %.1e", most);
    gate(least > 1e-2, "how far apart does: at least %.2f", least);
}

// %% [markdown]
// ## The model, all of it
//
// Norm and gate are one operation each; queries and keys are turned in every layer, by where their tokens stand. With a cache only new tokens
// are read: what stands before them is in it.

// %%
static Tensor *norm(const LayerNorm *n, Tensor *x)
{
    return tensor_rms_norm(x, n->weight, n->eps);
}

static Tensor *attend(MultiHeadAttention *a, Tensor *x, KvCache *cache, long layer)
{
    const long D = a->head_dim, K = a->num_kv_heads;
    Tensor *part[3];
    tensor_split(linear_forward(a->qkv, x), 3, (long[]){a->embed_dim, K * D, K * D}, -1, part);
    Tensor *q = split_heads(part[0], a->num_heads), *k = split_heads(part[1], K);
    Tensor *v = split_heads(part[2], K);
    RopeOptions turn = a->rope;
    turn.start = cache != NULL ? kv_cache_length(cache, layer, 0) : 0;
    q = tensor_rope(q, turn);
    k = tensor_rope(k, turn);
    if (cache != NULL)
        kv_cache_append(cache, layer, k, v);
    Tensor *y = cache != NULL ? attention_cached(q, cache, layer)
                              : attention_output(q, k, v, NULL, true, NULL);
    return linear_forward(a->out, merge_heads(y));
}

/* ids (B, T) -> logits (B, T, V). */
static Tensor *forward(Gpt *g, const IntTensor *ids, KvCache *cache)
{
    Tensor *x = tensor_embedding(g->tokens->weight, ids);
    for (long layer = 0; layer < g->options.num_layers; layer++) {
        Block *b = g->blocks[layer];
        x = tensor_add(x, attend(b->attn, norm(b->norm1, x), cache, layer));
        Tensor *gated = tensor_swiglu(linear_forward(b->up, norm(b->norm2, x)));
        x = tensor_add(x, linear_forward(b->down, gated));
    }
    return tensor_tied_linear(norm(g->norm, x), g->tokens->weight);
}

static KvCache *cache_of(const Gpt *g, long capacity)
{
    const MultiHeadAttention *a = g->blocks[0]->attn;
    return kv_cache_new(g->options.num_layers, 1, a->num_kv_heads, capacity, a->head_dim);
}

// %% [markdown]
// ## Heads that share
//
// Four heads of queries, two of keys and values: heads 0 and 1 look at the same keys. A model with four of each, two by two
// with the same weights, says the same; and keeps twice as much.

// %%
/* Into a model that has keys and values for each head, the weights of one that shares them. */
static void copy_unshared(Gpt *to, const Gpt *from)
{
    ParameterList *a = parameters_of(&to->module), *b = parameters_of((Module *)&from->module);
    const long D = C / HEADS, wide = C + 2 * HEADS * D, narrow = C + 2 * SHARED * D;
    for (long i = 0; i < a->count; i++) {
        const real *source = b->tensor[i]->data;
        long n = tensor_numel(a->tensor[i]);
        bool shares = n != tensor_numel(b->tensor[i]);
        for (long at = 0; at < n; at++) {
            long column = at % wide - C, head = column / D; /* of keys, then of values */
            long sharing = head / HEADS * SHARED + head % HEADS / (HEADS / SHARED);
            long theirs = column < 0 ? C + column : C + sharing * D + column % D;
            a->tensor[i]->data[at] = source[shares ? at / wide * narrow + theirs : at];
        }
    }
    parameters_free(a);
    parameters_free(b);
}

static double largest_gap(const Tensor *a, const Tensor *b)
{
    double most = 0;
    for (long i = 0; i < tensor_numel(a); i++)
        most = fmax(most, fabs((double)(a->data[i] - b->data[i])));
    return most;
}

CELL {
    llama = gpt_new(options(SHARED));
    Gpt *four = gpt_new(options(HEADS));
    copy_unshared(four, llama);
    grad_mode(false);
    IntTensor *ids = int_tensor_from(SHAPE(1, CONTEXT), CONTEXT, held_out);
    double gap = largest_gap(forward(llama, ids, NULL), forward(four, ids, NULL));
    gate(gap < 1e-4, "sharing is repeating: logits differ by at most %.1e", gap);
    size_t kept = kv_cache_bytes(cache_of(llama, CONTEXT));
    size_t of_four = kv_cache_bytes(cache_of(four, CONTEXT));
    gate(2 * kept == of_four, "a cache of %zu bytes, not %zu", kept, of_four);
    grad_mode(true);
}

// %% [markdown]
// ## Training

// %%
static Tensor *loss_of(const Batch *batch)
{
    return tensor_cross_entropy(forward(llama, batch->ids, NULL), batch->labels, NO_IGNORE_INDEX, 0);
}

/* Nats per token. */
static double held_out_loss(long batches)
{
    Dataset *data = text_dataset_new(held_out, n_held_out, CONTEXT);
    Rng where = rng_seed(7);
    double sum = 0;
    for (long i = 0; i < batches; i++) {
        Scope *scope = scope_open();
        grad_mode(false);
        Batch batch;
        dataset_sample(data, BATCH, &where, &batch);
        sum += (double)tensor_item(loss_of(&batch));
        scope_close(scope);
    }
    dataset_free(data);
    return sum / (double)batches;
}

CELL {
    ParameterList *parameters = parameters_of(&llama->module);
    Optimizer *adamw = adamw_new(
        parameters,
        (OptimizerOptions){
            .lr = 3e-3, .beta2 = 0.99, .weight_decay = 0.1, .decay_matrices_only = true});
    Dataset *data = text_dataset_new(training, n_training, CONTEXT);
    Rng rng = rng_seed(seed);
    for (long step = 0; step < STEPS; step++) {
        Scope *scope = scope_open();
        Batch batch;
        dataset_sample(data, BATCH, &rng, &batch);
        Tensor *loss = loss_of(&batch);
        losses[step] = (double)tensor_item(loss);
        tensor_backward(loss);
        clip_grad_norm(parameters, 1);
        adamw->lr = schedule_cosine(step, STEPS, 50, 3e-3, 1.5e-4);
        optimizer_step(adamw);
        optimizer_zero_grad(adamw);
        scope_close(scope);
    }
    loss_after = held_out_loss(60) / bytes_per_token;
    printf("%ld numbers learnt; held-out loss %.3f nats a byte\n", parameters_numel(parameters),
           loss_after);
    display_chart(1, (Series[]){{NULL, STEPS, NULL, losses, false}},
                  &(ChartOptions){.title = "Training loss",
                                  .x_title = "step",
                                  .y_title = "nats per token"});
}

// %% [markdown]
// ## The claim
//
// The GPT of 2020 has 1.66 nats a byte after as many steps on this text, from about as many weights; its bar is 1.695. Here it is lower.

// %%
CELL {
    /* 1.590 as it stands, and over SEED=1 to 8 1.552 to 1.585. With a part knocked out 1.68 (no gate) and more. */
    const double bar = 1.62;
    gate(loss_after < bar, "held-out loss %.3f a byte, below %.2f", loss_after, bar);
    KvCache *c = cache_of(llama, CONTEXT);
    grad_mode(false);
    Tensor *anew = forward(llama, int_tensor_from(SHAPE(1, CONTEXT), CONTEXT, held_out), NULL);
    double most = 0;
    for (long t = 0; t < CONTEXT; t++) {
        Tensor *cached = forward(llama, int_tensor_from(SHAPE(1, 1), 1, held_out + t), c);
        for (long v = 0; v < PIECES; v++)
            most = fmax(most, fabs((double)(anew->data[t * PIECES + v] - cached->data[v])));
    }
    gate(most < 1e-3, "read token by token, with a cache, the logits differ by at most %.1e", most);
}

// %% [markdown]
// ## Real weights
//
// 260,000 numbers that somebody else has trained, on stories. What they write without chance is known: the first line below
// is of another program's forward pass, in double (`tests/fixtures/llama_files.py`).

// %%
#define STORY                                                                                      \
    "Once upon a time, there was a little girl named Lily. She loved to play outside in the "      \
    "park. One day, she saw a big, red ball. She wanted to play with it, but it was too high.\n"   \
    "Lily's mom said, \"Lily, let's go to the park.\" Lily was sad and didn't know what to do."

static char *path_in(const char *folder, const char *file, char *path, size_t room)
{
    snprintf(path, room, "%s/%s", folder, file);
    return path;
}

/* Each token is read once; the likeliest comes next. */
static void write_greedily(Gpt *g, int *ids, long count)
{
    KvCache *c = cache_of(g, count);
    for (long n = 0; n < count; n++) {
        Scope *scope = scope_open();
        grad_mode(false);
        Tensor *logits = forward(g, int_tensor_from(SHAPE(1, 1), 1, ids + n), c);
        ids[n + 1] = 0;
        for (int v = 1; v < (int)g->options.vocabulary; v++)
            if (logits->data[v] > logits->data[ids[n + 1]])
                ids[n + 1] = v;
        scope_close(scope);
    }
}

CELL {
    const char *folder = getenv("STORIES");
    if (folder == NULL || *folder == '\0') {
        printf("STORIES is not set: no real weights here\n");
        return;
    }
    char path[1024];
    Gpt *g = llama_load(path_in(folder, "stories260K.bin", path, sizeof path));
    SentencePiece *pieces = sentence_piece_load(path_in(folder, "tok512.bin", path, sizeof path));
    if (g == NULL || pieces == NULL)
        kindling_fail("%s", kindling_error());
    enum { TOKENS = 130 };
    int ids[TOKENS + 1];
    char written[TOKENS * 8] = "";
    ids[0] = pieces->begin;
    write_greedily(g, ids, TOKENS);
    sentence_piece_decode(pieces, ids, TOKENS + 1, written, sizeof written);
    printf("%s\n", written);
    gate(strncmp(written, STORY, strlen(STORY)) == 0, "the known story, letter by letter");
}

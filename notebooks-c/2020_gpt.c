// %% [markdown]
// # 2020 A small GPT
//
// The same network as in 2017, one task: *what comes next?* Trained on enough text it turned out to be
// good at nearly everything. This one is about a millionth of GPT-3 and reads prose and headers of the
// project, as they were one day (`notebooks-c/prose.txt`), for some seconds; then it writes some itself.
// Like GPT-3 it reads tokens that were learnt (module 10), and remembers what it has read (module 18).
//
// Its parts are those of modules 10, 13 and 18: `make notebook-2020 ENGINE=13` runs it on yours.
//
// With `TEXT=file make notebook-2020` it reads another text, for some minutes. `SEED=7` begins elsewhere.

// %%
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "notebook.h"

static char *text;
static size_t bytes, training_bytes;
static bool given; /* a text of the reader's */
static Bpe *bpe;
static int *tokens;
static long n_tokens, n_training;
static double bytes_per_token; /* of the held-out text */
static Gpt *gpt;
static Rng rng;
static uint64_t seed = 2020;

enum { MOST_STEPS = 4000, VOCABULARY = 512 };
static long context, batch_size, steps;
static double losses[MOST_STEPS];
static double loss_before, loss_after;

// %% [markdown]
// ## The text
//
// It is a file of its own: the headers go on, and a bar that was measured on one text says nothing of another.
// Nine tenths are for training. The last tenth is held out: the loss on it tells what was
// learned and not only remembered. The vocabulary, too, is learnt from the nine tenths: 256 bytes, and 256 merges of
// what stands side by side most often. A token is more to foretell than a letter, so losses are told
// per byte of text: nats per token, over bytes per token.

// %%
/* And so no row knows how many rows there are, which a library does not promise. */
static bool products_are_ours(void)
{
    return strncmp(gemm_backend(), "built-in", 8) == 0 || strcmp(gemm_backend(), "in steps") == 0;
}

/* A vocabulary of the first nine tenths, 512 tokens: 2.10 bytes a token here, 2.15 in tinyshakespeare. */
#define LEAST_BYTES 1.8

static void show_tokens(const char *line)
{
    int ids[128];
    long n = bpe_encode(bpe, line, strlen(line), ids);
    for (long i = 0; i < n; i++) {
        char token[128];
        size_t length = bpe_decode(bpe, &ids[i], 1, token, sizeof token);
        printf("[%.*s]", (int)fmin((double)length, sizeof token), token);
    }
    printf("\n");
}

CELL {
    const char *path = getenv("TEXT"), *number = getenv("SEED");
    seed = number != NULL ? strtoull(number, NULL, 10) : seed;
    given = path != NULL && *path != '\0';
    text = kindling_read_file(given ? path : "notebooks-c/prose.txt", &bytes);
    if (text == NULL)
        kindling_fail("%s", kindling_error());
    for (training_bytes = bytes * 9 / 10; text[training_bytes - 1] != '\n' && training_bytes > 1;)
        training_bytes--;
    bpe = bpe_train(text, training_bytes, VOCABULARY);
    tokens = owned_alloc(bytes * sizeof *tokens);
    n_training = bpe_encode(bpe, text, training_bytes, tokens);
    n_tokens = n_training + bpe_encode(bpe, text + training_bytes, bytes - training_bytes,
                                       tokens + n_training);
    bytes_per_token = (double)(bytes - training_bytes) / (double)(n_tokens - n_training);
    printf("%zu bytes are %ld tokens, %ld different ones; knowing nothing, the loss is ln %ld = "
           "%.2f a token\n",
           bytes, n_tokens, bpe->size, bpe->size, log((double)bpe->size));
    notebook_seconds = given ? 1200 : notebook_seconds;
    show_tokens("The header is the contract, the engine's file is the model answer.");
}

// %% [markdown]
// Nothing may be lost on the way, and the tokens must be worth their name: a text of single bytes would
// come back whole, too.

// %%
CELL {
    char *back = owned_alloc(bytes + 1);
    size_t n = bpe_decode(bpe, tokens, n_tokens, back, bytes + 1);
    gate(n == bytes && memcmp(back, text, bytes) == 0, "the tokens are the text: %zu of %zu bytes",
         n, bytes);
    owned_free(back);
    gate(bytes_per_token >= LEAST_BYTES,
         "a token of held-out text is %.2f bytes, at least %.1f", bytes_per_token, LEAST_BYTES);
}

// %% [markdown]
// ## The model
//
// Causal, with learned positions, its head tied to the token embedding. Here is one block; the
// others are the same, which is why it says `x2` or `x4`.

// %%
/* Nats per token. */
static double held_out_loss(long batches)
{
    Dataset *data = text_dataset_new(tokens + n_training, n_tokens - n_training, context);
    Rng where = rng_seed(7);
    double sum = 0;
    for (long i = 0; i < batches; i++) {
        Scope *scope = scope_open();
        grad_mode(false);
        Batch batch;
        dataset_sample(data, 16, &where, &batch);
        sum += (double)tensor_item(gpt_loss(gpt, batch.ids, batch.labels));
        scope_close(scope);
    }
    dataset_free(data);
    return sum / (double)batches;
}

CELL {
    rng = rng_seed(seed);
    context = given ? 64 : 48;
    batch_size = given ? 12 : 16;
    steps = given ? 2000 : 1000;
    gpt = gpt_new((GptOptions){.vocabulary = bpe->size,
                               .context = context,
                               .embed_dim = given ? 128 : 64,
                               .num_heads = 4,
                               .num_layers = given ? 4 : 2,
                               .causal = true,
                               .qkv_in_one = true,
                               .tied = true,
                               .no_bias = true,
                               .seed = seed + 1});
    ParameterList *parameters = parameters_of(&gpt->module);
    loss_before = held_out_loss(20);
    printf("%ld numbers to learn, held-out loss %.2f a token\n", parameters_numel(parameters), loss_before);
    Scope *scope = scope_open();
    Batch batch;
    dataset_sample(text_dataset_new(tokens, n_training, context), 2, &rng, &batch);
    display_graph(gpt_loss(gpt, batch.ids, batch.labels),
                  &(GraphOptions){.level = GRAPH_DEFAULT, .title = "a small GPT"});
    scope_close(scope);
}

// %% [markdown]
// ## Training

// %%
CELL {
    ParameterList *parameters = parameters_of(&gpt->module);
    double lr = given ? 1.5e-3 : 3e-3;
    Optimizer *adamw = adamw_new(
        parameters, (OptimizerOptions){
                        .lr = lr, .beta2 = 0.99, .weight_decay = 0.1, .decay_matrices_only = true});
    Dataset *data = text_dataset_new(tokens, n_training, context);
    double started = kindling_seconds();
    for (long step = 0; step < steps; step++) {
        Scope *scope = scope_open();
        Batch batch;
        dataset_sample(data, batch_size, &rng, &batch);
        Tensor *loss = gpt_loss(gpt, batch.ids, batch.labels);
        losses[step] = (double)tensor_item(loss);
        tensor_backward(loss);
        clip_grad_norm(parameters, 1);
        adamw->lr = schedule_cosine(step, steps, 50, lr, lr / 20);
        optimizer_step(adamw);
        optimizer_zero_grad(adamw);
        scope_close(scope);
    }
    loss_after = held_out_loss(60) / bytes_per_token;
    printf("%ld steps in %.0f s, held-out loss %.3f a byte\n", steps,
           kindling_seconds() - started, loss_after);
    display_chart(1, (Series[]){{NULL, steps, NULL, losses, false}},
                  &(ChartOptions){.title = "Training loss",
                                  .x_title = "step",
                                  .y_title = "nats per token"});
}

// %% [markdown]
// ## It writes
//
// Each token is read once, and its keys and values are kept.

// %%
enum { COUNT = 200 };

CELL {
    int ids[COUNT + 1] = {tokens[0]};
    char written[COUNT * 64];
    gpt_generate(gpt, ids, 1, COUNT, (SampleOptions){.temperature = 0.7}, &rng);
    bpe_decode(bpe, ids, COUNT + 1, written, sizeof written);
    printf("%s\n", written);
}

// %% [markdown]
// ## What it remembers
//
// A cache must not change what the model says: the logits are those of the whole text read anew, and the
// text is the one that is written without. (In every bit, where our own products compute.) And what it
// remembers must matter, or the comparison could not fail.

// %%
static real cached[VOCABULARY];

/* The largest difference to the logits behind token n - 1, all tokens read at once. */
static double off(const int *ids, long n)
{
    bool was = grad_mode(false);
    Tensor *all = gpt_forward(gpt, int_tensor_from(SHAPE(1, n), n, ids), NULL);
    double most = 0;
    for (long v = 0; v < bpe->size; v++)
        most = fmax(most, fabs((double)(all->data[(n - 1) * bpe->size + v] - cached[v])));
    grad_mode(was);
    return most;
}

static int likeliest(const int *ids, long n)
{
    bool was = grad_mode(false);
    Tensor *all = gpt_forward(gpt, int_tensor_from(SHAPE(1, n), n, ids), NULL);
    int best = 0;
    for (int v = 1; v < (int)bpe->size; v++)
        if (all->data[(n - 1) * bpe->size + v] > all->data[(n - 1) * bpe->size + best])
            best = v;
    grad_mode(was);
    return best;
}

CELL {
    const int *read = tokens + n_training; /* of the held-out text */
    const long pieces[] = {5, 1, 1, 7, 1, context - 15};
    double bar = products_are_ours() ? 0 : 1e-4, most = 0;
    KvCache *c = gpt_cache_new(gpt, 1, context);
    long n = 0;
    for (int i = 0; i < 6; i++) {
        gpt_prefill(gpt, c, read + n, pieces[i], cached);
        n += pieces[i];
        most = fmax(most, off(read, n));
    }
    gate(most <= bar, "in pieces, with a cache, the logits differ by %g, at most %g", most, bar);

    kv_cache_truncate(c, n - 1);
    scale_kernel(kv_cache_values(c, 0), kv_cache_values(c, 0), 2); /* views: this is the cache */
    gpt_decode(gpt, c, read + n - 1, cached);
    gate(off(read, n) > 1e-2, "what is remembered matters: with other values logits move by %.2f",
         off(read, n));

    int with[64] = {0}, without[64] = {0};
    const long prompt = 8, count = context - prompt;
    memcpy(with, read, (size_t)prompt * sizeof *with);
    memcpy(without, read, (size_t)prompt * sizeof *with);
    kv_cache_truncate(c, 0);
    gpt_generate_cached(gpt, c, with, prompt, count, (SampleOptions){.temperature = 0}, NULL);
    for (long i = prompt; i < context; i++)
        without[i] = likeliest(without, i);
    gate(memcmp(with, without, (size_t)context * sizeof *with) == 0,
         "%ld tokens are the same, written with a cache and without", count);

    kv_cache_truncate(c, prompt - 1);
    scale_kernel(kv_cache_values(c, 0), kv_cache_values(c, 0), 2);
    gpt_generate_cached(gpt, c, with, prompt, count, (SampleOptions){.temperature = 0}, NULL);
    gate(memcmp(with, without, (size_t)context * sizeof *with) != 0,
         "with other memories it writes another text: no token is read again");
}

// %% [markdown]
// ## The claim
//
// The bar is 1.695 nats per byte, after 1000 steps on that text. It also has to beat two
// tables that do without a network: how often each byte occurs, and how often each pair does.

// %%
/* Loss on held-out text of a table of counts: of bytes (order 0) or of pairs (order 1). */
static double counting_loss(int order)
{
    enum { KINDS = 256 };
    double *count = owned_alloc((size_t)(KINDS * KINDS) * sizeof *count), sum = 0;
    double *total = owned_alloc((size_t)KINDS * sizeof *total);
    const unsigned char *byte = (const unsigned char *)text;
    for (size_t i = 1; i < training_bytes; i++) {
        long row = order ? byte[i - 1] : 0;
        count[row * KINDS + byte[i]]++;
        total[row]++;
    }
    for (size_t i = training_bytes + 1; i < bytes; i++) {
        long row = order ? byte[i - 1] : 0;
        sum -= log((count[row * KINDS + byte[i]] + 0.1) / (total[row] + 0.1 * KINDS));
    }
    owned_free(count);
    owned_free(total);
    return sum / (double)(bytes - training_bytes - 1);
}

CELL {
    /* 1.662 as it stands, and over SEED=1 to 3 1.628 to 1.662. With a part knocked out 1.71 (no positions) and more. Character by
     * character the whole has 1.88 to 1.92. */
    double single = counting_loss(0), pairs = counting_loss(1), bar = 1.695;
    table_begin("model|held-out loss, nats per byte");
    table_row("knowing nothing|%.2f", log((double)bpe->size) / bytes_per_token);
    table_row("counting bytes|%.2f", single);
    table_row("counting pairs|%.2f", pairs);
    table_row("GPT|%.2f", loss_after);
    table_end();
    gate(fabs(loss_before - log((double)bpe->size)) < 0.5,
         "before training it knows nothing: %.2f a token", loss_before);
    gate(loss_after < bar, "held-out loss %.3f a byte, below %.3f", loss_after, bar);
    gate(loss_after < pairs, "it knows more than pairs of bytes");
    notebook_seconds = 3600; /* for whoever goes on below */
}

// %% [markdown]
// ## Your turn
//
// In a terminal (`make notebook-2020`) it goes on with what you begin: try `static double`, a line of a comment, or
// a sentence of English. It has read 115,000 bytes, most of them C's headers, for some seconds; so it knows how such a text looks, and not
// what it says.

// %%
CELL {
    char line[200], written[(sizeof line + COUNT) * 64];
    while (notebook_ask("Begin a text (or just Enter):", line, sizeof line)) {
        int ids[sizeof line + COUNT];
        long n = bpe_encode(bpe, line, strlen(line), ids);
        gpt_generate(gpt, ids, n, COUNT, (SampleOptions){.temperature = 0.7}, &rng);
        bpe_decode(bpe, ids, n + COUNT, written, sizeof written);
        printf("%s\n\n", written);
    }
    notebook_seconds = 120;
}

// %% [markdown]
// ## Probes
//
// The loss is computed once more, in double, from the logits and the text alone; no place may see what
// comes later; what stands far back must matter; and where attention and MLPs say nothing, the residual
// stream still carries the tokens past them.

// %%
/* Each logit is about the next character of the ids; the last of a row is known to the labels alone. */
static double plain_loss(const Tensor *logits, const Batch *batch)
{
    long V = bpe->size, n = int_tensor_numel(batch->labels);
    double sum = 0;
    for (long i = 0; i < n; i++) {
        const real *row = logits->data + i * V;
        double total = 0;
        for (long v = 0; v < V; v++)
            total += exp((double)row[v]);
        bool last = (i + 1) % context == 0;
        sum += log(total) - (double)row[last ? batch->labels->data[i] : batch->ids->data[i + 1]];
    }
    return sum / (double)n;
}

static double moved(const Tensor *a, const Tensor *b, long begin, long end)
{
    Tensor *gap = tensor_sub(tensor_slice(tensor_new_view(a), 1, begin, end, 1),
                             tensor_slice(tensor_new_view(b), 1, begin, end, 1));
    return (double)tensor_item(tensor_max(tensor_abs(gap), ALL_AXES, false));
}

/* A copy in which all tokens of a row from begin to end are others. */
static IntTensor *changed(const IntTensor *ids, long begin, long end)
{
    IntTensor *other = int_tensor_from(ids->ndim, ids->shape, int_tensor_numel(ids), ids->data);
    for (long b = 0; b < ids->shape[0]; b++)
        for (long t = begin; t < end; t++)
            other->data[b * context + t] = (other->data[b * context + t] + 1) % (int)bpe->size;
    return other;
}

CELL {
    grad_mode(false);
    Batch batch;
    dataset_sample(text_dataset_new(tokens + n_training, n_tokens - n_training, context), 4, &rng,
                   &batch);
    Tensor *logits = gpt_forward(gpt, batch.ids, NULL);
    double loss = (double)tensor_item(gpt_loss(gpt, batch.ids, batch.labels));
    double reference = plain_loss(tensor_contiguous(logits), &batch);
    gate(fabs(loss - reference) <= 1e-3 + 1e-3 * reference,
         "the loss is %.4f, and %.4f when computed apart", loss, reference);

    const long cuts[] = {0, context / 4, context / 2, context - 2};
    for (int i = 0; i < 4; i++) {
        IntTensor *other = changed(batch.ids, cuts[i] + 1, context);
        double leak = moved(logits, gpt_forward(gpt, other, NULL), 0, cuts[i] + 1);
        gate(leak <= 1e-4, "nothing leaks back to place %ld", cuts[i]);
    }

    IntTensor *other = changed(batch.ids, context - 4, context - 3);
    double matters = moved(logits, gpt_forward(gpt, other, NULL), context - 1, context);
    gate(matters >= 1e-3, "three places back matters: logits move by %.2f", matters);

    for (long i = 0; i < gpt->options.num_layers; i++) {
        tensor_fill(gpt->blocks[i]->attn->out->weight, 0);
        tensor_fill(gpt->blocks[i]->down->weight, 0);
    }
    double carried = moved(gpt_forward(gpt, batch.ids, NULL), gpt_forward(gpt, other, NULL),
                           context - 4, context - 3);
    gate(carried > 0.1, "past every branch tokens are carried on: logits move by %.2f",
         carried);
}

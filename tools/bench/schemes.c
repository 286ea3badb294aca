/* schemes.c - held-out loss and bytes per scheme: build/release/bench --worker schemes:600
 *
 * A GPT of characters learns notebooks-c/prose.txt for so many steps; its last eighth nobody shows it. Then it is
 * turned into codes, in every scheme, and asked again.
 */
#include <string.h>
#include "bench.h"

enum { CONTEXT = 64, BATCH = 16, WINDOWS = 32 };

typedef struct {
    Dataset *learn, *held_out;
    CharTokenizer *letters;
} Text;

static double loss_of(Gpt *g, QuantizedGpt *q, const Text *text)
{
    double sum = 0;
    bool was = grad_mode(false);
    for (long i = 0; i < WINDOWS; i++) {
        Scope *scope = scope_open();
        long at = i * (text->held_out->count - 1) / WINDOWS;
        Batch batch;
        text->held_out->fetch(text->held_out, 1, &at, &batch);
        sum += (double)tensor_item(q != NULL ? quantized_gpt_loss(q, batch.ids, batch.labels)
                                             : gpt_loss(g, batch.ids, batch.labels));
        scope_close(scope);
    }
    grad_mode(was);
    return sum / WINDOWS;
}

static void train(Gpt *g, const Text *text, long steps)
{
    ParameterList *parameters = parameters_of(&g->module);
    Optimizer *adamw =
        adamw_new(parameters, (OptimizerOptions){.lr = 3e-3, .beta2 = 0.98, .weight_decay = 0.01});
    Rng rng = rng_seed(15);
    for (long i = 0; i < steps; i++) {
        Scope *scope = scope_open();
        Batch batch;
        dataset_sample(text->learn, BATCH, &rng, &batch);
        adamw->lr = schedule_cosine(i, steps, 50, 3e-3, 3e-5);
        tensor_backward(gpt_loss(g, batch.ids, batch.labels));
        optimizer_step(adamw);
        optimizer_zero_grad(adamw);
        scope_close(scope);
    }
    optimizer_free(adamw);
    parameters_free(parameters);
}

static void table(Gpt *g, const Text *text)
{
    static const QuantScheme schemes[] = {{8, PER_TENSOR}, {8, PER_COLUMN}, {8, 32}, {4, 32}};
    double bytes = (double)quantized_bytes(&g->module), loss = loss_of(g, NULL, text);
    printf("%-14s %10s %8s %10s %8s\n", "scheme", "bytes", "of f32", "loss", "more");
    printf("%-14s %10.0f %8.3f %10.4f %8s\n", "float32", bytes, 1.0, loss, "");
    for (int i = 0; i < 4; i++) {
        QuantizedGpt *q = quantized_gpt_new(g, schemes[i]);
        double own = (double)quantized_bytes(&q->module), of_q = loss_of(g, q, text);
        printf("%-14s %10.0f %8.3f %10.4f %8.4f\n", quant_scheme_name(schemes[i]), own, own / bytes,
               of_q, of_q - loss);
        module_free(&q->module);
    }
}

int worker_schemes(const long *steps)
{
    size_t size;
    char *all = kindling_read_file("notebooks-c/prose.txt", &size);
    if (all == NULL)
        return -1;
    Text text = {.letters = char_tokenizer_new(all, size)};
    int *ids = owned_alloc(size * sizeof *ids);
    long n = char_encode(text.letters, all, size, ids), learn = n * 7 / 8;
    text.learn = text_dataset_new(ids, learn, CONTEXT);
    text.held_out = text_dataset_new(ids + learn, n - learn, CONTEXT);
    Gpt *g = gpt_new((GptOptions){.vocabulary = text.letters->size,
                                  .context = CONTEXT,
                                  .embed_dim = 128,
                                  .num_heads = 4,
                                  .num_layers = 3,
                                  .causal = true,
                                  .qkv_in_one = true,
                                  .tied = true,
                                  .seed = 15});
    train(g, &text, steps[0]);
    module_train(&g->module, false);
    table(g, &text);
    module_free(&g->module);
    dataset_free(text.learn);
    dataset_free(text.held_out);
    char_tokenizer_free(text.letters);
    owned_free(ids);
    owned_free(all);
    return 0;
}

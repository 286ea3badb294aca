// %% [markdown]
// # 15 Quantization
//
// A weight needs to know on which step it is; how high a step is, is kept once for many:
//
// $$q = \operatorname{clamp}(\operatorname{round}(x / s) + z), \qquad \hat{x} = s\,(q - z)$$
//
// Below: numbers on steps, a block as its bytes, a product in whole numbers, and a small model, trained here, in four schemes: its
// bytes, its loss, and what it writes.

// %%
#include <math.h>
#include <string.h>
#include "notebook.h"

enum { C = 64, CONTEXT = 64, LETTERS = 29 };

static Gpt *gpt;
static CharTokenizer *letters;
static const char verse[] =
    "the river runs below the hill, and all the night the wheel stands still. the miller sleeps, "
    "the moon is high, the water goes on running by. at dawn he turns the wheel again, it grinds "
    "the corn, it grinds the grain, and when the day is done he will lie down once more below the "
    "hill. ";

// %% [markdown]
// ## Numbers on steps
//
// Nine numbers, in 8, 4 and 2 bits. None comes back further than half a step away.

// %%
CELL
{
    enum { N = 9 };
    const real x[N] = {-3,        (real)-1.7, (real)-0.9, (real)-0.2, 0,
                       (real)0.3, (real)0.8,  (real)1.9,  (real)2.6};
    table_begin("x|8 bits|back|4 bits|back|2 bits|back");
    int8_t q[3][N];
    real back[3][N];
    double worst = 0;
    for (int k = 0; k < 3; k++) {
        QuantParams p = quant_symmetric(x, N, 8 >> k);
        quantize_row(q[k], x, N, p);
        dequantize_row(back[k], q[k], N, p);
        for (int i = 0; i < N; i++)
            worst = fmax(worst, fabs((double)(x[i] - back[k][i])) / (double)p.scale);
    }
    for (int i = 0; i < N; i++)
        table_row("%.1f|%d|%.3f|%d|%.2f|%d|%.1f", (double)x[i], q[0][i], (double)back[0][i],
                  q[1][i], (double)back[1][i], q[2][i], (double)back[2][i]);
    table_end();
    printf("at worst %.2f of a step\n", worst);
    gate(worst <= 0.501, "no number is further than half a step from itself");
}

// %% [markdown]
// ## A block, byte by byte
//
// 32 numbers of a bell, as Q4_0: two bytes of scale, and sixteen with two codes each.

// %%
CELL
{
    real x[QUANT_BLOCK], back[QUANT_BLOCK];
    Rng rng = rng_seed(15);
    for (int i = 0; i < QUANT_BLOCK; i++)
        x[i] = (real)rng_normal(&rng);
    BlockQ4 b;
    quantize_q4_0(&b, x, QUANT_BLOCK);
    printf("%zu bytes: d = %.4f |", sizeof b, (double)half_to_float(b.d));
    for (int j = 0; j < QUANT_BLOCK / 2; j++)
        printf(" %02x", b.qs[j]);
    dequantize_q4_0(back, &b, QUANT_BLOCK);
    double error = 0, size = 0;
    for (int i = 0; i < QUANT_BLOCK; i++) {
        error += pow((double)(x[i] - back[i]), 2);
        size += pow((double)x[i], 2);
    }
    printf("\noff by %.1f %% of their size\n", 100 * sqrt(error / size));
    gate(sqrt(error / size) < 0.2, "four bits say roughly what a number is");
}

// %% [markdown]
// ## A product in whole numbers

// %%
CELL
{
    Rng rng = rng_seed(3);
    Tensor *x = tensor_new(SHAPE(2, 96)), *w = tensor_new(SHAPE(96, 4)),
           *y = tensor_new(SHAPE(2, 4));
    init_normal(x, 0, 1, &rng);
    init_normal(w, 0, 1, &rng);
    QuantizedMatrix *q = quantized_matrix_new(96, 4, (QuantScheme){8, PER_COLUMN});
    matrix_quantize(q, w);
    matmul_int8(y, x, q, NULL);
    Tensor *want = tensor_matmul(x, w);
    double most = 0;
    table_begin("row|column|in floats|in codes");
    for (long r = 0; r < 2; r++)
        for (long j = 0; j < 4; j++) {
            double a = (double)tensor_get(want, AT(r, j)), b = (double)tensor_get(y, AT(r, j));
            table_row("%ld|%ld|%.4f|%.4f", r, j, a, b);
            most = fmax(most, fabs(a - b));
        }
    table_end();
    quantized_matrix_free(q);
    gate(most < 0.6, "codes of 8 bits give nearly the product");
}

// %% [markdown]
// ## A verse by heart

// %%
static double loss_of_verse(QuantizedGpt *q)
{
    int ids[512];
    long n = char_encode(letters, verse, strlen(verse), ids);
    bool was = grad_mode(false);
    double sum = 0;
    long windows = 0;
    for (long at = 0; at + CONTEXT < n; at += CONTEXT / 2, windows++) {
        IntTensor *read = int_tensor_from(SHAPE(1, CONTEXT), CONTEXT, ids + at);
        IntTensor *next = int_tensor_from(SHAPE(1, CONTEXT), CONTEXT, ids + at + 1);
        sum += (double)tensor_item(q != NULL ? quantized_gpt_loss(q, read, next)
                                             : gpt_loss(gpt, read, next));
    }
    grad_mode(was);
    return sum / (double)windows;
}

CELL
{
    enum { STEPS = 300, BATCH = 8 };
    letters = char_tokenizer_from("abcdefghijklmnopqrstuvwxyz ,.");
    gpt = gpt_new((GptOptions){.vocabulary = letters->size,
                               .context = CONTEXT,
                               .embed_dim = C,
                               .num_heads = 4,
                               .num_layers = 2,
                               .causal = true,
                               .tied = true,
                               .seed = 15});
    Rng rng = rng_seed(15);
    int tokens[512];
    long n = char_encode(letters, verse, strlen(verse), tokens);
    ParameterList *parameters = parameters_of(&gpt->module);
    Optimizer *adamw = adamw_new(parameters, (OptimizerOptions){.lr = 5e-3, .beta2 = 0.99});
    Dataset *data = text_dataset_new(tokens, n, CONTEXT);
    for (long step = 0; step < STEPS; step++) {
        Scope *scope = scope_open();
        Batch batch;
        dataset_sample(data, BATCH, &rng, &batch);
        tensor_backward(gpt_loss(gpt, batch.ids, batch.labels));
        clip_grad_norm(parameters, 1);
        optimizer_step(adamw);
        optimizer_zero_grad(adamw);
        scope_close(scope);
    }
    module_train(&gpt->module, false);
    printf("loss %.3f\n", loss_of_verse(NULL));
    gate(loss_of_verse(NULL) < 0.6, "the model knows the verse");
    dataset_free(data);
    optimizer_free(adamw);
    parameters_free(parameters);
}

// %% [markdown]
// ## The same model in four schemes
//
// Bytes are counted on what is there. The loss is on the verse.

// %%
CELL
{
    const char *const names[] = {"int8_tensor", "int8", "q8_0", "q4_0"};
    double bytes = (double)quantized_bytes(&gpt->module), loss = loss_of_verse(NULL);
    table_begin("scheme|bytes|of float32|loss|it writes");
    table_row("float32|%.0f|1|%.3f|", bytes, loss);
    for (int i = 0; i < 4; i++) {
        QuantScheme scheme = {0, 0};
        quant_scheme_named(names[i], &scheme);
        QuantizedGpt *q = quantized_gpt_new(gpt, scheme);
        int ids[CONTEXT];
        long n = char_encode(letters, "the miller ", 11, ids);
        KvCache *c = quantized_gpt_cache_new(q, 1, CONTEXT);
        quantized_gpt_generate(q, c, ids, n, 24, (SampleOptions){.temperature = 0}, NULL);
        double own = (double)quantized_bytes(&q->module), in_codes = loss_of_verse(q);
        char *text = char_decode(letters, ids, n + 24);
        table_row("%s|%.0f|%.2f|%.3f|%s", names[i], own, own / bytes, in_codes, text);
        owned_free(text);
        gate(in_codes < loss + (i < 3 ? 0.1 : 1), "a model in codes still knows the verse");
        module_free(&q->module);
    }
    table_end();
}

// %% [markdown]
// ## In a file
//
// Codes are bytes on the disk, too: safetensors with I8, U8 and F16.

// %%
CELL
{
    QuantizedGpt *q = quantized_gpt_new(gpt, (QuantScheme){4, QUANT_BLOCK});
    size_t codes = quantized_bytes(&q->module);
    printf("a model of %zu bytes, in codes %zu\n", quantized_bytes(&gpt->module), codes);
    gate(codes < quantized_bytes(&gpt->module) / 3, "4 bits take less than a third of all");
    module_free(&q->module);
    module_free(&gpt->module);
    char_tokenizer_free(letters);
}

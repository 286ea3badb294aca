/* echo.c - the causal task, its model, and two ways to examine it. */
#include "echo.h"
#include <math.h>
#include <string.h>

enum { HALF = 5, TEXT = 2 * HALF, LETTERS = 8, BATCH = 32, STEPS = 500, TEXTS = 200 };

Gpt *echo_new(uint64_t seed)
{
    Gpt *gpt = gpt_new((GptOptions){.vocabulary = LETTERS,
                                    .context = TEXT,
                                    .embed_dim = 48,
                                    .num_heads = 4,
                                    .num_layers = 2,
                                    .positions = POSITIONS_SINUSOIDAL,
                                    .causal = true,
                                    .qkv_in_one = true,
                                    .seed = seed});
    Rng rng = rng_stream(seed, 2);
    ParameterList *list = parameters_of(&gpt->module);
    for (long i = 0; i < list->count; i++) /* larger than GPT-2's: two layers learn sooner */
        if (list->tensor[i]->ndim == 2)
            init_normal(list->tensor[i], 0, (real)(0.7 / sqrt((double)list->tensor[i]->shape[0])),
                        &rng);
    parameters_free(list);
    return gpt;
}

static void draw_text(Rng *rng, int *text)
{
    for (int i = 0; i < HALF; i++)
        text[i] = text[TEXT - 1 - i] = (int)rng_below(rng, LETTERS);
}

/* Each letter is to be told from those before it; only the second half counts. */
static void draw_batch(Rng *rng, long n, Batch *batch)
{
    *batch = (Batch){.size = n};
    batch->ids = int_tensor_new(SHAPE(n, TEXT - 1));
    batch->labels = int_tensor_new(SHAPE(n, TEXT - 1));
    for (long b = 0; b < n; b++) {
        int text[TEXT];
        draw_text(rng, text);
        for (long i = 0; i < TEXT - 1; i++) {
            batch->ids->data[b * (TEXT - 1) + i] = text[i];
            batch->labels->data[b * (TEXT - 1) + i] = i + 1 < HALF ? -100 : text[i + 1];
        }
    }
}

typedef struct {
    Gpt *gpt;
    Rng rng;
} Training;

static void draw(void *context, Batch *batch)
{
    draw_batch(&((Training *)context)->rng, BATCH, batch);
}

static Tensor *loss(void *context, const Batch *batch)
{
    return gpt_loss(((Training *)context)->gpt, batch->ids, batch->labels);
}

static double learning_rate(void *context, long step)
{
    (void)context;
    return schedule_cosine(step, STEPS, 50, 4e-3, 4e-5);
}

int echo_train(Gpt *gpt, uint64_t seed)
{
    Training training = {gpt, rng_stream(seed, 3)};
    ParameterList *parameters = parameters_of(&gpt->module);
    Optimizer *adamw = adamw_new(
        parameters,
        (OptimizerOptions){.lr = 4e-3, .beta1 = 0.8, .beta2 = 0.98, .weight_decay = 0.01});
    Trainer trainer = {.model = &gpt->module,
                       .optimizer = adamw,
                       .parameters = parameters,
                       .context = &training,
                       .draw = draw,
                       .loss = loss,
                       .schedule = learning_rate,
                       .clip_norm = 1,
                       .steps = STEPS,
                       .tokens_per_step = BATCH * TEXT};
    int status = trainer_run(&trainer);
    optimizer_free(adamw);
    parameters_zero_grad(parameters);
    parameters_free(parameters);
    return status;
}

double echo_next_right(Gpt *gpt, uint64_t seed)
{
    Scope *scope = scope_open();
    bool was = grad_mode(false);
    Rng rng = rng_stream(seed, 5);
    Batch batch;
    draw_batch(&rng, TEXTS, &batch);
    IntTensor *best = tensor_argmax(gpt_forward(gpt, batch.ids, NULL), -1);
    long right = 0, all = 0;
    for (long i = 0; i < TEXTS * (TEXT - 1); i++) {
        all += batch.labels->data[i] >= 0;
        right += best->data[i] == batch.labels->data[i];
    }
    grad_mode(was);
    scope_close(scope);
    return (double)right / (double)all;
}

static void write_cached(Gpt *gpt, int *ids, long n, long count, SampleOptions options, Rng *rng)
{
    Scope *scope = scope_open();
    gpt_generate_cached(gpt, gpt_cache_new(gpt, 1, n + count), ids, n, count, options, rng);
    scope_close(scope);
}

static double halves_right(Gpt *gpt, uint64_t seed,
                           void (*write)(Gpt *, int *, long, long, SampleOptions, Rng *))
{
    Rng rng = rng_stream(seed, 5);
    long right = 0;
    for (int n = 0; n < TEXTS; n++) {
        int text[TEXT], written[TEXT];
        draw_text(&rng, text);
        memcpy(written, text, HALF * sizeof *text);
        write(gpt, written, HALF, HALF, (SampleOptions){.temperature = 0}, NULL);
        right += memcmp(written, text, sizeof text) == 0;
    }
    return (double)right / TEXTS;
}

double echo_written_right(Gpt *gpt, uint64_t seed)
{
    return halves_right(gpt, seed, gpt_generate);
}

double echo_cached_right(Gpt *gpt, uint64_t seed)
{
    return halves_right(gpt, seed, write_cached);
}

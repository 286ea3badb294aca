/* small_gpt.c - a causal model that learns a small task in 500 steps. */
#include "small_gpt.h"
#include <math.h>

enum { STEPS = 500 };

Gpt *small_gpt_wide(long vocabulary, long context, long embed_dim, uint64_t seed)
{
    Gpt *gpt = gpt_new((GptOptions){.vocabulary = vocabulary,
                                    .context = context,
                                    .embed_dim = embed_dim,
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

Gpt *small_gpt_new(long vocabulary, long context, uint64_t seed)
{
    return small_gpt_wide(vocabulary, context, 48, seed);
}

typedef struct {
    Gpt *gpt;
    void (*draw)(void *context, Batch *batch);
    void *context;
} Training;

static void draw(void *context, Batch *batch)
{
    const Training *t = context;
    t->draw(t->context, batch);
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

int small_gpt_train(Gpt *gpt, void (*draw_batch)(void *context, Batch *batch), void *context,
                    long tokens)
{
    Training training = {gpt, draw_batch, context};
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
                       .tokens_per_step = tokens};
    int status = trainer_run(&trainer);
    optimizer_free(adamw);
    parameters_zero_grad(parameters);
    parameters_free(parameters);
    return status;
}

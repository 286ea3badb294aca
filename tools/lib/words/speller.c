/* speller.c - a transformer of sixty thousand numbers, trained in a second.
 *
 * A second is 350 steps, and those are few: Adam's averages reach back over some 5 and 50 of them
 * here, not over the usual 10 and 1000.
 * Invariant: the same seed gives the same model, and it has seen no held-out word.
 */
#include "speller.h"
#include "engine.h"
#include <math.h>
#include <string.h>

enum { CHANNELS = 48, HEADS = 4, LAYERS_DEEP = 2 };

/* GPT-2's small starting values are made for depth; two layers learn sooner with larger ones. But
 * letters start smaller than positions, which have the say in this task, and the head starts at
 * zero: all answers are equally likely, and there is nothing to unlearn. */
static double starting_std(const Gpt *gpt, const Tensor *t)
{
    if (t == gpt->tokens->weight)
        return 0.5;
    return t == gpt->head->weight ? 0 : 0.7 / sqrt((double)t->shape[0]);
}

Gpt *speller_new(Positions positions, uint64_t seed)
{
    return speller_of_heads(positions, HEADS, seed);
}

Gpt *speller_of_heads(Positions positions, long heads, uint64_t seed)
{
    UNDO_ON_FAIL;
    Gpt *gpt = gpt_new((GptOptions){.vocabulary = WORD_SYMBOLS,
                                    .context = WORD_LONGEST,
                                    .embed_dim = CHANNELS,
                                    .num_heads = heads,
                                    .num_layers = LAYERS_DEEP,
                                    .positions = positions,
                                    .qkv_in_one = true,
                                    .seed = seed});
    Rng rng = rng_stream(seed, 2);
    ParameterList *list = parameters_of(&gpt->module);
    for (long i = 0; i < list->count; i++) {
        Tensor *t = list->tensor[i];
        if (t->ndim == 2)
            init_normal(t, 0, (real)starting_std(gpt, t), &rng);
    }
    parameters_free(list);
    return gpt;
}

typedef struct {
    Gpt *gpt;
    const HeldOut *held_out;
    Rng rng;
    long steps;
    const SpellerWatch *watch; /* NULL: nobody */
    ParameterList *parameters;
    Optimizer *adamw;
} Training;

static void end(void *training)
{
    Training *t = training;
    optimizer_free(t->adamw);
    parameters_free(t->parameters);
}

static void draw(void *context, Batch *batch)
{
    Training *t = context;
    Word words[SPELLER_BATCH];
    for (int b = 0; b < SPELLER_BATCH; b++)
        words[b] = held_out_avoid(t->held_out, &t->rng);
    words_batch(batch, SPELLER_BATCH, words);
}

static Tensor *loss(void *context, const Batch *batch)
{
    return gpt_loss(((Training *)context)->gpt, batch->ids, batch->labels);
}

static double learning_rate(void *context, long step)
{
    return schedule_cosine(step, ((Training *)context)->steps, 50, 4e-3, 4e-5);
}

static bool let_look(void *context, const Trainer *t)
{
    const SpellerWatch *watch = ((Training *)context)->watch;
    if (watch != NULL)
        watch->look(watch->context, t->step, t->last_loss);
    return true;
}

int speller_train(Gpt *gpt, const HeldOut *held_out, long steps, uint64_t seed, bool log,
                  const SpellerWatch *watch)
{
    Training training = {.gpt = gpt,
                         .held_out = held_out,
                         .rng = rng_stream(seed, 3),
                         .steps = steps,
                         .watch = watch};
    Scope *scope = scope_open();
    scope_on_failure(scope, end, &training);
    training.parameters = parameters_of(&gpt->module);
    training.adamw = adamw_new(
        training.parameters,
        (OptimizerOptions){.lr = 4e-3, .beta1 = 0.8, .beta2 = 0.98, .weight_decay = 0.01});
    Trainer trainer = {.model = &gpt->module,
                       .optimizer = training.adamw,
                       .parameters = training.parameters,
                       .context = &training,
                       .draw = draw,
                       .loss = loss,
                       .schedule = learning_rate,
                       .after_step = let_look,
                       .clip_norm = 1,
                       .steps = steps,
                       .tokens_per_step = SPELLER_BATCH * WORD_LONGEST,
                       .always_log = log};
    int status = trainer_run(&trainer);
    parameters_zero_grad(training.parameters);
    end(&training);
    scope_close(scope);
    return status;
}

Tensor *speller_loss(Gpt *gpt, const Word *word)
{
    Batch batch;
    words_batch(&batch, 1, word);
    return gpt_loss(gpt, batch.ids, batch.labels);
}

Word speller_answer(Gpt *gpt, const Word *word)
{
    Scope *scope = scope_open();
    grad_mode(false);
    Batch batch;
    words_batch(&batch, 1, word);
    IntTensor *best = tensor_argmax(gpt_forward(gpt, batch.ids, NULL), -1, false); /* (1, T) */
    Word answer = {.length = word->length};
    memcpy(answer.letter, best->data, (size_t)word->length * sizeof(int));
    scope_close(scope);
    return answer;
}

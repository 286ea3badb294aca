/* training_run.c - one training run of a GPT: its state, its files, its steps.
 *
 * Whenever the loss on the held-out tail is the best so far, the weights go to best.safetensors, with
 * vocabulary and settings, so that this file is all that writing needs. Now and then, and at the end,
 * the whole state of the run goes to last.safetensors.
 *
 * Invariant: a run that was stopped and resumed ends with the same bits as one that was not.
 */
#include "training_run.h"
#include <math.h>
#include <string.h>

enum {
    STREAM_BATCHES = 2,
    STREAM_HELD_OUT = 3,
    STREAM_SHARES = 4
}; /* of the seed; 0 and 1 are gpt_new's */

/* The numbers that step and share have to themselves: batches are drawn window by window, dropout share by share. */
static Rng share_rng(const Run *r, long step, long i)
{
    Rng of_step = rng_stream((uint64_t)r->recipe.seed, STREAM_SHARES);
    of_step = rng_stream(rng_bits(&of_step), (uint64_t)step);
    return rng_stream(rng_bits(&of_step), (uint64_t)i);
}

/* ---- checkpoints --------------------------------------------------------------------------------- */

static CheckpointState state_of(Run *r)
{
    return (CheckpointState){.step = r->trainer.step,
                             .best_loss = r->trainer.best_loss,
                             .n_rng = 2,
                             .rng = {&r->batches, &r->gpt->dropout_rng}};
}

/* Settings, vocabulary and fingerprint of the text go along; with an optimizer all that a run goes
 * on from. */
static int save(Run *r, const char *path, const Optimizer *optimizer)
{
    UNDO_ON_FAIL;
    Scope *scope = scope_open();
    if (r->trainer.shares > 0) /* its last share is another one on another number of ranks */
        r->gpt->dropout_rng = share_rng(r, r->trainer.step, 0);
    CheckpointState state = state_of(r);
    MetadataEntry *entry = recipe_metadata(&r->recipe, 4, &state.n_metadata);
    MetadataEntry vocabulary = vocabulary_metadata(r->corpus->vocabulary);
    entry[state.n_metadata++] = vocabulary;
    entry[state.n_metadata++] = vocabulary_special(r->corpus->vocabulary);
    entry[state.n_metadata++] = (MetadataEntry){"text", r->corpus->fingerprint};
    if (optimizer != NULL)
        entry[state.n_metadata++] = run_unlogged(r);
    state.metadata = entry;
    int status = optimizer != NULL ? checkpoint_save(path, &r->gpt->module, optimizer, &state)
                                   : run_save_merged(r, path, &state);
    owned_free((void *)vocabulary.value);
    scope_close(scope);
    r->broken |= status != 0;
    return status;
}

const char *checkpoint_metadata(const char *path, const char *key)
{
    UNDO_ON_FAIL; /* closes the file */
    SafeTensors *file = safetensors_open(path);
    if (file == NULL)
        return NULL;
    const char *text = safetensors_metadata(file, key);
    char *copy = NULL;
    if (text != NULL)
        copy = strcpy(scope_alloc(scope_current(), strlen(text) + 1), text);
    else
        kindling_set_error("%s: there is no \"%s\" in its metadata, expected a checkpoint of train",
                           path, key);
    safetensors_close(file);
    return copy;
}

/* Is the file to go on from of this text, and of a model of this size? Asked before that is made. */
static int check_last(const Run *r)
{
    const char *text = checkpoint_metadata(r->last, "text");
    if (text == NULL)
        return -1;
    if (strcmp(text, r->corpus->fingerprint) != 0) {
        kindling_set_error(
            "train: --resume: got a text with fingerprint %s, expected %s, the one that "
            "%s was trained on. hint: the same --text files as before",
            r->corpus->fingerprint, text, r->last);
        return -1;
    }
    GptOptions o = recipe_gpt(&r->recipe, r->corpus->vocabulary->size);
    return checkpoint_fits(r->last, &o);
}

static int resume(Run *r)
{
    CheckpointState state = state_of(r);
    if (checkpoint_load(r->last, &r->gpt->module, r->optimizer, &state) != 0)
        return -1;
    if (state.step > r->recipe.steps) {
        kindling_set_error(
            "train: --steps: got %ld, expected at least %ld, the steps that %s has behind it. "
            "hint: --steps %ld",
            r->recipe.steps, state.step, r->last, 2 * state.step);
        return -1;
    }
    r->trainer.step = state.step;
    r->trainer.best_loss = state.best_loss;
    return run_recall_unlogged(r);
}

/* ---- what the trainer calls ---------------------------------------------------------------------- */

double run_learning_rate(const Run *r, long step)
{
    const Recipe *p = &r->recipe;
    return schedule_cosine(step, p->steps, p->warmup, p->lr, p->lr_min);
}

static double begin_step(void *context, long step)
{
    run_note_weights(context);
    return run_learning_rate(context, step);
}

/* The log, and the state of the run if it is time. */
static bool after_step(void *context, const Trainer *t)
{
    Run *r = context;
    r->loss_sum += t->last_loss;
    r->loss_count++;
    if (t->step % r->recipe.log_every == 0 || r->held_out_step == t->step)
        run_log_line(r);
    bool alone = !t->shard_moments; /* rank 0 has all that a checkpoint needs */
    if (alone && r->recipe.save_every > 0 && t->step % r->recipe.save_every == 0)
        save(r, r->last, r->optimizer);
    return !r->broken && run_folder_check_log(r) == 0;
}

static bool stopped(void *context)
{
    const Run *r = context;
    return r->stop != NULL && *r->stop;
}

static void draw(void *context, Batch *batch)
{
    Run *r = context;
    dataset_sample(r->training, r->recipe.batch, &r->batches, batch);
}

/* The windows of a step are the same for any number of shares: those before this share are drawn, and left. */
static void draw_share(void *context, long i, long shares, Batch *batch)
{
    Run *r = context;
    Share mine = share_of(r->recipe.batch, i, shares);
    Rng windows = share_rng(r, r->trainer.step, -1);
    for (long k = 0; k < mine.first; k++)
        rng_below(&windows, r->training->count);
    if (mine.count > 0)
        dataset_sample(r->training, mine.count, &windows, batch);
    r->gpt->dropout_rng = share_rng(r, r->trainer.step, i);
}

static Tensor *loss(void *context, const Batch *batch)
{
    Run *r = context;
    if (r->lora != NULL)
        lora_weigh_all(r->lora);
    Tensor *mean = gpt_loss(r->gpt, batch->ids, batch->labels);
    if (r->lora != NULL)
        lora_rest_all(r->lora);
    return mean;
}

double run_measure(Run *r, long n)
{
    Rng rng = rng_stream((uint64_t)r->recipe.seed, STREAM_HELD_OUT);
    double sum = 0, count = 0;
    for (long i = 0; i < n; i++) {
        Scope *scope = scope_open();
        grad_mode(false);
        Batch batch;
        dataset_sample(r->held_out, r->recipe.batch, &rng, &batch);
        double targets = r->answers != NULL ? (double)answers_in(r, &batch) : 1;
        sum += targets * (double)tensor_item(loss(r, &batch));
        count += targets;
        scope_close(scope);
    }
    return sum / count;
}

static double evaluate(void *context)
{
    Run *r = context;
    r->held_out_step = r->trainer.step;
    r->held_out_loss = run_measure(r, r->recipe.eval_batches);
    return r->held_out_loss;
}

static void improved(void *context, const Trainer *t, double held_out_loss)
{
    (void)t;
    (void)held_out_loss;
    Run *r = context;
    save(r, r->best, NULL);
}

/* ---- a run --------------------------------------------------------------------------------------- */

static int make(Run *r)
{
    const Recipe *p = &r->recipe;
    const Corpus *c = r->corpus;
    r->gpt = gpt_new(recipe_gpt(p, c->vocabulary->size));
    r->parameters = parameters_of(&r->gpt->module);
    if (run_freeze(r) != 0 || run_lora(r) != 0)
        return -1;
    r->optimizer = adamw_new(r->parameters, (OptimizerOptions){.lr = p->lr,
                                                               .beta1 = p->beta1,
                                                               .beta2 = p->beta2,
                                                               .weight_decay = p->weight_decay,
                                                               .decay_matrices_only = true});
    r->optimizer->beta1 = p->beta1; /* the 0 of a command line is 0, not the default */
    r->optimizer->beta2 = p->beta2;
    if (run_examples(r) != 0)
        return -1;
    r->batches = rng_stream((uint64_t)p->seed, STREAM_BATCHES);
    r->held_out_loss = INFINITY;
    r->held_out_step = -1;
    r->trainer = (Trainer){.model = &r->gpt->module,
                           .optimizer = r->optimizer,
                           .parameters = r->parameters,
                           .context = r,
                           .draw = draw,
                           .loss = loss,
                           .targets = r->answers != NULL ? answers_in : NULL,
                           .shares = p->shares,
                           .draw_share = draw_share,
                           .ranks = r->ranks,
                           .shard_moments = p->shard_moments,
                           .schedule = begin_step,
                           .evaluate = evaluate,
                           .improved = improved,
                           .after_step = after_step,
                           .stopped = stopped,
                           .clip_norm = p->clip,
                           .steps = p->steps,
                           .evaluate_every = p->eval_every,
                           .tokens_per_step = p->batch * p->context,
                           .always_log = !p->quiet};
    return 0;
}

static void close_log(void *run)
{
    Run *r = run;
    if (r->log != NULL)
        fclose(r->log);
}

static int open_folder(Run *r)
{
    if (ranks_rank(r->ranks) == 0)
        return run_folder_open(r);
    run_folder_name(r);
    return 0;
}

/* The files of the run before, unless it goes on, are lost when all ranks are ready, and not earlier. */
static int begin(Run *r)
{
    if (ranks_barrier(r->ranks) != 0)
        return -1;
    if (ranks_rank(r->ranks) != 0)
        return 0;
    return r->recipe.resume ? run_folder_go_on(r) : run_folder_begin(r);
}

Run *run_new(const Recipe *recipe, const Corpus *corpus)
{
    return run_new_on(NULL, recipe, corpus);
}

Run *run_new_on(Ranks *ranks, const Recipe *recipe, const Corpus *corpus)
{
    UNDO_ON_FAIL;
    Run *r = owned_alloc(sizeof *r);
    owned_undo(r, close_log);
    r->recipe = *recipe;
    r->corpus = corpus;
    r->ranks = ranks;
    if (r->recipe.shares == 0 && ranks_size(ranks) > 1)
        r->recipe.shares = ranks_size(ranks) > 8 ? ranks_size(ranks) : 8;
    if (run_check_ranks(r) == 0 && run_check_length(r) == 0 &&
        open_folder(r) == 0 && (!recipe->resume || check_last(r) == 0)) {
        if (make(r) == 0 && (!recipe->resume || resume(r) == 0) && begin(r) == 0)
            return r;
    }
    run_free(r);
    return NULL;
}

int run_train(Run *r)
{
    r->started = kindling_seconds();
    r->first_step = r->trainer.step;
    int status = trainer_run(&r->trainer);
    if (status != 0)
        return -1;
    if (r->recipe.shard_moments && moments_gather(r->optimizer, r->ranks) != 0)
        return -1;
    if (ranks_rank(r->ranks) != 0)
        return ranks_barrier(r->ranks);
    if (r->broken || save(r, r->last, r->optimizer) != 0 || run_folder_check_log(r) != 0)
        return -1;
    return ranks_barrier(r->ranks);
}

void run_free(Run *r)
{
    if (r == NULL)
        return;
    close_log(r);
    dataset_free(r->training);
    dataset_free(r->held_out);
    owned_free(r->answers);
    owned_free(r->noted);
    optimizer_free(r->optimizer);
    parameters_free(r->parameters);
    module_free(r->gpt != NULL ? &r->gpt->module : NULL);
    owned_free(r);
}

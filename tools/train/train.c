/* train.c - a GPT on any text: train, measure, save, go on, write.
 *
 * The text is one long row of tokens; its tail is held out. lib/training/recipe.c knows the settings,
 * lib/training/training_run.c the run; this file is the conversation with whoever started it.
 *
 * Invariant: Ctrl-C never loses more than the step under way; a second one ends at once. Who asked for a whole
 * run and got a part is told by the status: 130 after Ctrl-C, as if the signal had ended it.
 */
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "begin_from.h"
#include "conversation.h"
#include "loss_log.h"
#include "training_run.h"
#ifdef HAVE_MPI
#include "../../nn/train/mpi/ranks_mpi.h"
#endif

static volatile sig_atomic_t interrupted;

static void interrupt(int signal_number)
{
    interrupted = signal_number;
}

static void on_interrupts(void (*what)(int))
{
    struct sigaction action = {.sa_handler = what, .sa_flags = (int)SA_RESETHAND};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGHUP, &action, NULL); /* the terminal was closed, or the connection */
}

/* ---- without memory ------------------------------------------------------------------------------ */

static const Recipe *in_progress; /* what is being trained; NULL: nothing is */
static Run *saved_run;

/* A machine that is too small is nobody's mistake: no core, and what to lower. */
static void on_failure(const char *message, CallSite where)
{
    (void)where;
    if (strncmp(message, "out of memory", 13) != 0 || in_progress == NULL)
        return;
    fflush(stdout);
    const Recipe *p = in_progress;
    fprintf(stderr,
            "\ntrain: %s\ntry: a smaller --batch (it is %ld) or --context (%ld), by which a step "
            "grows, or --channels (%ld) or --layers (%ld), by which the model does\n",
            message, p->batch, p->context, p->channels, p->layers);
    if (saved_run != NULL && access(saved_run->last, F_OK) == 0)
        fprintf(stderr, "The last checkpoint is whole; go on with --resume.\n");
    exit(1);
}

/* ---- writing ------------------------------------------------------------------------------------- */

static int write_sample(const Recipe *p, const LanguageModel *m)
{
    if (p->sample == 0)
        return 0;
    SampleOptions options = {.temperature = p->temperature, .top_k = p->top_k, .top_p = p->top_p};
    Conversation *c = conversation_new(m, options, (uint64_t)p->sample_seed);
    const char *prompt = p->prompt != NULL ? p->prompt : "";
    int status = conversation_hear(c, prompt);
    if (status == 0) {
        fputs(prompt, stdout);
        conversation_speak(c, p->sample, stdout);
        printf("\n");
    } else {
        char why[256];
        snprintf(why, sizeof why, "%s", kindling_error());
        kindling_set_error(
            "train: --prompt: got \"%.60s\", expected characters the model knows: %s. "
            "hint: leave it away",
            prompt, why);
    }
    conversation_free(c);
    return status;
}

/* All that is needed is in the file. */
static int write_from(const Recipe *p)
{
    LanguageModel *m = language_model_load(p->from);
    int status = m != NULL ? write_sample(p, m) : -1;
    language_model_free(m);
    return status;
}

/* ---- training ------------------------------------------------------------------------------------ */

static long counted(const Run *r)
{
    long n = 0;
    for (long i = 0; i < r->corpus->n_tokens; i++)
        n += r->answers[i];
    return n;
}

static void introduce(const Run *r)
{
    const Recipe *p = &r->recipe;
    const Corpus *c = r->corpus;
    if (p->shares > 0)
        printf("ranks   %d of %d thread%s each, by %s; a batch is %ld shares\n",
               ranks_size(r->ranks), kindling_threads(), kindling_threads() == 1 ? "" : "s",
               r->ranks != NULL ? r->ranks->via : "one process", p->shares);
    printf("text    %ld file%s, %ld %s, %ld different ones, the last %ld held out\n", c->files,
           c->files == 1 ? "" : "s", c->n_tokens,
           c->vocabulary->characters != NULL ? "characters" : "tokens", c->vocabulary->size,
           c->n_tokens - c->n_training);
    if (r->answers != NULL)
        printf("        the loss counts %ld of them, behind \"%s\"\n", counted(r), p->answers);
    printf("model   %s%ld layers, %ld heads", p->llama ? "a Llama: " : "", p->layers, p->heads);
    if (p->kv_heads > 0 && p->kv_heads < p->heads)
        printf(" on %ld of keys and values", p->kv_heads);
    printf(", %ld channels, context %ld: %ld numbers", p->channels, p->context,
           count_parameters(&r->gpt->module));
    if (*p->freeze != '\0')
        printf(", %ld of them learn", parameters_numel(r->parameters));
    if (r->lora != NULL)
        printf(", %ld of them, in products beside the matrices, learn",
               parameters_numel(r->parameters));
    printf("%s%s\n", p->init != NULL ? "; begins with " : "", p->init != NULL ? p->init : "");
    printf("run     steps %ld to %ld, batch %ld; threads: %d, matrix products: %s\n\n",
           r->trainer.step, p->steps, p->batch, kindling_threads(), gemm_backend());
    fflush(stdout);
}

/* From here on the weights are the best ones, if any were saved. */
static int report(Run *r)
{
    bool any = isfinite(r->trainer.best_loss);
    double trained = kindling_seconds() - r->started;
    if (run_take_best(r) != 0)
        return -1;
    module_train(&r->gpt->module, false); /* nothing is dropped out any more */
    double loss = run_measure(r, r->recipe.final_batches);
    printf("\nheld-out loss %.4f over %ld batches (", loss, r->recipe.final_batches);
    if (r->answers != NULL)
        printf("of answers");
    else if (r->corpus->ids != NULL)
        printf("%.3f bits per token", loss / log(2));
    else
        printf("%.3f bits per byte", loss / log(2) / r->corpus->bytes_per_token);
    printf("), %s; trained %.1f s\n\n", any ? "best weights" : "weights as they are", trained);
    if (any)
        file_announce(r->best, "the best weights; write with --from");
    file_announce(r->last, "the whole state; go on with --resume");
    file_announce(r->log_name, "loss, learning rate and speed by step");
    printf("\n");
    LanguageModel m = {.gpt = r->gpt, .vocabulary = r->corpus->vocabulary, .end = -1};
    return write_sample(&r->recipe, &m);
}

/* On a terminal the curve grows with each step. */
static LossPicture picture;
static bool (*note_step)(void *context, const Trainer *t);

static bool note_and_draw(void *context, const Trainer *t)
{
    bool go_on = note_step(context, t);
    loss_picture_draw(&picture, ((Run *)context)->log_name, false);
    return go_on;
}

static int train(Run *r)
{
    r->stop = &interrupted;
    on_interrupts(interrupt);
    if (ranks_rank(r->ranks) != 0)
        return run_train(r);
    introduce(r);
    picture = loss_picture_start(stderr);
    note_step = r->trainer.after_step;
    if (!r->recipe.quiet)
        r->trainer.after_step = note_and_draw;
    if (run_train(r) != 0)
        return -1;
    loss_picture_draw(&picture, r->log_name, true);
    on_interrupts(SIG_DFL); /* all is saved */
    if (!interrupted && r->trainer.step < r->recipe.steps)
        interrupted = SIGTERM; /* another rank was told */
    if (!interrupted)
        return report(r);
    printf("\nStopped after step %ld of %ld; saved in %s. Go on with --resume.\n", r->trainer.step,
           r->recipe.steps, r->last);
    return 0;
}

/* In tokens of its own, or in those of the model it begins with; those go to the corpus. */
static Corpus *read_text(const Recipe *p, LanguageModel *begin)
{
    Vocabulary *given = NULL;
    if (begin != NULL) {
        given = begin->vocabulary;
        begin->vocabulary = NULL;
    } else if (strcmp(p->tokenizer, "given") == 0) {
        given = vocabulary_of_checkpoint(recipe_checkpoint(p));
        if (given == NULL)
            return NULL;
    }
    return given != NULL ? corpus_read_in(p->text.count, p->text.item, p->held_out, given)
                         : corpus_read(p->text.count, p->text.item, p->held_out, p->tokenizer);
}

static int train_on_text(const Recipe *p, Ranks *ranks, LanguageModel *begin)
{
    in_progress = p;
    Corpus *corpus = read_text(p, begin);
    if (corpus == NULL)
        return -1;
    Run *run = run_new_on(ranks, p, corpus);
    if (run != NULL && begin != NULL)
        run_begin_from(run, begin->gpt);
    saved_run = run;
    int status = run != NULL ? train(run) : -1;
    saved_run = NULL;
    run_free(run);
    corpus_free(corpus);
    return status;
}

/* With --init: its model, and its settings on top of which the command line comes once more. */
static int train_from(Recipe *p, Ranks *ranks, int argc, char *const argv[])
{
    if (p->init == NULL)
        return train_on_text(p, ranks, NULL);
    LanguageModel *begin = language_model_load(p->init);
    int status = begin != NULL ? language_model_may_train(begin, p->init) : -1;
    if (status == 0)
        status = recipe_begin_from(p, begin->gpt, argc, argv);
    if (status == 0)
        status = train_on_text(p, ranks, begin);
    language_model_free(begin);
    return status;
}

/* ---- ranks --------------------------------------------------------------------------------------- */

/* Those of the launcher, or as many copies of this process as were asked for; *ranks is NULL where neither was. */
static int open_ranks(Recipe *p, Ranks **ranks)
{
    int cores = kindling_threads();
    if (p->from == NULL && p->ranks > 0) {
        *ranks = ranks_pipe((int)p->ranks);
        if (*ranks == NULL)
            return -1;
        if (p->shares == 0)
            p->shares = p->ranks > 8 ? p->ranks : 8;
    }
    if (p->threads == 0 && p->ranks > 1)
        kindling_set_threads(cores / (int)p->ranks);
    if (p->threads > 0)
        kindling_set_threads((int)p->threads);
    return 0;
}

/* MPI starts before the command line is read, for a launcher may have put words of its own on it. 0; -1, kindling_error():
 * processes that know nothing of each other would each train alone. */
static int join_launched(int *argc, char ***argv, Ranks **ranks)
{
#ifdef HAVE_MPI
    if (!ranks_mpi_launched())
        return 0;
    *ranks = ranks_mpi(argc, argv);
    return *ranks != NULL ? 0 : -1;
#else
    const char *open_mpi = getenv("OMPI_COMM_WORLD_SIZE"), *mpich = getenv("PMI_SIZE");
    const char *size = open_mpi != NULL ? open_mpi : mpich != NULL ? mpich : "1";
    (void)argc;
    (void)argv;
    (void)ranks;
    if (atoi(size) <= 1)
        return 0;
    kindling_set_error(
        "train: mpirun has started %d processes, but this program was built without MPI. hint: "
        "apt-get install libopenmpi-dev and make again, or --ranks %d without mpirun",
        atoi(size), atoi(size));
    return -1;
#endif
}

static OptionsResult read_recipe(Recipe *recipe, const Ranks *ranks, int argc, char *const argv[])
{
    OptionsResult result = recipe_read(recipe, argc, argv);
    if (result != OPTIONS_READ || ranks == NULL || recipe->ranks == 0)
        return result;
    kindling_set_error("train: --ranks: got %ld, where a launcher of MPI has started %d processes. "
                       "hint: leave it away",
                       recipe->ranks, ranks->size);
    return OPTIONS_WRONG;
}

/* Rank 0 tells what went wrong; another one only what is its own fault. */
static void complain(const Ranks *ranks, const Recipe *p)
{
    fflush(stdout);
    if (ranks_rank(ranks) == 0)
        fprintf(stderr, "%s\n", kindling_error());
    else if (!ranks->lost)
        fprintf(stderr, "rank %d: %s\n", ranks->rank, kindling_error());
    if (ranks_rank(ranks) == 0 && ranks != NULL && ranks->lost && !p->shard_moments)
        fprintf(stderr, "The last checkpoint is whole; go on with --resume.\n");
}

int main(int argc, char **argv)
{
    Scope *scope = scope_open();
    kindling_on_fail(on_failure);
    Ranks *ranks = NULL;
    Recipe recipe = recipe_nanogpt;
    if (join_launched(&argc, &argv, &ranks) != 0) {
        fprintf(stderr, "%s\n", kindling_error());
        return 1;
    }
    OptionsResult result = read_recipe(&recipe, ranks, argc, argv);
    if (result != OPTIONS_READ) {
        int status = ranks_rank(ranks) == 0 ? options_end(result) : 0;
        ranks_close(ranks, result != OPTIONS_WRONG || ranks_rank(ranks) != 0);
        return status;
    }
    int status = open_ranks(&recipe, &ranks);
    if (status == 0)
        status = recipe.from == NULL      ? train_from(&recipe, ranks, argc, argv)
                 : ranks_rank(ranks) == 0 ? write_from(&recipe)
                                          : 0;
    if (status != 0)
        complain(ranks, &recipe);
    ranks_close(ranks, status == 0);
    scope_close(scope);
    if (status == 0)
        return interrupted ? 128 + (int)interrupted : 0;
    return 1;
}

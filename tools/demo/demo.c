/* demo.c - a transformer learns to spell backwards, in a second, and shows how it does it.
 *
 * It is trained on random strings of letters and then asked for words it has never seen. To write
 * its first letter it has to find out where the word ends and look there; for the second, one letter
 * before. Its attention becomes an anti-diagonal, which the pictures show.
 *
 * Invariant: it ends with status 0 only if enough of the held-out words came out right.
 */
#include <stdlib.h>
#include <string.h>
#include "files.h"
#include "gaze.h"
#include "guess.h"
#include "kindling.h"
#include "options.h"
#include "speller.h"
#include "stream.h"

enum { DRAWS_MOST = 20, SHOWN = 6, FULL_STEPS = SPELLER_STEPS, SMALL_STEPS = 150 };

typedef struct {
    Gpt *gpt;
    HeldOut *held_out;
    long steps;
    uint64_t seed;
    double seconds;
    double right_words, right_strings; /* shares of the held-out ones */
    Word answer[HELD_OUT_MOST];
} Demo;

typedef struct {
    const char *budget, *out, *word, *save, *load; /* save, load NULL: not wished */
    long steps, seed;                              /* steps 0: as the budget says */
    const char *heads;
    double temperature;
    long draws; /* answers to draw */
    bool quiet, stream;
} Settings;

/* ---- the examination ----------------------------------------------------------------------------- */

static double share_right(const Demo *d, long begin, long end)
{
    long right = 0;
    for (long i = begin; i < end; i++) {
        Word expected = word_backwards(&d->held_out->word[i]);
        right += word_equal(&d->answer[i], &expected);
    }
    return (double)right / (double)(end - begin);
}

static void examine(Demo *d)
{
    const HeldOut *h = d->held_out;
    Scope *scope = scope_open();
    grad_mode(false);
    Batch batch;
    words_batch(&batch, h->count, h->word);
    IntTensor *best = tensor_argmax(gpt_forward(d->gpt, batch.ids, NULL), -1, false); /* (N, T) */
    for (long i = 0; i < h->count; i++) {
        d->answer[i] = (Word){.length = h->word[i].length};
        memcpy(d->answer[i].letter, best->data + i * WORD_LONGEST,
               (size_t)d->answer[i].length * sizeof(int));
    }
    scope_close(scope);
    d->right_words = share_right(d, 0, h->n_words);
    d->right_strings = share_right(d, h->n_words, h->count);
}

static void print_example(const Demo *d, long i)
{
    Word expected = word_backwards(&d->held_out->word[i]);
    const char *word = word_text(&d->held_out->word[i]);
    bool right = word_equal(&d->answer[i], &expected);
    printf("  %10s -> %-10s  %s\n", word, word_text(&d->answer[i]), right ? "right" : "WRONG");
}

/* The word asked for, some of the list, and what went wrong. */
static void print_results(const Demo *d)
{
    const HeldOut *h = d->held_out;
    printf("\nWords it has never seen:\n\n");
    for (long i = 0; i < SHOWN; i++)
        print_example(d, i * (h->n_words - 1) / (SHOWN - 1));
    long mistakes = 0;
    for (long i = 0; i < h->n_words && mistakes < SHOWN; i++) {
        Word expected = word_backwards(&h->word[i]);
        if (word_equal(&d->answer[i], &expected))
            continue;
        if (mistakes++ == 0)
            printf("\nIts mistakes:\n\n");
        print_example(d, i);
    }
}

/* ---- files --------------------------------------------------------------------------------------- */

static int write_files(const Demo *d, const Gaze *g, const char *folder)
{
    Tensor *root = speller_loss(d->gpt, g->word);
    char heads[FILE_NAME_SIZE], positions[FILE_NAME_SIZE];
    snprintf(heads, sizeof heads, "%s/heads.svg", folder);
    snprintf(positions, sizeof positions, "%s/positions.svg", folder);
    HeatmapOptions look = {.title =
                               "Positional encoding: sines in even channels, cosines in odd ones",
                           .row_title = "position",
                           .column_title = "channel",
                           .diverging = true};
    GraphOptions afar = {.level = GRAPH_OVERVIEW, .title = "Spelling backwards, from afar"};
    GraphOptions near = {.level = GRAPH_DEFAULT, .title = "Spelling backwards, block by block"};
    if (gaze_svg(g, heads) != 0 || heatmap_svg(positions, d->gpt->positions->table, &look) != 0)
        return -1;
    printf("\nWritten:\n\n");
    file_announce(heads, "where every head looks");
    file_announce(positions, "how the model tells positions apart");
    if (graph_files(folder, "graph-overview", root, &afar) != 0)
        return -1;
    return graph_files(folder, "graph", root, &near);
}

/* How sure it is of the first held-out word, and s->draws answers, room for DRAWS_MOST. */
static Guess guess(const Demo *d, const Settings *s, Word *drawn)
{
    Guess g;
    Rng rng = rng_stream(d->seed, 5);
    guess_take(&g, d->gpt, &d->held_out->word[0], s->temperature);
    for (long i = 0; i < s->draws; i++)
        drawn[i] = guess_draw(&g, &rng);
    return g;
}

static void print_guess(const Demo *d, const Settings *s)
{
    Word drawn[DRAWS_MOST];
    Guess g = guess(d, s, drawn);
    guess_print(&g);
    printf("\nDrawn by these probabilities:\n\n");
    for (long i = 0; i < s->draws; i++)
        printf("   %s\n", word_text(&drawn[i]));
}

/* The pictures of the first held-out word. */
static int show(const Demo *d, const Settings *s)
{
    Scope *scope = scope_open();
    Gaze gaze;
    gaze_take(&gaze, d->gpt, &d->held_out->word[0], &d->answer[0]);
    if (!s->quiet)
        gaze_print(&gaze);
    if (!s->quiet && s->draws > 0)
        print_guess(d, s);
    int status = write_files(d, &gaze, s->out);
    scope_close(scope);
    return status;
}

/* ---- the program --------------------------------------------------------------------------------- */

static OptionsResult read_settings(Settings *s, int argc, char **argv)
{
    const Option table[] = {
        {OPTION_TEXT, "word", &s->word, "WORD", "the word to look at: 3 to 10 letters A to Z", 0, 0,
         0},
        {OPTION_COUNT, "seed", &s->seed, "N", "of starting values and training words", 0, 1e9, 0},
        {OPTION_TEXT, "budget", &s->budget, "NAME",
         "full: 350 steps, at least 99 % must be right; small: 150, 50 %", 0, 0, 0},
        {OPTION_COUNT, "steps", &s->steps, "N", "other than the budget's; 0: the budget's", 0, 1e6,
         0},
        {OPTION_COUNT, "draw", &s->draws, "N",
         "draw so many answers, and say how sure it is of each letter", 0, DRAWS_MOST, 0},
        {OPTION_TEXT, "heads", &s->heads, "N",
         "heads of each layer, of equally many numbers in all: 1, 2, 4 or 8", 0, 0, 0},
        {OPTION_NUMBER, "temperature", &s->temperature, "X",
         "of these: 0 draws the likeliest letter, 1 by the model's probabilities, more evens them "
         "out",
         0, 10, 0},
        {OPTION_TEXT, "out", &s->out, "DIR", "where to write the pictures", 0, 0, 0},
        {OPTION_FLAG, "quiet", &s->quiet, NULL, "print only how it ended and what was written", 0,
         0, 0},
        {OPTION_TEXT, "save", &s->save, "FILE", "write the weights, too", 0, 0, 0},
        {OPTION_TEXT, "load", &s->load, "FILE", "weights that --save wrote, in place of training",
         0, 0, 0},
        {OPTION_FLAG, "stream", &s->stream, NULL,
         "for a program that looks on: lines of JSON (stream.h), no pictures", 0, 0, 0}};
    const Options options = {
        "demo",
        "usage: demo [options]\n"
        "Trains a small transformer to spell backwards words it has never seen,\n"
        "shows where it looks, and writes pictures. Ends with 0 if enough of the\n"
        "words came out right, 1 if not, 2 if it was asked for nonsense.\n\n",
        (int)(sizeof table / sizeof *table), table, NULL};
    return options_read(&options, argc, argv);
}

static int complain(const char *message)
{
    fprintf(stderr, "%s\n", message);
    return 2;
}

static void introduce(const Demo *d)
{
    ParameterList *list = parameters_of(&d->gpt->module);
    printf(
        "A transformer learns to spell backwards: %d layers, %d heads, %ld numbers, all random.\n"
        "It sees %ld random strings of %d to %d letters and is told each of them backwards.\n"
        "Then it gets %ld real words that it has never seen. One core, matrix products: %s.\n\n",
        (int)d->gpt->options.num_layers, (int)d->gpt->options.num_heads, parameters_numel(list),
        d->steps * SPELLER_BATCH, WORD_SHORTEST, WORD_LONGEST, d->held_out->n_words,
        gemm_backend());
    fflush(stdout); /* the progress line goes to stderr */
    parameters_free(list);
}

/* Trained, or as the file has it. */
static int learn(Demo *d, const Settings *s, const SpellerWatch *watch)
{
    double start = kindling_seconds();
    bool log = !s->quiet && !s->stream;
    int status = s->load != NULL
                     ? module_load(&d->gpt->module, s->load)
                     : speller_train(d->gpt, d->held_out, d->steps, d->seed, log, watch);
    d->seconds = kindling_seconds() - start;
    if (status != 0)
        return status;
    examine(d);
    return s->save != NULL ? module_save(&d->gpt->module, s->save) : 0;
}

static int run(Demo *d, const Settings *s, double bar)
{
    if (!s->quiet && s->load == NULL)
        introduce(d);
    if (learn(d, s, NULL) != 0)
        return complain(kindling_error());
    if (!s->quiet)
        print_results(d);
    printf("\nExact match: %.1f %% of %ld words, %.1f %% of %d random strings, all never seen.",
           100 * d->right_words, d->held_out->n_words, 100 * d->right_strings, HELD_OUT_STRINGS);
    if (s->load == NULL)
        printf(" Trained in %.1f s.", d->seconds);
    printf("\n");
    if (show(d, s) != 0)
        return complain(kindling_error());
    if (d->right_words >= bar && d->right_strings >= bar)
        return 0;
    fflush(stdout);
    fprintf(stderr, "\nToo few: expected at least %.0f %%. hint: more steps, or another seed\n",
            100 * bar);
    return 1;
}

/* ---- for a program that looks on ----------------------------------------------------------------- */

typedef struct {
    Demo *demo;
    const Settings *settings;
    int status; /* of saving */
} Looking;

/* The weights come first: when the line about them is read, they are there. */
static void look(Looking *l, long step)
{
    Demo *d = l->demo;
    Scope *scope = scope_open();
    if (l->settings->save != NULL && l->status == 0)
        l->status = module_save(&d->gpt->module, l->settings->save);
    examine(d);
    Gaze gaze;
    gaze_take(&gaze, d->gpt, &d->held_out->word[0], &d->answer[0]);
    Word drawn[DRAWS_MOST];
    Guess g = guess(d, l->settings, drawn);
    stream_look(step, &gaze, &d->answer[0], d->right_words, &g, (int)l->settings->draws, drawn);
    scope_close(scope);
}

static void after_step(void *context, long step, double loss)
{
    Looking *l = context;
    stream_loss(step, loss);
    if (step % STREAM_EVERY == 0 || step == l->demo->steps)
        look(l, step);
}

static int run_stream(Demo *d, const Settings *s)
{
    Looking looking = {d, s, 0};
    stream_start(d->gpt, d->held_out, d->steps, d->seed);
    if (s->load == NULL)
        look(&looking, 0);
    if (learn(d, s, &(SpellerWatch){after_step, &looking}) != 0 || looking.status != 0)
        return complain(kindling_error());
    if (s->load != NULL)
        look(&looking, d->steps);
    return 0;
}

int main(int argc, char **argv)
{
    Settings s = {.budget = "full",
                  .out = "build/demo",
                  .word = "PYTHON",
                  .seed = 1,
                  .heads = "4",
                  .temperature = 1};
    OptionsResult result = read_settings(&s, argc, argv);
    if (result != OPTIONS_READ)
        return result == OPTIONS_HELP ? 0 : complain(kindling_error());
    bool small = strcmp(s.budget, "small") == 0;
    if (!small && strcmp(s.budget, "full") != 0)
        return complain("demo: --budget: expected full or small. hint: --budget small");
    Word word;
    if (!word_from(&word, s.word, strlen(s.word)))
        return complain("demo: --word: expected 3 to 10 letters A to Z. hint: --word KINDLING");

    if (strlen(s.heads) != 1 || strchr("1248", *s.heads) == NULL)
        return complain("demo: --heads: expected 1, 2, 4 or 8. hint: --heads 4");

    if (folder_make(s.out) != 0) /* better now than after the training */
        return complain(kindling_error());

    kindling_set_threads(1);
    Demo *d = owned_alloc(sizeof *d);
    d->seed = (uint64_t)s.seed;
    Rng strings = rng_stream(d->seed, 4);
    d->held_out = held_out_new(&word, &strings);
    d->gpt = speller_of_heads(POSITIONS_SINUSOIDAL, *s.heads - '0', d->seed);
    d->steps = s.steps > 0 ? s.steps : small ? SMALL_STEPS : FULL_STEPS;
    int status = s.stream ? run_stream(d, &s) : run(d, &s, small ? 0.50 : 0.99);
    module_free(&d->gpt->module);
    held_out_free(d->held_out);
    owned_free(d);
    return status;
}

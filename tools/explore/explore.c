/* explore.c - walk through a graph in the browser: one page per model, and nothing else needed.
 *
 * words: the demo's transformer, trained, reading a word that it has never seen. xor: the smallest
 * network that needs a hidden layer, line by line; cut: the same with a mistake in it. gpt: any number
 * of layers, not trained. heads: a small trained one, whose heads can be switched off. Or the graph of
 * another program, in a file that it wrote with graph_json.
 * Invariant: the names of all files written, and of no others, are printed.
 */
#include <string.h>
#include "explore.h"
#include "files.h"
#include "gaze.h"
#include "heads.h"
#include "options.h"
#include "speller.h"

typedef struct {
    int model; /* 0: all of them; else models[model - 1] */
    const char *out, *word, *json, *weights;
    long steps, layers, seed, limit;
} Settings;

/* root NULL: the graph is in the file s->json. */
static int write_page(const Settings *s, const char *name, Tensor *root, ExploreOptions *options)
{
    char path[FILE_NAME_SIZE];
    options->limit = s->limit;
    snprintf(path, sizeof path, "%s/%s.html", s->out, name);
    if (folder_make(s->out) != 0)
        return -1;
    if ((root ? graph_explore(path, root, options) : graph_explore_file(path, s->json, options)) !=
        0)
        return -1;
    file_announce(path, options->title);
    return 0;
}

/* ---- words ----------------------------------------------------------------------------------- */

/* The trained model reads the word, and what it attended to goes on the page. */
static int write_words(const Settings *s, Gpt *gpt, const Word *word)
{
    Word answer = speller_answer(gpt, word);
    char title[80], intro[240];
    snprintf(title, sizeof title, "%s backwards", word_text(word));
    snprintf(intro, sizeof intro,
             "A transformer with 2 layers of 4 heads, trained for %ld steps on random strings, "
             "reads %s, which it has never seen, and writes %s.",
             s->steps, word_text(word), word_text(&answer));
    Gaze gaze;
    gaze_take(&gaze, gpt, word, &answer);
    graph_timing(true);
    Tensor *loss = speller_loss(gpt, word);
    return write_page(s, "words", loss,
                      &(ExploreOptions){.title = title,
                                        .intro = intro,
                                        .n_rows = WORD_LONGEST,
                                        .n_columns = WORD_LONGEST,
                                        .row_labels = gaze.queries,
                                        .column_labels = gaze.keys});
}

static int explore_words(const Settings *s)
{
    Word word;
    if (!word_from(&word, s->word, strlen(s->word))) {
        kindling_set_error("--word: got \"%.20s\", expected 3 to 10 letters A to Z. hint: "
                           "--word PYTHON",
                           s->word);
        return -1;
    }
    Rng strings = rng_stream((uint64_t)s->seed, 4);
    HeldOut *held_out = held_out_new(&word, &strings);
    Gpt *gpt = speller_new(POSITIONS_SINUSOIDAL, (uint64_t)s->seed);
    int status = s->weights != NULL
                     ? module_load(&gpt->module, s->weights)
                     : speller_train(gpt, held_out, s->steps, (uint64_t)s->seed, false, NULL);
    if (status == 0)
        status = write_words(s, gpt, &word);
    module_free(&gpt->module);
    held_out_free(held_out);
    return status;
}

/* ---- xor ------------------------------------------------------------------------------------- */

/* Weights that compute exclusive or up to a small error, which is what the gradients are about. */
static Tensor *xor_loss(bool cut)
{
    Tensor *x = tensor_from(SHAPE(4, 2), VALUES(0, 0, 0, 1, 1, 0, 1, 1));
    Tensor *target = tensor_from(SHAPE(4, 1), VALUES(0, 1, 1, 0));
    Tensor *W1 = tensor_from(SHAPE(2, 2), VALUES(1, 1, 1, (real)0.9));
    Tensor *b1 = tensor_from(SHAPE(2), VALUES(0, (real)-0.8));
    Tensor *W2 = tensor_from(SHAPE(2, 1), VALUES(1, (real)-1.8));
    Tensor *b2 = tensor_from(SHAPE(1), VALUES((real)0.1));
    Tensor *parameters[] = {W1, b1, W2, b2};
    const char *names[] = {"W_1", "b_1", "W_2", "b_2"};
    for (int i = 0; i < 4; i++)
        tensor_named(tensor_requires_grad(parameters[i]), names[i]);
    tensor_named(x, "x");
    tensor_named(target, "target");

    graph_timing(true);
    region_begin("hidden");
    Tensor *hidden = tensor_matmul(x, W1);
    hidden = tensor_add(hidden, b1);
    hidden = tensor_relu(hidden);
    if (cut)
        hidden = tensor_detach(hidden);
    region_close();
    region_begin("output");
    Tensor *y = tensor_matmul(hidden, W2);
    y = tensor_add(y, b2);
    region_close();
    region_begin_collapsed("loss");
    Tensor *error = tensor_sub(y, target);
    Tensor *squares = tensor_mul(error, error);
    Tensor *loss = tensor_mean(squares, ALL_AXES, false);
    region_close();
    return loss;
}

static int explore_xor(const Settings *s)
{
    return write_page(s, "xor", xor_loss(false),
                      &(ExploreOptions){.title = "Exclusive or",
                                        .intro = "Two inputs, two hidden neurons, one output, all "
                                                 "four examples at once. Every operation is a "
                                                 "line of tools/explore/explore.c."});
}

static int explore_cut(const Settings *s)
{
    return write_page(s, "cut", xor_loss(true),
                      &(ExploreOptions){.title = "A graph that was cut",
                                        .intro = "The same network with a mistake in it: somebody "
                                                 "detached the hidden layer. The loss still falls "
                                                 "a little, and half of the parameters never "
                                                 "learn."});
}

/* ---- gpt ------------------------------------------------------------------------------------- */

static int explore_gpt(const Settings *s)
{
    enum { T = 12 };
    Gpt *gpt = gpt_new((GptOptions){.vocabulary = 65,
                                    .context = T,
                                    .embed_dim = 24,
                                    .num_heads = 4,
                                    .num_layers = s->layers,
                                    .causal = true,
                                    .seed = (uint64_t)s->seed});
    IntTensor *ids = int_tensor_new(SHAPE(1, T)), *targets = int_tensor_new(SHAPE(1, T));
    for (int i = 0; i < T; i++) {
        ids->data[i] = (7 * i + 3) % 65;
        targets->data[i] = (7 * i + 10) % 65;
    }
    char title[64];
    snprintf(title, sizeof title, "A GPT with %ld layers", s->layers);
    graph_timing(true);
    Tensor *loss = gpt_loss(gpt, ids, targets);
    int status = write_page(s, "gpt", loss,
                            &(ExploreOptions){.title = title,
                                              .intro = "Not trained: what a transformer is "
                                                       "made of, block by block."});
    module_free(&gpt->module);
    return status;
}

/* ---- heads ----------------------------------------------------------------------------------- */

static int explore_heads(const Settings *s)
{
    char path[FILE_NAME_SIZE];
    snprintf(path, sizeof path, "%s/heads.html", s->out);
    HeadsModel m = heads_train(HEADS_STEPS);
    int status = folder_make(s->out) != 0 || heads_page(path, &m) != 0 ? -1 : 0;
    if (status == 0)
        file_announce(path, HEADS_TITLE);
    module_free(&m.gpt->module);
    return status;
}

/* ---- another program's ----------------------------------------------------------------------- */

static int explore_file(const Settings *s)
{
    const char *base = strrchr(s->json, '/');
    char name[128];
    snprintf(name, sizeof name, "%s", base ? base + 1 : s->json);
    name[strcspn(name, ".")] = '\0';
    return write_page(s, *name ? name : "graph", NULL, &(ExploreOptions){.title = name});
}

/* ---- the command line ------------------------------------------------------------------------ */

static const char names[] = "all|words|xor|cut|gpt|heads";
static int (*const models[])(const Settings *s) = {explore_words, explore_xor, explore_cut,
                                                   explore_gpt, explore_heads};
enum { MODELS = sizeof models / sizeof *models };

static OptionsResult read_settings(Settings *s, int argc, char **argv)
{
    const Option table[] = {
        {OPTION_CHOICE, "model", &s->model, names, "what to show", 0, 0, 0},
        {OPTION_TEXT, "json", &s->json, "FILE", "only a graph that graph_json wrote", 0, 0, 0},
        {OPTION_TEXT, "word", &s->word, "WORD", "what words reads: 3 to 10 letters A to Z", 0, 0,
         0},
        {OPTION_COUNT, "steps", &s->steps, "N", "that words is trained", 1, 1e6, 0},
        {OPTION_TEXT, "weights", &s->weights, "FILE",
         "words has learned already: what demo --save wrote after so many steps", 0, 0, 0},
        {OPTION_COUNT, "layers", &s->layers, "N", "of gpt", 1, 99, 0},
        {OPTION_COUNT, "seed", &s->seed, "N", "of starting values", 0, 1e9, 0},
        {OPTION_COUNT, "limit", &s->limit, "N", "numbers kept of each tensor; 0: what fits", 0, 1e7,
         0},
        {OPTION_TEXT, "out", &s->out, "DIR", "where to write", 0, 0, 0},
    };
    const Options options = {"explore",
                             "Writes pages in which a graph can be walked through, one operation\n"
                             "at a time, forward and backward. Open them in a browser.\n\n",
                             sizeof table / sizeof *table, table, "json"};
    return options_read(&options, argc, argv);
}

static int explore(const Settings *s)
{
    int status = 0;
    for (int i = 0; i < MODELS && status == 0; i++) {
        if (s->model != 0 && s->model != i + 1)
            continue;
        Scope *scope = scope_open();
        status = models[i](s);
        scope_close(scope);
    }
    return status;
}

int main(int argc, char **argv)
{
    Settings s = {
        .out = "build/explore", .word = "PYTHON", .steps = SPELLER_STEPS, .layers = 6, .seed = 1};
    OptionsResult wish = read_settings(&s, argc, argv);
    if (wish != OPTIONS_READ)
        return options_end(wish);
    kindling_set_threads(1);
    int status = s.json != NULL ? explore_file(&s) : explore(&s);
    if (status != 0)
        fprintf(stderr, "explore: %s\n", kindling_error());
    return status == 0 ? 0 : 1;
}

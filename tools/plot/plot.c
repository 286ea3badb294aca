/* plot.c - pictures of a training run and of what it learned.
 *
 * loss: the curve of a log, in the terminal and through gnuplot. positions: sinusoidal against
 * learned positions. heads: what kind of head is where. The last two train the small model of the
 * demo, which takes a second. Invariant: the names of all files written, and of no others, are
 * printed.
 */
#include <math.h>
#include <time.h>
#include "files.h"
#include "gaze.h"
#include "loss_log.h"
#include "options.h"
#include "speller.h"

typedef struct {
    int what; /* plots[what] */
    const char *log, *out;
    long steps, seed, width, height;
    bool live, ascii;
} Settings;

/* ---- loss ------------------------------------------------------------------------------------ */

/* Over the last picture, until the log has been quiet for a while. */
static int watch(const Settings *s)
{
    enum { QUIET_SECONDS = 60 };
    long n = -1;
    for (int quiet = 0; quiet < QUIET_SECONDS;) {
        LossLog *log = loss_log_read(s->log);
        if (log == NULL)
            return -1;
        quiet = log->n == n ? quiet + 1 : 0;
        if (log->n != n) {
            if (n > 0)
                printf("\033[%ldA\033[J", s->height + 1);
            loss_log_draw(stdout, log, s->width, s->height, s->ascii);
            fflush(stdout);
        }
        n = log->n;
        loss_log_free(log);
        nanosleep(&(struct timespec){.tv_sec = 1}, NULL);
    }
    return 0;
}

static int plot_loss(const Settings *s)
{
    if (s->live && watch(s) != 0)
        return -1;
    LossLog *log = loss_log_read(s->log);
    if (log == NULL)
        return -1;
    bool drawn;
    if (!s->live)
        loss_log_draw(stdout, log, s->width, s->height, s->ascii);
    int status = loss_log_gnuplot(log, s->out, &drawn);
    loss_log_free(log);
    char path[FILE_NAME_SIZE];
    snprintf(path, sizeof path, "%s/loss.gp", s->out);
    if (status == 0)
        file_announce(path, "the curve for gnuplot");
    snprintf(path, sizeof path, "%s/loss.svg", s->out);
    if (drawn)
        file_announce(path, "the loss, step by step");
    return status;
}

/* ---- what a model learned -------------------------------------------------------------------- */

static Gpt *trained(const Settings *s, Positions positions, HeldOut **held_out)
{
    Word word;
    word_from(&word, "PYTHON", 6);
    Rng strings = rng_stream((uint64_t)s->seed, 4);
    *held_out = held_out_new(&word, &strings);
    Gpt *gpt = speller_new(positions, (uint64_t)s->seed);
    if (speller_train(gpt, *held_out, s->steps, (uint64_t)s->seed, false, NULL) == 0)
        return gpt;
    module_free(&gpt->module);
    held_out_free(*held_out);
    return NULL;
}

/* Cosine of the angle between the patterns of every two positions, (T, T). */
static Tensor *likeness(const Tensor *table)
{
    long T = table->shape[0], C = table->shape[1];
    Tensor *out = tensor_zeros(SHAPE(T, T));
    for (long i = 0; i < T; i++)
        for (long j = 0; j < T; j++) {
            double ij = 0, ii = 0, jj = 0;
            for (long c = 0; c < C; c++) {
                double a = (double)tensor_get(table, AT(i, c));
                double b = (double)tensor_get(table, AT(j, c));
                ij += a * b;
                ii += a * a;
                jj += b * b;
            }
            tensor_set(out, AT(i, j), ii > 0 && jj > 0 ? (real)(ij / sqrt(ii * jj)) : 0);
        }
    return out;
}

static Tensor *scaled_to_one(const Tensor *t)
{
    double most = 0;
    for (long i = 0; i < tensor_numel(t); i++)
        most = fmax(most, fabs((double)t->data[i]));
    Tensor *out = tensor_new_like(t);
    scale_kernel(out, t, most > 0 ? (real)(1 / most) : 1);
    return out;
}

static int write_pair(const Settings *s, const char *name, const Tensor *const matrix[],
                      const char *columns, const char *title)
{
    static const char *const titles[] = {"sinusoidal", "learned"};
    char path[FILE_NAME_SIZE];
    snprintf(path, sizeof path, "%s/%s.svg", s->out, name);
    int status = heatmap_grid_svg(path, 2, matrix, titles, 2,
                                  &(HeatmapOptions){.title = title,
                                                    .row_title = "position",
                                                    .column_title = columns,
                                                    .low = -1,
                                                    .high = 1,
                                                    .diverging = true});
    if (status == 0)
        file_announce(path, title);
    return status;
}

static int plot_positions(const Settings *s)
{
    HeldOut *held_out;
    Gpt *gpt = trained(s, POSITIONS_LEARNED, &held_out);
    if (gpt == NULL)
        return -1;
    const Tensor *learned = gpt->positions->table;
    Tensor *waves = sinusoidal_positions(learned->shape[0], learned->shape[1]);
    const Tensor *tables[] = {waves, scaled_to_one(learned)};
    const Tensor *angles[] = {likeness(waves), likeness(learned)};
    int status = folder_make(s->out);
    if (status == 0)
        status = write_pair(s, "positions", tables, "channel",
                            "Sinusoidal against learned positions (largest number 1)");
    if (status == 0)
        status = write_pair(s, "likeness", angles, "position", "How alike two positions are");
    module_free(&gpt->module);
    held_out_free(held_out);
    return status;
}

static int plot_heads(const Settings *s)
{
    HeldOut *held_out;
    Gpt *gpt = trained(s, POSITIONS_SINUSOIDAL, &held_out);
    if (gpt == NULL)
        return -1;
    const Word *word = &held_out->word[0];
    Word answer = speller_answer(gpt, word);
    Gaze gaze;
    gaze_take(&gaze, gpt, word, &answer);
    char path[FILE_NAME_SIZE];
    snprintf(path, sizeof path, "%s/heads.svg", s->out);
    int status = folder_make(s->out);
    if (status == 0)
        status = heatmap_overview_svg(path, gaze.n_layers, gaze.weights, 0,
                                      "What kind of head is where");
    if (status == 0)
        file_announce(path, "what kind of head is where");
    module_free(&gpt->module);
    held_out_free(held_out);
    return status;
}

/* ---- the command line ------------------------------------------------------------------------ */

static const char names[] = "loss|positions|heads";
static int (*const plots[])(const Settings *s) = {plot_loss, plot_positions, plot_heads};

static OptionsResult read_settings(Settings *s, int argc, char **argv)
{
    const Option table[] = {
        {OPTION_CHOICE, "what", &s->what, names, "to plot", 0, 0, 0},
        {OPTION_TEXT, "log", &s->log, "FILE", "of loss: the log of a training run", 0, 0, 0},
        {OPTION_FLAG, "live", &s->live, NULL, "of loss: follow the log while it grows", 0, 0, 0},
        {OPTION_COUNT, "width", &s->width, "N", "of loss: characters", 10, 400, 0},
        {OPTION_COUNT, "height", &s->height, "N", "of loss: lines", 2, 200, 0},
        {OPTION_FLAG, "ascii", &s->ascii, NULL, "of loss: no Braille", 0, 0, 0},
        {OPTION_COUNT, "steps", &s->steps, "N", "of positions and heads: training", 1, 1e6, 0},
        {OPTION_COUNT, "seed", &s->seed, "N", "of starting values", 0, 1e9, 0},
        {OPTION_TEXT, "out", &s->out, "DIR", "where to write", 0, 0, 0},
    };
    const Options options = {"plot", "Pictures of a training run and of what it learned.\n\n",
                             sizeof table / sizeof *table, table, NULL};
    return options_read(&options, argc, argv);
}

int main(int argc, char **argv)
{
    Settings s = {.log = "build/train/log.tsv",
                  .out = "build/plots",
                  .steps = SPELLER_STEPS,
                  .seed = 1,
                  .width = 64,
                  .height = 12,
                  .ascii = !terminal_is_utf8()};
    OptionsResult wish = read_settings(&s, argc, argv);
    if (wish != OPTIONS_READ)
        return options_end(wish);
    kindling_set_threads(1);
    Scope *scope = scope_open();
    int status = plots[s.what](&s);
    scope_close(scope);
    if (status != 0)
        fprintf(stderr, "plot: %s\n", kindling_error());
    return status == 0 ? 0 : 1;
}

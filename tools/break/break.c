/* break.c - trains a small network on one of a few tasks and says how well it does it: make break-12.
 *
 * It is linked twice, with the model answers and with one known mistake among them (course.mk). The right
 * one writes its numbers; the broken one is given them, asks for a prediction, trains, and shows all three.
 *
 *     break TASK              the numbers, one a line
 *     break TASK NUMBER...    a prediction of each first
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "bars.h"
#include "contest.h"
#include "echo.h"
#include "ladder.h"
#include "predict.h"
#include "race.h"
#include "report.h"
#include "shares.h"
#include "speller.h"
#include "thin.h"
#include "tokens.h"

enum { MOST_NUMBERS = 4, SEED = 1 };

typedef struct {
    const char *name;
    int (*train)(double *numbers); /* 0, or -1 and kindling_error() */
    int count;
    struct {
        const char *text, *unit;
    } question[MOST_NUMBERS];
} Task;

/* Words backwards, as the demo: an encoder, no mask. */
static int words(double *numbers)
{
    Rng rng = rng_stream(SEED, 4);
    Word first;
    word_from(&first, "PYTHON", 6);
    HeldOut *held_out = held_out_new(&first, &rng);
    Gpt *gpt = speller_new(POSITIONS_SINUSOIDAL, SEED);
    int status = speller_train(gpt, held_out, SPELLER_STEPS, SEED, false, NULL);
    long right = 0;
    for (long i = 0; i < held_out->count; i++) {
        Word answer = speller_answer(gpt, &held_out->word[i]);
        Word expected = word_backwards(&held_out->word[i]);
        right += word_equal(&answer, &expected);
    }
    numbers[0] = 100 * (double)right / (double)held_out->count;
    module_free(&gpt->module);
    held_out_free(held_out);
    return status;
}

/* There and back, letter after letter: causal. */
static int echo(double *numbers)
{
    Gpt *gpt = echo_new(SEED);
    int status = echo_train(gpt, SEED);
    numbers[0] = 100 * echo_next_right(gpt, SEED);
    numbers[1] = 100 * echo_written_right(gpt, SEED);
    module_free(&gpt->module);
    return status;
}

/* There and back, written in two ways. */
static int cached(double *numbers)
{
    Gpt *gpt = echo_new(SEED);
    int status = echo_train(gpt, SEED);
    numbers[0] = 100 * echo_written_right(gpt, SEED);
    numbers[1] = 100 * echo_cached_right(gpt, SEED);
    module_free(&gpt->module);
    return status;
}

/* There and back, written by the weights and by codes of them. */
static int codes(double *numbers)
{
    Gpt *gpt = echo_wide_new(SEED);
    int status = echo_train(gpt, SEED);
    numbers[0] = 100 * echo_written_right(gpt, SEED);
    numbers[1] = 100 * echo_codes_right(gpt, SEED, (QuantScheme){8, PER_COLUMN});
    numbers[2] = 100 * echo_codes_right(gpt, SEED, (QuantScheme){4, QUANT_BLOCK});
    module_free(&gpt->module);
    return status;
}

/* Prose, in tokens that are learnt from it: causal. Behind these bytes it is C. */
static int tokens(double *numbers)
{
    TokensResult result;
    if (!tokens_train("notebooks-c/prose.txt", 19850, &result))
        return -1;
    numbers[0] = result.bytes_per_token;
    numbers[1] = result.loss;
    numbers[2] = result.bits_per_byte;
    numbers[3] = 100 * result.lines_back;
    return 0;
}

/* Images: two convolutions, pools, batch norm. */
static int bars(double *numbers)
{
    Module *network = bars_new(SEED);
    bars_train(network, SEED);
    numbers[1] = 100 * bars_right_in_use(network, SEED);
    numbers[0] = 100 * bars_right_in_batches(network, SEED);
    module_free(network);
    return 0;
}

/* Points of four kinds: on one rank, and on four. */
static int shares(double *numbers)
{
    Module *one = shares_trained(1, SEED), *four = shares_trained(4, SEED);
    numbers[0] = 100 * shares_right(one, SEED);
    numbers[1] = 100 * shares_differing(one, four);
    module_free(one);
    module_free(four);
    return 0;
}

/* Points of four kinds, by products of the student's: of 12 numbers, and of 300. */
static int ladder(double *numbers)
{
    numbers[0] = 100 * ladder_right(LADDER_FEW, SEED);
    numbers[1] = 100 * ladder_right(LADDER_MANY, SEED);
    return 0;
}

/* Points of eight kinds: pruned, halved, taught. */
static int thin(double *numbers)
{
    ThinNumbers n = thin_trained(SEED);
    numbers[0] = n.zeros;
    numbers[1] = n.pruned;
    numbers[2] = n.shrunk;
    numbers[3] = n.taught;
    return 0;
}

/* Programs timed on a machine that drifts: does the comparison say what is so? */
static int race(double *numbers)
{
    RaceResult result = races_run(SEED);
    numbers[0] = 100 * result.false_alarms;
    numbers[1] = 100 * result.found;
    numbers[2] = 100 * result.covered;
    return 0;
}

/* There and back, as an entry of the cup. */
static int contest(double *numbers)
{
    Gpt *gpt = echo_new(SEED);
    int status = echo_train(gpt, SEED);
    ContestNumbers n = contest_numbers(gpt, SEED);
    numbers[0] = 100 * n.bytes;
    numbers[1] = 100 * n.more;
    numbers[2] = n.score;
    numbers[3] = 100 * n.lucky;
    module_free(&gpt->module);
    return status;
}

/* Nothing is trained: a report of one step. */
static int report(double *numbers)
{
    StepReport r = step_report(SEED);
    numbers[0] = r.parameters;
    numbers[1] = r.megaflops;
    numbers[2] = r.gflops;
    numbers[3] = r.ms;
    return 0;
}

static const Task tasks[] = {
    {"words", words, 1, {{"words never seen, spelt backwards without a slip", "%"}}},
    {"echo",
     echo,
     2,
     {{"next letters right, while the true text stands before them", "%"},
      {"second halves right that it writes by itself", "%"}}},
    {"cached",
     cached,
     2,
     {{"second halves right, all read again for each letter", "%"},
      {"second halves right, each letter read once", "%"}}},
    {"codes",
     codes,
     3,
     {{"second halves right, written by the weights as trained", "%"},
      {"written by codes of 8 bits, a scale for each column", "%"},
      {"written by codes of 4 bits, Q4_0", "%"}}},
    {"tokens",
     tokens,
     4,
     {{"a token holds, of text that nobody has seen", "bytes"},
      {"loss per token of that text", "nats"},
      {"and per byte", "bits"},
      {"lines that are themselves again when they are decoded", "%"}}},
    {"bars",
     bars,
     2,
     {{"bars whose way is told rightly, in batches as in training", "%"},
      {"the same in use, each image by itself", "%"}}},
    {"shares",
     shares,
     2,
     {{"points whose kind is told rightly, trained on one rank", "%"},
      {"weights that four ranks have in other bits", "%"}}},
    {"ladder",
     ladder,
     2,
     {{"points of 12 numbers whose kind is told rightly", "%"},
      {"the same with points of 300 numbers", "%"}}},
    {"thin",
     thin,
     4,
     {{"weights of the pruned network that are 0 at the end", "%"},
      {"points that it tells rightly", "%"},
      {"points that a network with half of its channels tells rightly", "%"},
      {"points that a student tells rightly", "%"}}},
    {"race",
     race,
     3,
     {{"races of a program against itself in which p < 0.05", "%"},
      {"races against one that is 8 % slower in which p < 0.05", "%"},
      {"95 % intervals that hold the true ratio", "%"}}},
    {"contest",
     contest,
     4,
     {{"bytes of the artefact, in % of the floats", "%"},
      {"bits more than the model in float needs, as the judge says", "%"},
      {"the score of an entry that is three times as fast", ""},
      {"races of two that are equally fast in which one is called faster", "%"}}},
    {"report",
     report,
     4,
     {{"parameters of a small GPT, its table tied to the output", "1000"},
      {"million flops of a training step", "Mflop"},
      {"it can reach at most, at 120 GFLOP/s and 12 GB/s", "Gflop"},
      {"the median of seven steps", "ms"}}},
};

static void show(const Task *task, const double *numbers, char **right)
{
    printf("\n  %-66s %8s %8s %8s\n", "", "you", "broken", "right");
    for (int i = 0; i < task->count; i++) {
        char yours[16] = "-";
        double number;
        if (predicted(i, &number))
            snprintf(yours, sizeof yours, "%.2f", number);
        printf("  %-60s %5s %8s %8.2f %8.2f\n", task->question[i].text, task->question[i].unit,
               yours, numbers[i], atof(right[i]));
    }
}

int main(int argc, char **argv)
{
    const Task *task = NULL;
    for (size_t i = 0; argc > 1 && i < sizeof tasks / sizeof *tasks; i++)
        if (strcmp(argv[1], tasks[i].name) == 0)
            task = &tasks[i];
    if (task == NULL || (argc != 2 && argc != 2 + task->count)) {
        fprintf(stderr, "usage: break TASK [the right one's numbers], where TASK is");
        for (size_t i = 0; i < sizeof tasks / sizeof *tasks; i++)
            fprintf(stderr, " %s", tasks[i].name);
        fprintf(stderr, "\n");
        return 2;
    }
    double numbers[MOST_NUMBERS] = {0};
    kindling_set_threads(1);
    for (int i = 0; argc > 2 && i < task->count; i++)
        predict(i, task->question[i].text, task->question[i].unit);
    if (task->train(numbers) != 0) {
        fprintf(stderr, "%s\n", kindling_error());
        return 1;
    }
    if (argc > 2)
        show(task, numbers, argv + 2);
    for (int i = 0; argc == 2 && i < task->count; i++)
        printf("%.6f\n", numbers[i]);
    return 0;
}

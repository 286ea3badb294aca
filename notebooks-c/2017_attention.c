// %% [markdown]
// # 2017 Attention
//
// Eight people at Google left out everything but attention, and called the paper so. Here a small
// transformer learns three things at once, told by the first letter what is wanted: **c**opy a
// word, **r**everse it, **s**ort its letters. It writes letter after letter, each from what stands
// before it:
//
//     r p y t h o n = n o h t y p
//
// It is examined on words it has never seen, and only words that are right in every letter count.
// Then comes the question whether it is attention that does it.

// %%
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "notebook.h"

enum { LENGTH = 6, T = 2 * LENGTH + 1, LETTERS = 26, EQUALS = 26, TASK = 27, V = 30 };
enum { C = 48, HEADS = 4, LAYERS = 2, BATCH = 64, EXAMINED = 500, STEPS = 1000 };
typedef enum { COPY, REVERSE, SORT, TASKS } Task;
static const char *const task_name[TASKS] = {"copy", "reverse", "sort"};
static const double bar[TASKS] = {0.99, 0.99, 0.95};

typedef struct {
    int letter[LENGTH];
} Word;

static Word held_out[EXAMINED];
static Gpt *gpt;
static Rng rng;
static double losses[STEPS];

// %% [markdown]
// ## The task as text
//
// One line is 14 tokens: the task, six letters, `=`, six letters. The model reads the first 13 and
// predicts the last 13; only the answer's six count. A word of the examination is never trained on.

// %%
static Word random_word(Rng *source)
{
    Word w;
    for (int i = 0; i < LENGTH; i++)
        w.letter[i] = (int)rng_below(source, LETTERS);
    return w;
}

static bool is_held_out(const Word *w)
{
    for (int i = 0; i < EXAMINED; i++)
        if (memcmp(w, &held_out[i], sizeof *w) == 0)
            return true;
    return false;
}

static int by_letter(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

static Word answer_to(const Word *w, Task task)
{
    Word a = *w;
    for (int i = 0; task == REVERSE && i < LENGTH; i++)
        a.letter[i] = w->letter[LENGTH - 1 - i];
    if (task == SORT)
        qsort(a.letter, LENGTH, sizeof *a.letter, by_letter);
    return a;
}

static void write_line(Batch *batch, long row, const Word *w, Task task)
{
    int line[T + 1] = {TASK + (int)task};
    Word answer = answer_to(w, task);
    memcpy(line + 1, w->letter, sizeof w->letter);
    line[LENGTH + 1] = EQUALS;
    memcpy(line + LENGTH + 2, answer.letter, sizeof answer.letter);
    for (int t = 0; t < T; t++) {
        batch->ids->data[row * T + t] = line[t];
        batch->labels->data[row * T + t] = t <= LENGTH ? -100 : line[t + 1];
    }
}

static Batch new_batch(long n)
{
    return (Batch){
        .size = n, .ids = int_tensor_new(SHAPE(n, T)), .labels = int_tensor_new(SHAPE(n, T))};
}

CELL {
    rng = rng_seed(2017);
    for (int i = 0; i < EXAMINED; i++)
        held_out[i] = random_word(&rng);
    printf("%d words held out of %.0f million possible ones\n", EXAMINED, pow(26, LENGTH) / 1e6);
}

// %% [markdown]
// ## Training
//
// Two layers of four heads. Every step brings 64 new lines, half of them to sort, as that is the
// hardest; with 309 million words to draw from, it hardly ever sees one twice.

// %%
static Gpt *new_model(bool with_attention)
{
    Gpt *g = gpt_new((GptOptions){.vocabulary = V,
                                  .context = T,
                                  .embed_dim = C,
                                  .num_heads = HEADS,
                                  .num_layers = LAYERS,
                                  .positions = POSITIONS_LEARNED,
                                  .causal = true,
                                  .qkv_in_one = true,
                                  .seed = 1});
    ParameterList *list = parameters_of(&g->module);
    for (long i = 0; i < list->count; i++) /* two layers learn sooner from larger numbers */
        if (list->tensor[i]->ndim == 2) {
            bool table = list->tensor[i]->shape[0] == V || list->tensor[i]->shape[0] == T;
            double std = table ? 0.5 : 1 / sqrt((double)list->tensor[i]->shape[0]);
            init_normal(list->tensor[i], 0, (real)std, &rng);
        }
    parameters_free(list);
    for (int k = 0; !with_attention && k < LAYERS; k++) { /* by this, attention is heard */
        Tensor *out = g->blocks[k]->attn->out->weight;
        tensor_fill(out, 0);
        out->requires_grad = false; /* it stays 0 */
    }
    return g;
}

static void train(Gpt *g, long steps, double *loss_of_step)
{
    ParameterList *parameters = parameters_of(&g->module);
    Optimizer *adamw =
        adamw_new(parameters, (OptimizerOptions){.lr = 4e-3, .beta2 = 0.99, .weight_decay = 0.01});
    for (long step = 0; step < steps; step++) {
        Scope *scope = scope_open();
        Batch batch = new_batch(BATCH);
        for (long b = 0; b < BATCH; b++) {
            Word w = random_word(&rng);
            while (is_held_out(&w))
                w = random_word(&rng);
            write_line(&batch, b, &w, (Task)(b % 4 < 2 ? SORT : b % 4 - 2));
        }
        Tensor *loss = gpt_loss(g, batch.ids, batch.labels);
        if (loss_of_step != NULL)
            loss_of_step[step] = (double)tensor_item(loss);
        tensor_backward(loss);
        clip_grad_norm(parameters, 1);
        adamw->lr = schedule_cosine(step, steps, 50, 4e-3, 4e-5);
        optimizer_step(adamw);
        optimizer_zero_grad(adamw);
        scope_close(scope);
    }
}

CELL {
    gpt = new_model(true);
    double started = kindling_seconds();
    train(gpt, STEPS, losses);
    printf("%d steps of %d lines in %.0f s\n", STEPS, BATCH, kindling_seconds() - started);
    display_chart(
        1, (Series[]){{NULL, STEPS, NULL, losses, false}},
        &(ChartOptions){.title = "Loss", .x_title = "step", .y_title = "nats per letter"});
}

// %% [markdown]
// ## The examination
//
// If every letter is the most likely one given the right letters before it, then writing on from
// `=` gives the right word: so one forward pass examines a word.

// %%
static double share_right(Gpt *g, Task task)
{
    Scope *scope = scope_open();
    grad_mode(false);
    Batch batch = new_batch(EXAMINED);
    for (long i = 0; i < EXAMINED; i++)
        write_line(&batch, i, &held_out[i], task);
    IntTensor *best = tensor_argmax(gpt_forward(g, batch.ids, NULL), -1);
    long right = 0;
    for (long i = 0; i < EXAMINED; i++)
        right += memcmp(best->data + i * T + LENGTH + 1, batch.labels->data + i * T + LENGTH + 1,
                        LENGTH * sizeof(int)) == 0;
    scope_close(scope);
    return (double)right / EXAMINED;
}

/* Writes the answer letter by letter, as a reader would see it. */
static void write_answer(const char *word, Task task, char *answer)
{
    int ids[T + 1] = {TASK + (int)task};
    for (int i = 0; i < LENGTH; i++)
        ids[1 + i] = word[i] - 'a';
    ids[LENGTH + 1] = EQUALS;
    gpt_generate(gpt, ids, LENGTH + 2, LENGTH, (SampleOptions){0}, &rng);
    for (int i = 0; i < LENGTH; i++)
        answer[i] = (char)(ids[LENGTH + 2 + i] < LETTERS ? 'a' + ids[LENGTH + 2 + i] : '?');
    answer[LENGTH] = '\0';
}

CELL {
    static const char *const words[] = {"python", "tensor", "matrix", "kernel", "spring", "wizard"};
    table_begin("word|copy|reverse|sort");
    for (int i = 0; i < 6; i++) {
        char answers[TASKS][LENGTH + 1];
        for (int task = 0; task < TASKS; task++)
            write_answer(words[i], (Task)task, answers[task]);
        table_row("%s|%s|%s|%s", words[i], answers[COPY], answers[REVERSE], answers[SORT]);
    }
    table_end();
    for (int task = 0; task < TASKS; task++) {
        double right = share_right(gpt, (Task)task);
        gate(right >= bar[task],
             "%s: %.1f %% of %d unseen words right in every letter, at least %.0f %%",
             task_name[task], 100 * right, EXAMINED, 100 * bar[task]);
    }
}

// %% [markdown]
// ## Where it looks
//
// Reversing: while it writes the answer (the lower half), its eyes run backwards over the word.

// %%
CELL {
    Batch line = new_batch(1);
    Word w = {{'p' - 'a', 'y' - 'a', 't' - 'a', 'h' - 'a', 'o' - 'a', 'n' - 'a'}};
    write_line(&line, 0, &w, REVERSE);
    static const char *const labels[T] = {"reverse", "p", "y", "t", "h", "o", "n",
                                          "=",       "n", "o", "h", "t", "y"};
    const Tensor *weights[LAYERS];
    for (int k = 0; k < LAYERS; k++)
        weights[k] = gpt_attention(gpt, line.ids, NULL, k);
    display_heads(LAYERS, weights,
                  &(HeatmapOptions){.title = "reverse python = nohtyp",
                                    .row_title = "reads",
                                    .column_title = "looks at",
                                    .row_labels = labels,
                                    .column_labels = labels});
}

// %% [markdown]
// ## Three probes
//
// A right answer can come about for wrong reasons. So the model is asked three more questions.
//
// - *Causality:* if every token after place $k$ is replaced, the logits up to $k$ must not move.
// - *Position:* one token repeated; the logits must differ from place to place.
// - *Content:* attention that is spread evenly over $i + 1$ tokens has entropy $\ln(i + 1)$. On
//   average it must have at most 0.9 of that, or it does not choose.

// %%
static double leak_after(long cut, const int *ids)
{
    IntTensor *before = int_tensor_from(SHAPE(1, T), T, ids),
              *after = int_tensor_from(SHAPE(1, T), T, ids);
    for (long t = cut + 1; t < T; t++)
        after->data[t] = (after->data[t] + 1) % V;
    Tensor *gap = tensor_sub(gpt_forward(gpt, before, NULL), gpt_forward(gpt, after, NULL));
    return (double)tensor_item(
        tensor_max(tensor_abs(tensor_slice(gap, 1, 0, cut + 1, 1)), ALL_AXES, false));
}

static double relative_entropy(const Tensor *weights) /* (B, H, T, T), causal */
{
    double sum = 0;
    long rows = 0;
    for (long b = 0; b < weights->shape[0]; b++)
        for (long h = 0; h < weights->shape[1]; h++)
            for (long i = 1; i < T; i++, rows++) {
                double entropy = 0;
                for (long j = 0; j <= i; j++) {
                    double p = (double)tensor_get(weights, AT(b, h, i, j));
                    entropy -= p > 0 ? p * log(p) : 0;
                }
                sum += entropy / log((double)(i + 1));
            }
    return sum / (double)rows;
}

CELL {
    bool was = grad_mode(false);
    Batch lines = new_batch(TASKS);
    for (int task = 0; task < TASKS; task++)
        write_line(&lines, task, &held_out[task], (Task)task);
    const long cuts[] = {0, T / 4, T / 2, T - 2};
    for (int i = 0; i < 4; i++)
        gate(leak_after(cuts[i], lines.ids->data) <= 1e-4, "nothing leaks back to place %ld",
             cuts[i]);

    IntTensor *same = int_tensor_new(SHAPE(1, T));
    Tensor *logits = gpt_forward(gpt, same, NULL);
    Tensor *step =
        tensor_sub(tensor_slice(logits, 1, 1, T, 1), tensor_slice(logits, 1, 0, T - 1, 1));
    Tensor *moves = tensor_max(tensor_abs(step), AXES(0, 2), false); /* (T - 1) */
    double least = -(double)tensor_item(tensor_max(tensor_neg(moves), ALL_AXES, false));
    gate(least > 1e-3, "places are told apart: logits move by at least %.2f", least);

    double entropy = 0;
    for (int k = 0; k < LAYERS; k++)
        entropy += relative_entropy(gpt_attention(gpt, lines.ids, NULL, k)) / LAYERS;
    gate(entropy <= 0.9, "attention chooses: %.2f of the largest entropy, at most 0.9", entropy);
    grad_mode(was);
}

// %% [markdown]
// ## Is it attention?
//
// The same model, but what attention finds out is multiplied by 0. Every place now knows its own
// letter and position and nothing else: however long it trains, it must fail. And the trained model
// must fail, too, when its attention is switched off.

// %%
CELL {
    Gpt *deaf = new_model(false);
    train(deaf, STEPS / 3, NULL);
    table_begin("task|with attention|trained without|switched off");
    double right[TASKS], without[TASKS], off[TASKS];
    for (int task = 0; task < TASKS; task++) {
        right[task] = share_right(gpt, (Task)task);
        without[task] = share_right(deaf, (Task)task);
    }
    for (int k = 0; k < LAYERS; k++) {
        tensor_fill(gpt->blocks[k]->attn->out->weight, 0);
        tensor_fill(gpt->blocks[k]->attn->out->bias, 0);
    }
    for (int task = 0; task < TASKS; task++) {
        off[task] = share_right(gpt, (Task)task);
        table_row("%s|%.1f %%|%.1f %%|%.1f %%", task_name[task], 100 * right[task],
                  100 * without[task], 100 * off[task]);
    }
    table_end();
    for (int task = 0; task < TASKS; task++)
        gate(without[task] < 0.1 && off[task] < 0.1, "%s cannot be done without attention",
             task_name[task]);
}

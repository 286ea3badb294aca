// %% [markdown]
// # 2017 Attention
//
// Eight people at Google left out everything but attention, and called the paper so. Here a small
// transformer learns three things at once, told by the first letter what is wanted: **c**opy a
// word, **r**everse it, **s**ort its letters. It writes letter after letter, each from those before:
//
//     r p y t h o n = n o h t y p
//
// It is examined on words it has never seen, and only those right in every letter count.

// %%
#include <math.h>
#include <string.h>
#include "notebook.h"

enum { LENGTH = 6, T = 2 * LENGTH + 1, LETTERS = 26, EQUALS = 26, TASK = 27, V = 30, SHOWN = 4 };
enum { C = 48, HEADS = 4, D = C / HEADS, LAYERS = 2, BATCH = 64, EXAMINED = 300, STEPS = 1000 };
typedef enum { COPY, REVERSE, SORT, TASKS } Task;
static const char *const task_name[TASKS] = {"copy", "reverse", "sort"};
static const double bar[TASKS] = {99, 99, 95}; /* over 7 seeds: at least 100, 100, 98.7 */
typedef struct {
    int letter[LENGTH];
} Word;

static Word unseen[EXAMINED];
static Gpt *gpt;
static Rng rng;
static double losses[STEPS];

// %% [markdown]
// ## The task as text
//
// One line is 14 tokens: the task, six letters, `=`, six letters. The model reads the first 13 and
// predicts the last 13; only the answer's six count. One word in sixteen is kept for the examination,
// and never trained on.

// %%
static Word draw_word(bool for_examination)
{
    Word w;
    int sum;
    do {
        sum = 0;
        for (int i = 0; i < LENGTH; i++)
            sum += w.letter[i] = (int)rng_below(&rng, LETTERS);
    } while ((sum % 16 == 0) != for_examination);
    return w;
}

static Word answer_to(const Word *w, Task task)
{
    Word a = *w;
    for (int i = 0; task == REVERSE && i < LENGTH; i++)
        a.letter[i] = w->letter[LENGTH - 1 - i];
    for (int n = 0, letter = 0; task == SORT && letter < LETTERS; letter++)
        for (int i = 0; i < LENGTH; i++)
            if (w->letter[i] == letter)
                a.letter[n++] = letter;
    return a;
}

static void write_line(int *line, const Word *w, Task task)
{
    Word answer = answer_to(w, task);
    line[0] = TASK + (int)task;
    memcpy(line + 1, w->letter, sizeof w->letter);
    line[LENGTH + 1] = EQUALS;
    memcpy(line + LENGTH + 2, answer.letter, sizeof answer.letter);
}

static IntTensor *read_line(const Word *w, Task task)
{
    int line[T + 1];
    write_line(line, w, task);
    return int_tensor_from(SHAPE(1, T), T, line);
}

CELL {
    rng = rng_seed(2017);
    for (int i = 0; i < EXAMINED; i++)
        unseen[i] = draw_word(true);
}

// %% [markdown]
// ## Training
//
// Two layers of four heads. Every step brings 64 new lines, half of them to sort, the hardest task.

// %%
static Gpt *new_model(void)
{
    Gpt *g = gpt_new((GptOptions){.vocabulary = V,
                                  .context = T,
                                  .embed_dim = C,
                                  .num_heads = HEADS,
                                  .num_layers = LAYERS,
                                  .causal = true,
                                  .qkv_in_one = true,
                                  .seed = 1});
    ParameterList *list = parameters_of(&g->module);
    for (long i = 0; i < list->count; i++) /* two layers learn sooner from larger numbers */
        if (list->tensor[i]->ndim == 2) {
            long rows = list->tensor[i]->shape[0];
            double std = rows == V || rows == T ? 0.5 : 1 / sqrt((double)rows);
            init_normal(list->tensor[i], 0, (real)std, &rng);
        }
    return g;
}

static void train(Gpt *g, long steps)
{
    ParameterList *parameters = parameters_of(&g->module);
    Optimizer *adamw =
        adamw_new(parameters, (OptimizerOptions){.lr = 4e-3, .beta2 = 0.99, .weight_decay = 0.01});
    for (long step = 0; step < steps; step++) {
        Scope *scope = scope_open();
        IntTensor *ids = int_tensor_new(SHAPE(BATCH, T)),
                  *targets = int_tensor_new(SHAPE(BATCH, T));
        for (long b = 0; b < BATCH; b++) {
            int line[T + 1];
            Word w = draw_word(false);
            write_line(line, &w, (Task)(b % 4 < 2 ? SORT : b % 4 - 2));
            for (int t = 0; t < T; t++) {
                ids->data[b * T + t] = line[t];
                targets->data[b * T + t] = t <= LENGTH ? -100 : line[t + 1];
            }
        }
        Tensor *loss = gpt_loss(g, ids, targets);
        losses[step] = (double)tensor_item(loss);
        tensor_backward(loss);
        clip_grad_norm(parameters, 1);
        adamw->lr = schedule_cosine(step, steps, 50, 4e-3, 4e-5);
        optimizer_step(adamw);
        optimizer_zero_grad(adamw);
        scope_close(scope);
    }
}

CELL {
    gpt = new_model();
    train(gpt, STEPS);
    display_chart(1, (Series[]){{NULL, STEPS, NULL, losses, false}},
                  &(ChartOptions){.title = "Loss, nats per letter", .x_title = "step"});
}

// %% [markdown]
// ## The examination
//
// It writes the answers letter by letter, each time the most likely one.

// %%
static double share_right(Gpt *g, Task task)
{
    int right = 0;
    for (int i = 0; i < EXAMINED; i++) {
        int line[T + 1], *answer = line + LENGTH + 2;
        write_line(line, &unseen[i], task);
        Word want = answer_to(&unseen[i], task);
        gpt_generate(g, line, LENGTH + 2, LENGTH, (SampleOptions){0}, &rng);
        right += memcmp(answer, &want, sizeof want) == 0;
        for (int k = 1; i < SHOWN && k < T + 1; k++)
            printf("%c%s", line[k] < LETTERS ? 'a' + line[k] : '=', k < T ? "" : "\n");
    }
    return 100.0 * right / EXAMINED;
}

CELL {
    for (int task = 0; task < TASKS; task++) {
        double right = share_right(gpt, (Task)task);
        gate(right >= bar[task], "%s: %.1f %% of unseen words right in every letter, bar %.0f %%",
             task_name[task], right, bar[task]);
    }
}

// %% [markdown]
// ## Where it looks
//
// Reversing. A row is a query, a column a key: in the answer (the lower half) its eyes run backwards over the word.

// %%
CELL {
    Word w = {{'p' - 'a', 'y' - 'a', 't' - 'a', 'h' - 'a', 'o' - 'a', 'n' - 'a'}};
    IntTensor *ids = read_line(&w, REVERSE);
    static const char *const labels[T] = {"reverse", "p", "y", "t", "h", "o", "n",
                                          "=",       "n", "o", "h", "t", "y"};
    const Tensor *weights[LAYERS] = {gpt_attention(gpt, ids, NULL, 0),
                                     gpt_attention(gpt, ids, NULL, 1)};
    display_heads(LAYERS, weights,
                  &(HeatmapOptions){.title = "reverse python = nohtyp",
                                    .row_title = "query",
                                    .column_title = "key",
                                    .row_labels = labels,
                                    .column_labels = labels});
}

// %% [markdown]
// ## Probes
//
// A right answer can come about for wrong reasons, and two layers get by without many a part. So if
// all tokens from place $k$ on are replaced, the logits before $k$ must not move; if one token is
// repeated, they must differ from place to place; and attention is the formula, computed apart.

// %%
static double gap(Tensor *a, Tensor *b)
{
    return (double)tensor_item(tensor_max(tensor_abs(tensor_sub(a, b)), ALL_AXES, false));
}

static Tensor *places(Tensor *logits, long begin, long end)
{
    return tensor_slice(logits, 1, begin, end, 1);
}

/* softmax(q k^T / sqrt(D)) v for every head, over the tokens up to the own one; x (1, T, C). */
static Tensor *by_the_formula(MultiHeadAttention *a, Tensor *x)
{
    Tensor *mixed = tensor_zeros(SHAPE(1, T, C));
    const real *qkv = linear_forward(a->qkv, x)->data;
    for (long h = 0; h < HEADS; h++)
        for (long i = 0; i < T; i++) {
            double total = 0, sum[C] = {0};
            for (long j = 0; j <= i; j++) {
                double score = 0;
                for (long c = h * D; c < (h + 1) * D; c++)
                    score += (double)qkv[3 * C * i + c] * (double)qkv[3 * C * j + C + c];
                total += exp(score / sqrt(D));
                for (long c = h * D; c < (h + 1) * D; c++)
                    sum[c] += exp(score / sqrt(D)) * (double)qkv[3 * C * j + 2 * C + c];
            }
            for (long c = h * D; c < (h + 1) * D; c++)
                mixed->data[C * i + c] = (real)(sum[c] / total);
        }
    return linear_forward(a->out, mixed);
}

CELL {
    IntTensor *ids = read_line(&unseen[0], SORT);
    Tensor *logits = gpt_forward(gpt, ids, NULL);
    for (long k = T - 1; k > 0; k--) {
        ids->data[k] = (ids->data[k] + 1) % V;
        double leak = gap(places(logits, 0, k), places(gpt_forward(gpt, ids, NULL), 0, k));
        gate(leak <= 1e-4, "nothing leaks back from place %ld", k);
    }
    logits = gpt_forward(gpt, int_tensor_new(SHAPE(1, T)), NULL);
    double moved = gap(places(logits, 1, T), places(logits, 0, T - 1));
    gate(moved > 1e-2, "places are told apart: logits move by %.2f", moved);

    Tensor *x = positions_forward(gpt->positions, embedding_forward(gpt->tokens, ids));
    for (int k = 0; k < LAYERS; k++) {
        MultiHeadAttention *a = gpt->blocks[k]->attn;
        double far = gap(mha_forward(a, x, NULL), by_the_formula(a, x));
        gate(far <= 1e-3, "attention in layer %d is its formula, within %.0e", k, far);
    }
}

// %% [markdown]
// ## Is it attention?
//
// The same model, but what attention finds out is multiplied by 0. Every place now knows its own
// letter and position and nothing else: however long it trains, it must fail. And the trained model
// must fail, too, when its attention is switched off. Without MLPs as well, each place still tells its
// letter: the residual stream carries it past every branch. Norms hide how long a vector is.

// %%
static void switch_off(Linear *l)
{
    tensor_fill(l->weight, 0);
    tensor_fill(l->bias, 0);
    l->weight->requires_grad = l->bias->requires_grad = false; /* they stay 0 */
}

CELL {
    Gpt *deaf = new_model();
    for (int k = 0; k < LAYERS; k++) {
        switch_off(deaf->blocks[k]->attn->out);
        switch_off(gpt->blocks[k]->attn->out);
    }
    train(deaf, STEPS / 3);
    for (int task = 0; task < TASKS; task++) {
        double without = share_right(deaf, (Task)task), off = share_right(gpt, (Task)task);
        gate(without < 10 && off < 10,
             "%s cannot be done without attention: trained so %.1f %%, switched off %.1f %%",
             task_name[task], without, off);
    }

    IntTensor *ids = read_line(&unseen[0], SORT);
    Tensor *x = embedding_forward(gpt->tokens, ids), *x4 = tensor_mul_scalar(x, 4);
    Tensor *mlp = tensor_sub(block_forward(gpt->blocks[0], x, NULL), x);
    double strays = gap(mlp, tensor_sub(block_forward(gpt->blocks[0], x4, NULL), x4));
    Tensor *with = gpt_forward(gpt, ids, NULL);
    for (int k = 0; k < LAYERS; k++)
        switch_off(gpt->blocks[k]->down);
    Tensor *without = gpt_forward(gpt, ids, NULL);
    double heard = gap(with, without);
    ids->data[2] = (ids->data[2] + 1) % V;
    double carried = gap(places(without, 2, 3), places(gpt_forward(gpt, ids, NULL), 2, 3));
    gate(heard > 0.1, "the MLPs are heard: without them logits move by %.2f", heard);
    gate(carried > 0.1, "past every branch a letter is carried on: logits move by %.2f", carried);
    gate(strays <= 1e-2, "vectors four times as long are looked at alike, within %.0e", strays);
}

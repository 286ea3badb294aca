// %% [markdown]
// # 16b Going on from a trained model
//
// A model that was trained for something learns a second thing, three times: with all of its
// weights, with its last block only, and with thin products beside weights that stay (LoRA). What
// does each cost, what does Adam have to keep, and what does the model still know of the first
// thing?

// %%
#include <string.h>
#include "notebook.h"

enum {
    N = 5,
    LETTERS = 12,
    V = LETTERS + 1,
    T = 2 * N,
    C = 32,
    BATCH = 32,
    FIRST = 900,
    MORE = 250
};

static Gpt *trained; /* nobody changes it once it is trained */

// %% [markdown]
// ## Answers only
//
// The first task: five letters, a mark, and the same letters in the order of the alphabet. Nobody
// can know which letters are asked for, so their targets are -100, and the loss counts the answer
// only. For a text of your own, lines that begin with a mark, `train --answers A:` does it.

// %%
typedef enum { SORTED, BACKWARD } Task;

typedef struct {
    IntTensor *ids, *targets; /* (n, T) */
} Texts;

/* Sorted: by how many letters of the question stand before each one. */
static void answer_of(Task task, const int *question, int *answer)
{
    int ordered[N];
    for (long i = 0; i < N; i++) {
        long before = 0;
        for (long j = 0; j < N; j++)
            before += question[j] < question[i] || (question[j] == question[i] && j < i);
        ordered[before] = question[i];
    }
    for (long i = 0; i < N; i++)
        answer[i] = task == SORTED ? ordered[i] : ordered[N - 1 - i];
}

static Texts draw_texts(Task task, long n, Rng *rng)
{
    Texts t = {int_tensor_new(SHAPE(n, T)), int_tensor_new(SHAPE(n, T))};
    for (long b = 0; b < n; b++) {
        int text[T + 1];
        for (long i = 0; i < N; i++)
            text[i] = (int)rng_below(rng, LETTERS);
        text[N] = LETTERS; /* the mark */
        answer_of(task, text, text + N + 1);
        for (long i = 0; i < T; i++) {
            t.ids->data[b * T + i] = text[i];
            t.targets->data[b * T + i] = i < N ? -100 : text[i + 1];
        }
    }
    return t;
}

CELL
{
    Rng rng = rng_seed(160);
    for (Task task = SORTED; task <= BACKWARD; task++) {
        Texts t = draw_texts(task, 2, &rng);
        for (long b = 0; b < 2; b++) {
            for (long i = 0; i < N; i++)
                printf("%c", 'a' + t.ids->data[b * T + i]);
            printf(" -> ");
            for (long i = N; i < T; i++)
                printf("%c", 'a' + t.targets->data[b * T + i]);
            printf("   %s\n", task == SORTED ? "in order" : "backward");
        }
    }
}

// %% [markdown]
// ## The first thing

// %%
static double loss_on(Gpt *g, Task task)
{
    Rng rng = rng_seed(161); /* the same texts each time */
    bool was = grad_mode(false);
    Texts t = draw_texts(task, 256, &rng);
    double loss = (double)tensor_item(gpt_loss(g, t.ids, t.targets));
    grad_mode(was);
    return loss;
}

/* Updates of what is in the list. beside: NULL, or products beside the weights. */
static void learn(Gpt *g, ParameterList *list, LoraModel *beside, Task task, long steps, double lr)
{
    Rng rng = rng_seed(162);
    Optimizer *adamw = adamw_new(list, (OptimizerOptions){.lr = lr, .beta2 = 0.99});
    for (long step = 0; step < steps; step++) {
        Scope *scope = scope_open();
        Texts t = draw_texts(task, BATCH, &rng);
        if (beside != NULL)
            lora_weigh_all(beside);
        Tensor *loss = gpt_loss(g, t.ids, t.targets);
        if (beside != NULL)
            lora_rest_all(beside);
        tensor_backward(loss);
        clip_grad_norm(list, 1);
        adamw->lr = schedule_cosine(step, steps, 20, lr, lr / 10);
        optimizer_step(adamw);
        optimizer_zero_grad(adamw);
        scope_close(scope);
    }
    optimizer_free(adamw);
}

static Gpt *new_gpt(void)
{
    return gpt_new((GptOptions){.vocabulary = V,
                                .context = T,
                                .embed_dim = C,
                                .num_heads = 2,
                                .num_layers = 2,
                                .causal = true,
                                .qkv_in_one = true,
                                .no_bias = true,
                                .seed = 16});
}

CELL
{
    trained = new_gpt();
    ParameterList *all = parameters_of(&trained->module);
    learn(trained, all, NULL, SORTED, FIRST, 4e-3);
    parameters_free(all);
    double in_order = loss_on(trained, SORTED), backward = loss_on(trained, BACKWARD);
    gate(in_order < 0.1 && backward > 1, "in order %.3f nats a letter, backward %.2f", in_order,
         backward);
}

// %% [markdown]
// ## The second thing, three ways
//
// Adam keeps two numbers for each that learns: a mean of its gradients, and one of their squares.
// With the gradient that is three numbers besides each weight, and of a model that just fits into
// memory most of them have to go. Which of the three learns most from the same texts, and which
// forgets least? Guess before you run it.

// %%
static Gpt *copy_of(const Gpt *g)
{
    Gpt *copy = new_gpt();
    ParameterList *to = parameters_of(&copy->module), *from = parameters_of((Module *)&g->module);
    for (long i = 0; i < to->count; i++)
        copy_kernel(to->tensor[i], from->tensor[i]);
    parameters_free(to);
    parameters_free(from);
    return copy;
}

typedef struct {
    const char *how;
    long learn;
    double in_order, backward;
} Row;

static Row row_of(const char *how, Gpt *g, ParameterList *list, LoraModel *beside, double lr)
{
    learn(g, list, beside, BACKWARD, MORE, lr);
    if (beside != NULL)
        lora_merge_all(beside);
    return (Row){how, parameters_numel(list), loss_on(g, SORTED), loss_on(g, BACKWARD)};
}

static Row with_all(void)
{
    Gpt *g = copy_of(trained);
    ParameterList *all = parameters_of(&g->module);
    Row row = row_of("all weights", g, all, NULL, 4e-3);
    parameters_free(all);
    module_free(&g->module);
    return row;
}

static Row with_the_last_block(void)
{
    Gpt *g = copy_of(trained);
    ParameterList *all = parameters_of(&g->module);
    const char *const stay[] = {"tokens", "positions", "blocks.0."};
    ParameterList *rest = parameters_freeze(all, 3, stay);
    Row row = row_of("the last block", g, rest, NULL, 4e-3);
    parameters_free(all);
    parameters_free(rest);
    module_free(&g->module);
    return row;
}

static Row beside(long rank)
{
    Gpt *g = copy_of(trained);
    Rng rng = rng_seed(163);
    LoraModel *lora = module_lora(&g->module, "", rank, 2 * (double)rank, &rng);
    ParameterList *thin = parameters_of(&lora->module);
    Row row = row_of(rank == 1 ? "products of rank 1" : "products of rank 4", g, thin, lora, 2e-2);
    parameters_free(thin);
    module_free(&lora->module);
    module_free(&g->module);
    return row;
}

CELL
{
    Row row[] = {with_all(), with_the_last_block(), beside(4), beside(1)};
    table_begin("what learns|numbers|Adam keeps, KiB|backward, nats|in order, nats");
    for (int i = 0; i < 4; i++)
        table_row("%s|%ld|%.1f|%.3f|%.2f", row[i].how, row[i].learn,
                  2.0 * (double)row[i].learn * sizeof(float) / 1024, row[i].backward,
                  row[i].in_order);
    table_end();
    double before = loss_on(trained, BACKWARD);
    gate(row[0].backward < 0.1, "all weights learn it: %.3f", row[0].backward);
    gate(row[2].learn * 4 < row[0].learn && row[2].backward < before / 10,
         "products of rank 4 learn it with %.0f %% of the numbers: %.3f, from %.2f",
         100.0 * (double)row[2].learn / (double)row[0].learn, row[2].backward, before);
    gate(row[0].in_order > 1, "the order is forgotten: %.2f", row[0].in_order);
}

// %% [markdown]
// ## Taken off again
//
// The weights stay, so nothing is lost: without the products the model answers as before, bit for
// bit. One model and a few thin products are many models; merged into the weights, a product
// costs nothing when the model is used.

// %%
CELL
{
    Gpt *g = copy_of(trained);
    Rng rng = rng_seed(163);
    LoraModel *lora = module_lora(&g->module, "", 4, 8, &rng);
    ParameterList *thin = parameters_of(&lora->module);
    learn(g, thin, lora, BACKWARD, 60, 2e-2);
    double as_before = loss_on(g, SORTED), on = 0;
    lora_weigh_all(lora);
    on = loss_on(g, BACKWARD);
    lora_rest_all(lora);
    lora_merge_all(lora);
    gate(as_before == loss_on(trained, SORTED), "without the products: %.6f, as before", as_before);
    gate(on == loss_on(g, BACKWARD), "merged: %.6f, as weighed", on);
    parameters_free(thin);
    module_free(&lora->module);
    module_free(&g->module);
}

// %% [markdown]
// With a text of your own: `make train TEXT=mine.txt` once, then
// `build/release/train --init build/train/best.safetensors --text other.txt --lora 8`. To try here:
// products beside `"attn"` only; rank 32; a learning rate of 4e-3 for the products, too. Why do they
// want a larger one?

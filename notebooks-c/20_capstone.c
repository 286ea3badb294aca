// %% [markdown]
// # 20 The Kindling cup
//
// One judge, who hands over a text token by token, and four entries of which he knows nothing else. `make notebook-20 ENGINE=20` runs
// it with your judge and your artefact.

// %%
#include <math.h>
#include <string.h>
#include "notebook.h"

enum { CONTEXT = 48, C = 48, STEPS = 300 };

static CharTokenizer *letters;
static int *ids;
static long n_ids, n_training, V;
static Gpt *gpt;

CELL
{
    size_t bytes;
    char *text = kindling_read_file("modules/20_capstone/README.md", &bytes);
    if (text == NULL || (letters = char_tokenizer_new(text, bytes)) == NULL)
        kindling_fail("%s", kindling_error());
    V = letters->size;
    ids = owned_alloc(bytes * sizeof *ids);
    n_ids = char_encode(letters, text, bytes, ids);
    n_training = n_ids * 9 / 10;
    gpt = gpt_new((GptOptions){.vocabulary = V,
                               .context = CONTEXT,
                               .embed_dim = C,
                               .num_heads = 4,
                               .num_layers = 2,
                               .causal = true,
                               .tied = true,
                               .qkv_in_one = true,
                               .no_bias = true,
                               .seed = 20});
    ParameterList *list = parameters_of(&gpt->module);
    Optimizer *adamw = adamw_new(list, (OptimizerOptions){.lr = 3e-3, .weight_decay = 0.1});
    Dataset *data = text_dataset_new(ids, n_training, CONTEXT);
    Rng rng = rng_seed(20);
    for (long step = 0; step < STEPS; step++) {
        Scope *scope = scope_open();
        Batch batch;
        dataset_sample(data, 12, &rng, &batch);
        tensor_backward(gpt_loss(gpt, batch.ids, batch.labels));
        adamw->lr = schedule_cosine(step, STEPS, 20, 3e-3, 3e-4);
        optimizer_step(adamw);
        optimizer_zero_grad(adamw);
        scope_close(scope);
    }
    dataset_free(data);
    optimizer_free(adamw);
    parameters_free(list);
    module_train(&gpt->module, false);
    printf("%ld characters of the lesson, %ld different ones\n", n_ids, V);
}

// %% [markdown]
// ## An artefact
//
// Codes with their scales, and what stays in floats. It is read back by somebody who does not know the model.

// %%
static Entry *entry;

CELL
{
    size_t bytes;
    unsigned char *artefact = artefact_of(gpt, &bytes);
    ParameterList *list = parameters_of(&gpt->module);
    double floats = 4 * (double)parameters_numel(list);
    table_begin("tensor|numbers|bytes");
    for (long i = 0; i < 4; i++)
        table_row("%s|%ld|%zu", list->name[i], tensor_numel(list->tensor[i]),
                  artefact_tensor_bytes(list->tensor[i]));
    table_row("all %ld|%.0f|%zu", list->count, floats / 4, bytes);
    table_end();
    parameters_free(list);
    entry = entry_open(artefact, bytes);
    gate(entry != NULL && (double)bytes < 0.3 * floats, "%.1f %% of the bytes of the floats",
         100 * (double)bytes / floats);
    artefact[bytes / 2] ^= 1;
    Gpt *other = artefact_model(artefact, bytes);
    printf("one bit of it changed: %s\n", other != NULL ? "another model" : kindling_error());
    gate(artefact_model(artefact, bytes - 1) == NULL, "one byte less, and it is refused: %s",
         kindling_error());
}

// %% [markdown]
// ## Four entries
//
// The model in float, which reads its text again for each token; its codes; a table of how often each character occurs; and one that does not
// forget: it keeps what it read, and when a text seems to come again it says what came next. The judge asks each
// of them twice for the same held-out text.

// %%
typedef struct {
    int text[CONTEXT];
    long n;
} Plain;

static void plain_restart(void *context)
{
    ((Plain *)context)->n = 0;
}

static void plain_next(void *context, int id, real *logits)
{
    Plain *p = context;
    if (p->n == CONTEXT) {
        p->n -= CONTEXT / 2;
        memmove(p->text, p->text + CONTEXT / 2, (size_t)p->n * sizeof *p->text);
    }
    p->text[p->n++] = id;
    Scope *scope = scope_open();
    grad_mode(false);
    Tensor *all = gpt_forward(gpt, int_tensor_from(SHAPE(1, p->n), p->n, p->text), NULL);
    memcpy(logits, all->data + (p->n - 1) * V, (size_t)V * sizeof *logits);
    scope_close(scope);
}

static double *counts; /* (V): how often each occurs */

static void counts_restart(void *context)
{
    (void)context;
}

static void counts_next(void *context, int id, real *logits)
{
    (void)context;
    (void)id;
    for (long v = 0; v < V; v++)
        logits[v] = (real)log(counts[v] + 0.1);
}

enum { KEPT = 4096 };
static struct {
    int text[KEPT];
    long n, at; /* at: where it believes to be; -1: nowhere */
} elephant = {.at = -1};

static void elephant_restart(void *context)
{
    (void)context;
    elephant.at = elephant.n > 0 ? 0 : -1; /* this one never forgets */
}

static void elephant_next(void *context, int id, real *logits)
{
    counts_next(context, id, logits);
    if (elephant.at >= 0 && elephant.at + 1 < elephant.n && elephant.text[elephant.at] == id)
        logits[elephant.text[++elephant.at]] += 10;
    else if (elephant.n < KEPT)
        elephant.text[elephant.n++] = id;
}

CELL
{
    counts = owned_alloc((size_t)V * sizeof *counts);
    for (long i = 0; i < n_training; i++)
        counts[ids[i]]++;
    Plain plain = {.n = 0};
    const CupModel models[] = {{&plain, plain_restart, plain_next, V},
                               cup_model(entry),
                               {NULL, counts_restart, counts_next, V},
                               {NULL, elephant_restart, elephant_next, V}};
    static const char *const names[] = {"in float", "codes", "characters", "never forgets"};
    const int *text = ids + n_training;
    const long n = 800;
    double bits[4][2];
    table_begin("entry|bits per byte|asked again|passes");
    for (int i = 0; i < 4; i++) {
        for (int again = 0; again < 2; again++)
            bits[i][again] = cup_bits_per_byte(cup_nats(models[i], text, n), n - 1);
        table_row("%s|%.3f|%.3f|%s", names[i], bits[i][0], bits[i][1],
                  cup_passes(bits[0][0], bits[i][0]) ? "yes" : "no");
    }
    table_end();
    gate(cup_passes(bits[0][0], bits[1][0]), "codes are as good: %.4f bits for %.4f", bits[1][0],
         bits[0][0]);
    gate(!cup_passes(bits[0][0], bits[2][0]), "a table of characters is not");
    gate(bits[1][0] == bits[1][1], "an honest entry says the same again");
    gate(bits[3][1] < 0.5 * bits[3][0],
         "and one that does not forget is found by asking twice: %.2f bits, then %.2f", bits[3][0],
         bits[3][1]);
}

// %% [markdown]
// ## In turn
//
// On a clock that the test holds: a machine that gets slower by the minute, and two entries that take as long as each other. In
// turn they are a tie; all of one and then all of the other, and the second "loses".

// %%
static double machine_time, slowness = 1;

static double machine_now(void *context)
{
    (void)context;
    return machine_time;
}

static void tired_next(void *context, int id, real *logits)
{
    counts_next(context, id, logits);
    machine_time += slowness;
    slowness *= 1.002;
}

CELL
{
    enum { PROMPT = 4, TOKENS = 16, EACH = TOKENS - PROMPT, ROUNDS = 10, ALL = ROUNDS * EACH };
    static double a[ALL], b[ALL];
    CupModel tired = {NULL, counts_restart, tired_next, V};
    Clock clock = {machine_now, NULL};
    cup_race(tired, tired, clock, ids, PROMPT, TOKENS, ROUNDS, a, b);
    CupVerdict in_turn = cup_compare(a, ALL, b, ALL);
    for (long r = 0; r < ROUNDS; r++)
        cup_seconds(tired, clock, ids, PROMPT, TOKENS, a + r * EACH);
    for (long r = 0; r < ROUNDS; r++)
        cup_seconds(tired, clock, ids, PROMPT, TOKENS, b + r * EACH);
    CupVerdict in_blocks = cup_compare(a, ALL, b, ALL);
    gate(in_turn == CUP_TIE, "in turn: a tie");
    gate(in_blocks == CUP_FASTER, "in blocks: whoever was first is \"faster\"");
}

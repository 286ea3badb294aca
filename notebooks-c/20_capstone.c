// %% [markdown]
// # 20 The Kindling cup
//
// One judge, who hands over a text token by token, and entries of which he knows nothing else. First as good, then as small and as
// fast as you can:
//
// $$\text{score} = \sqrt[3]{\frac{s_0}{s} \cdot \frac{a_0}{a} \cdot \frac{m_0}{m}} \qquad \text{if} \qquad \text{bits} \le 1.01 \cdot \text{bits}_0$$
//
// with seconds for a token, bytes of the artefact, bytes in memory. Below: a small GPT learns from prose and headers of this project, becomes an artefact,
// meets four other entries, and gets its score. `make notebook-20 ENGINE=20` runs it with your judge and your artefact.

// %%
#include <math.h>
#include <string.h>
#include "notebook.h"

enum { V = 96, CONTEXT = 64, C = 64, STEPS = 2400, BATCH = 8, HELD_OUT = 2000 };

static int *ids;
static long n_ids, n_training;
static CharTokenizer *letters;
static Gpt *gpt;
static double losses[STEPS];

// %% [markdown]
// ## A model, and a text that it has not seen
//
// The text of milestone 2020, a character a token: the end of a line, and blank to `~`, 96 in all; anything else is read as `?`. The last tenth is held out.

// %%
static void read_text(const char *path)
{
    size_t bytes;
    char *text = kindling_read_file(path, &bytes);
    if (text == NULL)
        kindling_fail("%s", kindling_error());
    for (size_t i = 0; i < bytes; i++)
        if (text[i] != '\n' && (text[i] < ' ' || text[i] > '~'))
            text[i] = '?';
    ids = owned_alloc(bytes * sizeof *ids);
    n_ids = char_encode(letters, text, bytes, ids);
    owned_free(text);
}

CELL
{
    char alphabet[V + 1] = "\n";
    for (int i = 1; i < V; i++)
        alphabet[i] = (char)(' ' + i - 1);
    letters = char_tokenizer_from(alphabet);
    read_text("notebooks-c/prose.txt");
    n_training = n_ids * 9 / 10;
    notebook_seconds = fmax(notebook_seconds, 600); /* where a machine is busy */
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
    printf("%ld characters, the last %ld held out; a GPT of %ld numbers\n", n_ids,
           n_ids - n_training, parameters_numel(list));
    parameters_free(list);
}

// %% [markdown]
// Some seconds of training. Who knows nothing needs log2 96 = 6.6 bits for a character.

// %%
CELL
{
    ParameterList *list = parameters_of(&gpt->module);
    Optimizer *adamw =
        adamw_new(list, (OptimizerOptions){.lr = 4e-3, .beta2 = 0.99, .weight_decay = 0.1});
    Dataset *data = text_dataset_new(ids, n_training, CONTEXT);
    Rng rng = rng_seed(20);
    for (long step = 0; step < STEPS; step++) {
        Scope *scope = scope_open();
        Batch batch;
        dataset_sample(data, BATCH, &rng, &batch);
        Tensor *loss = gpt_loss(gpt, batch.ids, batch.labels);
        losses[step] = (double)tensor_item(loss) / log(2);
        tensor_backward(loss);
        clip_grad_norm(list, 1);
        adamw->lr = schedule_cosine(step, STEPS, 40, 4e-3, 2e-4);
        optimizer_step(adamw);
        optimizer_zero_grad(adamw);
        scope_close(scope);
    }
    dataset_free(data);
    optimizer_free(adamw);
    parameters_free(list);
    module_train(&gpt->module, false);
    display_chart(
        1, (Series[]){{NULL, STEPS, NULL, losses, false}},
        &(ChartOptions){.title = "Bits for a character, while it learns", .x_title = "step"});
    double last = 0;
    for (long step = STEPS - 50; step < STEPS; step++)
        last += losses[step] / 50;
    gate(last < 3.8, "%.2f bits for a character in the last 50 of %d steps", last, STEPS);
}

// %% [markdown]
// ## An artefact
//
// A matrix becomes codes of 8 bits with a scale for each column; what has one axis stays in floats. It is read back by somebody who
// does not know the model, and believes nothing.

// %%
static unsigned char *artefact;
static size_t artefact_size;
static double floats; /* bytes */

CELL
{
    artefact = artefact_of(gpt, &artefact_size);
    ParameterList *list = parameters_of(&gpt->module);
    floats = 4 * (double)parameters_numel(list);
    table_begin("tensor|shape|floats|artefact");
    for (long i = 0; i < list->count; i++)
        if (i < 6 || i == list->count - 1)
            table_row("%s|%s|%ld|%zu", list->name[i], tensor_shape_text(list->tensor[i]),
                      4 * tensor_numel(list->tensor[i]), artefact_tensor_bytes(list->tensor[i]));
    table_row("all %ld, and a header||%.0f|%zu", list->count, floats, artefact_size);
    table_end();
    parameters_free(list);
    gate((double)artefact_size < 0.27 * floats, "%.1f %% of the bytes of the floats",
         100 * (double)artefact_size / floats);
    gate(artefact_model(artefact, artefact_size - 1) == NULL, "one byte less is refused: %s",
         kindling_error());
}

// %% [markdown]
// ## Cached, and equal
//
// An entry reads each token once and remembers keys and values. The model that stands in the artefact, asked for the whole text again each
// time, says the same, over nearly three contexts: bit for bit where the engine's own products compute (a BLAS may add in another order). To be sure that the comparison can
// fail, a number that is remembered is changed.

// %%
static bool products_are_ours(void)
{
    return strncmp(gemm_backend(), "built-in", 8) == 0 || strcmp(gemm_backend(), "in steps") == 0;
}

static double off_by(const Gpt *g, const int *text, long n, const real *logits)
{
    long start = generate_start(g, n), T = n - start;
    double most = 0;
    Scope *scope = scope_open();
    bool was_on = grad_mode(false);
    Tensor *all = gpt_forward((Gpt *)g, int_tensor_from(SHAPE(1, T), T, text + start), NULL);
    grad_mode(was_on);
    for (long v = 0; v < V; v++)
        most = fmax(most, fabs((double)(logits[v] - all->data[(T - 1) * V + v])));
    scope_close(scope);
    return most;
}

CELL
{
    enum { READ = 3 * CONTEXT - 12 }; /* and the next token is not one before which it forgets */
    Entry *e = entry_open(artefact, artefact_size);
    const int *text = ids + n_training;
    real logits[V];
    double most = 0;
    entry_restart(e);
    for (long i = 0; i < READ; i++) {
        entry_next(e, text[i], logits);
        most = fmax(most, off_by(e->model, text, i + 1, logits));
    }
    printf("%d tokens, %s: the logits differ by at most %g\n", READ, gemm_backend(), most);
    gate(products_are_ours() ? most == 0 : most < 1e-3, "a cache changes no answer");
    Tensor *values = kv_cache_values(e->cache, 0); /* (1, heads, tokens, head_dim) */
    values->data[values->shape[2] * values->shape[3] - 1] += 1;
    entry_next(e, text[READ], logits);
    double now = off_by(e->model, text, READ + 1, logits);
    gate(now > 1e-5, "and one remembered number that is wrong is seen: %g", now);
    entry_close(e);
}

// %% [markdown]
// ## Five entries
//
// The model in float, which reads its text again for each token; codes of 8 bits; codes of 4 (Q4_0 of module 15, blocks of 32); a table of how often each
// character occurs; and one that does not forget: when a text seems to come again it says what came next. The judge asks each of them twice for the
// same held-out text.

// %%
typedef struct {
    int text[CONTEXT];
    long n;
} Plain;
static Plain plain;

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
    bool was_on = grad_mode(false);
    Tensor *all = gpt_forward(gpt, int_tensor_from(SHAPE(1, p->n), p->n, p->text), NULL);
    grad_mode(was_on);
    memcpy(logits, all->data + (p->n - 1) * V, V * sizeof *logits);
    scope_close(scope);
}

static double counts[V]; /* how often each occurs */

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
typedef struct {
    int text[KEPT];
    long n, at; /* at: where it believes to be; -1: nowhere */
} Elephant;
static Elephant elephant = {.at = -1};

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

/* What the model would be in blocks of 4 bits. Returns the bytes of such an artefact. */
static double in_four_bits(Gpt *to, Gpt *from)
{
    ParameterList *out = parameters_of(&to->module), *in = parameters_of(&from->module);
    double bytes = 44;
    for (long i = 0; i < in->count; i++) {
        long n = tensor_numel(in->tensor[i]);
        bytes += in->tensor[i]->ndim == 2 ? 1 + (double)n / QUANT_BLOCK * sizeof(BlockQ4)
                                          : 1 + 4 * (double)n;
        if (in->tensor[i]->ndim != 2)
            continue;
        Scope *scope = scope_open();
        BlockQ4 *blocks = scope_alloc(scope, (size_t)(n / QUANT_BLOCK) * sizeof *blocks);
        quantize_q4_0(blocks, in->tensor[i]->data, n);
        dequantize_q4_0(out->tensor[i]->data, blocks, n);
        scope_close(scope);
    }
    parameters_free(in);
    parameters_free(out);
    return bytes;
}

static CupFigures of_floats, of_codes;

CELL
{
    for (long i = 0; i < n_training; i++)
        counts[ids[i]]++;
    Entry *eight = entry_open(artefact, artefact_size), *four = entry_open(artefact, artefact_size);
    const double bytes[] = {floats, (double)artefact_size, in_four_bits(four->model, gpt), 4 * V,
                            4 * V};
    const CupModel models[] = {{&plain, plain_restart, plain_next, V},
                               cup_model(eight),
                               cup_model(four),
                               {NULL, counts_restart, counts_next, V},
                               {NULL, elephant_restart, elephant_next, V}};
    static const char *const names[] = {"in float", "8 bits", "4 bits", "characters",
                                        "never forgets"};
    double bits[5][2];
    table_begin("entry|artefact|bits per byte|more|asked again|passes");
    for (int i = 0; i < 5; i++) {
        for (int again = 0; again < 2; again++)
            bits[i][again] =
                cup_bits_per_byte(cup_nats(models[i], ids + n_training, HELD_OUT), HELD_OUT - 1);
        table_row("%s|%.0f|%.4f|%+.2f %%|%.4f|%s", names[i], bytes[i], bits[i][0],
                  100 * (bits[i][0] / bits[0][0] - 1), bits[i][1],
                  cup_passes(bits[0][0], bits[i][0]) ? "yes" : "no");
    }
    table_end();
    of_floats =
        (CupFigures){.bits = bits[0][0], .artefact = floats, .memory = floats + sizeof plain};
    of_codes = (CupFigures){.bits = bits[1][0],
                            .artefact = (double)artefact_size,
                            .memory = (double)entry_bytes(eight)};
    entry_close(eight);
    entry_close(four);
    gate(cup_passes(bits[0][0], bits[1][0]), "codes of 8 bits are as good");
    gate(bits[2][0] > bits[1][0], "codes of 4 bits are worse than those of 8");
    gate(!cup_passes(bits[0][0], bits[3][0]), "a table of characters does not pass");
    gate(bits[1][0] == bits[1][1], "an honest entry says the same again");
    gate(bits[4][1] < 0.5 * bits[4][0],
         "one that does not forget is found by asking twice: %.2f bits, then %.2f", bits[4][0],
         bits[4][1]);
}

// %% [markdown]
// ## The score
//
// The floats, which read all again, against the codes with their cache: in turn, on this machine's clock. Memory is the factor below 1: what runs are floats
// made of codes, and a cache beside them.

// %%
enum { PROMPT = 16, TIMED = CONTEXT - PROMPT, RACES = 10 };
static double of_a[RACES * TIMED], of_b[RACES * TIMED];

CELL
{
    kindling_set_threads(1);
    Entry *e = entry_open(artefact, artefact_size);
    CupModel baseline = {&plain, plain_restart, plain_next, V};
    const long n = RACES * TIMED;
    cup_race(cup_model(e), baseline, clock_monotonic(), ids + n_training, PROMPT, CONTEXT, RACES,
             of_a, of_b);
    entry_close(e);
    of_codes.seconds = sample_quantile(of_a, n, 0.9);
    of_floats.seconds = sample_quantile(of_b, n, 0.9);
    double last_a[TIMED], last_b[TIMED], place[TIMED];
    for (long i = 0; i < TIMED; i++) { /* the median of all rounds, by place in the text */
        double a[RACES], b[RACES];
        for (long r = 0; r < RACES; r++) {
            a[r] = 1e3 * of_a[r * TIMED + i];
            b[r] = 1e3 * of_b[r * TIMED + i];
        }
        last_a[i] = sample_quantile(a, RACES, 0.5);
        last_b[i] = sample_quantile(b, RACES, 0.5);
        place[i] = (double)(PROMPT + i);
    }
    display_chart(2,
                  (Series[]){{"floats, all read again", TIMED, place, last_b, false},
                             {"codes, cached", TIMED, place, last_a, false}},
                  &(ChartOptions){.title = "ms for a token", .x_title = "tokens before it"});
    table_begin("what|baseline|entry|factor");
    table_row("ms, 90 of 100 tokens|%.3f|%.3f|%.2f", 1e3 * of_floats.seconds,
              1e3 * of_codes.seconds, of_floats.seconds / of_codes.seconds);
    table_row("bytes of the artefact|%.0f|%.0f|%.2f", of_floats.artefact, of_codes.artefact,
              of_floats.artefact / of_codes.artefact);
    table_row("bytes while it runs|%.0f|%.0f|%.2f", of_floats.memory, of_codes.memory,
              of_floats.memory / of_codes.memory);
    table_end();
    double score = cup_score(of_floats, of_codes);
    gate(cup_compare(of_a, n, of_b, n) == CUP_FASTER, "the entry is faster, and not by chance");
    gate(score > 1, "score %.2f", score);
    of_codes.bits = 1.02 * of_floats.bits;
    gate(cup_score(of_floats, of_codes) == 0, "the same with 2 %% more bits: no score");
}

// %% [markdown]
// ## In turn
//
// On a clock that is made up: a machine that gets slower by the minute, and two entries that take as long as each other. In
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
    enum { READ = 4, TOKENS = 16, EACH = TOKENS - READ, ROUNDS = 10, ALL = ROUNDS * EACH };
    static double a[ALL], b[ALL];
    CupModel tired = {NULL, counts_restart, tired_next, V};
    Clock clock = {machine_now, NULL};
    cup_race(tired, tired, clock, ids, READ, TOKENS, ROUNDS, a, b);
    CupVerdict in_turn = cup_compare(a, ALL, b, ALL);
    for (long r = 0; r < ROUNDS; r++)
        cup_seconds(tired, clock, ids, READ, TOKENS, a + r * EACH);
    for (long r = 0; r < ROUNDS; r++)
        cup_seconds(tired, clock, ids, READ, TOKENS, b + r * EACH);
    CupVerdict in_blocks = cup_compare(a, ALL, b, ALL);
    gate(in_turn == CUP_TIE, "in turn: a tie");
    gate(in_blocks == CUP_FASTER, "in blocks: whoever was first is \"faster\"");
}

// %% [markdown]
// Next: `make measure-20`, with your predictions first; then an entry of your own, and `make cup`.

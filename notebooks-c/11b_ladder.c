// %% [markdown]
// # 11b The ladder
//
// What was there before attention? Four models of language, each an answer to what the one before it cannot do: a table of
// pairs, a network over a fixed window, a recurrent network, and attention. They read one text, are asked one
// question, and the distance between question and answer grows. All are made of modules 01 to 11; attention
// is taken from the engine, and is what module 12 will build.

// %%
#include <math.h>
#include <string.h>
#include "notebook.h"

enum { V = 8, T = 40, C = 32, WINDOW = 8, BATCH = 16, STEPS = 250, UNSEEN = 64 };
enum { PAIRS, FIXED, RECURRENT, ATTENTION, KINDS };
static const char *const kinds[KINDS] = {"table of pairs", "window of 8", "recurrent", "attention"};

static Rng rng;

// %% [markdown]
// ## One text, one question
//
// Letters at random, and the question at each place: which letter stood d places back? What has to be known is always
// the same, one letter. Only where it is changes. The first d places cannot know; their target is -100.

// %%
typedef struct {
    IntTensor *ids, *targets; /* (n, T) */
} Texts;

static Texts draw_texts(long n, long d)
{
    Texts t = {int_tensor_new(SHAPE(n, T)), int_tensor_new(SHAPE(n, T))};
    for (long i = 0; i < n * T; i++) {
        t.ids->data[i] = (int)rng_below(&rng, V);
        t.targets->data[i] = i % T < d ? -100 : t.ids->data[i - d];
    }
    return t;
}

CELL {
    rng = rng_seed(111);
    Texts t = draw_texts(1, 3);
    printf("text      ");
    for (long i = 0; i < T; i++)
        printf("%c", 'a' + t.ids->data[i]);
    printf("\n3 back    ");
    for (long i = 0; i < T; i++)
        printf("%c", t.targets->data[i] < 0 ? '.' : 'a' + t.targets->data[i]);
    printf("\n");
}

// %% [markdown]
// ## Four rungs
//
// Each turns ids (B, T) into logits (B, T, V).
//
// - The **table of pairs** has a row for each letter: what it says depends on the letter that stands there, and on nothing else.
// - The **window** lays the last 8 letters side by side and sends them through a hidden layer (Bengio et al. 2003). It has
//   weights for each place, and none for the ninth.
// - The **recurrent** network has one vector, h, which each letter changes: h' = tanh(x W + h U). Any distance may be
//   in it. (Elman 1990.)
// - **Attention** compares the place that asks with all places before it, and takes what fits. It knows places by
//   their codes (11.5), 32 more numbers beside each letter.

// %%
typedef struct {
    Module module;
    int kind;
    Embedding *letters;
    Linear *in, *again, *out; /* NULL where a kind has none */
    MultiHeadAttention *attention;
} Rung;

static Linear *layer(Rung *r, const char *name, long in, long out)
{
    Linear *l = linear_new(in, out, true, &rng);
    module_child(&r->module, name, -1, &l->module);
    return l;
}

static Rung *rung_new(int kind, long letters)
{
    Rung *r = module_new(sizeof *r, "Rung", NULL);
    r->kind = kind;
    r->letters = embedding_new(letters, kind == PAIRS ? letters : C, &rng);
    module_child(&r->module, "letters", -1, &r->letters->module);
    if (kind == FIXED)
        r->in = layer(r, "in", WINDOW * C, C);
    if (kind == RECURRENT) {
        r->in = layer(r, "in", C, C);
        r->again = layer(r, "again", C, C);
    }
    if (kind == ATTENTION) {
        r->attention = mha_new((MhaOptions){
            .embed_dim = 2 * C, .num_heads = 1, .causal = true, .qkv_in_one = true, .init = &rng});
        module_child(&r->module, "attention", -1, &r->attention->module);
    }
    if (kind != PAIRS)
        r->out = layer(r, "out", kind == ATTENTION ? 2 * C : C, letters);
    return r;
}

/* The last letters side by side; in front of the first stand zeros. */
static Tensor *windows(Tensor *x)
{
    Tensor *padded = tensor_pad(x, SHAPE(WINDOW - 1, 0, 0, 0), 0), *at[WINDOW];
    for (long w = 0; w < WINDOW; w++)
        at[w] = tensor_slice(padded, 1, w, w + x->shape[1], 1);
    return tensor_concat(WINDOW, at, -1);
}

static Tensor *recurrent(Rung *r, Tensor *x)
{
    Tensor *h[T], *in = linear_forward(r->in, x);
    for (long t = 0; t < x->shape[1]; t++) {
        Tensor *here = tensor_select(in, 1, t);
        h[t] = tensor_tanh(t == 0 ? here : tensor_add(here, linear_forward(r->again, h[t - 1])));
    }
    return tensor_stack((int)x->shape[1], h, 1);
}

static Tensor *attend(Rung *r, Tensor *x)
{
    long batch = x->shape[0], places = x->shape[1];
    Tensor *codes = tensor_reshape(sinusoidal_positions(places, C), SHAPE(1, places, C));
    Tensor *both[] = {x, tensor_expand(codes, SHAPE(batch, places, C))};
    return mha_forward(r->attention, tensor_concat(2, both, -1), NULL);
}

/* What it has of each place, from letters that are vectors already: (B, T, C) -> (B, T, width). */
static Tensor *read_on(Rung *r, Tensor *x)
{
    switch (r->kind) {
    case FIXED: return tensor_tanh(linear_forward(r->in, windows(x)));
    case RECURRENT: return recurrent(r, x);
    case ATTENTION: return attend(r, x);
    default: return x;
    }
}

static Tensor *logits_of(Rung *r, const IntTensor *ids)
{
    Tensor *read = read_on(r, embedding_forward(r->letters, ids));
    return r->out != NULL ? linear_forward(r->out, read) : read;
}

CELL {
    table_begin("model|numbers to learn|what it says of (2, 40) letters");
    for (int kind = 0; kind < KINDS; kind++) {
        Rung *r = rung_new(kind, V);
        table_row("%s|%ld|%s", kinds[kind], count_parameters(&r->module),
                  tensor_shape_text(logits_of(r, draw_texts(2, 1).ids)));
        module_free(&r->module);
    }
    table_end();
}

// %% [markdown]
// ## Who finds it, and how far away?
//
// Each model is trained anew for each distance, on texts that never come again, and asked on others. Before you run it: to which distance
// does each of them find the letter? One of eight is guessing.

// %%
static double loss_on(Rung *r, Texts t)
{
    Tensor *loss = tensor_cross_entropy(logits_of(r, t.ids), t.targets, -100, 0);
    tensor_backward(loss);
    return (double)tensor_item(loss);
}

static double share_right(Rung *r, Texts t)
{
    bool was = grad_mode(false);
    IntTensor *best = tensor_argmax(logits_of(r, t.ids), -1, false);
    long right = 0, asked = 0;
    for (long i = 0; i < t.ids->shape[0] * T; i++) {
        asked += t.targets->data[i] >= 0;
        right += t.targets->data[i] == best->data[i];
    }
    grad_mode(was);
    return 100 * (double)right / (double)asked;
}

static Rung *trained(int kind, long distance)
{
    Rung *r = rung_new(kind, V);
    ParameterList *list = parameters_of(&r->module);
    Optimizer *adam = adam_new(list, (OptimizerOptions){.lr = 1e-2});
    for (long step = 0; step < STEPS; step++) {
        Scope *scope = scope_open();
        adam->lr = schedule_cosine(step, STEPS, 20, 1e-2, 1e-3);
        loss_on(r, draw_texts(BATCH, distance));
        clip_grad_norm(list, 1);
        optimizer_step(adam);
        optimizer_zero_grad(adam);
        scope_close(scope);
    }
    optimizer_free(adam);
    parameters_free(list);
    return r;
}

enum { DISTANCES = 6 };
static const double distances[DISTANCES] = {0, 1, 3, 7, 8, 30};
static double right[KINDS][DISTANCES];

CELL {
    rng = rng_seed(112);
    for (int kind = 0; kind < KINDS; kind++)
        for (int k = 0; k < DISTANCES; k++) {
            Scope *scope = scope_open();
            Rung *r = trained(kind, (long)distances[k]);
            right[kind][k] = share_right(r, draw_texts(UNSEEN, (long)distances[k]));
            module_free(&r->module);
            scope_close(scope);
        }
    table_begin("letters back|table of pairs|window of 8|recurrent|attention");
    for (int k = 0; k < DISTANCES; k++)
        table_row("%.0f|%.0f %%|%.0f %%|%.0f %%|%.0f %%", distances[k], right[PAIRS][k],
                  right[FIXED][k], right[RECURRENT][k], right[ATTENTION][k]);
    table_end();
}

CELL {
    double x[DISTANCES], *y[KINDS] = {right[0], right[1], right[2], right[3]};
    Series series[KINDS];
    for (int k = 0; k < DISTANCES; k++)
        x[k] = distances[k];
    for (int kind = 0; kind < KINDS; kind++)
        series[kind] = (Series){kinds[kind], DISTANCES, x, y[kind], false};
    display_chart(KINDS, series,
                  &(ChartOptions){.title = "A letter is found again",
                                  .x_title = "letters back",
                                  .y_title = "% right",
                                  .y_high = 105});
    gate(right[PAIRS][1] < 25, "the table of pairs guesses one letter back: %.0f %%", right[PAIRS][1]);
    gate(right[FIXED][3] > 95 && right[FIXED][4] < 25,
         "the window sees 7 letters back, %.0f %%, and not 8: %.0f %%", right[FIXED][3], right[FIXED][4]);
    gate(right[RECURRENT][2] > 90 && right[RECURRENT][5] < 30,
         "the recurrent network keeps 3 letters, %.0f %%, and loses 30: %.0f %%", right[RECURRENT][2],
         right[RECURRENT][5]);
    gate(right[ATTENTION][5] > 90, "attention finds the letter 30 back: %.0f %%", right[ATTENTION][5]);
}

// %% [markdown]
// The window ends like a wall. The recurrent network could keep anything in its 32 numbers, and keeps less the longer it has to: to
// answer 7 letters back it carries eight letters at once, and each of them through seven steps. To attention 30 is as near as 1.
//
// ## The gradient through 40 steps
//
// Why does the recurrent network not simply learn to keep more? Its only teacher is a gradient that has to come back the way the letter went: through U
// and a tanh for every step. Each step multiplies it by about the same factor, and a factor to the power of 39 is nearly nothing or very much. A
// gradient comes in at the last place; how long is what reaches the letter k places before?

// %%
static void gradient_lengths(Rung *r, double *length)
{
    Scope *scope = scope_open();
    Tensor *x = tensor_requires_grad(tensor_zeros(SHAPE(1, T, C)));
    for (long i = 0; i < T * C; i++)
        x->data[i] = (real)rng_normal(&rng);
    Tensor *last = tensor_select(read_on(r, x), 1, T - 1), *g = tensor_new_like(last);
    for (long i = 0; i < tensor_numel(g); i++)
        g->data[i] = (real)rng_normal(&rng);
    tensor_backward(tensor_sum(tensor_mul(last, g), ALL_AXES, false));
    for (long k = 0; k < T; k++) {
        double sum = 0;
        for (long c = 0; c < C; c++) {
            double slope = (double)x->grad->data[(T - 1 - k) * C + c];
            sum += slope * slope;
        }
        length[k] = 0.5 * log10(sum);
    }
    scope_close(scope);
}

enum { SIZES = 4, LINES };
static double lengths[LINES][T];

CELL {
    static const char *const lines[LINES] = {"U / 2", "U as it starts", "2 U", "4 U", "attention"};
    const double size[SIZES] = {0.5, 1, 2, 4};
    rng = rng_seed(113);
    for (int k = 0; k < LINES; k++) {
        Rung *r = rung_new(k < SIZES ? RECURRENT : ATTENTION, V);
        if (k < SIZES)
            scale_kernel(r->again->weight, r->again->weight, (real)size[k]);
        gradient_lengths(r, lengths[k]);
        module_free(&r->module);
    }
    Series series[LINES];
    for (int k = 0; k < LINES; k++)
        series[k] = (Series){lines[k], T, NULL, lengths[k], false};
    display_chart(LINES, series,
                  &(ChartOptions){.title = "How much of a gradient comes back",
                                  .x_title = "letters back",
                                  .y_title = "length, as a power of 10"});
    for (int k = 0; k < LINES; k++)
        printf("%-15s 1 back 10^%.1f, 39 back 10^%.1f\n", lines[k], lengths[k][1], lengths[k][T - 1]);
    gate(lengths[1][T - 1] < -6, "of a gradient at the end 10^%.1f reaches the first letter",
         lengths[1][T - 1]);
    gate(fabs(lengths[SIZES][T - 1] - lengths[SIZES][1]) < 1,
         "attention hands back as much over 39 letters as over one");
}

// %% [markdown]
// ## Names
//
// Most of what language asks for is near. The names of notebook 12a: 200 to learn from, 94 that no model has seen, and the
// next letter from those before it.

// %%
enum { LETTERS = 27, MOST = 400, HELD_OUT = 94 }; /* 26 and a boundary, 0 */

static char *names[MOST];
static long n_names;

static Texts texts_of(long first, long n)
{
    Texts t = {int_tensor_new(SHAPE(n, 12)), int_tensor_new(SHAPE(n, 12))};
    for (long b = 0; b < n; b++)
        for (long i = 0; i < 12; i++) {
            const char *name = names[first + b];
            long length = (long)strlen(name);
            t.ids->data[b * 12 + i] = i > 0 && i <= length ? name[i - 1] - 'a' + 1 : 0;
            t.targets->data[b * 12 + i] = i < length ? name[i] - 'a' + 1 : i == length ? 0 : -100;
        }
    return t;
}

CELL {
    char *text = kindling_read_file("notebooks-c/names.txt", NULL);
    if (text == NULL)
        kindling_fail("%s", kindling_error());
    for (char *name = strtok(text, "\n"); name != NULL && n_names < MOST; name = strtok(NULL, "\n"))
        names[n_names++] = name;
    rng = rng_seed(114);
    double unseen[KINDS];
    table_begin("model|numbers to learn|nats per letter of names it has not seen");
    for (int kind = 0; kind < KINDS; kind++) {
        Rung *r = rung_new(kind, LETTERS);
        ParameterList *list = parameters_of(&r->module);
        Optimizer *adam = adamw_new(list, (OptimizerOptions){.lr = 1e-2, .weight_decay = 0.1});
        unseen[kind] = INFINITY; /* the best on the way: who learns on knows 200 names by heart */
        for (long epoch = 0; epoch < 15; epoch++)
            for (long at = HELD_OUT; at + 20 <= n_names; at += 20) {
                Scope *scope = scope_open();
                loss_on(r, texts_of(at, 20));
                optimizer_step(adam);
                optimizer_zero_grad(adam);
                grad_mode(false);
                Texts others = texts_of(0, HELD_OUT);
                Tensor *loss = tensor_cross_entropy(logits_of(r, others.ids), others.targets, -100, 0);
                grad_mode(true);
                unseen[kind] = fmin(unseen[kind], (double)tensor_item(loss));
                scope_close(scope);
            }
        table_row("%s|%ld|%.2f", kinds[kind], count_parameters(&r->module), unseen[kind]);
        optimizer_free(adam);
        parameters_free(list);
        module_free(&r->module);
    }
    table_end();
    printf("ln 27 = %.2f is knowing nothing\n", log(LETTERS));
    gate(unseen[RECURRENT] < unseen[ATTENTION] && unseen[FIXED] < unseen[PAIRS] - 0.3,
         "where all is near, the recurrent network needs %.2f nats, attention %.2f", unseen[RECURRENT],
         unseen[ATTENTION]);
}

// %% [markdown]
// Attention is not better at everything. A name is short, its order is all there is, and the recurrent network is made for
// that; attention has to learn from 200 names that neighbours matter. The reasons to pay T times T comparisons
// are the two pictures above: any distance is one step, there and back. And a third that no table here shows: the recurrent
// network goes letter by letter, 40 small products one after the other, while attention asks all its
// questions at once. Next: module 12, which builds it.

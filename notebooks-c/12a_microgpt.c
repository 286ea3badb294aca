// %% [markdown]
// # 12a A GPT on one page
//
// All of it: data, tokens, model, training, writing. It learns from a list of names, letter by letter, and makes up new ones.
// No layer, no attention, no optimizer and no sampler of the engine is called: only tensors that remember
// what they were made from, which is what you wrote in module 06. Everything else in module 13 is
// about doing the same for more text, faster.
//
// That a GPT fits on a page was shown by Andrej Karpathy ("microgpt", 2026). To know that this page is one, a second
// program computes the same without any tensor, one number at a time (`tests/fixtures/microgpt.py`): their losses agree.

// %%
#include <math.h>
#include <string.h>
#include "notebook.h"

enum { CHANNELS = 16, HEADS = 4, CONTEXT = 16, WIDTH = CHANNELS / HEADS };
enum { LETTERS = 26, BOUNDARY = LETTERS, VOCABULARY }; /* BOUNDARY: in front of a name, and behind it */
enum { MOST_NAMES = 1000, STEPS = 1000 };

static char *names[MOST_NAMES];
static long n_names;

// %% [markdown]
// ## The data, and what a token is
//
// 294 names that nobody has, in `notebooks-c/names.txt`. A token is a letter, or the boundary, which says
// *here a name begins* and *here it ends*. From the letters so far the next one is to be told: a name of six
// letters is seven questions.

// %%
static void read_names(const char *path)
{
    char *text = kindling_read_file(path, NULL);
    if (text == NULL)
        kindling_fail("%s", kindling_error());
    for (char *name = strtok(text, "\n"); name != NULL && n_names < MOST_NAMES;
         name = strtok(NULL, "\n"))
        names[n_names++] = name;
}

/* The tokens of a name, a boundary at both ends; returns how many questions they are. */
static long tokens_of(const char *name, int ids[CONTEXT + 1])
{
    long n = 0;
    ids[n++] = BOUNDARY;
    for (; *name != '\0' && n <= CONTEXT; name++)
        ids[n++] = *name - 'a';
    if (n <= CONTEXT)
        ids[n++] = BOUNDARY;
    return n - 1;
}

CELL {
    read_names("notebooks-c/names.txt");
    int ids[CONTEXT + 1];
    long n = tokens_of(names[0], ids);
    printf("%ld names; the first, %s, asks %ld questions:", n_names, names[0], n);
    for (long i = 0; i <= n; i++)
        printf(" %d", ids[i]);
    printf("\n");
}

// %% [markdown]
// ## What it knows
//
// Nine matrices, 4,192<!-- = 27 * 16 + 16 * 16 + 16 * 27 + 4 * 16 * 16 + 2 * 16 * 64 --> numbers, small and by chance.

// %%
enum { TOKENS, PLACES, HEAD, QUERY, KEY, VALUE, OUT, UP, DOWN, MATRICES };

static const long shapes[MATRICES][2] = {
    {VOCABULARY, CHANNELS}, {CONTEXT, CHANNELS},  {CHANNELS, VOCABULARY},
    {CHANNELS, CHANNELS},   {CHANNELS, CHANNELS}, {CHANNELS, CHANNELS},
    {CHANNELS, CHANNELS},   {CHANNELS, 4 * CHANNELS}, {4 * CHANNELS, CHANNELS}};
static Tensor *weights[MATRICES], *mean[MATRICES], *square[MATRICES]; /* and what Adam remembers */
static Tensor *hidden_future; /* 0 where a query may look, -infinity where it may not */

static void begin(void)
{
    Rng rng = rng_seed(0);
    for (int m = 0; m < MATRICES; m++) {
        Tensor *w = weights[m] = tensor_requires_grad(tensor_zeros(2, shapes[m]));
        mean[m] = tensor_zeros(2, shapes[m]);
        square[m] = tensor_zeros(2, shapes[m]);
        for (long i = 0; i < tensor_numel(w); i++)
            w->data[i] = (real)(0.28 * (rng_uniform(&rng) - 0.5));
    }
    hidden_future = tensor_zeros(SHAPE(CONTEXT, CONTEXT));
    for (long i = 0; i < CONTEXT; i++)
        for (long j = i + 1; j < CONTEXT; j++)
            hidden_future->data[i * CONTEXT + j] = -INFINITY;
}

CELL {
    begin();
    long count = 0;
    for (int m = 0; m < MATRICES; m++)
        count += tensor_numel(weights[m]);
    gate(count == 4192, "%ld numbers to learn", count);
}

// %% [markdown]
// ## The model
//
// Each token is a row of 16 numbers. A **norm** brings a row to length 4, the root of 16, whatever it was. **Attention**
// lets a row take from the rows above it what its query finds in their keys. A small **network** works on each row alone. Both only
// *add* to the row. At last a row is multiplied by 27 columns: how likely is each token to be the next?

// %%
static Tensor *root_mean_square_norm(Tensor *x)
{
    Tensor *of_squares = tensor_mean(tensor_mul(x, x), AXES(-1), true);
    return tensor_mul(x, tensor_pow(tensor_add_scalar(of_squares, (real)1e-5), (real)-0.5));
}

/* The channels of one head. */
static Tensor *of_head(Tensor *x, int head)
{
    return tensor_slice(x, 1, head * WIDTH, (head + 1) * WIDTH, 1);
}

static Tensor *attend(Tensor *x)
{
    long n = x->shape[0];
    Tensor *future = tensor_slice(tensor_slice(hidden_future, 0, 0, n, 1), 1, 0, n, 1);
    Tensor *query = tensor_matmul(x, weights[QUERY]), *key = tensor_matmul(x, weights[KEY]);
    Tensor *value = tensor_matmul(x, weights[VALUE]), *taken[HEADS];
    for (int h = 0; h < HEADS; h++) {
        Tensor *alike = tensor_matmul(of_head(query, h), tensor_transpose(of_head(key, h), 0, 1));
        Tensor *seen = tensor_add(tensor_mul_scalar(alike, (real)(1 / sqrt(WIDTH))), future);
        taken[h] = tensor_matmul(tensor_softmax(seen, -1), of_head(value, h));
    }
    return tensor_matmul(tensor_concat(HEADS, taken, 1), weights[OUT]);
}

/* n tokens -> (n, VOCABULARY): row i is about token i + 1, and knows tokens 0 to i. */
static Tensor *model(const int *ids, long n)
{
    Tensor *letters = tensor_embedding(weights[TOKENS], int_tensor_from(SHAPE(n), n, ids));
    Tensor *x = tensor_add(letters, tensor_slice(weights[PLACES], 0, 0, n, 1));
    x = root_mean_square_norm(x);
    x = tensor_add(x, attend(root_mean_square_norm(x)));
    Tensor *asked = tensor_relu(tensor_matmul(root_mean_square_norm(x), weights[UP]));
    x = tensor_add(x, tensor_matmul(asked, weights[DOWN]));
    return tensor_matmul(x, weights[HEAD]);
}

// %% [markdown]
// ## Learning
//
// The loss is how surprised the model is by each next token, in nats, on average. `tensor_backward` knows what each of
// the 4,192 numbers had to do with it, and Adam moves them: by the mean of the last slopes, over their usual size.

// %%
static Tensor *surprise(const int *ids, long n)
{
    IntTensor *next = int_tensor_from(SHAPE(n, 1), n, ids + 1);
    Tensor *expected = tensor_gather(tensor_log_softmax(model(ids, n), -1), 1, next);
    return tensor_neg(tensor_mean(expected, ALL_AXES, false));
}

static void adam(long step)
{
    const double keep = 0.85, keep_square = 0.99, rate = 0.01 * (1 - (double)step / STEPS);
    double grown = 1 - pow(keep, (double)step + 1);
    double grown_square = 1 - pow(keep_square, (double)step + 1);
    for (int m = 0; m < MATRICES; m++) {
        real *w = weights[m]->data, *a = mean[m]->data, *b = square[m]->data;
        const real *slope = weights[m]->grad->data;
        for (long i = 0; i < tensor_numel(weights[m]); i++) {
            a[i] = (real)(keep * (double)a[i] + (1 - keep) * (double)slope[i]);
            b[i] = (real)(keep_square * (double)b[i] +
                          (1 - keep_square) * (double)slope[i] * (double)slope[i]);
            w[i] -= (real)(rate * ((double)a[i] / grown) /
                           (sqrt((double)b[i] / grown_square) + 1e-8));
        }
        tensor_zero_grad(weights[m]);
    }
}

/* One name, one step; returns the loss before it. */
static double learn(long step)
{
    int ids[CONTEXT + 1];
    long n = tokens_of(names[step % n_names], ids);
    Scope *scope = scope_open();
    Tensor *loss = surprise(ids, n);
    double nats = (double)tensor_item(loss);
    tensor_backward(loss);
    adam(step);
    scope_close(scope);
    return nats;
}

// %%
static double losses[STEPS];

CELL {
    for (long step = 0; step < STEPS; step++)
        losses[step] = learn(step);
    display_chart(1, (Series[]){{NULL, STEPS, NULL, losses, true}},
                  &(ChartOptions){.title = "Surprise", .x_title = "step", .y_title = "nats per token"});
}

// %% [markdown]
// ## Is it right?
//
// A program that computes with one number at a time had these losses at steps 1, 100 and 200. In double, where a test compares all of the
// first 200, twelve digits agree; in float six.

// %%
CELL {
    const double plain[] = {3.226391029531725, 1.8576928002818076, 1.6309272621918198};
    const long at[] = {1, 100, 200};
    double bar = sizeof(real) == sizeof(double) ? 1e-12 : 1e-4, most = 0, before = 0, after = 0;
    for (int i = 0; i < 3; i++)
        most = fmax(most, fabs(losses[at[i] - 1] - plain[i]));
    gate(most <= bar, "losses are off by %.1e, at most %.0e", most, bar);
    for (long i = 0; i < 100; i++) {
        before += losses[i] / 100;
        after += losses[STEPS - 100 + i] / 100;
    }
    gate(after < before - 0.5, "it learns: %.2f nats at first, %.2f at last, ln 27 = %.2f is knowing nothing",
         before, after, log(VOCABULARY));
}

// %% [markdown]
// ## Writing
//
// Begin with a boundary, draw a letter as likely as the model says, add it, ask again; a boundary ends the name. At temperature
// 0.5 likely letters are likelier than they are.

// %%
static long draw(const real *p, long n, Rng *rng)
{
    double u = rng_uniform(rng);
    long token = 0;
    while ((u -= (double)p[token]) >= 0 && token < n - 1)
        token++;
    return token;
}

CELL {
    Rng rng = rng_seed(2);
    long invented = 0;
    grad_mode(false);
    for (int sample = 0; sample < 20; sample++) {
        int ids[CONTEXT + 1] = {BOUNDARY};
        char name[CONTEXT + 1] = "";
        for (long n = 1; n <= CONTEXT; n++) {
            Tensor *last = tensor_select(model(ids, n), 0, -1);
            Tensor *p = tensor_softmax(tensor_mul_scalar(last, 1 / (real)0.5), -1);
            ids[n] = (int)draw(p->data, VOCABULARY, &rng);
            if (ids[n] == BOUNDARY)
                break;
            name[n - 1] = (char)('a' + ids[n]);
        }
        bool known = false;
        for (long i = 0; i < n_names; i++)
            known = known || strcmp(names[i], name) == 0;
        invented += !known;
        printf("%s%s ", name, known ? " (in the list)" : "");
    }
    printf("\n");
    gate(invented >= 10, "%ld of 20 stand in no list", invented);
}

// %% [markdown]
// What is missing here is speed and size: a batch of texts in place of one, tokens of several letters (module 10), more layers, and a memory
// of what was read (module 18). Next: module 13, where the same parts get their names.

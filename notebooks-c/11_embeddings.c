// %% [markdown]
// # 11 Embeddings
//
// Text becomes numbers in two steps: a tokenizer gives every character a number, and an embedding
// gives every number a point in space. The points begin anywhere; training moves those together that
// are used alike.

// %%
#include <math.h>
#include <string.h>
#include "notebook.h"

static CharTokenizer *letters;

CELL
{
    letters = char_tokenizer_from("abcdefghijklmnopqrstuvwxyz .");
    const char *text = "attention is all you need.";
    int ids[32];
    long n = char_encode(letters, text, strlen(text), ids);
    printf("%ld tokens of %ld:", n, letters->size);
    for (long i = 0; i < n; i++)
        printf(" %d", ids[i]);
    printf("\nand back: %s\n", char_decode(letters, ids, n));
}

// %% [markdown]
// ## A lookup is a product
//
// Row 3 of a table is the same as the vector $(0, 0, 0, 1, 0, \dots)$ times the table. Looking it up
// only leaves out the multiplications by 0; the gradient goes back to that row alone.

// %%
CELL
{
    Rng rng = rng_seed(11);
    Embedding *e = embedding_new(6, 4, &rng);
    IntTensor *ids = int_tensor_from(SHAPE(3), IDS(3, 1, 3));
    Tensor *looked_up = embedding_forward(e, ids);
    Tensor *one_hot = tensor_zeros(SHAPE(3, 6));
    for (long i = 0; i < 3; i++)
        tensor_set(one_hot, AT(i, ids->data[i]), 1);
    Tensor *gap = tensor_sub(looked_up, tensor_matmul(one_hot, e->weight));
    gate(tensor_item(tensor_max(tensor_abs(gap), ALL_AXES, false)) == 0,
         "both ways give the same rows");
    tensor_backward(tensor_sum(looked_up, ALL_AXES, false));
    display_heatmaps(3, (const Tensor *[]){one_hot, tensor_detach(e->weight), e->weight->grad},
                     (const char *[]){"tokens 3, 1, 3", "table", "its gradient"}, 3,
                     &(HeatmapOptions){.title = "Token 3 is used twice and gets twice the gradient",
                                       .diverging = true});
    module_free(&e->module);
}

// %% [markdown]
// ## Meaning from neighbours
//
// A small language of six letters: after a vowel (a, e, i) comes a consonant (k, l, m), and the
// other way round. Nobody says what a vowel is. The model has to guess the next letter from the
// current one, by a point in the plane.

// %%
enum { V = 6, N = 600, STEPS = 300 };
static const char *const alphabet[V] = {"a", "e", "i", "k", "l", "m"};

static void show(Embedding *e, const char *title)
{
    double x[2][3], y[2][3];
    for (long v = 0; v < V; v++) {
        x[v / 3][v % 3] = (double)tensor_get(e->weight, AT(v, 0));
        y[v / 3][v % 3] = (double)tensor_get(e->weight, AT(v, 1));
    }
    display_chart(2, (Series[]){{"a, e, i", 3, x[0], y[0], true}, {"k, l, m", 3, x[1], y[1], true}},
                  &(ChartOptions){.title = title});
}

static double how_alike(const Embedding *e, long a, long b)
{
    double dot = 0, aa = 0, bb = 0;
    for (long c = 0; c < 2; c++) {
        double p = (double)tensor_get(e->weight, AT(a, c)),
               q = (double)tensor_get(e->weight, AT(b, c));
        dot += p * q;
        aa += p * p;
        bb += q * q;
    }
    return dot / sqrt(aa * bb);
}

CELL
{
    Rng rng = rng_seed(3);
    Embedding *e = embedding_new(V, 2, &rng);
    Linear *guess = linear_new(2, V, true, &rng);
    show(e, "Before: anywhere");
    IntTensor *now = int_tensor_new(SHAPE(N)), *next = int_tensor_new(SHAPE(N));
    for (long i = 0; i < N; i++) {
        now->data[i] = (int)rng_below(&rng, V);
        next->data[i] = (int)(rng_below(&rng, 3) + (now->data[i] < 3 ? 3 : 0));
    }
    ParameterList *parameters = parameters_of(&e->module);
    parameters_add(parameters, "guess.weight", guess->weight);
    parameters_add(parameters, "guess.bias", guess->bias);
    Optimizer *adam = adam_new(parameters, (OptimizerOptions){.lr = 3e-2});
    double loss_now = 0;
    for (int step = 0; step < STEPS; step++) {
        Scope *scope = scope_open();
        Tensor *logits = linear_forward(guess, embedding_forward(e, now));
        Tensor *loss = tensor_cross_entropy(logits, next, NO_IGNORE_INDEX, 0);
        loss_now = (double)tensor_item(loss);
        tensor_backward(loss);
        optimizer_step(adam);
        optimizer_zero_grad(adam);
        scope_close(scope);
    }
    show(e, "After: vowels here, consonants there");
    Tensor *alike = tensor_zeros(SHAPE(V, V));
    double within = 0, across = 0;
    for (long a = 0; a < V; a++)
        for (long b = 0; b < V; b++) {
            double value = how_alike(e, a, b);
            tensor_set(alike, AT(a, b), (real)value);
            *(a / 3 == b / 3 ? &within : &across) += value / 18;
        }
    display_heatmap(alike, &(HeatmapOptions){.title = "Cosine between the letters' points",
                                             .row_labels = alphabet,
                                             .column_labels = alphabet,
                                             .diverging = true});
    printf("loss %.3f; the best there is, one of three: %.3f\n", loss_now, log(3));
    gate(within > 0.5 && across < -0.5, "alike within a kind %.2f, across %.2f", within, across);
}

// %% [markdown]
// Next: `make notebook-11b`, four models of language from a table of pairs to attention, and how far each of them sees.

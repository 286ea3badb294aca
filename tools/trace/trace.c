/* trace.c - the journey of one small tensor through two-head attention, step by step.
 *
 * Three tokens of six channels, (1, 3, 6), and weights that are multiples of one half, so that every
 * number up to the softmax can be checked by hand, and two are. Each step tells its shape, its
 * strides, whether it moved any numbers, and its values. Invariant: nothing is said about a tensor
 * that was not read off it: "view" means that its data lies inside the numbers of the step it came
 * from.
 */
#include "kindling.h"
#include "options.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { B = 1, T = 3, C = 6, H = 2, D = C / H };

/* ---- printing ---------------------------------------------------------------------------------- */

static int step_number;
static const char *bold = "", *dim = "", *plain = "";

static void use_colors_on_a_terminal(void)
{
    const char *terminal = getenv("TERM");
    if (!isatty(STDOUT_FILENO) || getenv("NO_COLOR") != NULL ||
        (terminal != NULL && strcmp(terminal, "dumb") == 0))
        return;
    bold = "\033[1m";
    dim = "\033[2m";
    plain = "\033[0m";
}

static void print_indented(const Tensor *t)
{
    char text[4096];
    tensor_format(text, sizeof text, t);
    printf("      ");
    for (const char *c = text; *c != '\0'; c++) {
        putchar(*c);
        if (*c == '\n' && c[1] != '\0' && c[1] != '\n')
            printf("      ");
    }
    printf("\n\n");
}

static bool shares_numbers(const Tensor *t, const Tensor *source)
{
    return t->data >= source->data && t->data < source->data + tensor_numel(source);
}

/* One step: source is the tensor it was made from (NULL: there is none), told its name. */
static void show(const Tensor *t, const char *name, const Tensor *source, const char *source_name,
                 const char *explanation)
{
    char origin[64] = "new numbers";
    if (source != NULL && shares_numbers(t, source))
        snprintf(origin, sizeof origin, "view of %s", source_name);
    else if (source != NULL && tensor_numel(source) == tensor_numel(t))
        snprintf(origin, sizeof origin, "copy of %s", source_name);
    printf("%s%4d  %s%s\n", bold, ++step_number, name, plain);
    printf("      shape %s   strides %s   %s%s%s\n", tensor_shape_text(t),
           shape_text(t->ndim, t->stride), dim, origin, plain);
    printf("      %s\n\n", explanation);
    print_indented(t);
}

/* What strides are for: from an index to a place in memory. */
static void show_place(const Tensor *t, const char *name, int ndim, const long *index)
{
    printf("      %s%s is at ", name, shape_text(ndim, index));
    for (int d = 0; d < ndim; d++)
        printf("%s%ld*%ld", d ? " + " : "", index[d], t->stride[d]);
    printf(" = %ld in memory: %g\n\n", strides_offset(ndim, t->stride, index),
           (double)tensor_get(t, ndim, index));
}

/* t(index, :), once every axis but the last is chosen. */
static Tensor *row_of(Tensor *t, const long *index)
{
    while (t->ndim > 1)
        t = tensor_select(t, 0, *index++);
    return t;
}

/* One number of a matrix product, term by term. */
static void show_sum(const Tensor *product, const char *name, const long *index, const Tensor *row,
                     const Tensor *column)
{
    printf("      %s%s = ", name, shape_text(product->ndim, index));
    for (long k = 0; k < row->shape[0]; k++)
        printf("%s%g*%g", k ? " + " : "", (double)tensor_get(row, AT(k)),
               (double)tensor_get(column, AT(k)));
    printf(" = %g\n\n", (double)tensor_get(product, product->ndim, index));
}

static void show_row_sums(const Tensor *weights)
{
    printf("      row sums:");
    for (long h = 0; h < H; h++) {
        printf("%s head %ld:", h ? "," : "", h);
        for (long i = 0; i < T; i++) {
            double sum = 0;
            for (long j = 0; j < T; j++)
                sum += (double)tensor_get(weights, AT(0, h, i, j));
            printf(" %.6g", sum);
        }
    }
    printf("\n\n");
}

/* ---- the example ------------------------------------------------------------------------------- */

static void fill_with_halves(Tensor *t, Rng *rng)
{
    for (long i = 0; i < tensor_numel(t); i++)
        t->data[i] = (real)(0.5 * (double)(rng_below(rng, 3) - 1));
}

static MultiHeadAttention *two_heads(Rng *rng)
{
    MhaOptions options = {.embed_dim = C, .num_heads = H, .no_bias = true, .init = rng};
    MultiHeadAttention *a = mha_new(options);
    Tensor *weights[] = {a->q->weight, a->k->weight, a->v->weight, a->out->weight};
    for (int i = 0; i < 4; i++)
        fill_with_halves(weights[i], rng);
    return a;
}

static Tensor *three_tokens(void)
{
    return tensor_from(SHAPE(B, T, C),
                       VALUES(1, 0, 2, 0, 1, 0, 0, 1, 0, 2, 0, 1, 2, 0, 0, 1, 1, 0));
}

typedef struct {
    Tensor *q, *k, *v; /* (B, H, T, D) */
} Heads;

static Heads show_projections(MultiHeadAttention *a, Tensor *x)
{
    show(x, "input x", NULL, NULL, "Three tokens, each a row of six channels.");
    Tensor *q = linear_forward(a->q, x), *k = linear_forward(a->k, x), *v = linear_forward(a->v, x);
    show(q, "Q = x @ W_Q", NULL, NULL, "Each token's question: what am I looking for?");
    printf("      W_Q, of which each column makes one channel of Q:\n\n");
    print_indented(a->q->weight);
    show_sum(q, "Q", (const long[]){0, 2, 3}, row_of(x, (const long[]){0, 2}),
             row_of(tensor_transpose(a->q->weight, 0, 1), (const long[]){3}));
    show(k, "K = x @ W_K", NULL, NULL, "Each token's label: what can I be found by?");
    show(v, "V = x @ W_V", NULL, NULL, "Each token's content: what do I hand over?");

    Tensor *cut = tensor_reshape(q, SHAPE(B, T, H, D));
    show(cut, "Q reshaped to (B, T, H, D)", q, "Q",
         "Each row of six is now read as two heads of three. The numbers stay where they are.");
    Tensor *heads = tensor_transpose(cut, 1, 2);
    show(heads, "Q transposed to (B, H, T, D)", q, "Q",
         "One (3, 3) matrix per head. Two strides changed places, no number did.");
    show_place(heads, "Q", AT(0, 1, 2, 0));
    printf("      K and V go the same way: split_heads(x, 2) is these two steps.\n\n");
    return (Heads){heads, split_heads(k, H), split_heads(v, H)};
}

static Tensor *show_weights(Heads heads)
{
    Tensor *scores = attention_scores(heads.q, heads.k);
    show(scores, "scores = Q @ K^T", NULL, NULL,
         "Row i, column j: how well does the question of token i fit the label of token j?");
    show_sum(scores, "scores", (const long[]){0, 1, 2, 0}, row_of(heads.q, (const long[]){0, 1, 2}),
             row_of(heads.k, (const long[]){0, 1, 0}));
    Tensor *masked = attention_mask(attention_scale(scores, D), mask_causal(T));
    show(masked, "scores / sqrt(3), masked", NULL, NULL,
         "Scaled so that they do not grow with D; -inf where j > i: no token sees the future.");
    Tensor *weights = attention_weights(masked);
    show(weights, "weights = softmax of each row", NULL, NULL,
         "exp(-inf) is 0, and the rest of the row shares 1. Query 0 has only key 0.");
    show_row_sums(weights);
    return weights;
}

static Tensor *show_merge(Tensor *weights, Tensor *v)
{
    Tensor *context = attention_context(weights, v);
    show(context, "context = weights @ V", NULL, NULL,
         "For each query and head: the values, blended by its weights.");
    Tensor *back = tensor_transpose(context, 1, 2);
    show(back, "context transposed back to (B, T, H, D)", context, "context",
         "The heads of one token side by side again, by strides alone.");
    Tensor *merged = tensor_reshape(back, SHAPE(B, T, C));
    show(merged, "merged = reshape to (B, T, C)", back, "context",
         "Neighbours in a row are not neighbours in memory: this reshape is the one copy.");
    return merged;
}

int main(int argc, char **argv)
{
    const Options options = {
        "trace",
        "usage: trace\nSix numbers a token, on their way through attention with two heads.\n\n", 0,
        NULL, NULL};
    OptionsResult wish = options_read(&options, argc, argv);
    if (wish != OPTIONS_READ)
        return options_end(wish);
    use_colors_on_a_terminal();
    Rng rng = rng_seed(20);
    MultiHeadAttention *a = two_heads(&rng);
    Scope *scope = scope_open();
    Tensor *x = three_tokens();
    printf("\n%sTwo-head causal attention on a (1, 3, 6) tensor%s\n", bold, plain);
    printf("B = 1 sequence, T = 3 tokens, C = 6 channels, H = 2 heads, D = C / H = 3\n\n");

    Heads heads = show_projections(a, x);
    Tensor *merged = show_merge(show_weights(heads), heads.v);
    Tensor *output = linear_forward(a->out, merged);
    show(output, "output = merged @ W_O", NULL, NULL,
         "W_O mixes what the heads found. The shape is that of the input, so layers stack.");

    Tensor *whole = mha_forward(a, x, mask_causal(T));
    double difference = 0;
    for (long i = 0; i < B * T * C; i++)
        difference = fmax(difference, fabs((double)(whole->data[i] - output->data[i])));
    printf("mha_forward(attention, x, mask_causal(3)) does all of this in one call; largest "
           "difference: %g\n\n",
           difference);
    scope_close(scope);
    module_free(&a->module);
    return 0;
}

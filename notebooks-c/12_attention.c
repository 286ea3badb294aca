// %% [markdown]
// # 12 Attention
//
// A word looks at other words and takes a mixture of them. The whole mechanism is
//
// $$\mathrm{attention}(Q, K, V) = \mathrm{softmax}\!\left(\frac{QK^\top}{\sqrt{D}} + M\right)V$$
//
// and every part of it is visible below: the scores, why they are divided by $\sqrt{D}$, what the
// mask $M$ takes away, what several heads see at once, and the graph that all of it leaves behind.

// %%
#include <math.h>
#include "notebook.h"

enum { T = 8, C = 32, HEADS = 4, D = C / HEADS };
static const char *const words[T] = {"the", "cat", "sat", "on", "the", "mat", "and", "slept"};

static Rng rng;
static Tensor *x;
static MultiHeadAttention *attn;

// %% [markdown]
// ## Eight words
//
// Each word is a point in $C = 32$ dimensions; equal words are equal points. The product of two
// points says how much they have in common, so *the* matches *the*, and everything matches itself.

// %%
CELL
{
    rng = rng_seed(12);
    Tensor *table = tensor_normal(SHAPE(7, C), 0, (real)0.6, &rng);
    IntTensor *ids = int_tensor_from(SHAPE(1, T), IDS(0, 1, 2, 3, 0, 4, 5, 6));
    x = tensor_named(tensor_embedding(table, ids), "x");
    Tensor *scores = attention_scores(x, x); /* (1, T, T) */
    printf("x is %s, the scores are %s\n", tensor_shape_text(x), tensor_shape_text(scores));
    display_heatmap(tensor_select(scores, 0, 0),
                    &(HeatmapOptions){.title = "Scores: what two words have in common",
                                      .row_title = "query",
                                      .column_title = "key",
                                      .row_labels = words,
                                      .column_labels = words,
                                      .diverging = true});
}

// %% [markdown]
// ## Why divide by $\sqrt{D}$
//
// A score is a sum of $D$ products of numbers of size 1, so its typical size is $\sqrt{D}$. Softmax
// of large scores puts everything on one key, and its derivative $p_i(\delta_{ij} - p_j)$ is then
// nearly 0: nothing is learned. Divided by $\sqrt{D}$ the weights stay soft however wide a head is.

// %%
static double largest_weight(long dim, bool scaled, double *slope)
{
    double sum = 0, slopes = 0;
    enum { TRIES = 400 };
    for (int i = 0; i < TRIES; i++) {
        Scope *scope = scope_open();
        Tensor *q = tensor_normal(SHAPE(1, dim), 0, 1, &rng);
        Tensor *k = tensor_normal(SHAPE(T, dim), 0, 1, &rng);
        Tensor *scores = attention_scores(q, k);
        Tensor *p = attention_weights(scaled ? attention_scale(scores, dim) : scores);
        double most = (double)tensor_item(tensor_max(p, ALL_AXES, false));
        sum += most;
        slopes += most * (1 - most);
        scope_close(scope);
    }
    *slope = slopes / TRIES;
    return sum / TRIES;
}

CELL
{
    double dims[7], with[7], without[7], slope_with[7], slope_without[7];
    table_begin("D|largest weight, scaled|unscaled|slope of softmax, scaled|unscaled");
    for (int i = 0; i < 7; i++) {
        long dim = 4L << i;
        dims[i] = i + 2;
        with[i] = largest_weight(dim, true, &slope_with[i]);
        without[i] = largest_weight(dim, false, &slope_without[i]);
        table_row("%ld|%.2f|%.2f|%.3f|%.3f", dim, with[i], without[i], slope_with[i],
                  slope_without[i]);
    }
    table_end();
    display_chart(2,
                  (Series[]){{"divided by sqrt(D)", 7, dims, with, false},
                             {"as they are", 7, dims, without, false}},
                  &(ChartOptions){.title = "Without the scale, softmax saturates",
                                  .x_title = "log2 of D",
                                  .y_title = "mean largest weight",
                                  .y_low = 0,
                                  .y_high = 1.02});
}

// %% [markdown]
// ## Masks
//
// A mask has 1 where a query may look and 0 where it may not. Masked scores become $-\infty$, so
// their weights are exactly 0, and the rest of the row still sums to 1. A causal mask hides what
// comes later; a padding mask hides the end of a short sequence; both together hide both.

// %%
CELL
{
    Tensor *causal = mask_causal(T);
    Tensor *padding = mask_padding(int_tensor_from(SHAPE(1), IDS(6)), T); /* (1, 1, 1, T) */
    Tensor *both = tensor_reshape(mask_combine(causal, padding), SHAPE(T, T));
    Tensor *scores = attention_scale(attention_scores(x, x), C);
    const Tensor *weights[4];
    Tensor *masks[4] = {NULL, causal, tensor_reshape(padding, SHAPE(1, T)), both};
    for (int i = 0; i < 4; i++)
        weights[i] = tensor_select(attention_weights(attention_mask(scores, masks[i])), 0, 0);
    display_heatmaps(4, weights, (const char *[]){"no mask", "causal", "6 words of 8", "both"}, 2,
                     &(HeatmapOptions){.title = "The same scores under four masks",
                                       .row_title = "query",
                                       .column_title = "key",
                                       .row_labels = words,
                                       .column_labels = words});
}

// %% [markdown]
// A mask that does not fit is a mistake, and it is told in full. This cell ends here; the next one
// goes on as if it had never run.

// %%
CELL_FAILS
{
    scaled_dot_product_attention(x, x, x, mask_causal(T - 1));
}

// %% [markdown]
// ## Several heads
//
// Four heads of 8 dimensions cost what one of 32 does, and each has its own idea of what belongs
// together. These are untrained: the patterns come from the random projections alone.

// %%
CELL
{
    attn = mha_new((MhaOptions){.embed_dim = C, .num_heads = HEADS, .init = &rng});
    for (int i = 0; i < 2; i++) { /* larger than usual, so that there is something to see */
        Tensor *w = i == 0 ? attn->q->weight : attn->k->weight;
        scale_kernel(w, w, (real)2.5);
    }
    Attention seen = mha_attend(attn, x, mask_causal(T));
    display_heads(1, (const Tensor *[]){seen.weights},
                  &(HeatmapOptions){.title = "Four heads, causal",
                                    .row_title = "query",
                                    .column_title = "key",
                                    .row_labels = words,
                                    .column_labels = words});
}

// %% [markdown]
// One query at a time is easier to read: a row of weights over the words, and the average over the
// heads below it. The average still adds up to 1, and hides what single heads do.

// %%
CELL
{
    Tensor *weights =
        tensor_select(mha_attend(attn, x, mask_causal(T)).weights, 0, 0); /* (H, T, T) */
    Tensor *last = tensor_select(weights, 1, T - 1);                      /* (H, T) */
    Tensor *mean = tensor_mean(last, AXES(0), true);
    Tensor *rows = tensor_concat(2, (Tensor *[]){last, mean}, 0);
    display_heatmap(rows,
                    &(HeatmapOptions){.title = "What the last query attends to",
                                      .row_title = "head",
                                      .column_title = "key",
                                      .row_labels = (const char *[]){"0", "1", "2", "3", "mean"},
                                      .column_labels = words});
    gate(fabs(tensor_item(tensor_sum(mean, ALL_AXES, false)) - 1) < 1e-5,
         "the average adds up to 1");
}

// %% [markdown]
// ## The graph, without a mask and with one
//
// Blue is what goes in, green what is learned, orange what comes out. The mask adds one operation;
// the gradient flows around it, and where it hides a key, none flows at all. To walk through the graph of a trained
// transformer, head by head: `make explore`, then `build/explore/words.html`.

// %%
static void draw(Tensor *mask, const char *title)
{
    Scope *scope = scope_open();
    Tensor *y = mha_forward(attn, x, mask);
    display_graph(tensor_mean(tensor_mul(y, y), ALL_AXES, false),
                  &(GraphOptions){.level = GRAPH_DEFAULT, .title = title});
    scope_close(scope);
}

CELL
{
    draw(NULL, "no mask");
}

// %%
CELL
{
    draw(mask_causal(T), "causal mask");
}

// %% [markdown]
// ## One projection or three
//
// $Q$, $K$ and $V$ can come from three $(C, C)$ matrices or from one $(C, 3C)$ matrix cut in three.
// The numbers are the same. One large product can keep many cores busier than three small ones; on
// the single core of a notebook there is little between them.

// %%
static double milliseconds(MultiHeadAttention *a, Tensor *batch)
{
    double best = 1e9;
    for (int i = 0; i < 20; i++) {
        Scope *scope = scope_open();
        double started = kindling_seconds();
        tensor_backward(tensor_sum(mha_forward(a, batch, NULL), ALL_AXES, false));
        best = fmin(best, 1000 * (kindling_seconds() - started));
        scope_close(scope);
    }
    return best;
}

CELL
{
    table_begin("C|three projections, ms|one, ms|largest difference");
    for (long width = 32; width <= 128; width *= 2) {
        MhaOptions o = {.embed_dim = width, .num_heads = HEADS, .init = &rng};
        MultiHeadAttention *three = mha_new(o);
        o.qkv_in_one = true;
        MultiHeadAttention *one = mha_new(o);
        mha_copy(one, three);
        Tensor *batch = tensor_normal(SHAPE(8, 32, width), 0, 1, &rng);
        Tensor *gap = tensor_sub(mha_forward(one, batch, NULL), mha_forward(three, batch, NULL));
        double most = (double)tensor_item(tensor_max(tensor_abs(gap), ALL_AXES, false));
        table_row("%ld|%.2f|%.2f|%.1e", width, milliseconds(three, batch), milliseconds(one, batch),
                  most);
        gate(most < 1e-4, "C = %ld: one projection gives the numbers of three", width);
        module_free(&one->module);
        module_free(&three->module);
    }
    table_end();
}

// %% [markdown]
// ## Where a word stands
//
// Attention itself does not know order: exchange two words and their results are exchanged, nothing
// else. So positions are added to the words, either waves of many lengths (2017) or vectors that
// are learned. On the right is how alike two positions are: waves know about distance from the
// start, learned vectors have yet to find out.

// %%
CELL
{
    enum { LONG = 32 };
    Tensor *waves = sinusoidal_positions(LONG, C);
    PositionalEncoding *learned = positions_learned_new(LONG, C, &rng);
    Tensor *start = tensor_mul_scalar(tensor_detach(learned->table), 1 / (real)0.02);
    const Tensor *pictures[4] = {
        waves, tensor_mul_scalar(tensor_matmul(waves, tensor_transpose(waves, 0, 1)), 2 / (real)C),
        start, tensor_mul_scalar(tensor_matmul(start, tensor_transpose(start, 0, 1)), 1 / (real)C)};
    display_heatmaps(4, pictures,
                     (const char *[]){"waves", "waves: how alike", "learned, at the start",
                                      "learned: how alike"},
                     2,
                     &(HeatmapOptions){.title = "Sinusoidal and learned positions",
                                       .row_title = "position",
                                       .low = -1,
                                       .high = 1,
                                       .diverging = true});
    module_free(&learned->module);
}

// %% [markdown]
// ## Does order matter?
//
// Without positions, turning the sentence around turns the results around and changes nothing else.
// With them it does not.

// %%
static double change_when_reversed(Tensor *in)
{
    Tensor *there = mha_forward(attn, in, NULL);
    Tensor *back = mha_forward(attn, tensor_slice(x, 1, -1, SLICE_END, -1), NULL);
    if (in != x)
        back = mha_forward(
            attn, tensor_add(tensor_slice(x, 1, -1, SLICE_END, -1), sinusoidal_positions(T, C)),
            NULL);
    Tensor *gap = tensor_sub(there, tensor_slice(back, 1, -1, SLICE_END, -1));
    return (double)tensor_item(tensor_max(tensor_abs(gap), ALL_AXES, false));
}

CELL
{
    double without = change_when_reversed(x);
    double with = change_when_reversed(tensor_add(x, sinusoidal_positions(T, C)));
    printf("largest change: %.1e without positions, %.2f with them\n", without, with);
    gate(without < 1e-4, "attention without positions does not see order");
    gate(with > 1e-2, "with positions it does");
}

// %% [markdown]
// ## What to try
//
// Change `HEADS` to 1 or 8, the length in `mask_padding` to 3, or the factor 2.5 to 10, and run it
// again.

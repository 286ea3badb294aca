/* gaze.c - what a model attended to while it read a word.
 *
 * Row i of a head's weights is query i, which writes letter i of the answer; column j is key j, place j of the
 * word. To reverse a word of n letters, query i has to attend to key n - 1 - i: the anti-diagonal.
 */
#include "gaze.h"

static void label(char letters[WORD_LONGEST][2], const char *labels[WORD_LONGEST], const Word *w)
{
    for (int i = 0; i < WORD_LONGEST; i++) {
        char letter = i < w->length && w->letter[i] > 0 ? (char)('A' + w->letter[i] - 1) : ' ';
        letters[i][0] = letter;
        letters[i][1] = '\0';
        labels[i] = letter == ' ' ? "\xc2\xb7" : letters[i]; /* middle dot: nothing there */
    }
}

void gaze_take(Gaze *g, Gpt *gpt, const Word *word, const Word *answer)
{
    *g = (Gaze){
        .word = word, .n_layers = gpt->options.num_layers, .n_heads = gpt->options.num_heads};
    if (g->n_layers > GAZE_LAYERS)
        kindling_fail(
            "gaze_take: the model has %ld layers, expected at most %d. hint: a larger GAZE_LAYERS",
            g->n_layers, GAZE_LAYERS);
    label(g->letters[0], g->keys, word);
    label(g->letters[1], g->queries, answer);
    Batch batch;
    words_batch(&batch, 1, word);
    for (long l = 0; l < g->n_layers; l++)
        g->weights[l] = gpt_attention(gpt, batch.ids, NULL, l);
}

/* How much of its attention a head spends on the mirror image of each letter, on average. */
static double mirror_share(const Gaze *g, long layer, long head)
{
    double sum = 0;
    for (int i = 0; i < g->word->length; i++)
        sum += (double)tensor_get(g->weights[layer], AT(0, head, i, g->word->length - 1 - i));
    return sum / g->word->length;
}

/* (n, n): one head, the letters of the word only. */
static Tensor letters_of(const Gaze *g, long layer, long head)
{
    const Tensor *w = g->weights[layer];
    return (Tensor){.data = w->data + head * w->stride[1],
                    .ndim = 2,
                    .shape = {g->word->length, g->word->length},
                    .stride = {w->stride[2], w->stride[3]}};
}

void gaze_print(const Gaze *g)
{
    long layer = 0, head = 0;
    for (long i = 0; i < g->n_layers * g->n_heads; i++) {
        if (mirror_share(g, i / g->n_heads, i % g->n_heads) > mirror_share(g, layer, head)) {
            layer = i / g->n_heads;
            head = i % g->n_heads;
        }
    }
    Tensor matrix = letters_of(g, layer, head);
    printf("\nAttention of layer %ld, head %ld. A row is a query, the letter to write; a column\n"
           "is a key, a place of the word:\n\n",
           layer, head);
    heatmap_terminal(stdout, &matrix, g->queries, g->keys);
    double share = mirror_share(g, layer, head);
    printf("\n%.0f %% of the attention lies on the anti-diagonal: %s\n", 100 * share,
           share > 0.5 ? "the first letter comes from the last\n"
                         "place, the second from the place before. Nobody told it to look there."
                       : "it has not found out yet where to look.");
}

int gaze_svg(const Gaze *g, const char *path)
{
    Tensor rows[GAZE_LAYERS]; /* (1, H, n, T): what happens behind the end of the word is noise */
    const Tensor *weights[GAZE_LAYERS];
    for (long l = 0; l < g->n_layers; l++) {
        slice_view(&rows[l], g->weights[l], 2, 0, g->word->length, 1);
        weights[l] = &rows[l];
    }
    char title[120];
    snprintf(title, sizeof title, "%s backwards: where each head looks%s", word_text(g->word),
             g->word->length < WORD_LONGEST ? " (\xc2\xb7 is an empty place)" : "");
    return heatmap_heads_svg(path, g->n_layers, weights, 0,
                             &(HeatmapOptions){.title = title,
                                               .row_title = "query",
                                               .column_title = "key",
                                               .row_labels = g->queries,
                                               .column_labels = g->keys,
                                               .low = 0,
                                               .high = 1});
}

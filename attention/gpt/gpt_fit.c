/* gpt_fit.c - how deep and how wide a GPT may be that has to fit.
 *
 * Of a given depth the narrowest one costs least in everything; so the deepest one is found among
 * these, and is widened afterwards. Invariant: whatever costs more than a budget costs more still
 * with a layer or a head more.
 */
#include "attention_shared.h"

void gpt_fit_check(GptBudget b)
{
    if (b.vocabulary < 1 || b.context < 1 || b.head_dim < 1 || b.aspect < 1)
        fail("gpt_fit: vocabulary %ld, context %ld, head_dim %ld, aspect %ld, expected at least 1 "
             "each",
             b.vocabulary, b.context, b.head_dim, b.aspect);
}

/* Matrices and biases of a block: 4 in attention, two of four times the size in the MLP; two norms.
 * The head is the token table. */
static bool fits(long layers, long channels, GptBudget b)
{
    const double L = (double)layers, C = (double)channels;
    const double tables = (double)(b.vocabulary + b.context) * C;
    const double parameters = L * (12 * C * C + 13 * C) + 2 * C + tables;
    const double looks = 4 * L * C * (double)b.context; /* of one token, at all of them */
    return parameters <= b.parameters && 2 * L * C <= b.cache && 2 * parameters + looks <= b.flops;
}

static long narrowest(long layers, GptBudget b)
{
    const long least = b.aspect * layers;
    return (least + b.head_dim - 1) / b.head_dim * b.head_dim;
}

EXERCISE
GptOptions gpt_fit(GptBudget b)
{
    gpt_fit_check(b);
    long layers = 0;
    while (fits(layers + 1, narrowest(layers + 1, b), b))
        layers++;
    if (layers == 0)
        return (GptOptions){0};
    long channels = narrowest(layers, b);
    while (fits(layers, channels + b.head_dim, b))
        channels += b.head_dim;
    return (GptOptions){.vocabulary = b.vocabulary,
                        .context = b.context,
                        .embed_dim = channels,
                        .num_heads = channels / b.head_dim,
                        .num_layers = layers,
                        .causal = true,
                        .tied = true};
}

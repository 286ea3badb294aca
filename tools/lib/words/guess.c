/* guess.c - how sure a model is of each letter that it writes.
 *
 * An encoder writes all letters at once: those of a drawn word do not know of each other.
 */
#include "guess.h"
#include <string.h>

enum { LIKELIEST = 3 };

void guess_take(Guess *g, Gpt *gpt, const Word *word, double temperature)
{
    *g = (Guess){.length = word->length, .temperature = temperature};
    Scope *scope = scope_open();
    grad_mode(false);
    Batch batch;
    words_batch(&batch, 1, word);
    Tensor *logits = gpt_forward(gpt, batch.ids, NULL); /* (1, T, V) */
    memcpy(g->logits, logits->data, sizeof g->logits);
    scope_close(scope);
    for (int i = 0; i < g->length; i++)
        sample_temperature(g->share[i], g->logits[i], WORD_SYMBOLS, temperature);
}

Word guess_draw(const Guess *g, Rng *rng)
{
    Word w = {.length = g->length};
    SampleOptions options = {.temperature = g->temperature};
    for (int i = 0; i < g->length; i++)
        w.letter[i] = sample_token(g->logits[i], WORD_SYMBOLS, options, rng);
    return w;
}

/* The likeliest letter that is not taken yet. */
static int next_likeliest(const double *share, bool *taken)
{
    int best = -1;
    for (int k = 0; k < WORD_SYMBOLS; k++)
        if (!taken[k] && (best < 0 || share[k] > share[best]))
            best = k;
    taken[best] = true;
    return best;
}

void guess_print(const Guess *g)
{
    printf("\nHow sure it is of each letter, at temperature %g:\n\n", g->temperature);
    for (int i = 0; i < g->length; i++) {
        bool taken[WORD_SYMBOLS] = {false};
        for (int n = 0; n < LIKELIEST; n++) {
            int k = next_likeliest(g->share[i], taken);
            printf("   %c %5.1f %%", k > 0 ? 'A' + k - 1 : '.', 100 * g->share[i][k]);
        }
        printf("\n");
    }
}

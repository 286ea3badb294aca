/* kv_fit.c - how many heads, how many of keys and values, and how long a text, if a cache has to
 * fit.
 *
 * Heads share keys and values in groups: with K of them, of D numbers each, a layer keeps 2 K D
 * numbers of every token. Invariant: what kv_cache_new takes for the result is within the budget.
 */
#include <math.h>
#include "kv_cache_shared.h"

void kv_fit_check(KvBudget b)
{
    if (b.embed_dim < 1 || b.layers < 1 || b.batch < 1 || b.least_width < 1 ||
        b.least_context < 1 || b.number_bytes < 1)
        fail("kv_fit: embed_dim %ld, layers %ld, batch %ld, least_width %ld, least_context %ld, "
             "number_bytes %ld, expected at least 1 each",
             b.embed_dim, b.layers, b.batch, b.least_width, b.least_context, b.number_bytes);
    if (b.most_width < b.least_width || b.most_context < b.least_context)
        fail(
            "kv_fit: widths from %ld to %ld, contexts from %ld to %ld, expected no least above its "
            "most",
            b.least_width, b.most_width, b.least_context, b.most_context);
}

/* Of one token of each text, in all layers, keys and values. */
static double token_bytes(KvBudget b, long kept)
{
    return 2.0 * (double)(b.layers * b.batch) * (double)(kept * b.number_bytes);
}

/* Queries and keys turn in pairs, so a head has an even number of channels. */
static bool is_width(KvBudget b, long D)
{
    return D % 2 == 0 && D >= b.least_width && D <= b.most_width;
}

EXERCISE
KvFit kv_fit(KvBudget b)
{
    kv_fit_check(b);
    KvFit best = {0};
    long most = 0; /* numbers kept of a token in a layer, of keys alone */
    for (long H = b.embed_dim; H >= 1; H--) {
        if (b.embed_dim % H != 0 || !is_width(b, b.embed_dim / H))
            continue;
        for (long K = H, D = b.embed_dim / H; K >= 1; K--) {
            double bytes = token_bytes(b, K * D) * (double)b.least_context;
            if (H % K == 0 && K * D > most && bytes <= b.bytes) {
                most = K * D;
                best = (KvFit){.num_heads = H, .num_kv_heads = K};
            }
        }
    }
    if (most > 0) {
        double fits = floor(b.bytes / token_bytes(b, most));
        best.context = fits < (double)b.most_context ? (long)fits : b.most_context;
    }
    return best;
}

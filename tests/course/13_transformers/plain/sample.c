/* sample.c - one token from logits. */
#include "attention_shared.h"
#include <stdlib.h>

int sample_token(const real *logits, long V, SampleOptions options, Rng *rng)
{
    sample_check(logits, V, options, rng);

    double *p = malloc((size_t)V * sizeof(double));
    sample_temperature(p, logits, V, options.temperature);
    if (options.top_k > 0)
        sample_top_k(p, V, options.top_k);
    if (options.top_p > 0 && options.top_p < 1)
        sample_top_p(p, V, options.top_p);

    double u = 0; /* greedy: the only token that is left */
    if (options.temperature > 0)
        u = rng_uniform(rng);
    long token = -1;
    double sum = 0;
    for (long i = 0; i < V; i++) {
        if (p[i] == 0)
            continue;
        sum += p[i];
        token = i;
        if (sum > u)
            break;
    }
    free(p);
    return (int)token;
}

/* sample_want.c - a token drawn in plain loops. */
#include "want.h"

#define MOST 1500

static double uniform(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return (double)((z ^ z >> 31) >> 11) * 0x1p-53;
}

int plain_token(const Tensor *logits, SampleOptions o, uint64_t *state)
{
    long V = logits->shape[0];
    double p[MOST], sum = 0;
    plain_temperature(p, logits, o.temperature);
    plain_top_k(p, V, o.top_k);
    plain_top_p(p, V, o.top_p);
    double u = o.temperature > 0 ? uniform(state) : 0;
    int token = 0;
    for (long i = 0; i < V; i++) {
        sum += p[i];
        token = p[i] > 0 ? (int)i : token;
        if (sum > u)
            break;
    }
    return token;
}

Tensor *tokens_want(const Tensor *logits, long count, SampleOptions o, Rng rng)
{
    Tensor *ids = blank(SHAPE(count));
    for (long i = 0; i < count; i++)
        ids->data[i] = (real)plain_token(logits, o, &rng.state);
    return ids;
}

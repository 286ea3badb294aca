/* attention_want.c - attention with a cache in plain loops. */
#include "want.h"

/* What query i of head h of row b gets, into D numbers of y: it sees the keys up to its own. */
static void one_query(const Tensor *q, const KvCache *c, long layer, const long *place, real *y)
{
    long b = place[0], h = place[1], i = place[2], D = q->shape[3];
    long seen = kv_cache_length(c, layer, b) - q->shape[2] + i + 1;
    double weight[64], most = -INFINITY, sum = 0;
    for (long j = 0; j < seen; j++) {
        weight[j] = 0;
        for (long d = 0; d < D; d++)
            weight[j] += at(q, AT(b, h, i, d)) * at(c->keys, AT(layer, b, h, j, d));
        weight[j] /= sqrt((double)D);
        most = fmax(most, weight[j]);
    }
    for (long j = 0; j < seen; j++)
        sum += weight[j] = exp(weight[j] - most);
    for (long d = 0; d < D; d++) {
        double out = 0;
        for (long j = 0; j < seen; j++)
            out += weight[j] / sum * at(c->values, AT(layer, b, h, j, d));
        y[d] = (real)out;
    }
}

Tensor *attended_want(const Tensor *q, const KvCache *c, long layer)
{
    long H = q->shape[1], n = q->shape[2], D = q->shape[3];
    Tensor *out = blank(4, q->shape);
    for (long i = 0; i < q->shape[0] * H * n; i++)
        one_query(q, c, layer, (long[]){i / n / H, i / n % H, i % n}, out->data + i * D);
    return out;
}

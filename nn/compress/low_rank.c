/* low_rank.c - one layer as two thin ones.
 *
 *     W = u diag(s) v^T      x W  is about  (x u_r sqrt(s_r)) (sqrt(s_r) v_r^T)
 *
 * Invariant: the product of the two weights is the best matrix of that rank.
 */
#include <math.h>
#include "compress_check.h"

void low_rank_check(const Linear *l, long rank)
{
    long in = l->weight->shape[0], out = l->weight->shape[1], most = in < out ? in : out;
    if (rank < 1 || rank > most)
        fail("linear_low_rank: rank is %ld, expected 1 to %ld for a weight %s", rank, most,
             tensor_shape_text(l->weight));
}

/* r (in + out) < in out */
EXERCISE
long low_rank_limit(long in, long out)
{
    return in * out > 0 ? (in * out - 1) / (in + out) : 0;
}

double low_rank_error(const Tensor *s, long rank)
{
    if (s->ndim != 1 || rank < 0)
        fail("low_rank_error: s is %s and rank %ld, expected (r,) and at least 0",
             tensor_shape_text(s), rank);
    double sum = 0;
    for (long k = s->shape[0] - 1; k >= rank; k--) {
        double value = (double)tensor_get(s, AT(k));
        sum += value * value;
    }
    return sqrt(sum);
}

Linear *low_rank_layer(long in, long out, bool bias)
{
    Rng rng = rng_seed(0);
    Linear *l = linear_new(in, out, bias, &rng);
    tensor_fill(l->weight, 0);
    if (bias)
        tensor_fill(l->bias, 0);
    return l;
}

EXERCISE
Module *linear_low_rank(const Linear *l, long rank)
{
    low_rank_check(l, rank);
    UNDO_ON_FAIL;
    long in = l->weight->shape[0], out = l->weight->shape[1];
    Linear *first = low_rank_layer(in, rank, false);
    Linear *second = low_rank_layer(rank, out, l->bias != NULL);
    Scope *scope = scope_open();
    Svd svd = svd_of(l->weight);
    for (long k = 0; k < rank; k++) {
        real root = (real)sqrt((double)svd.s->data[k]);
        for (long i = 0; i < in; i++)
            first->weight->data[i * rank + k] = tensor_get(svd.u, AT(i, k)) * root;
        for (long j = 0; j < out; j++)
            second->weight->data[k * out + j] = root * tensor_get(svd.v, AT(j, k));
    }
    scope_close(scope);
    if (l->bias != NULL)
        copy_kernel(second->bias, l->bias);
    return sequential_new(LAYERS(&first->module, &second->module));
}

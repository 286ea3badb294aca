/* low_rank_new.c - what low_rank.c is given: an empty layer, and how far off a rank is. */
#include <math.h>
#include "compress_check.h"

Linear *low_rank_layer(long in, long out, bool bias)
{
    Rng rng = rng_seed(0);
    Linear *l = linear_new(in, out, bias, &rng);
    tensor_fill(l->weight, 0);
    if (bias)
        tensor_fill(l->bias, 0);
    return l;
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

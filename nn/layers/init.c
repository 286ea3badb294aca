/* init.c - starting values: small, random, and of a size that keeps signals alive.
 *
 * A sum of n independent terms has n times their variance. So weights shrink with the square root
 * of the number of inputs, or activations would grow or fade from layer to layer.
 *
 * Invariant: numbers are drawn in row-major order, whatever the strides, so that a seed gives the
 * same weights for a tensor and for a view of a larger one.
 */
#include <math.h>
#include "contiguous.h"
#include "layer_parts.h"

/* Drawn where they stay: a second copy of a large table would be held by the cache of scopes. */
void init_uniform(Tensor *t, real low, real high, Rng *rng)
{
    Scope *scope = scope_open();
    Tensor *drawn = contiguous_output(t, false);
    draw_uniform(drawn, low, high, rng);
    contiguous_store(t, drawn);
    scope_close(scope);
    tensor_written(t, "init_uniform");
}

void init_normal(Tensor *t, real mean, real std, Rng *rng)
{
    Scope *scope = scope_open();
    Tensor *drawn = contiguous_output(t, false);
    draw_normal(drawn, mean, std, rng);
    contiguous_store(t, drawn);
    scope_close(scope);
    tensor_written(t, "init_normal");
}

void check_matrix(const char *operation, const Tensor *weight)
{
    if (weight->ndim != 2)
        fail("%s: weight is %s, expected two axes (in, out)", operation, tensor_shape_text(weight));
}

/* torch's kaiming_uniform_(a = sqrt(5)): gain sqrt(2 / 6) times sqrt(3 / in) is 1 / sqrt(in). */
EXERCISE
void init_kaiming_uniform(Tensor *weight, Rng *rng)
{
    check_matrix("init_kaiming_uniform", weight);
    if (weight->shape[0] == 0)
        return;
    real bound = (real)(1 / sqrt((double)weight->shape[0]));
    init_uniform(weight, -bound, bound, rng);
}

/* Glorot and Bengio 2010: between keeping the variance forward (1 / in) and backward (1 / out). */
void init_xavier_normal(Tensor *weight, Rng *rng)
{
    check_matrix("init_xavier_normal", weight);
    if (tensor_numel(weight) == 0)
        return;
    init_normal(weight, 0, (real)sqrt(2 / (double)(weight->shape[0] + weight->shape[1])), rng);
}

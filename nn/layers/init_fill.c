/* init_fill.c - numbers from a random stream into a tensor, or a view of one.
 *
 * Invariant: numbers are drawn in row-major order, whatever the strides, so that a seed gives the
 * same weights for a tensor and for a view of a larger one.
 */
#include "nn.h"

void init_uniform(Tensor *t, real low, real high, Rng *rng)
{
    Scope *scope = scope_open();
    copy_kernel(t, tensor_uniform(t->ndim, t->shape, low, high, rng));
    scope_close(scope);
    tensor_written(t, "init_uniform");
}

void init_normal(Tensor *t, real mean, real std, Rng *rng)
{
    Scope *scope = scope_open();
    copy_kernel(t, tensor_normal(t->ndim, t->shape, mean, std, rng));
    scope_close(scope);
    tensor_written(t, "init_normal");
}

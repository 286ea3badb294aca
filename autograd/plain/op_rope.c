/* op_rope.c - the same, step by step: composed_rope is called. */
#include "autograd.h"

Tensor *tensor_rope(Tensor *x, RopeOptions options)
{
    return composed_rope(x, options);
}

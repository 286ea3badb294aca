/* op_compare.c - 1 where a comparison holds, 0 where it does not: masks made of numbers.
 *
 * A step has no slope, so no gradient passes. The inputs are detached, which drawings show.
 */
#include "autograd.h"

/* Never called: who is computed from detached tensors gets no gradient. */
static void compare_backward(Closure *c, Tensor *dy)
{
    (void)c, (void)dy;
}

static Tensor *compare(const char *name, Tensor *a, Tensor *b, const Operation *op,
                       void (*kernel)(Tensor *out, const Tensor *a, const Tensor *b))
{
    long shape[TENSOR_MAX_AXES];
    int ndim = broadcast_shape(name, a, b, shape);
    Tensor *out = tensor_new(ndim, shape);
    kernel(out, a, b);
    return closure_record(out, op, INPUTS(tensor_detach(a), tensor_detach(b)), NO_CAPTURE);
}

#define COMPARISON(sort)                                                                           \
    static const Operation sort##_op = {.name = #sort, .backward = compare_backward};              \
    Tensor *tensor_##sort(Tensor *a, Tensor *b)                                                    \
    {                                                                                              \
        return compare("tensor_" #sort, a, b, &sort##_op, sort##_kernel);                          \
    }                                                                                              \
    Tensor *tensor_##sort##_scalar(Tensor *a, real s)                                              \
    {                                                                                              \
        return tensor_##sort(a, tensor_scalar(s));                                                 \
    }

COMPARISON(eq)
COMPARISON(ne)
COMPARISON(lt)
COMPARISON(le)
COMPARISON(gt)
COMPARISON(ge)

/* api_checks.c - what holds of every tensor and of every gradient, whatever was done before. */
#include "api.h"
#include <math.h>

Tensor *api_copy(const Tensor *t)
{
    Tensor *copy = tensor_new_like(t);
    copy_kernel(copy, t);
    return copy;
}

/* Numbers whose sums do not depend much on their order. */
static bool is_tame(const Tensor *t)
{
    Tensor *copy = api_copy(t);
    for (long i = 0; i < tensor_numel(copy); i++)
        if (!(fabs((double)copy->data[i]) <= 100))
            return false;
    return true;
}

bool api_close(const Tensor *a, const Tensor *b)
{
    if (!tensor_same_shape(a, b))
        return false;
    if (!is_tame(a) || !is_tame(b))
        return true;
    Tensor *x = api_copy(a), *y = api_copy(b);
    for (long i = 0; i < tensor_numel(x); i++)
        if (!(fabs((double)(x->data[i] - y->data[i])) <= 1e-3))
            return false;
    return true;
}

void api_check_result(const Api *api)
{
    const Tensor *t = api->made;
    fuzz_check(t->ndim >= 0 && t->ndim <= TENSOR_MAX_AXES, "%d axes", t->ndim);
    fuzz_check(shape_numel(t->ndim, t->shape) >= 0, "shape %s", tensor_shape_text(t));
    bool wants = false;
    for (int i = 0; i < API_INPUTS; i++)
        wants = wants || (api->used[i] && api->in[i]->requires_grad);
    fuzz_check(t->requires_grad == (wants && grad_mode_is_on()) || t == api->in[0],
               "operation %d: a gradient is %s", api->op, wants ? "lost" : "made up");
    if (tensor_numel(t) <= API_LARGEST)
        fuzz_look(t);
}

void api_check_gradients(const Api *api)
{
    for (int i = 0; i < api->count; i++) {
        const Tensor *t = api->tensor[i].t;
        if (t->grad == NULL)
            continue;
        fuzz_check(t->requires_grad, "a constant has a gradient");
        fuzz_check(tensor_same_shape(t, t->grad), "a gradient %s of a tensor %s",
                   tensor_shape_text(t->grad), tensor_shape_text(t));
        fuzz_check(!t->grad->requires_grad, "a gradient wants a gradient");
        fuzz_look(t->grad);
    }
}

uint64_t api_gradients(const Api *api)
{
    uint64_t mixed = 14695981039346656037u;
    for (int i = 0; i < api->count; i++) {
        const Tensor *grad = api->tensor[i].t->grad;
        mixed = (mixed ^ (grad != NULL)) * 1099511628211u;
        const Tensor *copy = grad != NULL ? api_copy(grad) : NULL;
        for (long k = 0; copy != NULL && k < tensor_numel(copy) * (long)sizeof(real); k++)
            mixed = (mixed ^ ((const unsigned char *)copy->data)[k]) * 1099511628211u;
    }
    return mixed;
}

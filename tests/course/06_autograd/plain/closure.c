/* closure.c - remembering how a tensor was made. */
#include "core.h"

Tensor *closure_record(Tensor *out, const Operation *op, int n, Tensor *const in[], size_t size,
                       const void *capture)
{
    bool wanted = false;
    for (int i = 0; i < n; i++) {
        if (in[i]->requires_grad)
            wanted = true;
    }
    if (!grad_mode_is_on())
        wanted = false;

    if (wanted) {
        Closure *c = closure_new(out, op, n, in, size, capture);
        out->closure = c;
        out->requires_grad = true;
    } else {
        closure_no_gradient(out, op, n, in, size, capture);
    }

    if (kindling_observer != NULL)
        observe_made(out, op, n, in);
    return out;
}

/* closure.c - remembering how a tensor was made.
 *
 * An operation computes its result and then calls closure_record. The closure keeps what backward
 * will need; it lives in the scope of the result. Invariant: a tensor requires a gradient if, and
 * only if, it is a leaf that asked for one or recording was on and one of its inputs required one.
 */
#include "core.h"

EXERCISE
Tensor *closure_record(Tensor *out, const Operation *op, int n, Tensor *const in[], size_t size,
                       const void *capture)
{
    bool wanted = false;
    for (int i = 0; i < n; i++)
        wanted = wanted || in[i]->requires_grad;
    if (wanted && grad_mode_is_on()) {
        out->closure = closure_new(out, op, n, in, size, capture);
        out->requires_grad = true;
    } else {
        closure_no_gradient(out, op, n, in, size, capture);
    }
    if (kindling_observer != NULL)
        observe_made(out, op, n, in);
    return out;
}

/* closure.c - remembering how a tensor was made.
 *
 * An operation computes its result and then calls closure_record. Invariant: a tensor requires a
 * gradient if, and only if, it is a leaf that asked for one or recording was on and one of its inputs
 * required one.
 */
#include "core.h"
#include "todo.h"

/* ---- 06.1 ------------------------------------------------------------------------------------ */

Tensor *closure_record(Tensor *out, const Operation *op, int n, Tensor *const in[], size_t size,
                       const void *capture)
{
    /* TODO: remember that out was made by op from in[0], ..., in[n - 1], if a gradient is wanted.
     *
     * APPROACH
     *   1. Is a gradient wanted? One input that ->requires_grad is enough.
     *   2. Is recording on? grad_mode_is_on() says.
     *   3. Both: out->closure becomes closure_new(out, op, n, in, size, capture), which copies the
     *      list of inputs and the capture; and out wants a gradient itself (->requires_grad).
     *   4. Otherwise: closure_no_gradient(out, op, n, in, size, capture). It does what drawings and
     *      messages need (what was cut off by a detach, what was computed while recording was off).
     *
     * EXAMPLE
     *   y = a * b, a a leaf that wants a gradient, b a constant: y->closure has op mul, in = {a, b},
     *   n_in = 2, out = y, and y->requires_grad is true. With z = b * b: z->closure stays NULL.
     *
     * HINT: why must y require a gradient? Think of the next operation, which gets y as an input. */
    todo("06.1 closure_record");

    if (kindling_observer != NULL) /* given: some look on, such as KINDLING_CHECK */
        observe_made(out, op, n, in);
    return out;
}

/* closure.c - remembering how a tensor was made: an operation computes its result and then calls
 * closure_record.
 */
#include "core.h"
#include "todo.h"

/* ---- 06.1 ------------------------------------------------------------------------------------ */

Tensor *closure_record(Tensor *out, const Operation *op, int n, Tensor *const in[], size_t size,
                       const void *capture)
{
    /* TODO: remember that out was made by op from in[0], ..., in[n - 1], if a gradient is wanted.
     *
     * CONTRACT  if recording is on, and an input requires a gradient, out gets a closure of its
     *           own, and what is made of out later is recorded likewise (u, below). In every
     *           other case one call does all there is to do. The list of inputs and the capture
     *           belong to the caller, and end with the call.
     * EXAMPLE   y = a * b, a a leaf that wants a gradient, b a constant: y->closure has op mul,
     *           in = {a, b}, n_in = 2, out = y. With z = b * b: z->closure stays NULL. With
     *           u = y * b: u->closure has op mul, in = {y, b}.
     * HOLDS     what only constants made, or what was made while recording was off, has no
     *           closure.
     * YOU HAVE  closure_new, closure_no_gradient: both take the six arguments of
     *           this function. closure_new copies the list and the capture, and returns the
     *           closure, of which out knows nothing. grad_mode_is_on
     * THINK     the next operation gets y as an input. What will it ask of y, and who has seen to
     *           the answer? */
    todo("06.1 closure_record");

    if (kindling_observer != NULL) /* given: some look on, such as KINDLING_CHECK */
        observe_made(out, op, n, in);
    return out;
}

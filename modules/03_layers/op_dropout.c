/* op_dropout.c - switch numbers off at random, so that no neuron can rely on another.
 *
 * Those that stay are divided by 1 - p, so that the expected value does not change and nothing has
 * to be done when the model is used. The factors are drawn forward and used again backward.
 */
#include "autograd.h"
#include "todo.h"

/* ---- given: what the way back needs (a preview of gradients) --------------------------------- */

typedef struct {
    Tensor *factors;
    real p;
} DropoutCapture;

static void dropout_backward(Closure *c, Tensor *dy)
{
    const DropoutCapture *capture = c->capture;
    grad_add(c->in[0], tensor_mul(dy, capture->factors));
}

static void describe_p(const Closure *c, char *text, size_t size)
{
    const DropoutCapture *capture = c->capture;
    snprintf(text, size, "%.4g", (double)capture->p);
}

static const Operation dropout_op = {
    .name = "dropout", .backward = dropout_backward, .saved = 1, .describe = describe_p};

/* ---- 03.5 ------------------------------------------------------------------------------------ */

Tensor *tensor_dropout(Tensor *x, real p, bool training, Rng *rng)
{
    if (!(p >= 0 && p < 1)) /* given */
        fail("tensor_dropout: p is %g; a probability of at least 0 and below 1 is needed",
             (double)p);
    if (rng == NULL && training && p > 0)
        fail("tensor_dropout: rng is NULL, but p = %g needs random numbers", (double)p);
    Tensor *factors = tensor_new_like(x), *out = tensor_new_like(x); /* given; not filled yet */

    /* TODO: return x itself where nothing is to be dropped, and fill factors where something is.
     *
     * APPROACH
     *   1. Not training, or p = 0: return x; nothing is drawn.
     *   2. A number is dropped with probability p: draw rng_uniform(rng), a number in [0, 1), for
     *      each of the tensor_numel(x) numbers, in order.
     *   3. Below p: its factor is 0. Otherwise: 1 / (1 - p), to make up for those that are gone.
     *
     * EXAMPLE
     *   p = 0.25, drawn 0.9, 0.1, 0.25, 0.6:  factors 4/3, 0, 4/3, 4/3
     *   x = (3, 6, 9, 12) becomes (4, 0, 12, 16)
     *
     * HINT: a quarter is dropped, three quarters stay and each counts 4/3: the mean is the same. */
    todo("03.5 tensor_dropout");

    /* given: out = x * factors, and a note that says so (backward multiplies by them again) */
    mul_kernel(out, x, factors);
    return closure_record(out, &dropout_op, INPUTS(x), CAPTURE(DropoutCapture, factors, p));
}

/* op_dropout.c - switch numbers off at random, so that no neuron can rely on another.
 *
 * Those that stay are divided by 1 - p, so that the expected value does not change and nothing has
 * to be done when the model is used. The factors are drawn forward and used again backward.
 */
#include "autograd.h"

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

Tensor *tensor_dropout(Tensor *x, real p, bool training, Rng *rng)
{
    if (!(p >= 0 && p < 1))
        fail("tensor_dropout: p is %g; a probability of at least 0 and below 1 is needed",
             (double)p);
    if (rng == NULL && training && p > 0)
        fail("tensor_dropout: rng is NULL, but p = %g needs random numbers", (double)p);
    if (!training || p == 0)
        return x;
    Tensor *factors = tensor_new_like(x), *out = tensor_new_like(x);
    real kept = 1 / (1 - p);
    for (long i = 0, n = tensor_numel(x); i < n; i++)
        factors->data[i] = rng_uniform(rng) < (double)p ? 0 : kept;
    mul_kernel(out, x, factors);
    return closure_record(out, &dropout_op, INPUTS(x), CAPTURE(DropoutCapture, factors, p));
}

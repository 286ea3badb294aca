/* op_dropout.c - switch numbers off at random, so that no neuron can rely on another.
 *
 * Those that stay are divided by 1 - p, so that the expected value does not change and nothing has
 * to be done when the model is used. The factors are drawn forward and used again backward.
 */
#include "op.h"

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

void dropout_check(real p, bool training, const Rng *rng)
{
    if (!(p >= 0 && p < 1))
        fail("tensor_dropout: p is %g; a probability of at least 0 and below 1 is needed",
             (double)p);
    if (rng == NULL && training && p > 0)
        fail("tensor_dropout: rng is NULL, but p = %g needs random numbers", (double)p);
}

Tensor *dropout_multiply(Tensor *x, Tensor *factors, real p)
{
    Tensor *y = tensor_new_like(x);
    mul_kernel(y, x, factors);
    return closure_record(y, &dropout_op, INPUTS(x), CAPTURE(DropoutCapture, factors, p));
}

EXERCISE
Tensor *tensor_dropout(Tensor *x, real p, bool training, Rng *rng)
{
    dropout_check(p, training, rng);
    if (!training || p == 0)
        return x;
    Tensor *factors = tensor_new_like(x);
    real kept = 1 / (1 - p);
    for (long i = 0, n = tensor_numel(x); i < n; i++)
        factors->data[i] = rng_uniform(rng) < (double)p ? 0 : kept;
    return dropout_multiply(x, factors, p);
}

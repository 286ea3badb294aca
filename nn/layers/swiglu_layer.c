/* swiglu_layer.c - a perceptron whose hidden numbers are let through by a gate (Shazeer 2020).
 *
 *     y = (silu(x W_gate) * (x W_up)) W_down
 *
 * W_gate and W_up lie side by side in one matrix, so that x is read once. With H two thirds of what
 * a plain perceptron has, it has as many weights.
 * Invariant: x keeps its shape.
 */
#include <limits.h>
#include "nn.h"

static Tensor *forward(Module *self, Tensor *x)
{
    return swiglu_forward((SwiGlu *)self, x);
}

SwiGlu *swiglu_new(long channels, long hidden, bool bias, Rng *rng)
{
    if (channels < 1 || hidden < 1 || hidden > LONG_MAX / 2)
        fail("swiglu_new: channels is %ld and hidden %ld, expected at least 1 of each", channels,
             hidden);
    UNDO_ON_FAIL;
    SwiGlu *s = module_new(sizeof *s, "SwiGLU", forward);
    s->gate_up = linear_new(channels, 2 * hidden, bias, rng);
    module_add(&s->module, "gate_up", &s->gate_up->module);
    s->down = linear_new(hidden, channels, bias, rng);
    module_add(&s->module, "down", &s->down->module);
    return s;
}

Tensor *swiglu_forward(SwiGlu *s, Tensor *x)
{
    return linear_forward(s->down, tensor_swiglu(linear_forward(s->gate_up, x)));
}

/* op_tanh.c - a line near 0, and flat far out. */
#include "op.h"
#include "clones.h"
#include "todo.h"

/* ---- 06.12 ----------------------------------------------------------------------------------- */

KINDLING_CLONES static void tanh_backward_row(long n, real *dx, const real *const in[],
                                              const real *arg)
{
    const real *dy = in[0], *y = in[1];
    (void)dy, (void)y, (void)arg;
    /* TODO: dx[i] = dy[i] * (1 - y[i]^2), for n neighbours in memory. y is the result, tanh(x).
     *
     * APPROACH
     *   One loop. relu, sigmoid and others do the same with their own derivatives: see
     *   autograd/ops/op_activation.c.
     *
     * EXAMPLE
     *   x = 1: y = 0.7616, the derivative is 1 - 0.58 = 0.42. With dy = 2: 0.84.
     *
     * HINT: no tanh is needed here. That is why the result was kept. */
    todo("06.12 tanh_backward_row");
}

static void tanh_backward(Closure *c, Tensor *dy)
{
    rows_backward(c, dy, c->out, tanh_backward_row, NULL); /* in[0] is dy, in[1] is c->out */
}

static const Operation tanh_op = {.name = "tanh", .backward = tanh_backward};

Tensor *tensor_tanh(Tensor *a)
{
    return unary_operation(a, tanh_kernel, &tanh_op);
}

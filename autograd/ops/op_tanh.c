/* op_tanh.c - a line near 0, and flat far out: y = tanh(x), y' = 1 - y^2. */
#include "op.h"
#include "clones.h"

KINDLING_CLONES static void tanh_backward_row(long n, real *dx, const real *const in[],
                                              const real *arg)
{
    const real *dy = in[0], *y = in[1];
    (void)arg;
    for (long i = 0; i < n; i++)
        dx[i] = dy[i] * (1 - y[i] * y[i]);
}

static void tanh_backward(Closure *c, Tensor *dy)
{
    rows_backward(c, dy, c->out, tanh_backward_row, NULL);
}

static const Operation tanh_op = {.name = "tanh", .backward = tanh_backward};

Tensor *tensor_tanh(Tensor *a)
{
    return unary_operation(a, tanh_kernel, &tanh_op);
}

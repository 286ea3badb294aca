/* bias_gelu.c - a bias and a GELU in one pass, there and back.
 *
 *     z = x + bias     y = z s(2u)     u = sqrt(2/pi) (z + 0.044715 z^3)     s the sigmoid
 *
 * As two operations the sum z is written, read, and kept for the way back. Adding is cheaper than fetching.
 */
#include "op.h"
#include "vmath.h"
#include "todo.h"

/* ---- 17.6 ---------------------------------------------------------------------------------------- */

void bias_gelu_row(long n, real *y, const real *const in[], const real *arg)
{
    /* TODO: y[i] of x = in[0] and bias = in[1], n numbers each, as the formula above says.
     *
     * CONTRACT  arg is not used. To nine digits in double, for any z: far out y is z, or 0.
     *           2 sqrt(2/pi) is 1.59576912160573071176.
     * EXAMPLE   x = 0.5, bias = 0.5: z = 1, 2u = 1.6671, y = 0.8412
     * HOLDS     bias = 0: the GELU of 02.4. x and bias change places: the same.
     * YOU HAVE  real_exp (vmath.h), of which the compiler can make vectors
     * THINK     z times the sigmoid of 2u: with one exponential? */
    todo("17.6 bias_gelu_backward");
}

/* ---- 17.6 ---------------------------------------------------------------------------------------- */

void bias_gelu_backward(Closure *c, Tensor *dy)
{
    /* TODO: what x = c->in[0], (..., n), and bias = c->in[1], (n), get of dy.
     *
     * CONTRACT  nothing of the way there was kept. Far out (1e20) there is no NaN.
     * EXAMPLE   z = 1: s = 0.8412, 2u = 1.6671, dy/dz = 1.0830. z = 0: 0.5
     * HOLDS     the derivatives at z and at -z add up to 1. Differences say the same.
     * YOU HAVE  gelu_near(x[i] + bias[i]) (op.h): z, but never beyond 100, where all this is
     *           flat; rows_apply(dz, 3, (const Tensor *[]){dy, x, bias}, f, NULL) with f(n, dz,
     *           in, arg) of your own; tensor_new_like, grad_add, real_exp
     * THINK     y = z s(2u): a product, and a function of a function of z. What is the
     *           derivative of a sigmoid, by its own value? What is 2u, derived by z? Check yours
     *           at z = 1 before you type it. */
    todo("17.6 bias_gelu_backward");
}

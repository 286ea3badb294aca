/* bias_gelu.c - a bias and a GELU in one pass, there and back.
 *
 *     z = x + bias     y = z s(2u)     u = sqrt(2/pi) (z + 0.044715 z^3)     s the sigmoid
 *
 * As two operations the sum z is written, read, and kept for the way back. Here it is made where it is used, and once
 * more on the way back: adding is cheaper than fetching.
 */
#include "op.h"
#include "vmath.h"
#include "todo.h"

/* ---- 17.9 ---------------------------------------------------------------------------------------- */

void bias_gelu_row(long n, real *y, const real *const in[], const real *arg)
{
    /* TODO: y[i] of x = in[0] and bias = in[1], n numbers each; arg is not used.
     *
     * APPROACH
     *   1. z = x[i] + bias[i] is a variable, and no array.
     *   2. 2u = 1.59576912160573071176 z (1 + 0.044715 z^2), where the first number is 2 sqrt(2/pi).
     *   3. y[i] = z / (1 + e^(-2u)); real_exp (vmath.h) is an e^x that the compiler can make vectors of.
     *
     * EXAMPLE
     *   x = 0.5, bias = 0.5: z = 1, 2u = 1.6671, y = 0.8412
     *
     * HINT: tensor_bias_gelu (given, op_bias_gelu.c) calls this once for each row of x. */
    todo("17.9 bias_gelu_row");
}

/* ---- 17.10 --------------------------------------------------------------------------------------- */

void bias_gelu_backward(Closure *c, Tensor *dy)
{
    /* TODO: what x = c->in[0], (..., n), and bias = c->in[1], (n), get of dy.
     *
     * APPROACH
     *   1. dy/dz = s (1 + z (1 - s) 2u'), with s = 1 / (1 + e^(-2u)) and 2u' = 1.59576912... (1 + 3 * 0.044715 z^2).
     *      z, u and s are made again from x and bias. Far out, at 1e20, z^3 is infinite and 1 - s is 0, and their product
     *      NaN: gelu_near(x[i] + bias[i]) (given, op.h) is z, but never beyond 100, where all this is flat.
     *   2. Write a row function of your own, static void f(long n, real *dz, const real *const in[], const real *arg),
     *      for in = dy, x, bias.
     *   3. dz = tensor_new_like(x); rows_apply(dz, 3, (const Tensor *[]){dy, x, bias}, f, NULL) calls it for all rows.
     *   4. Both x and bias get dz, by grad_add: it sums over the rows for the bias, which was broadcast.
     *
     * EXAMPLE
     *   z = 1: s = 0.8412, 2u' = 1.8098, dy/dz = 0.8412 (1 + 0.1588 * 1.8098) = 1.0830
     *
     * HINT: one pass makes dz; nothing of the way there was kept. */
    todo("17.10 bias_gelu_backward");
}

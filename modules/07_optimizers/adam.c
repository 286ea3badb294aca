/* adam.c - steps of even size in every direction (Kingma and Ba 2014).
 *
 *     m = beta1 m + (1 - beta1) g          running mean of the gradient
 *     v = beta2 v + (1 - beta2) g^2        running mean of its square
 *     w = w - lr / (1 - beta1^t)  m / (sqrt(v) / sqrt(1 - beta2^t) + eps)
 *
 * The powers undo that m and v start at zero; t counts the steps of this parameter alone, for its
 * moments have seen no others. Invariant: the order of operations is PyTorch's.
 */
#include "optim.h"
#include "vmath.h"
#include "todo.h"

/* ---- 07.4 ---------------------------------------------------------------------------------- */

void adam_moments(const Adam *a, long n, const real *g, real *m, real *v)
{
    /* TODO: let both running means of n weights move on, each by its gradient.
     *
     * APPROACH
     *   1. m[i] is the mean of the gradients:     beta1 of the old one, and 1 - beta1 of g[i].
     *      a->rest1 is 1 - beta1. Move m a bit towards g:  m + rest1 (g - m)  is the same.
     *   2. v[i] is the mean of their squares:     beta2 of the old one, and 1 - beta2 of g[i] squared.
     *      a->beta2 is beta2, a->rest2 is 1 - beta2.
     *
     * EXAMPLE
     *   beta1 = 0.9 (rest1 = 0.1), beta2 = 0.99 (rest2 = 0.01), m = 1, v = 2, g = 3:
     *   m = 1 + 0.1 * (3 - 1) = 1.2        v = 0.99 * 2 + 0.01 * 9 = 2.07
     *
     * HINT: every weight has an m and a v of its own; a->rest1 and the others are the same for all. */
    todo("07.4 adam_moments");
}

/* ---- 07.5 ---------------------------------------------------------------------------------- */

void adam_correct(Adam *a, const Optimizer *o, long i)
{
    /* TODO: the factors that undo the start at zero of parameter i's moments: a->step_size, a->root2.
     *
     * APPROACH
     *   1. t = o->step[i]: the steps of this parameter, 1 in its first (they are counted already).
     *   2. a->step_size = lr / (1 - beta1^t), with o->lr and o->beta1.
     *   3. a->root2 = the square root of 1 - beta2^t.
     *   4. Compute in double (pow, sqrt), and cast the results to real.
     *
     * EXAMPLE
     *   lr = 0.1, beta1 = 0.9, beta2 = 0.99
     *   t = 1: step_size = 0.1 / 0.1  = 1          root2 = sqrt(0.01)   = 0.1
     *   t = 2: step_size = 0.1 / 0.19 = 0.526316   root2 = sqrt(0.0199) = 0.141067
     *
     * HINT: after one gradient g, m is only (1 - beta1) g. Dividing by 1 - beta1^1 gives g. */
    todo("07.5 adam_correct");
}

/* ---- 07.6 ---------------------------------------------------------------------------------- */

void adam_step(const Adam *a, long n, real *w, const real *m, const real *v)
{
    /* TODO: move n weights one step, each by its moments.
     *
     * APPROACH
     *   1. The denominator: the root of v[i] (real_sqrt), divided by a->root2; then plus a->eps.
     *   2. The step: a->step_size times m[i] over the denominator.
     *   3. Take it off what is kept of the weight, a->keep times w[i].
     *
     * EXAMPLE
     *   w = 2, keep = 1, m = 0.3, v = 0.09, step_size = 0.1, root2 = 0.5, eps = 0:
     *   denominator = 0.3 / 0.5 = 0.6       w = 2 - 0.1 * 0.3 / 0.6 = 1.95
     *
     * HINT: eps only guards against 0 / 0. It stands outside of the root. */
    todo("07.6 adam_step");
}

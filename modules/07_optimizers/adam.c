/* adam.c - steps of even size in every direction (Kingma and Ba 2014).
 *
 *     m = a running mean of the gradient, v = one of its square
 *
 * t counts the steps of this parameter alone, for its moments have seen no others. Invariant: m and v
 * themselves stay as they are kept (files hold them), and the order of operations is PyTorch's.
 */
#include "optim.h"
#include "vmath.h"
#include "todo.h"

/* ---- 07.3 ---------------------------------------------------------------------------------- */

void adam_moments(const Adam *a, long n, const real *g, real *m, real *v)
{
    /* TODO: let both running means of n weights move on, each by its gradient.
     *
     * CONTRACT  m[i] is the running mean of the gradients of weight i, v[i] that of their squares.
     *           The nearer beta1 is to 1, the more slowly m moves on; beta2 says so of v.
     * EXAMPLE   beta1 = 0.9 (rest1 = 0.1), beta2 = 0.99 (rest2 = 0.01), m = 1, v = 2, g = 3: m = 1.2, v = 2.07
     * HOLDS     m = g stays, and so does v = g^2. beta1 = 0: m becomes g. v is never negative.
     * YOU HAVE  a->rest1 = 1 - beta1, a->beta2, a->rest2 = 1 - beta2
     * THINK     where m is g already, it stays: by what does it move elsewhere? beta1 is not there:
     *           is it needed? */
    todo("07.3 adam_moments");
}

/* ---- 07.4 ---------------------------------------------------------------------------------- */

void adam_correct(Adam *a, const Optimizer *o, long i)
{
    /* TODO: a->step_size and a->root2: what undoes the start at zero of parameter i's moments.
     *
     * CONTRACT  step_size is m's and has lr in it, root2 is v's: HOLDS says what they are good for.
     *           They come of o->lr, o->beta1, o->beta2 and t = o->step[i]. Computed in double:
     *           1 - 0.999 has few digits left in a float.
     * EXAMPLE   lr = 0.1, beta1 = 0.9, beta2 = 0.99
     *           t = 1: step_size = 1          root2 = 0.1
     *           t = 2: step_size = 0.526316   root2 = 0.141067
     * HOLDS     if all gradients were g, m times step_size is lr g, and sqrt(v) / root2 is |g|,
     *           for every t: so every step is lr long.
     * YOU HAVE  pow, sqrt
     * THINK     after one gradient g, m is (1 - beta1) g. After two equal ones? After t? What
     *           must it be divided by? */
    todo("07.4 adam_correct");
}

/* ---- 07.5 ---------------------------------------------------------------------------------- */

void adam_step(const Adam *a, long n, real *w, const real *m, const real *v)
{
    /* TODO: move n weights one step, each by its moments.
     *
     * CONTRACT  each weight moves by its own m and v, a->step_size and a->root2 (07.4); a->eps only
     *           keeps 0 / 0 away. The step is taken off a->keep times w[i] (keep is 1, or a little
     *           less where AdamW decays).
     * EXAMPLE   w = 2, keep = 1, m = 0.3, v = 0.09, step_size = 0.1, root2 = 0.5
     *           eps = 0: w = 1.95          eps = 0.4: w = 1.97
     * HOLDS     all gradients 100 times as large: the same step (for eps = 0). m = 0 and v = 0:
     *           no step, and no NaN.
     * YOU HAVE  real_sqrt
     * THINK     what is the typical gradient of a weight, corrected? In which units is the step
     *           measured then? */
    todo("07.5 adam_step");
}

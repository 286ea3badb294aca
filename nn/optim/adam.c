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

EXERCISE
void adam_moments(const Adam *a, long n, const real *g, real *m, real *v)
{
    for (long i = 0; i < n; i++) {
        m[i] += a->rest1 * (g[i] - m[i]);
        v[i] = a->beta2 * v[i] + a->rest2 * g[i] * g[i];
    }
}

EXERCISE
void adam_correct(Adam *a, const Optimizer *o, long i)
{
    double t = (double)o->step[i];
    a->step_size = (real)(o->lr / (1 - pow(o->beta1, t)));
    a->root2 = (real)sqrt(1 - pow(o->beta2, t));
}

EXERCISE
void adam_step(const Adam *a, long n, real *w, const real *m, const real *v)
{
    for (long i = 0; i < n; i++)
        w[i] = a->keep * w[i] - a->step_size * (m[i] / (real_sqrt(v[i]) / a->root2 + a->eps));
}

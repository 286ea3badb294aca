/* adam.c - steps of even size in every direction. */
#include "optim.h"
#include "vmath.h"

void adam_moments(const Adam *a, long n, const real *g, real *m, real *v)
{
    real beta1 = 1 - a->rest1;
    for (long i = 0; i < n; i++) {
        m[i] = beta1 * m[i] + a->rest1 * g[i];
        v[i] = a->beta2 * v[i] + a->rest2 * g[i] * g[i];
    }
}

void adam_correct(Adam *a, const Optimizer *o, long i)
{
    double power1 = 1, power2 = 1;
    for (long t = 0; t < o->step[i]; t++) {
        power1 *= o->beta1;
        power2 *= o->beta2;
    }
    a->step_size = (real)(o->lr / (1 - power1));
    a->root2 = (real)sqrt(1 - power2);
}

void adam_step(const Adam *a, long n, real *w, const real *m, const real *v)
{
    for (long i = 0; i < n; i++) {
        real size = real_sqrt(v[i]) / a->root2 + a->eps;
        real step = a->step_size * m[i] / size;
        w[i] = a->keep * w[i] - step;
    }
}

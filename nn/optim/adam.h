/* adam.h - a step of Adam for one number, in four parts. For adam.c and its tests.
 *
 * What is the same for all numbers of a parameter is computed once per step, in double, and kept in
 * an Adam. Invariant: adam_moments and adam_step see one number; they touch nothing else.
 */
#ifndef KINDLING_ADAM_H
#define KINDLING_ADAM_H

#include "nn.h"

typedef struct {
    real *w, *m, *v;
    const real *g;
    real keep;  /* AdamW: what decay leaves of a weight; else 1 */
    real decay; /* Adam: added to the gradient, times the weight; else 0 */
    real rest1; /* 1 - beta1 */
    real beta2, rest2;
    real step_size; /* lr / (1 - beta1^t) */
    real root2;     /* sqrt(1 - beta2^t) */
    real eps;
} Adam;

void adam_moments(const Adam *a, real g, real *m, real *v); /* m and v move on by one gradient */
void adam_correct(Adam *a, const Optimizer *o, long i);     /* step_size, root2 of parameter i */
real adam_step(const Adam *a, real w, real m, real v);      /* the weight afterwards */
void adam_decay(Adam *a, double lr, double decay, bool decoupled); /* sets keep and decay */

#endif

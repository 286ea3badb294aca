/* want.h - what is right in module 07: the functions of the *_want.c. */
#ifndef WANT_H
#define WANT_H

#include "check.h"
#include "optim.h"

/* step_want.c: (2, n), the parameters and the counts of their steps */
Tensor *step_want(const Tensor *before, const Tensor *has_gradient);

/* sgd_want.c: w and buf (2, n) */
Tensor *momentum_want(const Sgd *s, const Tensor *w, const Tensor *buf, const Tensor *g);

/* adam_want.c: m and v (2, n); step_size and root2; w */
Tensor *moments_want(double beta1, double beta2, const Tensor *m, const Tensor *v, const Tensor *g);
Tensor *correction_want(double lr, double beta1, double beta2, long t);
Tensor *adam_step_want(const Adam *a, const Tensor *w, const Tensor *m, const Tensor *v);

/* torch_want.c: the weights of PyTorch after step 0, 1, ... 4, in this order */
Tensor *torch_want(int step, const int order[9]);

/* clip_want.c: the gradients a and b one after the other; their norm */
Tensor *clipped_want(const Tensor *a, const Tensor *b, double max_norm);
double norm_want(const Tensor *a, const Tensor *b);

/* answers_want.c */
double adam_state_bytes_want(void);
double velocity_limit_want(void);
double first_adam_step_want(void);
double largest_lr_want(void);
double forgotten_zero_grad_want(void);

/* own_want.c: allowed, and behind it as many zeros and one more */
Tensor *own_want(const Tensor *allowed);

#endif

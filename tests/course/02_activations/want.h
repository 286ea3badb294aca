/* want.h - what is right in module 02: the functions of the *_want.c. */
#ifndef WANT_H
#define WANT_H

#include "check.h"

/* activations_want.c */
Tensor *relu_want(const Tensor *x);
Tensor *sigmoid_want(const Tensor *x);
Tensor *tanh_want(const Tensor *x);
Tensor *tanh_of_x_want(const Tensor *x);
Tensor *gelu_tanh_want(const Tensor *x);
Tensor *log_of_gelu_tanh_want(const Tensor *x); /* of -gelu_tanh, below 0 */

/* softmax_want.c */
Tensor *softmax_want(const Tensor *x, int axis);
Tensor *logsumexp_want(const Tensor *x, int axis);
Tensor *log_softmax_want(const Tensor *x, int axis);

/* one_pass_want.c: the result, how many numbers, and the budget */
Tensor *stream_want(const Tensor *row, long budget);
double many_want(long first, long n); /* of n hundredths, which come again after 997 */

/* answers_want.c */
double sigmoid_at_0_want(void);
double sigmoid_slope_at_0_want(void);
double softmax_of_equals_want(void);
double softmax_shifted_want(void);
double exp_overflow_want(void);

#endif

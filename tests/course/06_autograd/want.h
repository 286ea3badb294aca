/* want.h - what is right in module 06: the functions of the *_want.c. */
#ifndef WANT_H
#define WANT_H

#include "check.h"
#include "core.h"
#include "net.h"

/* share_want.c */
Tensor *summed_like(const Tensor *g, const Tensor *t); /* undoes a broadcast */
/* The place in a tensor of this shape of element flat of t. */
long place_in(const Tensor *t, long flat, int ndim, const long *shape);

/* closure_want.c */
Tensor *result_want(const Tensor *out);
Tensor *inputs_want(const Tensor *a, const Tensor *b);
Tensor *recording_want(const int order[6]); /* of six results, in this order */
Tensor *while_off_want(void);

/* order_want.c */
Tensor *by_hand_want(void);
Tensor *reached_want(const Net *net, int root);
Tensor *without_detached_want(long first);

/* walk_want.c */
Tensor *walked_want(double ways, const Tensor *seed); /* the gradient of x; seed may be NULL */
Tensor *left_behind_want(void);
Tensor *seeded_leaf_want(const Tensor *seed);
Tensor *added_want(double first, double second); /* by two walks through a retained graph */
Tensor *turns_want(long turns);

/* grad_want.c: before is the gradient that t has, or NULL */
Tensor *grown_want(const Tensor *t, const Tensor *before, const Tensor *g);

/* view_want.c: the gradient of what is seen through a view */
Tensor *turned_want(const Tensor *g); /* of axes 1, 2, 0 */
Tensor *transposed_want(const Tensor *g);
Tensor *reshaped_want(const Tensor *a, const Tensor *g);
Tensor *line_want(const Tensor *few);                     /* places 1 and 2 of 4 */
Tensor *columns_want(const Tensor *g);                    /* columns 4 and 2 of 5 */
Tensor *overlap_want(const Tensor *g, const Tensor *row); /* and row 1 */
Tensor *both_uses_want(const Tensor *g);                  /* s minus its transpose */
Tensor *column_want(const Tensor *h);

/* arithmetic_want.c: the result, and what t gets of g, where other is the other side */
Tensor *sum_want(const Tensor *a, const Tensor *b);
Tensor *sum_share_want(const Tensor *t, const Tensor *g);
Tensor *doublings_want(void);
Tensor *sums_in_a_row_want(const Tensor *x, int sums); /* x + x + ... + x */
Tensor *product_want(const Tensor *a, const Tensor *b);
Tensor *product_share_want(const Tensor *t, const Tensor *other, const Tensor *g);
Tensor *square_share_want(const Tensor *x, const Tensor *g);
Tensor *quotient_want(const Tensor *a, const Tensor *b);
Tensor *dividend_share_want(const Tensor *a, const Tensor *b, const Tensor *g);
Tensor *divisor_share_want(const Tensor *a, const Tensor *b, const Tensor *g);

/* matmul_want.c */
Tensor *smallest_want(double right);
Tensor *left_share_want(const Tensor *b, const Tensor *g);
Tensor *right_share_want(const Tensor *a, const Tensor *b, const Tensor *g);
Tensor *own_share_want(const Tensor *a, const Tensor *g); /* a times itself */

/* reduce_want.c: kept is the result's shape with the reduced axes as 1 */
Tensor *mean_share_want(const Tensor *a, const Tensor *g, const long *kept);
Tensor *max_share_want(const Tensor *a, const Tensor *g, const long *kept);

/* rows_want.c */
Tensor *tanh_share_want(const Tensor *x, const Tensor *g);
Tensor *gelu_share_want(const Tensor *x, const Tensor *g);
Tensor *softmax_share_want(const Tensor *x, const Tensor *g, int axis);

/* cross_entropy_want.c */
Tensor *cross_entropy_share_want(const Tensor *x, const IntTensor *targets, int ignore,
                                 double smoothing, double dy);

/* tested_want.c: 1 where the bit of a function says that it is right, else 0 */
Tensor *verdicts_want(uint64_t right, long n);

/* answers_want.c */
double weight_gradient_want(void);
double closures_want(void);
double bias_gradient_want(void);
double graph_bytes_want(void);
double backward_ratio_want(void);

#endif

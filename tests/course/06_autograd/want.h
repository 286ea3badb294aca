/* want.h - what is right in module 06, and what known mistakes give: the functions of the *_want.c. */
#ifndef WANT_H
#define WANT_H

#include "check.h"
#include "core.h"
#include "net.h"

/* share_want.c */
Tensor *summed_to(const Tensor *g, int ndim, const long *shape); /* undoes a broadcast */
Tensor *summed_like(const Tensor *g, const Tensor *t);
double over(double a, double b);
long place_in(const Tensor *t, long flat, int ndim,
              const long *shape); /* ... of its element flat */
/* What has to be said where no gradient came: words as "a->grad is NULL". */
void arrives(const char *words);
long constants_want(void);  /* how many constants have a gradient */
double products_want(void); /* how many are computed, where one side is a constant */

/* closure_want.c */
Tensor *result_want(const Tensor *out, const Tensor *a);
long recorded_want(void);
Tensor *inputs_want(const Tensor *a, const Tensor *b);
long capture_want(long kept, long later);   /* what the caller's struct holds now, and afterwards */
Tensor *recording_want(const int order[6]); /* of six results, in this order */
Tensor *while_off_want(void);
long behind_detach_want(void);

/* order_want.c */
Tensor *by_hand_want(void);
Tensor *reached_want(const Net *net, int root, bool again);
long nothing_to_walk_want(void);
Tensor *without_detached_want(long first);
long other_flags_want(void);
long chain_want(long depth);
long out_of_place_want(long depth);

/* walk_want.c */
Tensor *walked_want(double ways, const Tensor *seed); /* the gradient of x; seed may be NULL */
Tensor *left_behind_want(void);
Tensor *seeded_leaf_want(const Tensor *seed);
void is_retained(void);
Tensor *added_want(double first, double second); /* by two walks through a retained graph */
void release_is_checked(void);
/* Where the call has failed: 1 if w has a gradient, and 2 more if the root has. */
long untouched_want(void);
Tensor *turns_want(long turns);
long recording_in_turns_want(void);

/* grad_want.c: before is the gradient that t has, or NULL */
Tensor *grown_want(const Tensor *t, const Tensor *before, const Tensor *g);
long not_looked_at_want(void);
void share_is_checked(void);

/* view_want.c: the gradient of what is seen through a view */
Tensor *turned_want(const Tensor *g); /* of axes 1, 2, 0 */
Tensor *transposed_want(const Tensor *a, const Tensor *g);
Tensor *reshaped_want(const Tensor *a, const Tensor *g);
Tensor *line_want(const Tensor *few);                     /* places 1 and 2 of 4 */
Tensor *columns_want(const Tensor *g);                    /* columns 4 and 2 of 5 */
Tensor *overlap_want(const Tensor *g, const Tensor *row); /* and row 1 */
Tensor *both_uses_want(const Tensor *g);                  /* s minus its transpose */
Tensor *column_want(const Tensor *h);

/* arithmetic_want.c: the result, and what t gets of g, where other is the other side */
Tensor *sum_want(const Tensor *a, const Tensor *b);
Tensor *sum_share_want(const Tensor *t, const Tensor *other, const Tensor *g);
Tensor *doublings_want(void);
long additions_want(long n);
Tensor *product_want(const Tensor *a, const Tensor *b);
Tensor *product_share_want(const Tensor *t, const Tensor *other, const Tensor *g);
Tensor *square_share_want(const Tensor *x, const Tensor *g);
Tensor *quotient_want(const Tensor *a, const Tensor *b);
Tensor *dividend_share_want(const Tensor *a, const Tensor *b, const Tensor *g);
Tensor *divisor_share_want(const Tensor *a, const Tensor *b, const Tensor *g);

/* matmul_want.c */
Tensor *smallest_want(double right);
Tensor *left_share_want(const Tensor *a, const Tensor *b, const Tensor *g);
Tensor *right_share_want(const Tensor *a, const Tensor *b, const Tensor *g);
Tensor *own_share_want(const Tensor *a, const Tensor *g); /* a times itself */
void vectors_are_matrices(void);

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

/* answers_want.c */
double weight_gradient_want(void);
double closures_want(void);
double bias_gradient_want(void);
double graph_bytes_want(void);
double backward_ratio_want(void);

#endif

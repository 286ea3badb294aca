/* want.h - what is right in module 01: the functions of the *_want.c. */
#ifndef WANT_H
#define WANT_H

#include "headers.h"

/* strides_want.c */
Tensor *row_major_want(int ndim, const long *shape);
long offset_want(int ndim, const long *stride, const long *index);
long contiguous_want(const Tensor *t);

/* broadcast_want.c */
Tensor *common_want(const Tensor *a, const Tensor *b); /* a header of the common shape */
const char *differing_sizes_are_refused(const Tensor *a, const Tensor *b);
Tensor *stretched_want(const Tensor *t, int ndim, const long *shape);

/* views_want.c */
Tensor *transposed_want(const Tensor *a, int axis1, int axis2);
Tensor *resolved_want(const Tensor *a, int ndim, const long *wished);
/* The message of what is refused. */
const char *unfilled_is_refused(const Tensor *a, int ndim, const long *wished);

/* reshaped_want.c: may a have this shape? Where its elements lie then, row by row; none if not */
long can_take_want(const Tensor *a, int ndim, const long *shape);
Tensor *places_want(const Tensor *a, int ndim, const long *shape);

/* slices_want.c */
long count_want(long start, long stop, long step, long size);
long start_want(long start, long size);
Tensor *sliced_want(const Tensor *a, int axis, long start, long stop, long step);

/* sums_want.c */
Tensor *sum_want(const Tensor *a, int ndim, const long *shape);
Tensor *added_sum_want(const Tensor *a, const Tensor *before);
Tensor *long_sum_want(const Tensor *a);

/* rows_want.c */
Tensor *largest_want(const Tensor *a, int axis);

/* products_want.c */
Tensor *matmul_shape_want(const Tensor *a, const Tensor *b);
const char *inner_sizes_are_checked(const Tensor *a, const Tensor *b);
const char *batches_are_checked(const Tensor *a, const Tensor *b);
Tensor *gemm_want(double alpha, const Tensor *a, const Tensor *b, double beta, const Tensor *c);

/* answers_want.c */
double tensor_bytes_want(void);
double offset_transposed_want(void);
double broadcast_elements_want(void);
double multiplications_want(void);
double lines_of_a_column_want(void);

#endif

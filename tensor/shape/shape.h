/* shape.h - shapes, strides, new tensors, and other shapes on the same numbers. */
#ifndef KINDLING_SHAPE_H
#define KINDLING_SHAPE_H

#include <limits.h>
#include "../tensor.h"

#pragma GCC visibility push(default)

/* ---- shape.c (01): shapes as text, counting, axes -------------------------------------------- */

/* Product of the sizes, 1 for a scalar; -1: a size is negative, or memory has fewer bytes. */
long shape_numel(int ndim, const long *shape);
/* The same of a caller's shape: more than TENSOR_MAX_AXES axes, or -1, and it fails in the
 * operation's name. */
long shape_check(const char *operation, int ndim, const long *shape);
long tensor_numel(const Tensor *t); /* how many elements; a scalar has 1 */
/* As many axes, and every size the same. */
bool shape_equal(int na, const long *a, int nb, const long *b);
bool tensor_same_shape(const Tensor *a, const Tensor *b);

/* axis in [-ndim, ndim) -> [0, ndim); anything else fails, naming the operation and the shape. */
int tensor_axis(const char *operation, int axis, const Tensor *t);
/* "(2, 3)", "(5,)", "()". The text lives in one of 8 rotating buffers of the thread. */
const char *shape_text(int ndim, const long *shape);
const char *tensor_shape_text(const Tensor *t);

/* ---- strides.c (01): from an index to a place ------------------------------------------------ */

/* The strides of a tensor of this shape whose elements lie row by row, without gaps. */
void strides_row_major(int ndim, const long *shape, long *stride);
/* How many elements behind element 0 the one at index lies. */
long strides_offset(int ndim, const long *stride, const long *index);
/* True if the elements, read row by row, lie one behind the other in memory. */
bool tensor_is_contiguous(const Tensor *t);

/* ---- create.c (01): new tensors -------------------------------------------------------------- */

/* Contiguous tensors in the innermost open scope, which frees them; leaves without a gradient,
 * until tensor_requires_grad asks for one. A shape with a negative size, or of more bytes than
 * memory has, fails. */
Tensor *tensor_zeros(int ndim, const long *shape);            /* tensor_zeros(SHAPE(2, 3)) */
Tensor *tensor_ones(int ndim, const long *shape);             /* every element is 1 */
Tensor *tensor_full(int ndim, const long *shape, real value); /* every element is value */
Tensor *tensor_scalar(real value);                            /* no axes, one element */
/* Copies count values, row-major: as many as the shape holds, else it fails.
 *     tensor_from(SHAPE(2, 2), VALUES(1, 2, 3, 4)) */
Tensor *tensor_from(int ndim, const long *shape, long count, const real *values);
/* (n): start, start + step, ... before stop; step may be negative, 0 and what is not finite
 * fail. */
Tensor *tensor_arange(real start, real stop, real step);
Tensor *tensor_eye(long n);                   /* (n, n): 1 on the diagonal, 0 elsewhere */
Tensor *tensor_tril(long rows, long columns); /* 1 on and below the diagonal, 0 above */
/* Numbers drawn from a stream, in row-major order: from [low, high), or of that mean and
 * deviation. */
Tensor *tensor_uniform(int ndim, const long *shape, real low, real high, Rng *rng);
Tensor *tensor_normal(int ndim, const long *shape, real mean, real std, Rng *rng);

/* For kernels and operations of one's own. */
Tensor *tensor_new(int ndim, const long *shape); /* in the innermost scope, numbers not set */
Tensor *tensor_new_like(const Tensor *t);        /* the same with t's shape */
Tensor *tensor_new_view(const Tensor *t); /* t's numbers, shape and strides, none of its past */
/* In a scope, numbers not set; scope NULL: owned and zeroed, until tensor_free. */
Tensor *tensor_new_in(OR_NULL Scope *scope, int ndim, const long *shape);

/* One element; an index outside of the shape fails, and none is negative. Nothing here is
 * recorded. */
real tensor_get(const Tensor *t, int ndim, const long *index);       /* tensor_get(t, AT(1, 2)) */
void tensor_set(Tensor *t, int ndim, const long *index, real value); /* seen in every view of it */
real tensor_item(const Tensor *t); /* of a tensor with one element; more, or none, fails */

void tensor_fill(Tensor *t, real value); /* every element, of a view only those that it shows */
/* Names t for messages and graphs, NULL: no name. The text is not copied. Returns t. */
Tensor *tensor_named(Tensor *t, OR_NULL const char *name);

/* A deep, contiguous, owned copy without t's past that outlives every scope; end it with
 * tensor_free. */
Tensor *tensor_keep(const Tensor *t);
/* Frees an owned tensor and its gradient. NULL is fine; a tensor of a scope is a mistake. */
void tensor_free(OR_NULL Tensor *t);

/* Where an owned tensor keeps the memory of a gradient that was reset, for the next one. */
Tensor **tensor_spare_grad(Tensor *t);
/* Does t hold its numbers itself (else it is a view of another tensor's)? */
bool tensor_owns_numbers(const Tensor *t);
/* Give a scope's tensor back before the scope ends; a view gives back only itself. */
void tensor_recycle(Tensor *t);

IntTensor *int_tensor_new(int ndim, const long *shape); /* in the innermost scope, zeroed */
/* A copy of count values, as many as the shape holds, else it fails.
 *     int_tensor_from(SHAPE(2, 2), IDS(1, 2, 3, 4)) */
IntTensor *int_tensor_from(int ndim, const long *shape, long count, const int *values);
long int_tensor_numel(const IntTensor *t); /* how many elements */

/* ---- broadcast.c (01): broadcasting: two shapes become one ----------------------------------- */

/* NumPy's rule: align the shapes at the right; sizes must be equal, or one of them 1.
 *     (4, 1, 3) with (2, 1)  ->  (4, 2, 3)
 * Returns the number of axes and fills shape; fails with both shapes and the first bad axis. */
int broadcast_shape(const char *operation, const Tensor *a, const Tensor *b, long *shape);
/* out becomes a view of t stretched to a shape: no number is copied. t must fit. */
void broadcast_view(Tensor *out, const Tensor *t, int ndim, const long *shape);
/* Does t broadcast to just this shape? */
bool broadcast_fits(const Tensor *t, int ndim, const long *shape);

/* ---- view.c, reshape.c, slice.c (01): other shapes on the same numbers ----------------------- */

/* Each makes out (any Tensor, on the stack, too) a view of a: shape, strides and data are set,
 * nothing is copied or recorded. tensor_transpose etc. are the operations. Fails on axes that a
 * lacks. */
void transpose_view(Tensor *out, const Tensor *a, int axis1, int axis2); /* swap two axes */
void permute_view(Tensor *out, const Tensor *a, int n, const int *axes); /* axis i was axes[i] */
/* At most one -1 is worked out. False: the strides of a cannot say it, copy first. Fails where the
 * elements do not fill the shape. */
bool reshape_view(Tensor *out, const Tensor *a, int ndim, const long *shape);
/* start:stop:step along one axis as in Python: negative counts from the end, out of range is cut;
 * step may be negative (SLICE_END as stop then runs past the first element), and not 0. */
void slice_view(Tensor *out, const Tensor *a, int axis, long start, long stop, long step);
#define SLICE_END (-(LONG_MAX / 2)) /* the stop of a slice down to element 0, a[::-1] */
/* Axes of size 1 repeated, and new ones in front; -1 keeps a size, any other change fails. */
void expand_view(Tensor *out, const Tensor *a, int ndim, const long *shape);
void squeeze_view(Tensor *out, const Tensor *a, int axis);   /* drop an axis of size 1 */
void unsqueeze_view(Tensor *out, const Tensor *a, int axis); /* new axis of size 1 at axis */

/* ---- print.c (01): as NumPy prints ----------------------------------------------------------- */

/* At most 4 decimals; from 1001 elements on the middle of long axes is left out. */
void tensor_print(const Tensor *t);               /* to stdout, with a newline */
void tensor_write(FILE *stream, const Tensor *t); /* to a stream, without one */
/* Into a text, as snprintf does: at most size bytes with the 0 behind them (text NULL, size 0:
 * none). Returns the length that the whole needs. */
long tensor_format(OR_NULL char *text, size_t size, const Tensor *t);

#pragma GCC visibility pop
#endif

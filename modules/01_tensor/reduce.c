/* reduce.c - many numbers into fewer.
 *
 * Reducing is broadcasting run backwards: where broadcasting reads one element many times,
 * reducing writes one element many times. combine.c walks; here is what happens to one row.
 */
#include <math.h>
#include "combine.h"
#include "todo.h"

/* given */
int reduced_shape(const char *operation, const Tensor *a, int n, const int *axes, bool keepdims,
                  long *shape)
{
    bool reduced[TENSOR_MAX_AXES] = {false};
    for (int i = 0; i < n; i++) {
        int axis = axis_index(operation, axes[i], a);
        if (reduced[axis])
            fail("%s: axis %d is named twice", operation, axis);
        reduced[axis] = true;
    }
    int ndim = 0;
    for (int d = 0; d < a->ndim; d++) {
        if (!reduced[d] && n > 0)
            shape[ndim++] = a->shape[d];
        else if (keepdims)
            shape[ndim++] = 1;
    }
    return ndim;
}

/* ---- 01.12 --------------------------------------------------------------------------------------- */

static void sum_row(long n, real *out, long out_stride, const real *a, long a_stride)
{
    /* TODO: add n elements of a to n elements of out; the strides say how far apart they lie.
     *
     * APPROACH
     *   1. Element i of a is a[i * a_stride], element i of out is out[i * out_stride].
     *   2. Add the one to the other. out already holds the sum of what came before.
     *
     * EXAMPLE
     *   a (1, 2, 3), out (10, 20, 30), both strides 1   ->   out (11, 22, 33)
     *   a (1, 2, 3), out 10, out_stride 0               ->   out 16: every element lands in one
     *
     * HINT: no special case is needed: with a stride of 0, out[i * 0] is out[0] each time. */
    todo("01.12 sum_row");
}

/* ---- given: how sum_to and max use such a row --------------------------------------------------------- */

void sum_to(Tensor *out, const Tensor *a, real beta)
{
    if (beta == 0)
        tensor_fill(out, 0);
    else if (beta != 1)
        scale_forward(out, out, beta);
    combine_rows("sum_to", out, a, sum_row);
}

/* ---- max ---------------------------------------------------------------------------------------------- */

/* The larger of two, and NaN if either is. */
static real larger(real a, real b)
{
    return a > b || a != a ? a : b;
}

static void max_row(long n, real *out, long out_stride, const real *a, long a_stride)
{
    for (long i = 0; i < n; i++)
        out[i * out_stride] = larger(out[i * out_stride], a[i * a_stride]);
}

void max_to(Tensor *out, const Tensor *a)
{
    if (tensor_numel(a) == 0 && tensor_numel(out) > 0)
        fail("tensor_max: shape %s has no elements to take a maximum of", tensor_shape_text(a));
    tensor_fill(out, (real)-INFINITY);
    combine_rows("max_to", out, a, max_row);
}

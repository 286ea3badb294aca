/* op_reduce.c - mean and max: many numbers become one.
 *
 * On the way back one gradient becomes many. Each operation says which of the numbers that went in
 * made the result, and by how much. A sum is given: autograd/ops/op_sum.c.
 */
#include "op.h"
#include "todo.h"

/* ---- 06.10 ----------------------------------------------------------------------------------- */

static void mean_backward(Closure *c, Tensor *dy)
{
    /* TODO: every number that went into a mean of n gets 1 / n of the mean's gradient.
     *
     * APPROACH
     *   1. a is c->in[0]; n is elements_per_result(a, c->out).
     *   2. dy times 1 / n: tensor_mul_scalar.
     *   3. with_reduced_axes(c, that) has a size of 1 where a was reduced: now it can be stretched.
     *   4. tensor_expand it to the shape of a, the same number for all that were averaged, and
     *      grad_add it.
     *
     * EXAMPLE
     *   the mean of a (2, 3) over axis 1, dy = [6, 9]:  da = [[2, 2, 2], [3, 3, 3]]
     *
     * HINT: averaging forward is repeating backward. */
    todo("06.10 mean_backward");
}

static const Operation mean_op = {
    .name = "mean", .backward = mean_backward, .describe = describe_reduction};

/* given */
Tensor *tensor_mean(Tensor *a, int n, const int *axes, bool keepdims)
{
    Tensor *out = reduction_new("tensor_mean", a, n, axes, keepdims);
    Tensor view = reduction_aligned("tensor_mean", out, a, n, axes);
    sum_kernel(&view, a, 0);
    scale_kernel(out, out, 1 / elements_per_result(a, out)); /* of nothing: 0 / 0, as in NumPy */
    return reduction_record(out, &mean_op, a, n, axes);
}

/* ---- 06.11 ----------------------------------------------------------------------------------- */

/* given: 1 where the element is the maximum, else 0. */
static void winner_row(long n, real *out, const real *const in[], const real *arg)
{
    const real *x = in[0], *max = in[1];
    (void)arg;
    for (long i = 0; i < n; i++)
        out[i] = x[i] == max[i];
}

static void max_backward(Closure *c, Tensor *dy)
{
    /* TODO: the gradient goes to the number that won; where several are equal, they share it.
     *
     * APPROACH
     *   1. max = with_reduced_axes(c, c->out): the results, with size 1 along the reduced axes.
     *   2. winners = tensor_new_like(a), filled by
     *          rows_apply(winners, 2, (const Tensor *[]){a, max}, winner_row, NULL);
     *   3. How many won in each place? ties = tensor_new_like(max), sum_kernel(ties, winners, 0).
     *   4. Each winner gets dy / ties; the others get 0: multiply by winners. Reduced axes again:
     *      with_reduced_axes(c, dy).
     *
     * EXAMPLE
     *   a = [[1, 5, 2], [4, 3, 4]], max over axis 1, dy = [10, 20]:
     *   da = [[0, 10, 0], [10, 0, 10]]       (two winners share the 20)
     *
     * HINT: all shares together must add up to dy, as nothing may be gained on the way. */
    todo("06.11 max_backward");
}

static const Operation max_op = {
    .name = "max", .backward = max_backward, .describe = describe_reduction};

/* given */
Tensor *tensor_max(Tensor *a, int n, const int *axes, bool keepdims)
{
    Tensor *out = reduction_new("tensor_max", a, n, axes, keepdims);
    Tensor view = reduction_aligned("tensor_max", out, a, n, axes);
    max_kernel(&view, a);
    return reduction_record(out, &max_op, a, n, axes);
}

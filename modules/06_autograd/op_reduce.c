/* op_reduce.c - sum, mean, max: many numbers become one.
 *
 * On the way back one gradient becomes many. Each operation says which of the numbers that went in
 * made the result, and by how much.
 */
#include "autograd.h"
#include "todo.h"

/* given: dout with the reduced axes back as size 1, so that it broadcasts over the input. */
static Tensor *with_reduced_axes(const Closure *c, Tensor *dout)
{
    const Tensor *a = c->in[0];
    long shape[TENSOR_MAX_AXES];
    for (int d = 0; d < a->ndim; d++)
        shape[d] = c->attr[d].i ? 1 : a->shape[d];
    return tensor_reshape(dout, a->ndim, shape);
}

/* ---- given: shapes --------------------------------------------------------------------------- */

static Tensor *new_reduced(const char *operation, Tensor *a, int n, const int *axes, bool keepdims)
{
    long shape[TENSOR_MAX_AXES];
    int ndim = reduced_shape(operation, a, n, axes, keepdims, shape);
    return tensor_new(ndim, shape);
}

/* out, seen with size 1 along the reduced axes, as the kernels want it. */
static Tensor aligned(const char *operation, const Tensor *out, const Tensor *a, int n,
                      const int *axes)
{
    long shape[TENSOR_MAX_AXES];
    Tensor view = *out;
    int ndim = reduced_shape(operation, a, n, axes, true, shape);
    reshape_forward(&view, out, ndim, shape);
    return view;
}

static void remember_axes(Closure *c, const char *operation, int n, const int *axes)
{
    if (c == NULL)
        return;
    for (int d = 0; d < c->in[0]->ndim; d++)
        c->attr[d].i = n == 0;
    for (int i = 0; i < n; i++)
        c->attr[axis_index(operation, axes[i], c->in[0])].i = 1;
}

static void describe_axes(const Closure *c, char *text, size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    for (int d = 0; d < c->in[0]->ndim && used < size; d++)
        if (c->attr[d].i)
            used += (size_t)snprintf(text + used, size - used, used ? ",%d" : "axis %d", d);
}

/* ---- sum, mean ------------------------------------------------------------------------------- */

/* ---- 06.10 ----------------------------------------------------------------------------------- */

/* The backward of both: a sum calls it with n = 1, a mean of n numbers with n. */
static void spread_backward(Closure *c, Tensor *dout, real n)
{
    /* TODO: every number that went into a result gets 1 / n of the result's gradient.
     *
     * APPROACH
     *   1. with_reduced_axes(c, dout), given above, has a size of 1 where a was reduced.
     *   2. tensor_expand it to the shape of the input: the same number for all that were summed.
     *   3. Add it to the input's gradient, times 1 / n: grad_add_scaled.
     *
     * EXAMPLE
     *   a (2, 3) summed over axis 1, dout = [10, 20]:  da = [[10, 10, 10], [20, 20, 20]]
     *   the mean over axis 1, dout = [6, 9]:           da = [[2, 2, 2], [3, 3, 3]]
     *
     * HINT: summing forward is repeating backward. */
    todo("06.10 spread_backward");
}

static void sum_backward(Closure *c, Tensor *dout)
{
    spread_backward(c, dout, 1);
}

static const Operation sum_op = {
    .name = "sum", .backward = sum_backward, .describe = describe_axes};

Tensor *tensor_sum(Tensor *a, int n, const int *axes, bool keepdims)
{
    Tensor *out = new_reduced("tensor_sum", a, n, axes, keepdims);
    Tensor view = aligned("tensor_sum", out, a, n, axes);
    sum_to(&view, a, 0);
    remember_axes(record(out, &sum_op, INPUTS(a)), "tensor_sum", n, axes);
    return out;
}

static real elements_per_mean(const Tensor *a, const Tensor *out)
{
    long n = tensor_numel(out);
    return n > 0 ? (real)(tensor_numel(a) / n) : 1;
}

static void mean_backward(Closure *c, Tensor *dout)
{
    spread_backward(c, dout, elements_per_mean(c->in[0], c->out));
}

static const Operation mean_op = {
    .name = "mean", .backward = mean_backward, .describe = describe_axes};

Tensor *tensor_mean(Tensor *a, int n, const int *axes, bool keepdims)
{
    Tensor *out = new_reduced("tensor_mean", a, n, axes, keepdims);
    Tensor view = aligned("tensor_mean", out, a, n, axes);
    sum_to(&view, a, 0);
    scale_forward(out, out,
                  1 / elements_per_mean(a, out)); /* no elements: 0 / 0 is NaN, as in NumPy */
    remember_axes(record(out, &mean_op, INPUTS(a)), "tensor_mean", n, axes);
    return out;
}

/* ---- max ------------------------------------------------------------------------------------- */

/* given: 1 where the element is the maximum, else 0. For rows_apply with the inputs a and max. */
static void winner_row(long n, real *out, const real *const in[], const real *arg)
{
    const real *x = in[0], *max = in[1];
    (void)arg;
    for (long i = 0; i < n; i++)
        out[i] = x[i] == max[i];
}

/* ---- 06.11 ----------------------------------------------------------------------------------- */

static void max_backward(Closure *c, Tensor *dout)
{
    /* TODO: the gradient goes to the number that won; where several are equal, they share it.
     *
     * APPROACH
     *   1. max = with_reduced_axes(c, c->out): the results, with size 1 along the reduced axes.
     *   2. winners = tensor_new_like(a), filled by
     *          rows_apply(winners, 2, (const Tensor *[]){a, max}, winner_row, NULL);
     *   3. How many won in each place? ties = tensor_new_like(max), sum_to(ties, winners, 0).
     *   4. Each winner gets dout / ties; the others get 0: multiply by winners. Reduced axes again:
     *      with_reduced_axes(c, dout).
     *
     * EXAMPLE
     *   a = [[1, 5, 2], [4, 3, 4]], max over axis 1, dout = [10, 20]:
     *   da = [[0, 10, 0], [10, 0, 10]]       (two winners share the 20)
     *
     * HINT: all shares together must add up to dout, as nothing may be gained on the way. */
    todo("06.11 max_backward");
}

static const Operation max_op = {
    .name = "max", .backward = max_backward, .describe = describe_axes};

Tensor *tensor_max(Tensor *a, int n, const int *axes, bool keepdims)
{
    Tensor *out = new_reduced("tensor_max", a, n, axes, keepdims);
    Tensor view = aligned("tensor_max", out, a, n, axes);
    max_to(&view, a);
    remember_axes(record(out, &max_op, INPUTS(a)), "tensor_max", n, axes);
    return out;
}

IntTensor *tensor_argmax(const Tensor *a, int axis)
{
    int place = axis_index("tensor_argmax", axis, a);
    long shape[TENSOR_MAX_AXES];
    int ndim = reduced_shape("tensor_argmax", a, AXES(place), false, shape);
    IntTensor *index = int_tensor_new(ndim, shape);
    argmax_forward(index, a, axis);
    return index;
}

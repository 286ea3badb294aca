/* reduce_backward.c - what flows back through a mean and a maximum: many numbers became one.
 *
 * On the way back one gradient becomes many. Each function says which of the numbers that went in
 * made the result, and by how much.
 */
#include "op.h"

/* Each of n elements moves their mean by 1 / n. */
EXERCISE
void mean_backward(Closure *c, Tensor *dy)
{
    Tensor *a = c->in[0];
    Tensor *each = tensor_mul_scalar(dy, 1 / elements_per_result(a, c->out));
    grad_add(a, tensor_expand(with_reduced_axes(c, each), a->ndim, a->shape));
}

/* To the element that won, in equal shares where several are equal. */
EXERCISE
void max_backward(Closure *c, Tensor *dy)
{
    Tensor *a = c->in[0];
    Tensor *max = with_reduced_axes(c, c->out);
    Tensor *winners = tensor_new_like(a), *ties = tensor_new_like(max);
    rows_apply(winners, 2, (const Tensor *[]){a, max}, winner_row, NULL);
    sum_kernel(ties, winners, 0);
    grad_add(a, tensor_mul(winners, tensor_div(with_reduced_axes(c, dy), ties)));
}

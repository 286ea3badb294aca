/* reduce_backward.c - what flows back through a mean and a maximum: many numbers became one. */
#include "op.h"

void mean_backward(Closure *c, Tensor *dy)
{
    Tensor *a = c->in[0];
    real n = elements_per_result(a, c->out);
    Tensor *kept = with_reduced_axes(c, dy);

    Tensor *da = tensor_expand(kept, a->ndim, a->shape);
    da = tensor_mul_scalar(da, 1 / n);
    grad_add(a, da);
}

void max_backward(Closure *c, Tensor *dy)
{
    Tensor *a = c->in[0];
    Tensor *max = with_reduced_axes(c, c->out);
    Tensor *dy_kept = with_reduced_axes(c, dy);

    Tensor *winners = tensor_new_like(a);
    rows_apply(winners, 2, (const Tensor *[]){a, max}, winner_row, NULL);
    Tensor *how_many = tensor_new_like(max);
    sum_kernel(how_many, winners, 0);

    Tensor *share = tensor_div(dy_kept, how_many);
    Tensor *da = tensor_mul(winners, share);
    grad_add(a, da);
}

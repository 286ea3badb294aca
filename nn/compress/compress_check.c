/* compress_check.c - what a caller of compress.h can do wrong. */
#include <math.h>
#include "compress_check.h"

void prune_cut_check(const ParameterList *list, double fraction)
{
    if (!(fraction >= 0 && fraction <= 1))
        fail("prune_cut: fraction is %g, expected 0 to 1. hint: 90 percent are 0.9", fraction);
    for (long k = 0; k < list->count; k++) {
        const Tensor *w = list->tensor[k];
        for (long number = 0; number < tensor_numel(w); number++)
            if (isnan(w->data[number]))
                fail("prune_cut: number %ld of \"%s\" is NaN, which is neither small nor large",
                     number, list->name[k]);
    }
}

void prune_mask_check(const char *operation, const Tensor *mask, const Tensor *w)
{
    if (!shape_equal(mask->ndim, mask->shape, w->ndim, w->shape))
        fail("%s: the mask is %s, expected the weight's shape %s", operation,
             tensor_shape_text(mask), tensor_shape_text(w));
    if (!tensor_is_contiguous(mask) || !tensor_is_contiguous(w))
        fail("%s: mask and weight must be contiguous. hint: tensor_contiguous(w)", operation);
}

void prune_mask_2_4_check(const Tensor *mask, const Tensor *w)
{
    prune_mask_check("prune_mask_2_4", mask, w);
    if (w->ndim != 2 || w->shape[0] % 4 != 0)
        fail("prune_mask_2_4: the weight is %s, expected (in, out) with in a multiple of 4",
             tensor_shape_text(w));
    for (long i = 0; i < tensor_numel(w); i++)
        if (isnan(w->data[i]))
            fail(
                "prune_mask_2_4: number %ld of the weight is NaN, which is neither small nor large",
                i);
}

void channels_check(long n, long keep)
{
    if (keep < 0 || keep > n)
        fail("channels_largest: %ld of %ld channels are to stay, expected 0 to %ld", keep, n, n);
}

void channels_norms_check(const double *norm, long n)
{
    for (long j = 0; j < n; j++)
        if (isnan(norm[j]))
            fail("channels_largest: norm[%ld] is NaN, which is neither small nor large. hint: "
                 "KINDLING_CHECK=1 names the operation that made the first NaN",
                 j);
}

void keep_check(const char *operation, const char *what, long n, long keep, const long *which)
{
    if (keep < 0 || keep > n)
        fail("%s: %ld of %ld %s are to stay, expected 0 to %ld", operation, keep, n, what, n);
    for (long k = 0; k < keep; k++) {
        if (which[k] < 0 || which[k] >= n)
            fail("%s: which[%ld] is %ld, but the layer has %s 0 to %ld", operation, k, which[k],
                 what, n - 1);
        if (k > 0 && which[k] <= which[k - 1])
            fail("%s: which[%ld] is %ld, behind %ld: they must ascend", operation, k, which[k],
                 which[k - 1]);
    }
}

void low_rank_check(const Linear *l, long rank)
{
    long in = l->weight->shape[0], out = l->weight->shape[1], most = in < out ? in : out;
    if (rank < 1 || rank > most)
        fail("linear_low_rank: rank is %ld, expected 1 to %ld for a weight %s", rank, most,
             tensor_shape_text(l->weight));
}

void distillation_check(const Tensor *student, const Tensor *teacher, double temperature)
{
    if (!shape_equal(student->ndim, student->shape, teacher->ndim, teacher->shape) ||
        student->ndim < 1)
        fail("distillation_soft_loss: the student's logits are %s and the teacher's %s, expected "
             "(..., V) of one shape",
             tensor_shape_text(student), tensor_shape_text(teacher));
    if (tensor_numel(student) == 0)
        fail("distillation_soft_loss: logits are %s, expected at least one row",
             tensor_shape_text(student));
    if (!(temperature > 0 && isfinite(temperature)))
        fail("distillation_soft_loss: temperature is %g, expected a number above 0", temperature);
}

void distillation_alpha_check(double alpha)
{
    if (!(alpha >= 0 && alpha <= 1))
        fail("distillation_loss: alpha is %g, expected 0 to 1", alpha);
}

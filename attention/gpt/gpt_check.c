/* gpt_check.c - ids that a model can read, and targets that fit them. */
#include "attention_shared.h"

void gpt_check_ids(const char *operation, const Gpt *g, const IntTensor *ids)
{
    if (ids->ndim != 2)
        fail("%s: ids have shape %s, expected (B, T)", operation,
             shape_text(ids->ndim, ids->shape));
    long T = ids->shape[1], context = g->options.context;
    if (T > context)
        fail("%s: ids %s have T = %ld, but the model's context is %ld. hint: keep the last %ld "
             "tokens, or make the model with a context of %ld",
             operation, shape_text(ids->ndim, ids->shape), T, context, context, T);
}

void gpt_check_targets(const Gpt *g, const IntTensor *ids, const IntTensor *targets)
{
    gpt_check_ids("gpt_loss", g, ids);
    if (!shape_equal(ids->ndim, ids->shape, targets->ndim, targets->shape))
        fail("gpt_loss: ids %s and targets %s must have one shape: a target for every token",
             shape_text(ids->ndim, ids->shape), shape_text(targets->ndim, targets->shape));
}

/* gpt_init.c - where training starts from.
 *
 *     every matrix                            N(0, 0.02)
 *     the last one of a branch                N(0, 0.02 / sqrt(2 num_layers))
 *     biases 0, gammas 1                      (a norm only normalizes)
 *
 * Invariant: logits begin so close to 0 that every token is as likely as any other: the loss is log
 * V. Source: GPT-2 (Radford et al. 2019), section 2.3.
 */
#include "attention_shared.h"
#include <math.h>
#include <string.h>

static bool ends_with(const char *text, const char *end)
{
    size_t n = strlen(text), m = strlen(end);
    return n >= m && strcmp(text + n - m, end) == 0;
}

/* 2 num_layers branches add up in the residual stream; the smaller start of their last projections
 * keeps its variance from growing with the depth. */
EXERCISE
void gpt_init_weights(Gpt *g)
{
    const real std = (real)0.02;
    real branch_std = (real)(0.02 / sqrt(2.0 * (double)g->options.num_layers));
    ParameterList *list = parameters_of(&g->module);
    for (long i = 0; i < list->count; i++) {
        const char *name = list->name[i];
        bool ends_branch = ends_with(name, "attn.out.weight") || ends_with(name, "down.weight");
        if (list->tensor[i]->ndim == 2)
            init_normal(list->tensor[i], 0, ends_branch ? branch_std : std, &g->init_rng);
        else if (ends_with(name, "bias"))
            tensor_fill(list->tensor[i], 0);
    }
    parameters_free(list);
}

/* gpt_init.c - where training starts from. */
#include "attention_shared.h"
#include <math.h>
#include <string.h>

/* Does a name end so? */
static bool ends_in(const char *name, const char *end)
{
    size_t length = strlen(name), part = strlen(end);
    return length >= part && strcmp(name + length - part, end) == 0;
}

void gpt_init_weights(Gpt *g)
{
    double branches = 2.0 * (double)g->options.num_layers;
    ParameterList *list = parameters_of(&g->module);
    for (long i = 0; i < list->count; i++) {
        Tensor *t = list->tensor[i];
        const char *name = list->name[i];
        if (ends_in(name, "attn.out.weight") || ends_in(name, "down.weight"))
            init_normal(t, 0, (real)(0.02 / sqrt(branches)), &g->init_rng);
        else if (t->ndim == 2)
            init_normal(t, 0, (real)0.02, &g->init_rng);
        else if (ends_in(name, "bias"))
            tensor_fill(t, 0);
    }
    parameters_free(list);
}

/* adam_new.c - makes the optimizers around adam.c, and hands the numbers of a parameter to threads. */
#include "adam.h"

static void range(long begin, long end, void *context)
{
    adam_range(context, begin, end);
}

static void update(Optimizer *o, long i, bool decoupled)
{
    Tensor *w = o->parameters->tensor[i];
    Adam a = {
        .w = w->data, .m = o->state[0][i]->data, .v = o->state[1][i]->data, .g = w->grad->data};
    a.rest1 = (real)(1 - o->beta1);
    a.beta2 = (real)o->beta2;
    a.rest2 = (real)(1 - o->beta2);
    a.eps = (real)o->eps;
    adam_decay(&a, o->lr, optimizer_decay(o, i), decoupled);
    adam_correct(&a, o, i);
    parallel_for(tensor_numel(w), 1, range, &a);
}

static void update_adam(Optimizer *o, long i)
{
    update(o, i, false);
}

static void update_adamw(Optimizer *o, long i)
{
    update(o, i, true);
}

static Optimizer *with_moments(Optimizer *o)
{
    optimizer_add_state(o, "exp_avg");
    optimizer_add_state(o, "exp_avg_sq");
    return o;
}

Optimizer *adam_new(const ParameterList *parameters, OptimizerOptions options)
{
    UNDO_ON_FAIL;
    return with_moments(optimizer_new("Adam", update_adam, parameters, options));
}

Optimizer *adamw_new(const ParameterList *parameters, OptimizerOptions options)
{
    UNDO_ON_FAIL;
    return with_moments(optimizer_new("AdamW", update_adamw, parameters, options));
}

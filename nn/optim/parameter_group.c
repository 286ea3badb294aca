/* parameter_group.c - rates and decays that differ from parameter to parameter.
 *
 * A pretrained body may learn slowly while a new head learns fast; biases and norms are not to
 * decay. Invariant: o->lr stays the one number that a schedule sets; a group scales it.
 */
#include "optim.h"
#include <math.h>

enum { NO_GROUP = -1 }; /* group_decay: the options say it */

void optimizer_new_groups(Optimizer *o)
{
    size_t bytes = (size_t)(o->n_parameters + 1) * sizeof(double);
    o->lr_scale = owned_alloc(bytes);
    o->group_decay = owned_alloc(bytes);
    for (long i = 0; i < o->n_parameters; i++) {
        o->lr_scale[i] = 1;
        o->group_decay[i] = NO_GROUP;
    }
}

/* Which parameter of the optimizer this is, or -1. */
static long find(const Optimizer *o, const Tensor *t)
{
    for (long i = 0; i < o->n_parameters; i++)
        if (o->parameters->tensor[i] == t)
            return i;
    return -1;
}

/* Written so that NaN is refused, too. */
static void check_group(const Optimizer *o, const ParameterList *members, double lr_scale,
                        double weight_decay)
{
    optimizer_check("optimizer_group", o);
    if (!(lr_scale >= 0 && isfinite(lr_scale)))
        fail("optimizer_group: lr_scale is %g, expected a factor of the rate, none below 0",
             lr_scale);
    if (!(weight_decay >= 0 && isfinite(weight_decay)))
        fail("optimizer_group: weight_decay is %g, expected none below 0", weight_decay);
    for (long i = 0; i < members->count; i++)
        if (find(o, members->tensor[i]) < 0)
            fail("optimizer_group: \"%s\" %s is no parameter of this %s. hint: members come from "
                 "the list that it was made with",
                 members->name[i], tensor_shape_text(members->tensor[i]), o->kind);
}

void optimizer_group(Optimizer *o, const ParameterList *members, double lr_scale,
                     double weight_decay)
{
    check_group(o, members, lr_scale, weight_decay);
    for (long i = 0; i < members->count; i++) {
        long which = find(o, members->tensor[i]);
        o->lr_scale[which] = lr_scale;
        o->group_decay[which] = weight_decay;
    }
}

double optimizer_lr(const Optimizer *o, long i)
{
    return o->lr * o->lr_scale[i];
}

/* Decaying a bias or the scale of a norm only moves it off the value it has good reason to have. */
double optimizer_decay(const Optimizer *o, long i)
{
    if (o->group_decay[i] != NO_GROUP)
        return o->group_decay[i];
    if (o->decay_matrices_only && o->parameters->tensor[i]->ndim < 2)
        return 0;
    return o->weight_decay;
}

/* optimizer.c - what all optimizers share: the parameters, their moments, their counts of steps.
 *
 * An optimizer is a function that updates one parameter from its gradient and its moments. sgd.c
 * and adam.c hold such functions; optimizer_step calls them.
 *
 * Invariant: a step changes parameters that have a gradient and no others, and allocates nothing.
 */
#include "optim.h"
#include <math.h>

/* ---- groups: rates and decays that differ from parameter to parameter ------------------------ */

/* A pretrained body may learn slowly while a new head learns fast; biases and norms are not to
 * decay. Invariant: o->lr stays the one number that a schedule sets; a group scales it. */
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

/* ---- making one, and giving it back ---------------------------------------------------------- */

static double or_default(double value, double standard)
{
    return value == 0 ? standard : value;
}

/* Written so that NaN is refused, too. */
static void check_options(const char *kind, const OptimizerOptions *o)
{
    if (!(o->lr > 0))
        fail("%s: lr is %g, expected a number above 0", kind, o->lr);
    if (!(o->momentum >= 0 && o->momentum < 1))
        fail("%s: momentum is %g, expected [0, 1)", kind, o->momentum);
    if (!(o->beta1 >= 0 && o->beta1 < 1))
        fail("%s: beta1 is %g, expected [0, 1)", kind, o->beta1);
    if (!(o->beta2 >= 0 && o->beta2 < 1))
        fail("%s: beta2 is %g, expected [0, 1)", kind, o->beta2);
    if (!(o->eps >= 0))
        fail("%s: eps is %g, expected none below 0", kind, o->eps);
    if (!(o->weight_decay >= 0))
        fail("%s: weight_decay is %g, expected none below 0", kind, o->weight_decay);
}

static void check_parameters(const char *kind, const ParameterList *parameters)
{
    for (long i = 0; i < parameters->count; i++) {
        if (!tensor_is_contiguous(parameters->tensor[i]))
            fail("%s: parameter \"%s\" %s is not contiguous. hint: train the tensor behind the "
                 "view",
                 kind, parameters->name[i], tensor_shape_text(parameters->tensor[i]));
    }
}

Optimizer *optimizer_new(const char *kind, void (*update)(Optimizer *o, long i),
                         const ParameterList *parameters, OptimizerOptions options)
{
    check_options(kind, &options);
    check_parameters(kind, parameters);
    UNDO_ON_FAIL;
    Optimizer *o = owned_alloc(sizeof *o);
    o->kind = kind;
    o->update = update;
    o->parameters = parameters;
    o->n_parameters = parameters->count;
    o->step = owned_alloc((size_t)(parameters->count + 1) * sizeof *o->step);
    o->lr = options.lr;
    o->momentum = options.momentum;
    o->beta1 = or_default(options.beta1, 0.9);
    o->beta2 = or_default(options.beta2, 0.999);
    o->eps = or_default(options.eps, 1e-8);
    o->weight_decay = options.weight_decay;
    o->decay_matrices_only = options.decay_matrices_only;
    o->nesterov = options.nesterov;
    o->amsgrad = options.amsgrad;
    optimizer_new_groups(o);
    return o;
}

void optimizer_add_state(Optimizer *o, const char *name)
{
    if (o->n_state == OPTIMIZER_MAX_STATE)
        fail("optimizer_add_state: %s has no room for \"%s\", it already keeps %d tensors per "
             "parameter",
             o->kind, name, OPTIMIZER_MAX_STATE);
    const ParameterList *p = o->parameters;
    int which = o->n_state;
    o->state[which] = owned_alloc((size_t)(p->count + 1) * sizeof(Tensor *));
    o->state_name[which] = name;
    o->n_state++;
    for (long i = 0; i < p->count; i++)
        o->state[which][i] = tensor_new_in(NULL, p->tensor[i]->ndim, p->tensor[i]->shape);
}

void optimizer_free(Optimizer *o)
{
    if (o == NULL)
        return;
    for (int which = 0; which < o->n_state; which++) {
        for (long i = 0; i < o->n_parameters; i++)
            tensor_free(o->state[which][i]);
        owned_free(o->state[which]);
    }
    owned_free(o->lr_scale);
    owned_free(o->group_decay);
    owned_free(o->step);
    owned_free(o);
}

/* ---- a step of training ---------------------------------------------------------------------- */

void optimizer_check(const char *operation, const Optimizer *o)
{
    if (o->parameters->count != o->n_parameters)
        fail("%s: %s was made for %ld parameters, and its list has %ld now. hint: parameters_add "
             "first, then the optimizer",
             operation, o->kind, o->n_parameters, o->parameters->count);
}

/* Update functions walk over gradients number by number. */
void optimizer_check_step(const Optimizer *o)
{
    const ParameterList *p = o->parameters;
    optimizer_check("optimizer_step", o);
    for (long i = 0; i < p->count; i++) {
        const Tensor *g = p->tensor[i]->grad;
        if (g != NULL && !tensor_is_contiguous(g))
            fail("optimizer_step: the gradient of \"%s\" is not contiguous. hint: "
                 "tensor_contiguous makes a copy that is",
                 p->name[i]);
    }
}

EXERCISE
void optimizer_step(Optimizer *o)
{
    const ParameterList *p = o->parameters;
    optimizer_check_step(o);
    for (long i = 0; i < p->count; i++) {
        if (p->tensor[i]->grad == NULL)
            continue;
        o->step[i]++;
        o->update(o, i);
    }
}

void optimizer_zero_grad(Optimizer *o)
{
    parameters_zero_grad(o->parameters);
}

/* optimizer_new.c - what all optimizers share: the parameters, their moments, their counts of
 * steps.
 *
 * An optimizer is a function that updates one parameter from its gradient and its moments.
 * sgd_new.c and adam_new.c hold such functions; optimizer.c calls them.
 */
#include "optim.h"

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

void optimizer_zero_grad(Optimizer *o)
{
    parameters_zero_grad(o->parameters);
}

/* optimizer.c - what all optimizers share: the parameters, their moments, the count of steps.
 *
 * An optimizer is a function that updates one parameter from its gradient and its moments. sgd.c
 * and adam.c hold such functions; this file calls them.
 *
 * Invariant: a step changes parameters that have a gradient and no others, and allocates nothing.
 */
#include "nn.h"
#include "todo.h"

/* ---- given: making ------------------------------------------------------------------------ */

static double or_default(double value, double standard)
{
    return value == 0 ? standard : value == OPTIMIZER_ZERO ? 0 : value;
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
    Optimizer *o = owned_alloc(sizeof *o);
    o->kind = kind;
    o->update = update;
    o->parameters = parameters;
    o->step = owned_alloc((size_t)(parameters->count + 1) * sizeof *o->step);
    o->lr = options.lr;
    o->momentum = or_default(options.momentum, 0);
    o->beta1 = or_default(options.beta1, 0.9);
    o->beta2 = or_default(options.beta2, 0.999);
    o->eps = or_default(options.eps, 1e-8);
    o->weight_decay = or_default(options.weight_decay, 0);
    o->decay_matrices_only = options.decay_matrices_only;
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
        for (long i = 0; i < o->parameters->count; i++)
            tensor_free(o->state[which][i]);
        owned_free(o->state[which]);
    }
    owned_free(o->step);
    owned_free(o);
}

/* ---- 07.1 ---------------------------------------------------------------------------------- */

void optimizer_step(Optimizer *o)
{
    /* given: update functions walk over gradients number by number */
    const ParameterList *p = o->parameters;
    for (long i = 0; i < p->count; i++) {
        const Tensor *g = p->tensor[i]->grad;
        if (g != NULL && !tensor_is_contiguous(g))
            fail("optimizer_step: the gradient of \"%s\" is not contiguous. hint: "
                 "tensor_contiguous makes a copy that is",
                 p->name[i]);
    }

    /* TODO: update every parameter that has a gradient, and count how often each was.
     *
     * APPROACH
     *   1. For every parameter i from 0 to p->count - 1: p->tensor[i]->grad is NULL if it took no
     *      part in the loss. Then it stays as it is, and this step is none of its steps.
     *   2. o->step[i] is how often parameter i was updated. The update functions read it and
     *      expect 1 in the first: so count before they run.
     *   3. o->update(o, i) is the function that sgd_new or adam_new has put there.
     *
     * EXAMPLE
     *   parameters a, b, c, of which b has no gradient, and o->step = {4, 4, 0}: c is new.
     *   step becomes {5, 4, 1}, with o->update(o, 0) and o->update(o, 2) called
     *
     * HINT: "stays as it is" means this parameter, not those after it. */
    todo("07.1 optimizer_step");
}

/* ---- given: the rest ----------------------------------------------------------------------- */

void optimizer_zero_grad(Optimizer *o)
{
    parameters_zero_grad(o->parameters);
}

/* Decaying a bias or the scale of a norm only moves it off the value it has good reason to have. */
double optimizer_decay(const Optimizer *o, long i)
{
    if (o->decay_matrices_only && o->parameters->tensor[i]->ndim < 2)
        return 0;
    return o->weight_decay;
}

/* gradients.c - the gradients of a student's function against central differences.
 *
 * L = sum(g * f(in)) with a random g, so that the gradient coming in is different everywhere. Each
 * input's gradient is compared as a whole tensor: a wrong factor, sign or transpose then shows.
 */
#include "verdict.h"

#define MAX_LEAVES 8

static double loss_of(CheckFunction f, void *context, Tensor *const in[], const Tensor *g)
{
    Scope *scope = scope_open();
    const Tensor *y = f(in, context);
    double sum = 0;
    for (long i = 0; i < shape_numel(g->ndim, g->shape); i++)
        sum += element(g, i) * element(y, i);
    scope_close(scope);
    return sum;
}

/* d L / d t, one element at a time; t may be a view of its guarded memory. */
static Tensor *numeric_gradient(CheckFunction f, void *context, Tensor *const in[], Tensor *t,
                                const Tensor *g)
{
    Tensor *gradient = blank(t->ndim, t->shape);
    double step = IS_DOUBLE ? 1e-5 : 1e-2;
    long n = shape_numel(t->ndim, t->shape);
    for (long i = 0; i < n; i++) {
        long offset = 0, rest = i;
        for (int d = t->ndim - 1; d >= 0; d--) {
            offset += rest % t->shape[d] * t->stride[d];
            rest /= t->shape[d];
        }
        real before = t->data[offset];
        t->data[offset] = (real)((double)before + step);
        double up = (double)t->data[offset], high = loss_of(f, context, in, g);
        t->data[offset] = (real)((double)before - step);
        double down = (double)t->data[offset], low = loss_of(f, context, in, g);
        t->data[offset] = before;
        gradient->data[i] = (real)((high - low) / (up - down));
    }
    return gradient;
}

/* Back to zero; the memory stays where it is, it may belong to a layer. */
static void forget_gradient(const Tensor *t)
{
    for (long i = 0; t->grad != NULL && i < shape_numel(t->ndim, t->shape); i++)
        t->grad->data[i] = 0;
}

void check_gradients_of(const char *what, CheckFunction f, void *context, const char *rule, int n,
                        Tensor *const in[])
{
    check_called(what);
    Tensor *y = f(in, context), *got[MAX_LEAVES] = {NULL};
    Tensor *g = blank(y->ndim, y->shape);
    for (long i = 0; i < shape_numel(g->ndim, g->shape); i++)
        g->data[i] = (real)((double)(draw_seed() >> 11) * 0x1p-52 - 1);
    for (int i = 0; i < n; i++)
        forget_gradient(in[i]);
    if (!y->requires_grad) {
        snprintf(verdict->got, sizeof verdict->got,
                 "a result without a past: no gradient can flow back");
        snprintf(verdict->expected, sizeof verdict->expected,
                 "a result that records how it was made");
        snprintf(verdict->likely, sizeof verdict->likely,
                 "the graph is cut: the result was written into ->data by hand or by a kernel "
                 "(..._forward), or it stands behind a tensor_detach: nothing was recorded");
        snprintf(verdict->rule, sizeof verdict->rule, "%s", rule);
        give_up(FAILED);
    }
    tensor_backward_from(y, g, false);
    for (int i = 0; i < n && i < MAX_LEAVES; i++) {
        got[i] = in[i]->grad == NULL ? NULL : copy_of(in[i]->grad);
        forget_gradient(in[i]);
    }
    for (int i = 0; i < n && i < MAX_LEAVES; i++) {
        if (!in[i]->requires_grad)
            continue;
        char label[96];
        snprintf(label, sizeof label, "gradient of %s",
                 in[i]->name ? in[i]->name : "an input without a name");
        check_tensor_is(label, got[i], numeric_gradient(f, context, in, in[i], g),
                        IS_DOUBLE ? 1e-6 : 2e-2, rule);
    }
}

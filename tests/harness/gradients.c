/* gradients.c - the gradients of a student's function against central differences.
 *
 * Each input's gradient (flow.c) is compared as a whole tensor: a wrong factor, sign or transpose
 * then shows.
 */
#include "verdict.h"

static double loss_of(CheckFunction f, void *context, Tensor *const in[], const Tensor *g)
{
    Scope *scope = scope_open();
    const Tensor *y = f(in, context);
    double sum = 0;
    for (long i = 0; i < numel(g->ndim, g->shape); i++)
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
    long n = numel(t->ndim, t->shape);
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

/* "its gradients for q, k": the report knows whose. */
static void called_with_gradients(int n, Tensor *const in[])
{
    char text[256] = "its gradients for";
    size_t used = strlen(text);
    for (int i = 0; i < n && used < sizeof text; i++)
        if (in[i]->requires_grad && in[i]->name != NULL)
            used += (size_t)snprintf(text + used, sizeof text - used, "%s %s",
                                     text[used - 1] == 'r' ? "" : ",", in[i]->name);
    check_called(text);
}

void check_gradients_of(CheckFunction f, void *context, const char *rule, int n, Tensor *const in[])
{
    called_with_gradients(n, in);
    snprintf(verdict->rule, sizeof verdict->rule, "%s", rule);
    Flow flow = flow_back(f, context, n, in);
    for (int i = 0; i < n && i < MAX_LEAVES; i++) {
        if (!in[i]->requires_grad)
            continue;
        char label[96];
        snprintf(label, sizeof label, "gradient of %s",
                 in[i]->name ? in[i]->name : "an input without a name");
        check_tensor_is(label, flow.got[i], numeric_gradient(f, context, in, in[i], flow.g),
                        GRADIENT_TOLERANCE, rule);
    }
    verdict->rule[0] = '\0';
}

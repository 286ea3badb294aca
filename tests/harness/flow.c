/* flow.c - one way back: the gradients that a student's function sends to its inputs.
 *
 * L = sum(g * f(in)) with a random g, so that the gradient coming in is different everywhere.
 */
#include "verdict.h"

/* Back to zero; the memory stays where it is, it may belong to a layer. */
static void forget_gradient(const Tensor *t)
{
    for (long i = 0; t->grad != NULL && i < shape_numel(t->ndim, t->shape); i++)
        t->grad->data[i] = 0;
}

static void needs_a_past(const Tensor *y)
{
    if (y == NULL) {
        snprintf(verdict->title, sizeof verdict->title, "NULL came back in place of a tensor");
        give_up(FAILED);
    }
    if (y->requires_grad)
        return;
    snprintf(verdict->got, sizeof verdict->got,
             "a result without a past: no gradient can flow back");
    snprintf(verdict->expected, sizeof verdict->expected, "a result that records how it was made");
    snprintf(verdict->likely, sizeof verdict->likely,
             "the graph is cut: either the numbers were written into ->data by hand or by a kernel "
             "(..._kernel), or they stand behind a tensor_detach, or recording was off, or the "
             "operation does not record itself (closure_record), or no input that learns was used");
    give_up(FAILED);
}

Flow flow_back(CheckFunction f, void *context, int n, Tensor *const in[])
{
    Flow flow = {.y = f(in, context)};
    needs_a_past(flow.y);
    flow.g = blank(flow.y->ndim, flow.y->shape);
    for (long i = 0; i < numel(flow.g->ndim, flow.g->shape); i++)
        flow.g->data[i] = (real)((double)(draw_seed() >> 11) * 0x1p-52 - 1);
    for (int i = 0; i < n; i++)
        forget_gradient(in[i]);
    tensor_backward_from(flow.y, flow.g, false);
    for (int i = 0; i < n && i < MAX_LEAVES; i++) {
        flow.got[i] = in[i]->grad == NULL ? NULL : copy_of(in[i]->grad);
        forget_gradient(in[i]);
    }
    return flow;
}

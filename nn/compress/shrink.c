/* shrink.c - a layer with fewer channels: smaller tensors, and not zeros.
 *
 * Those of largest norm stay. W is (in, out): an output is a column and a bias, an input is a row.
 * Of a convolution a filter is an output, and a map that it sees an input. Who takes outputs of one
 * layer away takes the inputs of the next.
 * Invariant: what is chosen is in ascending order, so that what stays keeps its order.
 */
#include <math.h>
#include "compress_check.h"

void channels_check(long n, long keep)
{
    if (keep < 0 || keep > n)
        fail("channels_largest: %ld of %ld channels are to stay, expected 0 to %ld", keep, n, n);
}

void channels_norms_check(const double *norm, long n)
{
    for (long j = 0; j < n; j++)
        if (isnan(norm[j]))
            fail("channels_largest: norm[%ld] is NaN, which is neither small nor large. hint: "
                 "KINDLING_CHECK=1 names the operation that made the first NaN",
                 j);
}

EXERCISE
void channels_largest(long *which, const double *norm, long n, long keep)
{
    channels_check(n, keep);
    channels_norms_check(norm, n);
    long next = 0;
    for (long j = 0; j < n && next < keep; j++) {
        long before = 0;
        for (long i = 0; i < n; i++)
            before += norm[i] > norm[j] || (norm[i] == norm[j] && i < j);
        if (before < keep)
            which[next++] = j;
    }
}

void keep_check(const char *operation, const char *what, long n, long keep, const long *which)
{
    if (keep < 0 || keep > n)
        fail("%s: %ld of %ld %s are to stay, expected 0 to %ld", operation, keep, n, what, n);
    for (long k = 0; k < keep; k++) {
        if (which[k] < 0 || which[k] >= n)
            fail("%s: which[%ld] is %ld, but the layer has %s 0 to %ld", operation, k, which[k],
                 what, n - 1);
        if (k > 0 && which[k] <= which[k - 1])
            fail("%s: which[%ld] is %ld, behind %ld: they must ascend", operation, k, which[k],
                 which[k - 1]);
    }
}

/* Invariant: the new one is made before the old one ends, so a failure leaves the module as it
 * was. */
void parameter_replace(Module *m, Tensor **slot, const Tensor *t)
{
    Tensor *old = *slot;
    int i = 0;
    while (i < m->n_parameters && m->parameter[i].tensor != old)
        i++;
    if (i == m->n_parameters)
        fail("parameter_replace: this tensor is no parameter of the %s", m->kind);
    if (m->parameter[i].shared)
        fail("parameter_replace: \"%s\" of the %s is shared with another module, which would keep "
             "the old one",
             m->parameter[i].name, m->kind);
    Tensor *fresh = tensor_named(tensor_new_in(NULL, t->ndim, t->shape), old->name);
    copy_kernel(fresh, t);
    m->parameter[i].tensor = *slot = tensor_requires_grad(fresh);
    tensor_free(old);
}

/* ---- linear layers --------------------------------------------------------------------------- */

EXERCISE
void linear_keep_outputs(Linear *l, long keep, const long *which)
{
    long in = l->weight->shape[0], out = l->weight->shape[1];
    keep_check("linear_keep_outputs", "outputs", out, keep, which);
    Scope *scope = scope_open();
    Tensor *weight = tensor_new(SHAPE(in, keep));
    for (long i = 0; i < in; i++)
        for (long k = 0; k < keep; k++)
            weight->data[i * keep + k] = l->weight->data[i * out + which[k]];
    parameter_replace(&l->module, &l->weight, weight);
    if (l->bias != NULL) {
        Tensor *bias = tensor_new(SHAPE(keep));
        for (long k = 0; k < keep; k++)
            bias->data[k] = l->bias->data[which[k]];
        parameter_replace(&l->module, &l->bias, bias);
    }
    scope_close(scope);
}

EXERCISE
void linear_keep_inputs(Linear *l, long keep, const long *which)
{
    long out = l->weight->shape[1];
    keep_check("linear_keep_inputs", "inputs", l->weight->shape[0], keep, which);
    Scope *scope = scope_open();
    Tensor *weight = tensor_new(SHAPE(keep, out));
    for (long k = 0; k < keep; k++)
        for (long j = 0; j < out; j++)
            weight->data[k * out + j] = l->weight->data[which[k] * out + j];
    parameter_replace(&l->module, &l->weight, weight);
    scope_close(scope);
}

/* ---- layers for images ----------------------------------------------------------------------- */

/* These of t along an axis, in the innermost scope. */
static Tensor *picked(const Tensor *t, int axis, long keep, const long *which)
{
    long shape[TENSOR_MAX_AXES];
    for (int d = 0; d < t->ndim; d++)
        shape[d] = d == axis ? keep : t->shape[d];
    Tensor *out = tensor_new(t->ndim, shape), *all = tensor_new_view(t);
    for (long k = 0; k < keep; k++)
        copy_kernel(tensor_select(out, axis, k), tensor_select(all, axis, which[k]));
    return out;
}

static void pick(Module *m, Tensor **slot, int axis, long keep, const long *which)
{
    Scope *scope = scope_open();
    grad_mode(false);
    parameter_replace(m, slot, picked(*slot, axis, keep, which));
    scope_close(scope);
}

static void check_groups(const char *operation, const Conv2d *l)
{
    if (l->groups != 1)
        fail("%s: the convolution has %ld groups, expected 1", operation, l->groups);
}

void conv2d_keep_outputs(Conv2d *l, long keep, const long *which)
{
    check_groups("conv2d_keep_outputs", l);
    keep_check("conv2d_keep_outputs", "filters", l->weight->shape[0], keep, which);
    pick(&l->module, &l->weight, 0, keep, which);
    if (l->bias != NULL)
        pick(&l->module, &l->bias, 0, keep, which);
}

void conv2d_keep_inputs(Conv2d *l, long keep, const long *which)
{
    check_groups("conv2d_keep_inputs", l);
    keep_check("conv2d_keep_inputs", "maps", l->weight->shape[1], keep, which);
    pick(&l->module, &l->weight, 1, keep, which);
}

static void pick_buffer(Module *m, Tensor **slot, long keep, const long *which)
{
    Tensor *fresh = tensor_named(tensor_new_in(NULL, SHAPE(keep)), (*slot)->name);
    for (long k = 0; k < keep; k++)
        fresh->data[k] = (*slot)->data[which[k]];
    for (int i = 0; i < m->n_buffers; i++)
        if (m->buffer[i].tensor == *slot)
            m->buffer[i].tensor = fresh;
    tensor_free(*slot);
    *slot = fresh;
}

void batch_norm2d_keep(BatchNorm2d *n, long keep, const long *which)
{
    keep_check("batch_norm2d_keep", "channels", n->weight->shape[0], keep, which);
    pick(&n->module, &n->weight, 0, keep, which);
    pick(&n->module, &n->bias, 0, keep, which);
    pick_buffer(&n->module, &n->running_mean, keep, which);
    pick_buffer(&n->module, &n->running_var, keep, which);
}

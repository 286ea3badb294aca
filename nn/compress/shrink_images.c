/* shrink_images.c - fewer channels in layers for images. A filter is an output, and a map that it
 * sees an input. */
#include <math.h>
#include "compress_check.h"
#include "optim.h"

void conv2d_output_norms(double *norm, const Conv2d *l)
{
    Scope *scope = scope_open();
    grad_mode(false);
    Tensor *filters = tensor_new_view(l->weight);
    for (long j = 0; j < filters->shape[0]; j++)
        norm[j] = sqrt(sum_of_squares(tensor_select(filters, 0, j)));
    scope_close(scope);
}

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

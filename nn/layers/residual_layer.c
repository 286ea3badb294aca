/* residual_layer.c - a shortcut: y = x + f(x).
 *
 * f learns what is to change and not the whole; the gradient reaches x along the shortcut whatever
 * f does to it, so that dozens of them in a row still train (He et al. 2015).
 *
 * Invariant: f(x) has x's shape. tensor_add alone would broadcast.
 */
#include "nn.h"

static Tensor *forward(Module *self, Tensor *x)
{
    Tensor *change = module_forward(self->children[0].module, x);
    if (!tensor_same_shape(change, x))
        fail("Residual: f gives %s for x of %s. hint: both are added, number by number; let f keep "
             "the shape",
             tensor_shape_text(change), tensor_shape_text(x));
    return tensor_add(x, change);
}

Module *residual_new(Module *f)
{
    if (f->forward == NULL)
        fail("residual_new: f is %s, which does not take one tensor to one tensor", f->kind);
    UNDO_ON_FAIL;
    Module *m = module_new(sizeof *m, "Residual", forward);
    module_add(m, "f", f);
    return m;
}

/* parameter_replace.c - a module's parameter becomes another tensor, of another shape.
 *
 * Invariant: the new one is made before the old one ends, so a failure leaves the module as it was.
 */
#include "compress_check.h"

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

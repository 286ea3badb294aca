/* op_detach.c - the same numbers, where gradients end. */
#include "autograd.h"

static void same_view(Tensor *out, const Tensor *a, const void *capture)
{
    (void)out, (void)a, (void)capture; /* a view of the whole */
}

static const Operation detach_op = {.name = "detach", .view = same_view};

Tensor *tensor_detach(Tensor *a)
{
    Tensor *out = closure_record_view(a, &detach_op, NO_CAPTURE); /* only for drawings */
    out->requires_grad = false; /* so no walk comes here, and there is no backward function */
    return out;
}

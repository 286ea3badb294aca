/* views_want.c - what transposing and reshaping do to a header. */
#include "want.h"

/* ---- 01.6 transpose_view ------------------------------------------------------------------------ */

Tensor *transposed_want(const Tensor *a, int axis1, int axis2)
{
    Tensor *out = view_of(a, SHAPE_OF(a), a->stride, 0);
    axis1 += axis1 < 0 ? a->ndim : 0;
    axis2 += axis2 < 0 ? a->ndim : 0;
    out->shape[axis1] = a->shape[axis2];
    out->stride[axis1] = a->stride[axis2];
    out->shape[axis2] = a->shape[axis1];
    out->stride[axis2] = a->stride[axis1];
    return out;
}

/* ---- 01.7 resolve_shape ------------------------------------------------------------------------------ */

Tensor *resolved_want(const Tensor *a, int ndim, const long *wished)
{
    long n = 1, known = 1, shape[ROOM];
    for (int axis = 0; axis < a->ndim; axis++)
        n *= a->shape[axis];
    for (int d = 0; d < ndim; d++)
        known *= wished[d] == -1 ? 1 : wished[d];
    for (int d = 0; d < ndim; d++)
        shape[d] = wished[d] == -1 ? n / known : wished[d];
    return shaped(ndim, shape);
}

const char *unfilled_is_refused(const Tensor *a, int ndim, const long *wished)
{
    static char message[200];
    snprintf(message, sizeof message, "cannot reshape %s to %s", shape_text(a->ndim, a->shape),
             shape_text(ndim, wished));
    return message;
}

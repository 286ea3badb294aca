/* views_want.c - what transposing and reshaping do to a header, right and with the mistakes people make. */
#include "want.h"

/* ---- any view ------------------------------------------------------------------------------------ */

/* A header that begins with the axis of unset_header(), and then has those of a right one. */
static void no_start_view(int ndim, const long *shape)
{
    long behind[ROOM] = {UNSET};
    memcpy(behind + 1, shape, (size_t)ndim * sizeof *shape);
    MISTAKE_SHAPE(
        SIZES(ndim + 1, behind),
        "start_view is missing: it gives out the numbers of a, and no axes to begin with");
    MISTAKE_SHAPE(SHAPE(UNSET), "nothing was written into out: start_view, then add_axis");
    MISTAKE_NUMBER(UNSET, "out->data is not set: start_view gives out the numbers of a");
}

static void row_major(int ndim, const long *shape, long *stride)
{
    for (long d = ndim - 1, step = 1; d >= 0; step *= shape[d], d--)
        stride[d] = step;
}

/* ---- 01.6 transpose_view ------------------------------------------------------------------------ */

typedef enum { BOTH, NOTHING, ONLY_AXIS1, ONLY_AXIS2 } Exchanged;

static void exchange(Exchanged what, const Tensor *a, int axis1, int axis2, long *shape,
                     long *stride)
{
    memcpy(shape, a->shape, sizeof a->shape);
    memcpy(stride, a->stride, sizeof a->stride);
    if (what == BOTH || what == ONLY_AXIS1) {
        shape[axis1] = a->shape[axis2];
        stride[axis1] = a->stride[axis2];
    }
    if (what == BOTH || what == ONLY_AXIS2) {
        shape[axis2] = a->shape[axis1];
        stride[axis2] = a->stride[axis1];
    }
}

Tensor *transposed_want(const Tensor *a, int axis1, int axis2)
{
    static const char *const sentence[] = {
        [NOTHING] = "the axes stand where they stood in a: swap them",
        [ONLY_AXIS1] = "only axis1 was exchanged: it comes from axis2, and axis2 from axis1",
        [ONLY_AXIS2] = "only axis2 was exchanged: it comes from axis1, and axis1 from axis2",
    };
    long shape[TENSOR_MAX_AXES], stride[TENSOR_MAX_AXES], full[TENSOR_MAX_AXES];
    axis1 += axis1 < 0 ? a->ndim : 0;
    axis2 += axis2 < 0 ? a->ndim : 0;
    for (int what = NOTHING; what <= ONLY_AXIS2; what++) {
        exchange((Exchanged)what, a, axis1, axis2, shape, stride);
        MISTAKE_SHAPE(SIZES(a->ndim, shape), sentence[what]);
    }
    exchange(BOTH, a, axis1, axis2, shape, stride);
    row_major(a->ndim, shape, full);
    MISTAKE(numbers(a->ndim, full), "row-major strides of the new shape: that is a reshape. "
                                    "Transposing swaps the strides of a");
    MISTAKE(numbers(a->ndim, a->stride), "only the sizes were swapped: that reads other numbers. "
                                         "Strides travel with their axis");
    no_start_view(a->ndim, shape);
    return view_of(a, a->ndim, shape, stride, 0);
}

/* ---- 01.7 resolve_shape ------------------------------------------------------------------------------ */

/* wished with one number in place of the -1. */
static void missing_size(int ndim, const long *wished, long size, const char *sentence)
{
    long shape[ROOM];
    for (int d = 0; d < ndim; d++)
        shape[d] = wished[d] == -1 ? size : wished[d];
    MISTAKE_SHAPE(SIZES(ndim, shape), sentence);
}

static void wrong_sizes(long n, long known, int ndim, const long *wished)
{
    long only[ROOM], sum = 0;
    for (int d = 0; d < ndim; d++) {
        only[d] = wished[d] == -1 ? n / known : UNSET;
        sum += wished[d] == -1 ? 0 : wished[d];
        if (wished[d] > 0)
            missing_size(ndim, wished, n / wished[d],
                         "divided by one of the known sizes only: it is their product");
    }
    MISTAKE_SHAPE(SIZES(ndim, only), "the sizes that were given must be copied too");
    missing_size(ndim, wished, -1, "the -1 is still there: put in the missing size");
    missing_size(ndim, wished, -(n / known),
                 "the -1 was multiplied into the product: leave it out");
    missing_size(ndim, wished, known,
                 "this is the product of the known sizes: the elements are divided by it");
    missing_size(ndim, wished, n / sum, "the known sizes were added up: multiply them");
    missing_size(ndim, wished, n, "divided by 1: the known sizes belong in the product");
}

Tensor *resolved_want(const Tensor *a, int ndim, const long *wished)
{
    long n = 1, known = 1, shape[ROOM];
    bool open = false;
    for (int axis = 0; axis < a->ndim; axis++)
        n *= a->shape[axis];
    for (int d = 0; d < ndim; d++) {
        open |= wished[d] == -1;
        known *= wished[d] == -1 ? 1 : wished[d];
    }
    for (int d = 0; d < ndim; d++)
        shape[d] = wished[d] == -1 ? n / known : wished[d];
    if (open)
        wrong_sizes(n, known, ndim, wished);
    MISTAKE_MESSAGE("cannot reshape",
                    open ? "refused, but one size is still open: the -1 is no factor of the "
                           "product, and the elements need only be a multiple of it"
                         : "refused, but the product of these sizes is the number of elements");
    return shaped(ndim, shape);
}

const char *unfilled_is_refused(const Tensor *a, int ndim, const long *wished)
{
    static char message[200];
    double product = 1;
    bool open = false;
    for (int d = 0; d < ndim; d++) {
        open |= wished[d] == -1;
        product *= wished[d] == -1 ? 1 : (double)wished[d];
    }
    const char *const words = "as if nothing were wrong";
    if (product > 1e18)
        MISTAKE_MESSAGE(words, "this product overflows, and only what is left of it fits: use "
                               "product_up_to");
    else if (open)
        MISTAKE_MESSAGE(words, "with a -1: the number of elements must be a multiple of the known "
                               "product, and that must not be 0");
    else
        MISTAKE_MESSAGE(words, "without a -1: the product must be the number of elements, "
                               "tensor_numel(a)");
    snprintf(message, sizeof message, "cannot reshape %s to %s", shape_text(a->ndim, a->shape),
             shape_text(ndim, wished));
    return message;
}

/* ---- 01.8 reshape_view --------------------------------------------------------------------------------- */

static bool same(int n, const long *a, const long *b)
{
    return memcmp(a, b, (size_t)n * sizeof *a) == 0;
}

Tensor *reshaped_want(const Tensor *a, int ndim, const long *shape, const long *stride)
{
    long full[ROOM], reversed[ROOM];
    row_major(ndim, shape, full);
    for (long d = 0, step = 1; d < ndim; step *= shape[d], d++)
        reversed[d] = step;
    MISTAKE_NUMBER(0, "false, but these strides allow a view: ask tensor_is_contiguous, and where "
                      "a is not, reshape_strides");
    for (int d = 0; d < ndim; d++) {
        long wished[ROOM];
        memcpy(wished, shape, (size_t)ndim * sizeof *shape);
        wished[d] = -1;
        MISTAKE_SHAPE(SIZES(ndim, wished),
                      "the -1 is still there: use the shape from resolve_shape");
    }
    if (ndim == a->ndim)
        MISTAKE(numbers(ndim, a->stride),
                "these are the strides of a: its rows had another length");
    if (!same(ndim, full, stride))
        MISTAKE(numbers(ndim, full), "row-major strides, but a is not contiguous: they read other "
                                     "numbers");
    MISTAKE(numbers(ndim, reversed),
            "these are strides column by column, as of a transpose: reshape keeps the order of the "
            "elements");
    no_start_view(ndim, shape);
    return view_of(a, ndim, shape, stride, 0);
}

long no_reshape_want(void)
{
    MISTAKE_NUMBER(1, "true, but row-major strides on this view read other numbers: where "
                      "a is not contiguous, reshape_strides decides");
    return 0;
}

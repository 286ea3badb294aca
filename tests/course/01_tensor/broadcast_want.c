/* broadcast_want.c - common shapes and the strides of repeated axes, with the mistakes people make. */
#include "want.h"

/* ---- 01.4 broadcast_shape ------------------------------------------------------------------------- */

static long from_right(const Tensor *t, int place)
{
    return place < t->ndim ? t->shape[t->ndim - 1 - place] : 1;
}

static int axes_of_both(const Tensor *a, const Tensor *b)
{
    return a->ndim > b->ndim ? a->ndim : b->ndim;
}

/* The sizes of both at each place, one of which is chosen. */
static Tensor *chosen(const Tensor *a, const Tensor *b, long (*choose)(long na, long nb))
{
    int ndim = axes_of_both(a, b);
    long shape[ROOM];
    for (int place = 0; place < ndim; place++)
        shape[ndim - 1 - place] = choose(from_right(a, place), from_right(b, place));
    return shaped(ndim, shape);
}

static long not_1(long na, long nb)
{
    return na == 1 ? nb : na;
}

static long smaller(long na, long nb)
{
    return na < nb ? na : nb;
}

static long larger(long na, long nb)
{
    return na > nb ? na : nb;
}

static long first(long na, long nb)
{
    (void)nb;
    return na;
}

static long second(long na, long nb)
{
    (void)na;
    return nb;
}

/* The right sizes in the wrong places. */
static void misplaced(const Tensor *want)
{
    long reversed[ROOM], shifted[ROOM] = {UNSET};
    for (int d = 0; d < want->ndim; d++) {
        reversed[d] = want->shape[want->ndim - 1 - d];
        if (d > 0)
            shifted[d] = want->shape[d - 1];
    }
    MISTAKE_SHAPE(SIZES(want->ndim, reversed),
                  "back to front: place 0 from the right is shape[ndim - 1]");
    MISTAKE_SHAPE(SIZES(want->ndim, shifted),
                  "one place too far to the right: place 0 from the right is shape[ndim - 1]");
}

Tensor *common_want(const Tensor *a, const Tensor *b)
{
    Tensor *want = chosen(a, b, not_1);
    MISTAKE_NUMBER(a->ndim, "the axes of a were counted: the longer of the two shapes decides");
    MISTAKE_NUMBER(b->ndim, "the axes of b were counted: the longer of the two shapes decides");
    MISTAKE_SHAPE(SHAPE_OF(chosen(a, b, first)),
                  "this is the shape of a: where a has 1, b decides");
    MISTAKE_SHAPE(SHAPE_OF(chosen(a, b, second)),
                  "this is the shape of b: where b has 1, a decides");
    MISTAKE_SHAPE(SHAPE_OF(chosen(a, b, smaller)), "the smaller size was taken: 1 is stretched");
    MISTAKE_SHAPE(
        SHAPE_OF(chosen(a, b, larger)),
        "the larger size was taken: 1 gives way to 0 as well, there is nothing to repeat");
    misplaced(want);
    MISTAKE_MESSAGE("cannot broadcast",
                    "refused, but these two go together: at each place the sizes are equal, or one "
                    "of them is 1");
    return want;
}

static bool differs(const Tensor *a, const Tensor *b, int place)
{
    long na = from_right(a, place), nb = from_right(b, place);
    return na != nb && na != 1 && nb != 1;
}

/* A text for each place: one may still be read while the next is written. */
static const char *sizes_at(const Tensor *a, const Tensor *b, int place)
{
    static char text[ROOM][80];
    snprintf(text[place], sizeof text[place], "axis -%d is %ld and %ld", place + 1,
             from_right(a, place), from_right(b, place));
    return text[place];
}

const char *differing_sizes_are_refused(const Tensor *a, const Tensor *b)
{
    const char *message = NULL;
    MISTAKE_MESSAGE("as if nothing were wrong",
                    "two sizes differ and neither is 1: cannot_broadcast(operation, a, b, place)");
    for (int place = 0; place < axes_of_both(a, b); place++)
        if (differs(a, b, place))
            message = sizes_at(a, b, place);
        else
            MISTAKE_MESSAGE(sizes_at(a, b, place),
                            "these are the sizes of another place: it is counted from the right, 0 "
                            "is the last axis");
    return message;
}

/* ---- 01.5 broadcast_view ---------------------------------------------------------------------------- */

/* The axis of t under axis d of the result. */
typedef enum { AT_THE_RIGHT, AT_THE_LEFT } Aligned;

static int own_axis(Aligned aligned, const Tensor *t, int ndim, int d)
{
    return aligned == AT_THE_RIGHT ? d - (ndim - t->ndim) : d < t->ndim ? d : -1;
}

/* stride: those of t, or what somebody took for them. */
static Tensor *strides_with(Aligned aligned, bool stretched_keep, const Tensor *t,
                            const long *stride, int ndim, const long *shape)
{
    long all[ROOM];
    for (int d = 0; d < ndim; d++) {
        int own = own_axis(aligned, t, ndim, d);
        all[d] = own >= 0 && (stretched_keep || t->shape[own] == shape[d]) ? stride[own] : 0;
    }
    return numbers(ndim, all);
}

static void row_major(int ndim, const long *shape, long *stride)
{
    for (long d = ndim - 1, step = 1; d >= 0; step *= shape[d], d--)
        stride[d] = step;
}

/* What lies in memory before the axes looks like an axis that fits: the count of axes before the sizes, a
 * leftover size before the strides. */
static Tensor *axis_before_the_first(const Tensor *t, const Tensor *right, int ndim,
                                     const long *shape)
{
    Tensor *wrong = copy_of(right);
    int d = ndim - t->ndim - 1;
    if (d >= 0 && shape[d] == t->ndim)
        wrong->data[d] = (real)t->shape[TENSOR_MAX_AXES - 1];
    return wrong;
}

Tensor *stretched_want(const Tensor *t, int ndim, const long *shape)
{
    Tensor *right = strides_with(AT_THE_RIGHT, false, t, t->stride, ndim, shape);
    long full[ROOM], own[ROOM], want[ROOM];
    row_major(ndim, shape, full);
    row_major(t->ndim, t->shape, own);
    MISTAKE_SHAPE(SHAPE(UNSET), "out was never written: *out = view comes last");
    MISTAKE(numbers(ndim, full),
            "these are strides of a full tensor: nothing is copied, repeated axes have stride 0");
    MISTAKE(strides_with(AT_THE_RIGHT, true, t, t->stride, ndim, shape),
            "an axis of size 1 that is stretched kept its stride: it must be 0");
    MISTAKE(strides_with(AT_THE_LEFT, false, t, t->stride, ndim, shape),
            "aligned at the left: shapes are compared from the right");
    MISTAKE(strides_with(AT_THE_LEFT, true, t, t->stride, ndim, shape),
            "aligned at the left: shapes are compared from the right");
    MISTAKE(plain_scaled(right, 0), "every stride is 0: an axis whose size stays keeps its stride");
    MISTAKE(strides_with(AT_THE_RIGHT, false, t, own, ndim, shape),
            "new strides were worked out: t is a view, take the strides it has");
    MISTAKE(axis_before_the_first(t, right, ndim, shape),
            "t has no axis -1, and its shape[-1] and stride[-1] are something else: ask own >= 0 "
            "first");
    MISTAKE_NUMBER(UNSET, "out->data is not set: *out = view, and view begins with t->data");
    for (int d = 0; d < ndim; d++)
        want[d] = (long)right->data[d];
    return view_of(t, ndim, shape, want, 0);
}

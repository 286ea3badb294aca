/* view_want.c - where the gradient of a view belongs, and where slips put it. */
#include "want.h"

/* Of every view. */
static void messages(void)
{
    MISTAKE_MESSAGE("cannot reach",
                    "a share that does not have a's shape: either dy as it is, or dy seen through "
                    "the view. It is a's gradient that is looked at through the view");
    MISTAKE_MESSAGE("a pointer that is NULL",
                    "either a->grad was used, which is not there before the first share "
                    "(grad_buffer(a, NULL) makes it), or something that 06.1 to 06.3 should have "
                    "handed on");
    arrives("->grad is NULL");
}

static void mistakes_of(const Tensor *want)
{
    MISTAKE(blank(want->ndim, want->shape),
            "nothing was added to a's gradient: part has to be a view of it, and dy is added to "
            "part");
    MISTAKE(plain_scaled(want, 2),
            "the share arrived twice: what is added to the view is in a's gradient already");
    messages();
}

Tensor *turned_want(const Tensor *g)
{
    Tensor *want = plain_transpose(plain_transpose(g, 0, 1), 0, 2);
    MISTAKE(copy_of(g),
            "the gradient was passed on with its axes still in the order of the result");
    MISTAKE(plain_transpose(plain_transpose(g, 0, 1), 1, 2),
            "dy was looked at through the view: it must be a's gradient, for the view leads from a "
            "to the result");
    mistakes_of(want);
    return want;
}

Tensor *transposed_want(const Tensor *a, const Tensor *g)
{
    Tensor *want = plain_transpose(g, 0, 2);
    MISTAKE(
        plain_reshape(g, a->ndim, a->shape),
        "a reshape is not a transpose: the shape is right, the numbers stand in the wrong places");
    mistakes_of(want);
    return want;
}

Tensor *reshaped_want(const Tensor *a, const Tensor *g)
{
    Tensor *want = plain_reshape(g, a->ndim, a->shape);
    MISTAKE_SHAPE(SHAPE(3, 4), "the gradient was left in the shape of the result");
    mistakes_of(want);
    return want;
}

/* ---- slices ------------------------------------------------------------------------------------------ */

Tensor *line_want(const Tensor *few)
{
    real one = few->data[0], two = few->data[1];
    Tensor *want = values(SHAPE(4), VALUES(0, one, two, 0));
    MISTAKE_SHAPE(SHAPE(2), "the gradient has the shape of the slice: it needs that of a, with "
                            "zeros where nothing was taken");
    MISTAKE(values(SHAPE(4), VALUES(one, two, 0, 0)),
            "dy was added at the beginning of a's gradient, not through the view");
    mistakes_of(want);
    return want;
}

Tensor *columns_want(const Tensor *g)
{
    Tensor *want = blank(SHAPE(2, 5));
    for (int i = 0; i < 2; i++) {
        want->data[i * 5 + 4] = (real)at(g, AT(i, 0));
        want->data[i * 5 + 2] = (real)at(g, AT(i, 1));
    }
    mistakes_of(want);
    return want;
}

Tensor *overlap_want(const Tensor *g, const Tensor *row)
{
    Tensor *columns = columns_want(g), *alone = blank(SHAPE(2, 5));
    Tensor *covered = copy_of(columns), *at_0 = copy_of(columns);
    for (int j = 0; j < 5; j++) {
        alone->data[5 + j] = covered->data[5 + j] = (real)at(row, AT(0, j));
        at_0->data[j] += (real)at(row, AT(0, j));
    }
    MISTAKE(copy_of(alone),
            "the second slice replaced the whole gradient: start from what is there");
    MISTAKE(covered, "the second slice was copied over the first: where they overlap, the shares "
                     "must be added");
    MISTAKE(at_0, "dy was added at the beginning of a's gradient, not through the view");
    MISTAKE(copy_of(columns), "the second slice added nothing to a's gradient");
    return plain_pair(columns, alone, plus);
}

/* ---- views of views ------------------------------------------------------------------------------------ */

Tensor *both_uses_want(const Tensor *g)
{
    Tensor *turned = plain_transpose(g, 0, 1);
    MISTAKE(copy_of(g), "only the share of the tensor itself arrived, not that of its view");
    MISTAKE(plain_scaled(turned, -1),
            "only the share of the view arrived: either it replaced what was there, where it "
            "should be added, or the other share was lost on its way");
    messages();
    return plain_pair(g, turned, minus);
}

Tensor *column_want(const Tensor *h)
{
    Tensor *want = blank(SHAPE(2, 3));
    for (int i = 0; i < 2; i++)
        want->data[i * 3 + 1] = (real)at(h, AT(0, i, 0));
    mistakes_of(want);
    return want;
}

/* grad_want.c - a gradient that has grown by a share, and what people make of it. */
#include "want.h"

static double total(const Tensor *g)
{
    double sum = 0;
    Tensor *numbers = copy_of(g);
    for (long i = 0; i < shape_numel(g->ndim, g->shape); i++)
        sum += (double)numbers->data[i];
    return sum;
}

static Tensor *filled(const Tensor *t, double x)
{
    Tensor *out = blank(t->ndim, t->shape);
    for (long i = 0; i < shape_numel(t->ndim, t->shape); i++)
        out->data[i] = (real)x;
    return out;
}

/* The first of the repetitions alone. */
static Tensor *first_use(const Tensor *t, const Tensor *g)
{
    Tensor *out = blank(t->ndim, t->shape), *numbers = copy_of(g);
    for (long i = shape_numel(g->ndim, g->shape) - 1; i >= 0; i--)
        out->data[place_in(g, i, t->ndim, t->shape)] = numbers->data[i];
    return out;
}

/* Where all sizes are 3, the other axis can be summed as well. */
static void square_mistakes(const Tensor *t, const Tensor *g)
{
    if (t->ndim == 1)
        MISTAKE(plain_reshape(summed_to(g, SHAPE(3, 1)), SHAPE(3)),
                "aligned at the left: axis 0 of t is not axis 0 of g where g has more axes");
    else
        MISTAKE(plain_reshape(summed_to(g, SHAPE(t->shape[1], t->shape[0])), t->ndim, t->shape),
                "summed over the wrong axis: it is the one along which t has size 1");
}

static void stretched_mistakes(const Tensor *t, const Tensor *before, const Tensor *g)
{
    long uses = shape_numel(g->ndim, g->shape) / shape_numel(t->ndim, t->shape);
    Tensor *first = first_use(t, g);
    Tensor *average = plain_scaled(summed_like(g, t), uses > 0 ? 1 / (double)uses : 0);
    MISTAKE(before == NULL ? average : plain_pair(before, average, plus),
            "the repetitions were averaged: they must be summed");
    MISTAKE(before == NULL ? first : plain_pair(before, first, plus),
            "only one of the repetitions arrived: they must be summed");
    MISTAKE_SHAPE(SHAPE(4, 3, 5), "the broadcast was not undone: the gradient must have the shape "
                                  "of the tensor it belongs to");
    MISTAKE_MESSAGE("cannot write", "the share does not have t's shape yet: either an axis along "
                                    "which t was stretched was left out of the sum, or the wrong "
                                    "one was taken, or the axes that t lacks are still there, with "
                                    "size 1");
    MISTAKE_MESSAGE("tensor_reshape: ", "the numbers that are left do not fit t: an axis was left "
                                        "out of the sum, or one too many is in it");
    if (g->ndim == 2 && g->shape[0] == 3 && g->shape[1] == 3)
        square_mistakes(t, g);
}

Tensor *grown_want(const Tensor *t, const Tensor *before, const Tensor *g)
{
    Tensor *share = summed_like(g, t);
    if (shape_numel(t->ndim, t->shape) != shape_numel(g->ndim, g->shape)) {
        stretched_mistakes(t, before, g);
    } else {
        static const char *const sentence = "everything was summed, though nothing was broadcast: "
                                            "with n = 0 tensor_sum sums all axes";
        MISTAKE(filled(t, total(g)), sentence);
        MISTAKE_MESSAGE("tensor_reshape", sentence);
    }
    MISTAKE_MESSAGE("is a view", "t->grad is the share itself: the next one would be added to what "
                                 "the caller owns");
    MISTAKE_MESSAGE("->grad is NULL", "nothing was added: gradient_share(t, g) comes last");
    if (before == NULL)
        return share;
    MISTAKE(share, "the second share was assigned instead of added: the first one is lost");
    MISTAKE(copy_of(before), "the second share was dropped: every share is handed on, the first "
                             "and the later ones");
    return plain_pair(before, share, plus);
}

long not_looked_at_want(void)
{
    MISTAKE_MESSAGE("cannot reach",
                    "the share of a constant was looked at: ask for requires_grad first");
    return 0;
}

void share_is_checked(void)
{
    static const char *const sentence =
        "backward_check_share(t, g) was not called, or too late: it says what does not fit";
    MISTAKE_MESSAGE("as if nothing were wrong", sentence);
    MISTAKE_MESSAGE("the message \"", sentence);
}

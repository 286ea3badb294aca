/* view.c - 06.5: dy belongs into the same view of the gradient. */
#include "gradients.h"

#define FILE_AND_EXERCISE .exercise = "06.5 view_backward", .file = "view_backward.c"

/* g[i][j][k] at the place [k][i][j]: what tensor_permute with axes 1, 2, 0 is undone by. */
static Tensor *turned_back(const Tensor *g)
{
    return plain_transpose(plain_transpose(g, 0, 1), 0, 2);
}

TEST(axes_find_their_way_back, .points = 3, FILE_AND_EXERCISE,
     .hints = HINTS("da, seen through the view of the forward pass, has the shape of dy.",
                    "part is a view of da, so what is added to part is added to da.",
                    "c->op->view(part, da, c->capture); axpy_kernel(part, 1, dy);"))
{
    Tensor *a = leaf(draw("a", SHAPE(2, 3, 4))), *g = draw("g", SHAPE(4, 3, 2));
    Tensor *cube = leaf(draw("cube", SHAPE(3, 3, 3))), *h = draw("h", SHAPE(3, 3, 3));
    Tensor *flat = leaf(draw("flat", SHAPE(2, 6))), *wide = draw("wide", SHAPE(3, 4));
    EXPECT(Tensor *back = turned_back(h), *again = plain_transpose(plain_transpose(h, 0, 1), 1, 2));
    MISTAKE(copy_of(h),
            "the gradient was passed on with its axes still in the order of the result");
    MISTAKE(copy_of(again),
            "dy was looked at through the view: it must be a's gradient, for the view "
            "leads from a to the result");
    MISTAKE(blank(SHAPE(3, 3, 3)),
            "nothing was added to a's gradient: part has to be a view of it, and "
            "dy is added to part");
    MISTAKE(plain_scaled(back, 2),
            "the share arrived twice: what is added to the view is in a's gradient "
            "already");
    MISTAKE_MESSAGE("cannot reach",
                    "dy was handed to grad_add as it is: it has the shape of the result, "
                    "not that of a");
    MISTAKE_MESSAGE("NULL",
                    "a view of a gradient that is not there yet: grad_buffer(a, NULL) makes it");
    CALL(tensor_backward_from(tensor_permute(cube, 3, (int[]){1, 2, 0}), h, false));
    check_tensor(cube->grad, back, "axes 1, 2, 0: da[k][i][j] = dy[i][j][k]");
    FORGET();
    MISTAKE(
        plain_reshape(g, SHAPE(2, 3, 4)),
        "a reshape is not a transpose: the shape is right, the numbers stand in the wrong places");
    MISTAKE_MESSAGE("cannot reach",
                    "dy was handed to grad_add as it is: it has the shape of the result, "
                    "not that of a");
    CALL(tensor_backward_from(tensor_transpose(a, 0, -1), g, false));
    check_tensor(a->grad, plain_transpose(g, 0, 2), "da[i][j][k] = dy[k][j][i]");
    FORGET();
    MISTAKE_SHAPE(SHAPE(3, 4), "the gradient was left in the shape of the result");
    MISTAKE_MESSAGE("cannot reach",
                    "dy was handed to grad_add as it is: it has the shape of the result, "
                    "not that of a");
    CALL(tensor_backward_from(tensor_reshape(flat, SHAPE(3, 4)), wide, false));
    check_tensor(flat->grad, plain_reshape(wide, SHAPE(2, 6)),
                 "the same numbers, in the shape of a");
}

/* g in two columns of zeros (2, 5), and h added to row 1. */
static Tensor *put_back(const Tensor *g, int first, int second, const Tensor *h)
{
    Tensor *t = blank(SHAPE(2, 5));
    for (int i = 0; i < 2 && g != NULL; i++) {
        t->data[i * 5 + first] = (real)at(g, AT(i, 0));
        t->data[i * 5 + second] = (real)at(g, AT(i, 1));
    }
    for (int j = 0; j < 5 && h != NULL; j++)
        t->data[5 + j] += (real)at(h, AT(0, j));
    return t;
}

TEST(what_a_slice_leaves_behind_gets_zero, .points = 2, FILE_AND_EXERCISE,
     .hints = HINTS("a's gradient is as large as a; only a part of it gets dy.",
                    "grad_buffer(a, NULL) has zeros in it where nothing has arrived yet.",
                    "Tensor *da = grad_buffer(a, NULL); part is the view of da; add, do not copy."))
{
    Tensor *a = leaf(input("a", SHAPE(2, 5), VALUES(0, 1, 2, 3, 4, 5, 6, 7, 8, 9)));
    Tensor *line = leaf(draw("line", SHAPE(4))), *few = input("few", SHAPE(2), VALUES(10, 20));
    Tensor *g = draw("g", SHAPE(2, 2)), *h = draw("h", SHAPE(1, 5)),
           *empty = draw("empty", SHAPE(2, 0));
    EXPECT(Tensor *first = put_back(g, 4, 2, NULL), *both = put_back(g, 4, 2, h));
    EXPECT(Tensor *covered = put_back(g, 4, 2, NULL));
    EXPECT(for (int j = 0; j < 5; j++) covered->data[5 + j] = (real)at(h, AT(0, j)));
    MISTAKE_SHAPE(SHAPE(2),
                  "the gradient has the shape of the slice: it needs that of a, with zeros "
                  "where nothing was taken");
    MISTAKE_MESSAGE("cannot reach",
                    "the gradient has the shape of the slice: it needs that of a, with "
                    "zeros where nothing was taken");
    MISTAKE_MESSAGE("outside", "dy was looked at through the view: it must be a's gradient");
    MISTAKE(values(SHAPE(4), VALUES(10, 20, 0, 0)),
            "dy was added at the beginning of a's gradient, not "
            "through the view");
    CALL(tensor_backward_from(tensor_slice(line, 0, 1, 3, 1), few, false));
    check_tensor(line->grad, values(SHAPE(4), VALUES(0, 10, 20, 0)),
                 "[10, 20] goes to places 1 and 2, the others get 0");
    MISTAKE(put_back(NULL, 0, 0, h),
            "the second slice replaced the whole gradient: start from what is "
            "there");
    MISTAKE(copy_of(covered), "the second slice was copied over the first: where they overlap, the "
                              "shares must be added");
    Tensor *columns = tensor_slice(a, 1, 4, 1, -2), *row = tensor_slice(a, -2, 1, 2, 1);
    CALL(tensor_backward_from(columns, g, false));
    check_tensor(a->grad, first, "columns 4 and 2, in this order");
    CALL(tensor_backward_from(row, h, false));
    check_tensor(a->grad, both, "row 1 is added to what the columns gave");
    CALL(tensor_backward_from(tensor_slice(a, 1, 3, 3, 1), empty, false));
    check_tensor(a->grad, both, "an empty slice adds nothing");
}

/* Neighbours subtracted: all columns but the outer ones are used twice. */
static Tensor *neighbours(Tensor *const in[], void *context)
{
    (void)context;
    return tensor_sub(tensor_slice(in[0], -1, 1, 4, 1), tensor_slice(in[0], -1, 0, 3, 1));
}

TEST(a_tensor_and_its_views, .points = 2, FILE_AND_EXERCISE,
     .hints = HINTS(
         "a is used twice: as it is, and through a view.",
         "A view of a view has a view as its input: the same lines, once more.",
         "Nothing but grad_buffer, the view and axpy_kernel is needed, and no case of its own."))
{
    Tensor *a = leaf(draw("a", SHAPE(2, 3, 4))), *b = leaf(draw("b", SHAPE(2, 3)));
    Tensor *s = leaf(draw("s", SHAPE(3, 3))), *g = draw("g", SHAPE(3, 3)),
           *h = draw("h", SHAPE(1, 2, 1));
    EXPECT(Tensor *sum = plain_pair(g, plain_transpose(g, 0, 1), minus));
    EXPECT(Tensor *part = blank(SHAPE(2, 3)));
    EXPECT(for (int i = 0; i < 2; i++) part->data[i * 3 + 1] = (real)at(h, AT(0, i, 0)));
    MISTAKE(copy_of(g), "only the share of the tensor itself arrived, not that of its view");
    MISTAKE(plain_scaled(plain_transpose(g, 0, 1), -1),
            "only the share of the view arrived: it replaced what was there. Add to it");
    CALL(tensor_backward_from(tensor_sub(s, tensor_transpose(s, 0, 1)), g, false));
    check_tensor(s->grad, sum, "s minus its transpose: both shares go to s");
    FORGET();
    Tensor *column = tensor_slice(tensor_transpose(b, 0, 1), 0, 1, 2, 1); /* (1, 2) */
    CALL(tensor_backward_from(tensor_unsqueeze(column, 2), h, false));
    check_tensor(b->grad, part, "a view of a view of a view: column 1 of b");
    check_gradients(neighbours, NULL, "y[i] = a[i + 1] - a[i]: two slices that overlap", INPUTS(a));
}

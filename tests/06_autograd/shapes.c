/* shapes.c - 06.7 to 06.9: gradients through transpose, reshape and slice. */
#include "gradients.h"

/* ---- 06.7 transpose_backward ----------------------------------------------------------------- */

TEST(a_transpose_is_undone_by_itself, .points = 3, .exercise = "06.7 transpose_backward",
     .file = "op_view.c",
     .hints =
         HINTS("dout has the axes of the result; the gradient needs those of the input.",
               "Swapping the same two axes again brings everything back.",
               "grad_add(c->in[0], tensor_transpose(dout, (int)c->attr[0].i, (int)c->attr[1].i));"))
{
    Tensor *a = leaf(draw("a", SHAPE(2, 3, 4))), *g = draw("g", SHAPE(4, 3, 2));
    Tensor *cube = leaf(draw("cube", SHAPE(3, 3, 3))), *h = draw("h", SHAPE(3, 3, 3));
    EXPECT(Tensor *da = plain_transpose(g, 0, 2); Tensor *of_cube = plain_transpose(h, 0, 2));
    MISTAKE(copy_of(h), "the gradient was passed on with its axes still swapped");
    MISTAKE(plain_transpose(h, 1, 2),
            "the wrong axes were swapped: the last two, where attr says which");
    MISTAKE(plain_transpose(h, 0, 1),
            "the wrong axes were swapped: the first two, where attr says which");
    MISTAKE(plain_scaled(of_cube, 2),
            "the share arrived twice: if same_view is set, the gradient is in place "
            "already, and nothing is added");
    MISTAKE(plain_reshape(g, SHAPE(2, 3, 4)),
            "a reshape is not a transpose: the shape is right, the numbers "
            "stand in the wrong places");
    MISTAKE_MESSAGE("cannot reach",
                    "the gradient does not have the shape of the input: swap the axes that "
                    "c->attr names, and only those");
    CALL(tensor_backward_from(tensor_transpose(cube, 0, -1), h, false));
    check_tensor(cube->grad, of_cube, "axes 0 and 2, swapped back");
    Tensor *kept = tensor_retain_grad(tensor_transpose(a, 0, -1)); /* so its gradient is no view */
    CALL(tensor_backward_from(kept, g, false));
    check_tensor(a->grad, da, "da[i][j][k] = dout[k][j][i]");
}

static Tensor *gram(Tensor *const in[], void *context)
{
    (void)context;
    return tensor_matmul(in[0], tensor_transpose(in[0], -2, -1));
}

TEST(a_tensor_and_its_transpose_in_one_product, .points = 2, .exercise = "06.7 transpose_backward",
     .file = "op_view.c",
     .hints = HINTS("a is used twice: as it is, and transposed.",
                    "The share through the transpose is added to the other one.",
                    "grad_add adds; do not set in[0]->grad."))
{
    Tensor *a = leaf(draw("a", SHAPE(2, 3, 4))), *b = leaf(draw("b", SHAPE(2, 3)));
    Tensor *g = draw("g", SHAPE(3, 2));
    check_gradients(gram, NULL, "Y = A A^T: dA = (dY + dY^T) A", INPUTS(a));
    Tensor *t = tensor_transpose(b, 0, 1);
    EXPECT(Tensor *want = plain_scaled(plain_transpose(g, 0, 1), 2));
    MISTAKE(plain_transpose(g, 0, 1), "the result was used twice, and only one share arrived");
    MISTAKE(plain_scaled(plain_transpose(g, 0, 1), 4),
            "the shares arrived twice: if same_view is set, the "
            "gradient is in place already, and nothing is added");
    CALL(tensor_backward_from(tensor_sub(t, tensor_mul_scalar(t, -1)), g, false));
    check_tensor(b->grad, want, "t + t, with t = b transposed");
}

/* ---- 06.8 reshape_backward ------------------------------------------------------------------- */

TEST(the_old_shape_is_restored, .points = 2, .exercise = "06.8 reshape_backward",
     .file = "op_view.c",
     .hints = HINTS("The gradient needs the shape of the input, not that of the result.",
                    "The input still knows its shape: c->in[0]->shape.",
                    "grad_add(c->in[0], tensor_reshape(dout, c->in[0]->ndim, c->in[0]->shape));"))
{
    Tensor *a = leaf(draw("a", SHAPE(2, 6))), *g = draw("g", SHAPE(3, 4)),
           *row = leaf(draw("row", SHAPE(4)));
    Tensor *h = draw("h", SHAPE(1, 4));
    EXPECT(Tensor *da = plain_reshape(g, SHAPE(2, 6)));
    MISTAKE_SHAPE(SHAPE(3, 4), "the gradient was left in the shape of the result: reshape it back");
    MISTAKE_SHAPE(SHAPE(1, 4), "the gradient was left in the shape of the result: reshape it back");
    MISTAKE_SHAPE(SHAPE(12), "the gradient was flattened: it needs the shape of the input");
    MISTAKE_MESSAGE("cannot reach",
                    "the gradient was left in the wrong shape: reshape it back to that of the "
                    "input, c->in[0]");
    CALL(tensor_backward_from(tensor_reshape(a, SHAPE(3, -1)), g, false));
    check_tensor(a->grad, da, "the same numbers, in the shape of the input");
    CALL(tensor_backward_from(tensor_reshape(row, SHAPE(1, 4)), h, false));
    check_tensor(row->grad, plain_reshape(h, SHAPE(4)), "(1, 4) back to (4,)");
}

static Tensor *reshaped_copy(Tensor *const in[], void *context)
{
    (void)context; /* a transposed tensor has no strides for this: reshape copies */
    Tensor *flat = tensor_reshape(tensor_transpose(in[0], 0, 1), SHAPE(6));
    return tensor_squeeze(tensor_unsqueeze(tensor_mul(flat, flat), 1), 1);
}

TEST(reshapes_that_copy, .points = 2, .exercise = "06.8 reshape_backward", .file = "op_view.c",
     .hints = HINTS("squeeze, unsqueeze and contiguous use the same backward.",
                    "dout may have any strides: tensor_reshape copes with them.",
                    "The line of the first test is enough."))
{
    Tensor *a = leaf(draw("a", SHAPE(2, 3))), *g = draw_transposed("g", SHAPE(3, 2)),
           *b = leaf(draw("b", SHAPE(6)));
    EXPECT(Tensor *want = plain_reshape(g, SHAPE(6)));
    MISTAKE(plain_reshape(plain_transpose(g, 0, 1), SHAPE(6)),
            "the numbers were taken in the order of memory: dout may be a view, element by element "
            "counts");
    CALL(tensor_backward_from(tensor_reshape(b, SHAPE(3, 2)), g, false));
    check_tensor(b->grad, want, "row by row, whatever the strides of dout");
    check_gradients(reshaped_copy, NULL, "transposed, flattened, squared", INPUTS(a));
}

/* ---- 06.9 slice_backward --------------------------------------------------------------------- */

TEST(what_was_left_behind_gets_zero, .points = 3, .exercise = "06.9 slice_backward",
     .file = "op_slice.c",
     .hints = HINTS("The gradient is as large as the input; only a part of it is not 0.",
                    "Zeros in the shape of the input, the same slice of them, dout copied into it.",
                    "Tensor *whole = tensor_zeros(a->ndim, a->shape); Tensor *part = "
                    "tensor_slice(whole, ...);"))
{
    Tensor *a = leaf(draw("a", SHAPE(4))), *g = input("g", SHAPE(2), VALUES(10, 20));
    EXPECT(Tensor *da = values(SHAPE(4), VALUES(0, 10, 20, 0)));
    MISTAKE_SHAPE(SHAPE(2),
                  "the gradient was not padded: it needs the shape of the input, with zeros where "
                  "nothing was taken");
    MISTAKE(values(SHAPE(4), VALUES(10, 20, 0, 0)),
            "written to the beginning: use the start of the slice");
    MISTAKE(values(SHAPE(4), VALUES(0, 0, 10, 20)),
            "written to the end: use the start of the slice");
    MISTAKE_MESSAGE("cannot reach",
                    "the gradient was not padded: it needs the shape of the input, with zeros "
                    "where nothing was taken");
    CALL(tensor_backward_from(tensor_slice(a, 0, 1, 3, 1), g, false));
    check_tensor(a->grad, da, "[10, 20] goes to places 1 and 2, the others get 0");
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

TEST(slices_of_one_tensor_add_up, .points = 3, .exercise = "06.9 slice_backward",
     .file = "op_slice.c",
     .hints =
         HINTS("Two slices that overlap: the common part gets both shares.",
               "axis, start, stop and step are in attr[0] to attr[3].",
               "tensor_slice(whole, (int)c->attr[0].i, c->attr[1].i, c->attr[2].i, c->attr[3].i)"))
{
    Tensor *a = leaf(input("a", SHAPE(2, 5), VALUES(0, 1, 2, 3, 4, 5, 6, 7, 8, 9)));
    Tensor *g = draw("g", SHAPE(2, 2)), *h = draw("h", SHAPE(1, 5));
    Tensor *empty = draw("empty", SHAPE(2, 0));
    EXPECT(Tensor *first = put_back(g, 4, 2, NULL), *both = put_back(g, 4, 2, h));
    MISTAKE(put_back(g, 2, 3, NULL), "the step was ignored: attr[3]");
    MISTAKE(put_back(g, 2, 4, NULL), "the step was taken forwards: it is negative");
    MISTAKE(put_back(NULL, 0, 0, h),
            "the second slice replaced the first: shares are added, with grad_add");
    MISTAKE_MESSAGE("cannot write",
                    "the same slice must be taken of the zeros: axis, start, stop and step, all "
                    "four of them");
    Tensor *columns = tensor_slice(a, 1, 4, 1, -2), *row = tensor_slice(a, -2, 1, 2, 1);
    CALL(tensor_backward_from(columns, g, false));
    check_tensor(a->grad, first, "columns 4 and 2, in this order");
    CALL(tensor_backward_from(row, h, false));
    check_tensor(a->grad, both, "row 1 is added to what the columns gave");
    CALL(tensor_backward_from(tensor_slice(a, 1, 3, 3, 1), empty, false));
    check_tensor(a->grad, both, "an empty slice adds nothing");
}

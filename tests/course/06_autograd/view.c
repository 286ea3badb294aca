/* view.c - 06.5: dy belongs into the same view of the gradient. */
#include "want.h"

#define FILE_AND_EXERCISE .exercise = "06.5 view_backward", .file = "view_backward.c"

TEST(axes_find_their_way_back, .points = 3, FILE_AND_EXERCISE)
{
    Tensor *cube = leaf(draw("cube", SHAPE(3, 3, 3))), *h = draw("h", SHAPE(3, 3, 3));
    Tensor *a = leaf(draw("a", SHAPE(2, 3, 1, 2, 4))), *g = draw("g", SHAPE(4, 3, 1, 2, 2));
    Tensor *flat = leaf(draw("flat", SHAPE(2, 6))), *wide = draw("wide", SHAPE(3, 4));
    const int axes[] = {1, 2, 0};

    Tensor *of_cube = EXPECT(turned_want(h));
    CALL(tensor_backward_from(tensor_permute(cube, 3, axes), h, false));
    check_tensor(cube->grad, of_cube, "axes 1, 2, 0: da[k][i][j] = dy[i][j][k]");
    Tensor *of_a = EXPECT(transposed_want(g));
    CALL(tensor_backward_from(tensor_transpose(a, 0, -1), g, false));
    check_tensor(a->grad, of_a, "da[i][j][0][k][l] = dy[l][j][0][k][i]");
    Tensor *of_flat = EXPECT(reshaped_want(flat, wide));
    CALL(tensor_backward_from(tensor_reshape(flat, SHAPE(3, 4)), wide, false));
    check_tensor(flat->grad, of_flat, "the same numbers, in the shape of a");
}

TEST(what_a_slice_leaves_behind_gets_zero, .points = 2, FILE_AND_EXERCISE)
{
    Tensor *line = leaf(draw("line", SHAPE(4))), *few = input("few", SHAPE(2), VALUES(10, 20));
    Tensor *a = leaf(draw("a", SHAPE(2, 5))), *g = draw("g", SHAPE(2, 2)),
           *h = draw("h", SHAPE(1, 5));
    Tensor *empty = draw("empty", SHAPE(2, 0));

    Tensor *of_line = EXPECT(line_want(few));
    CALL(tensor_backward_from(tensor_slice(line, 0, 1, 3, 1), few, false));
    check_tensor(line->grad, of_line, "[10, 20] goes to places 1 and 2, the others get 0");
    Tensor *of_columns = EXPECT(columns_want(g));
    CALL(tensor_backward_from(tensor_slice(a, 1, 4, 1, -2), g, false));
    check_tensor(a->grad, of_columns, "columns 4 and 2, in this order");
    Tensor *of_both = EXPECT(overlap_want(g, h));
    CALL(tensor_backward_from(tensor_slice(a, -2, 1, 2, 1), h, false));
    check_tensor(a->grad, of_both, "row 1 is added to what the columns gave");
    CALL(tensor_backward_from(tensor_slice(a, 1, 3, 3, 1), empty, false));
    check_tensor(a->grad, of_both, "an empty slice adds nothing");
}

/* Neighbours subtracted: all columns but the outer ones are used twice. */
static Tensor *neighbours(Tensor *const in[], void *context)
{
    (void)context;
    return tensor_sub(tensor_slice(in[0], -1, 1, 4, 1), tensor_slice(in[0], -1, 0, 3, 1));
}

TEST(a_tensor_and_its_views, .points = 2, FILE_AND_EXERCISE)
{
    Tensor *s = leaf(draw("s", SHAPE(3, 3))), *g = draw("g", SHAPE(3, 3));
    Tensor *b = leaf(draw("b", SHAPE(2, 3))), *h = draw("h", SHAPE(1, 2, 1));
    Tensor *a = leaf(draw("a", SHAPE(2, 3, 4)));

    Tensor *of_s = EXPECT(both_uses_want(g));
    CALL(tensor_backward_from(tensor_sub(s, tensor_transpose(s, 0, 1)), g, false));
    check_tensor(s->grad, of_s, "s minus its transpose: both shares go to s");
    Tensor *column = tensor_slice(tensor_transpose(b, 0, 1), 0, 1, 2, 1); /* (1, 2) */
    given("column", "column 1 of b: a slice of its transpose");
    Tensor *of_b = EXPECT(column_want(h));
    CALL(tensor_backward_from(tensor_unsqueeze(column, 2), h, false));
    check_tensor(b->grad, of_b, "a view of a view of a view: column 1 of b");
    check_gradients(neighbours, NULL, "y[i] = a[i + 1] - a[i]: two slices that overlap", INPUTS(a));
}

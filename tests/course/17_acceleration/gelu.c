/* gelu.c - 17.6: a bias and a GELU in one pass. */
#include "draws.h"
#include "op.h"
#include "want.h"

TEST(three_numbers, .points = 1, .exercise = "17.6 bias_gelu_backward", .file = "bias_gelu.c")
{
    Tensor *x = input("x", SHAPE(3), VALUES(0.5, 1, -1.5));
    Tensor *bias = input("bias", SHAPE(3), VALUES(0.5, -1, 0.5)), *y = output("y", SHAPE(3));
    const real *const in[] = {x->data, bias->data};

    Tensor *want = EXPECT(bias_gelu_want(x, bias));
    CALL(bias_gelu_row(3, y->data, in, NULL));
    check_tensor(y, want, "z = 1, 0, -1: y = 0.8412, 0, -0.1588");
}

TEST(a_row_of_any_length, .points = 2, .exercise = "17.6 bias_gelu_backward", .file = "bias_gelu.c")
{
    long n = draw_long("n", 9, 40);
    Tensor *x = draw("x", SHAPE(n)), *bias = draw("bias", SHAPE(n)), *y = output("y", SHAPE(n));
    const real *const in[] = {x->data, bias->data};

    Tensor *want = EXPECT(bias_gelu_want(x, bias));
    CALL(bias_gelu_row(n, y->data, in, NULL));
    check_tensor(y, want, "y = z s(2u) with z = x + bias");
}

TEST(rows_of_a_tensor, .points = 1, .exercise = "17.6 bias_gelu_backward", .file = "bias_gelu.c")
{
    long B = draw_long("B", 2, 3), T = draw_long("T", 2, 4), n = draw_long("n", 3, 9);
    Tensor *x = draw_between("x", SHAPE(B, T, n), -200, 200), *bias = draw("bias", SHAPE(n));

    Tensor *want = EXPECT(bias_gelu_want(x, bias));
    Tensor *y = CALL(tensor_bias_gelu(x, bias));
    check_tensor(y, want, "every row gets the same bias");
}

/* The closure of an operation is all that its backward function sees. */
TEST(what_x_gets, .points = 2, .exercise = "17.6 bias_gelu_backward", .file = "bias_gelu.c")
{
    long B = draw_long("B", 2, 3), T = draw_long("T", 2, 4), n = draw_long("n", 3, 9);
    Tensor *x = leaf(draw("x", SHAPE(B, T, n))), *bias = leaf(draw("bias", SHAPE(n)));
    Tensor *dy = draw("dy", SHAPE(B, T, n)), *y = tensor_bias_gelu(x, bias);

    Tensor *want = EXPECT(bias_gelu_dx_want(x, bias, dy));
    CALL(tensor_backward_from(y, dy, false));
    check_tensor(x->grad, want, "dy s (1 + z (1 - s) 2u') with z = x + bias");
    Tensor *view = leaf(draw_transposed("x", SHAPE(B, T, n)));
    Tensor *second = tensor_bias_gelu(view, bias);
    Tensor *want2 = EXPECT(bias_gelu_dx_want(view, bias, dy));
    CALL(tensor_backward_from(second, dy, false));
    check_tensor(view->grad, want2, "x may be a view: its strides say where its numbers lie");
    Tensor *far_out = draw("x", SHAPE(B, T, n));
    far_out->data[draw_long("far above", 0, n - 1)] = (real)(IS_DOUBLE ? 1e160 : 1e20);
    far_out->data[n + draw_long("far below", 0, n - 1)] = -(real)(IS_DOUBLE ? 1e160 : 1e20);
    resealed(far_out);
    Tensor *other = leaf(far_out), *third = tensor_bias_gelu(other, bias);
    Tensor *want3 = EXPECT(bias_gelu_dx_want(other, bias, dy));
    CALL(bias_gelu_backward(third->closure, dy));
    check_tensor(other->grad, want3, "dy is read and not written: others may get it, too");
}

TEST(what_the_bias_gets, .points = 2, .exercise = "17.6 bias_gelu_backward", .file = "bias_gelu.c")
{
    long B = draw_long("B", 2, 3), T = draw_long("T", 2, 4), n = draw_long("n", 3, 9);
    Tensor *x = draw("x", SHAPE(B, T, n)), *bias = leaf(draw("bias", SHAPE(n)));
    Tensor *dy = draw("dy", SHAPE(B, T, n)), *y = tensor_bias_gelu(x, bias);

    Tensor *want = EXPECT(bias_gelu_dbias_want(x, bias, dy, 1));
    CALL(tensor_backward_from(y, dy, false));
    check_tensor(bias->grad, want, "the same, summed over all rows");
    Tensor *again = tensor_bias_gelu(x, bias);
    Tensor *both = EXPECT(bias_gelu_dbias_want(x, bias, dy, 2));
    CALL(tensor_backward_from(again, dy, false));
    check_tensor(bias->grad, both, "a second walk back adds to what the first left");
}

static Tensor *fused(Tensor *const in[], void *context)
{
    (void)context;
    return tensor_bias_gelu(in[0], in[1]);
}

TEST(as_differences_say, .points = 2, .exercise = "17.6 bias_gelu_backward", .file = "bias_gelu.c")
{
    long rows = draw_long("rows", 2, 4), n = draw_long("n", 3, 6);
    Tensor *x = leaf(draw("x", SHAPE(rows, n))), *bias = leaf(draw("bias", SHAPE(n)));

    check_gradients(fused, NULL, "the gradients of both inputs", INPUTS(x, bias));
}

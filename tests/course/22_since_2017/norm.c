/* norm.c - 22.1: rows of mean square 1. */
#include "want.h"

TEST(rows_of_tokens_with_weights, .points = 6, .exercise = "22.1 composed_rms_norm",
     .file = "rms_norm.c")
{
    long C = draw_long("C", 3, 8), T = draw_long("T", 2, 5);
    real eps = (real)draw_double("eps", 0.05, 0.2);
    Tensor *x = draw_between("x", SHAPE(2, T, C), 0.5, 3), *weight = draw("weight", SHAPE(C));

    Tensor *want = EXPECT(norm_want(x, weight, (double)eps));
    Tensor *y = CALL(composed_rms_norm(x, weight, eps));
    check_tensor(y, want, "y = x / sqrt(mean of x^2 + eps) * weight, of each token alone");
}

TEST(without_a_weight, .points = 3, .exercise = "22.1 composed_rms_norm", .file = "rms_norm.c")
{
    long C = draw_long("C", 1, 6);
    real eps = (real)draw_double("eps", 0.05, 0.2);
    Tensor *x = draw_between("x", SHAPE(3, C), 0.5, 3), *row = draw("row", SHAPE(C + 2));
    Tensor *weight = absent("weight");

    Tensor *want = EXPECT(norm_want(x, NULL, (double)eps));
    Tensor *y = CALL(composed_rms_norm(x, weight, eps));
    check_tensor(y, want, "weight NULL is 1 everywhere");
    Tensor *want_row = EXPECT(norm_want(row, NULL, (double)eps));
    Tensor *alone = CALL(composed_rms_norm(row, weight, eps));
    check_tensor(alone, want_row, "a single row has one axis");
}

TEST(zeros_and_long_views, .points = 4, .exercise = "22.1 composed_rms_norm", .file = "rms_norm.c")
{
    long C = draw_long("C", 260, 300), zero = draw_long("row of zeros", 0, 2);
    real eps = (real)draw_double("eps", 1e-5, 1e-4);
    Tensor *x = draw_transposed("x", SHAPE(3, C)), *weight = draw("weight", SHAPE(C));
    for (long i = 0; i < C; i++)
        x->data[zero * x->stride[0] + i * x->stride[1]] = 0;
    resealed(x);

    Tensor *want = EXPECT(norm_want(x, weight, (double)eps));
    Tensor *y = CALL(composed_rms_norm(x, weight, eps));
    check_tensor(y, want, "a row of zeros stays one, as eps stands in the root");
}

static Tensor *norm_of(Tensor *const in[], void *context)
{
    (void)context;
    return composed_rms_norm(in[0], in[1], (real)0.1);
}

TEST(gradients_of_rows_and_weight, .points = 5, .exercise = "22.1 composed_rms_norm",
     .file = "rms_norm.c")
{
    long C = draw_long("C", 3, 5);
    Tensor *x = leaf(draw("x", SHAPE(2, C))), *weight = leaf(draw("weight", SHAPE(C)));

    check_gradients(norm_of, NULL, "made of operations, it goes back to x by both of its ways",
                    INPUTS(x, weight));
}

/* gate.c - 22.4: a gate and what it lets through. */
#include "want.h"

TEST(the_first_half_is_the_gate, .points = 5, .exercise = "22.4 composed_swiglu", .file = "gate.c")
{
    long H = draw_long("H", 2, 6), T = draw_long("T", 1, 4);
    Tensor *x = draw("x", SHAPE(2, T, 2 * H));

    Tensor *want = EXPECT(gated_want(x));
    Tensor *y = CALL(composed_swiglu(x));
    check_tensor(y, want, "silu of number i, times number H + i");
}

TEST(strong_gates_and_one_channel, .points = 3, .exercise = "22.4 composed_swiglu",
     .file = "gate.c")
{
    double far = draw_double("far", 800, 1200);
    Tensor *x = draw_transposed("x", SHAPE(6, 2)), *row = draw("row", SHAPE(4));
    x->data[0] = (real)far;
    x->data[1] = (real)-far;
    resealed(x);

    Tensor *want = EXPECT(gated_want(x));
    Tensor *y = CALL(composed_swiglu(x));
    check_tensor(y, want, "a gate of 1000 is open, one of -1000 shut: no overflow on the way");
    Tensor *want_row = EXPECT(gated_want(row));
    Tensor *alone = CALL(composed_swiglu(row));
    check_tensor(alone, want_row, "a single row has one axis");
}

static Tensor *gated(Tensor *const in[], void *context)
{
    (void)context;
    return composed_swiglu(in[0]);
}

TEST(gradients_of_both_halves, .points = 4, .exercise = "22.4 composed_swiglu", .file = "gate.c")
{
    Tensor *x = leaf(draw("x", SHAPE(3, 2 * draw_long("H", 2, 4))));

    Tensor *want = EXPECT(gated_want(x));
    Tensor *y = CALL(composed_swiglu(x));
    check_tensor(y, want, "gradients of this function, and of no other");
    check_gradients(gated, NULL, "both factors have a share of the gradient", INPUTS(x));
}

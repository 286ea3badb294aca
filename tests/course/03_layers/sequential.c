/* sequential.c - 03.8: layers in a row. */
#include "want.h"

static Tensor *add_one(Module *self, Tensor *x)
{
    (void)self;
    return tensor_add_scalar(x, 1);
}

static Tensor *twice(Module *self, Tensor *x)
{
    (void)self;
    return tensor_mul_scalar(x, 2);
}

static Tensor *squared(Module *self, Tensor *x)
{
    (void)self;
    return tensor_mul(x, x);
}

static Tensor *through(Tensor *const in[], void *row)
{
    return module_forward(row, in[0]);
}

TEST(sequential_runs_in_order, .points = 5, .exercise = "03.8 sequential_forward",
     .file = "sequential.c")
{
    Tensor *x = leaf(draw("x", SHAPE(2, 3)));
    given("row", "a Sequential: add 1, double, square");
    Module *row =
        sequential_new(LAYERS(layer_by_hand("AddOne", add_one), layer_by_hand("Double", twice),
                              layer_by_hand("Square", squared)));

    Tensor *want = EXPECT(row_want(row, x));
    Tensor *y = CALL(module_forward(row, x));
    check_tensor(y, want, "(2 (x + 1))^2: add 1, then double, then square");
    check_gradients(through, row, "the gradient comes back through every layer", INPUTS(x));
    module_free(row);
}

TEST(sequential_of_none_and_of_sequentials, .points = 2, .exercise = "03.8 sequential_forward",
     .file = "sequential.c")
{
    Tensor *x = draw("x", SHAPE(4));
    Module *none = sequential_new(0, NULL);
    Module *inner =
        sequential_new(LAYERS(layer_by_hand("Double", twice), layer_by_hand("Square", squared)));
    Module *outer = sequential_new(
        LAYERS(layer_by_hand("AddOne", add_one), inner, layer_by_hand("Double", twice)));
    given("none", "a Sequential without layers");
    given("outer", "a Sequential: add 1; a Sequential of double and square; double");

    Tensor *want = EXPECT(row_want(outer, x));
    Tensor *y = CALL(module_forward(outer, x));
    check_tensor(y, want, "one inside the other: add 1, double, square, double");
    Tensor *want_same = EXPECT(row_want(none, x));
    Tensor *same = CALL(module_forward(none, x));
    check_tensor(same, want_same, "no layers: what comes out is what went in");
    check_shares(same, x, "no layers: x itself");
    module_free(none);
    module_free(outer);
}

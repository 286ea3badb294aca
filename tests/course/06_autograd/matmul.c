/* matmul.c - 06.9: dA = dY B^T, dB = A^T dY, with batches, shared weights and vectors. */
#include "counted.h"
#include "want.h"

#define FILE_AND_EXERCISE .exercise = "06.9 matmul_backward", .file = "matmul_backward.c"

static void check_shares_of(Tensor *a, Tensor *b, const Tensor *g)
{
    Tensor *da = EXPECT(left_share_want(b, g)), *db = EXPECT(right_share_want(a, b, g));
    CALL(tensor_backward_from(tensor_matmul(a, b), g, false));
    check_tensor(a->grad, da, "dA = dY B^T");
    check_tensor(b->grad, db, "dB = A^T dY");
}

/* The lesson's worked examples. */
TEST(the_smallest_network, .points = 1, FILE_AND_EXERCISE)
{
    Tensor *x = leaf(input("x", SHAPE(1, 1), VALUES(2))),
           *W = leaf(input("W", SHAPE(1, 1), VALUES(3)));
    Tensor *a = leaf(input("a", SHAPE(2, 2), VALUES(1, 2, 3, 4))),
           *b = leaf(input("b", SHAPE(2, 2), VALUES(5, 6, 7, 8)));
    Tensor *g = input("g", SHAPE(2, 2), VALUES(1, 1, 1, 1)), *y = tensor_matmul(x, W);
    given("y", "tensor_matmul(x, W)");

    Tensor *dW = EXPECT(smallest_want(24)), *dx = EXPECT(smallest_want(36));
    CALL(tensor_backward(tensor_mul(y, y)));
    check_tensor(W->grad, dW, "dW = x dy = 2 * 12");
    check_tensor(x->grad, dx, "dx = dy W = 12 * 3");
    check_shares_of(a, b, g);
}

TEST(two_matrices_of_different_sizes, .points = 3, FILE_AND_EXERCISE)
{
    Tensor *one = leaf(draw("one", SHAPE(3, 3))), *other = leaf(draw("other", SHAPE(3, 3)));
    Tensor *h = draw("h", SHAPE(3, 3)), *own = leaf(draw("own", SHAPE(3, 3)));
    Tensor *a = leaf(draw("a", SHAPE(2, 3))), *b = leaf(draw_transposed("b", SHAPE(3, 4)));
    Tensor *g = draw("g", SHAPE(2, 4));

    Tensor *left = EXPECT(left_share_want(other, h));
    Tensor *right = EXPECT(right_share_want(one, other, h));
    CALL(tensor_backward_from(tensor_matmul(one, other), h, false));
    check_tensor(one->grad, left, "dA = dY B^T, also where a wrong order would fit");
    check_tensor(other->grad, right, "dB = A^T dY, also where a wrong order would fit");
    check_shares_of(a, b, g);
    Tensor *both = EXPECT(own_share_want(own, h));
    CALL(tensor_backward_from(tensor_matmul(own, own), h, false));
    check_tensor(own->grad, both, "A A: both shares go to A");
}

static Tensor *product(Tensor *const in[], void *context)
{
    (void)context;
    return tensor_matmul(in[0], in[1]);
}

TEST(batches_and_a_shared_weight, .points = 2, FILE_AND_EXERCISE)
{
    Tensor *a = leaf(draw("a", SHAPE(2, 3, 4, 5))), *b = leaf(draw("b", SHAPE(5, 2)));
    Tensor *small = leaf(draw("small", SHAPE(2, 1, 2, 5))), *k = leaf(draw("k", SHAPE(3, 5, 2)));
    Tensor *g = draw("g", SHAPE(2, 3, 4, 2));

    check_shares_of(a, b, g);
    check_gradients(product, NULL, "both sides broadcast along batch axes", INPUTS(small, k));
}

/* y is a product of x and a constant k, one of them a vector. */
static void check_one_side(Tensor *k, Tensor *y, const Tensor *g)
{
    count_operations("matmul");
    CALL(tensor_backward_from(y, g, false));
    double products = operations_counted();
    check_at_most(products, 1, "one side requires a gradient: one product");
    long constants_with_a_gradient = k->grad != NULL;
    check_long(constants_with_a_gradient, 0, "a constant gets no gradient");
}

TEST(vectors_and_constants, .points = 2, FILE_AND_EXERCISE)
{
    Tensor *v = leaf(draw("v", SHAPE(3))), *w = leaf(draw("w", SHAPE(3)));
    Tensor *m = leaf(draw("m", SHAPE(2, 4, 3))), *n = leaf(draw("n", SHAPE(2, 3, 4)));
    Tensor *k = draw("k", SHAPE(3, 2)), *g = draw("g", SHAPE(2));
    Tensor *r = draw("r", SHAPE(2)), *n2 = leaf(draw("n2", SHAPE(2, 3))), *h = draw("h", SHAPE(3));
    given("y",
          "tensor_matmul(v, k), with a constant k; or tensor_matmul(r, n2), with a constant r");

    check_gradients(product, NULL, "the gradient of v . w is w for v and v for w", INPUTS(v, w));
    check_gradients(product, NULL, "a vector on the right is a column", INPUTS(m, v));
    check_gradients(product, NULL, "a vector on the left is a row", INPUTS(v, n));
    Tensor *data = draw("data", SHAPE(4, 2)), *weight = leaf(draw("weight", SHAPE(2, 3)));
    check_gradients(product, NULL, "data on the left: the weight gets its gradient all the same",
                    INPUTS(data, weight));
    check_one_side(k, tensor_matmul(v, k), g);
    check_one_side(r, tensor_matmul(r, n2), h);
}

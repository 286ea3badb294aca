/* matmul.c - 06.9: dA = dY B^T, dB = A^T dY, with batches, shared weights and vectors. */
#include "gradients.h"

#define FILE_AND_EXERCISE .exercise = "06.9 matmul_backward", .file = "matmul_backward.c"

/* The lesson's worked example. */
TEST(the_smallest_network, .points = 2, FILE_AND_EXERCISE,
     .hints = HINTS("y = x W = 6, loss = y y = 36, dy = 2 y = 12.", "dW = x dy, dx = dy W.",
                    "dW = 2 * 12 = 24, dx = 12 * 3 = 36."))
{
    Tensor *x = leaf(input("x", SHAPE(1, 1), VALUES(2))),
           *W = leaf(input("W", SHAPE(1, 1), VALUES(3)));
    MISTAKE(values(SHAPE(1, 1), VALUES(12)),
            "y is used twice in y * y, and only one share arrived");
    MISTAKE(values(SHAPE(1, 1), VALUES(18)),
            "y is used twice in y * y, and only one share arrived");
    Tensor *y = CALL(tensor_matmul(x, W));
    CALL(tensor_backward(tensor_mul(y, y)));
    check_tensor(W->grad, values(SHAPE(1, 1), VALUES(24)), "dW = x dy = 2 * 12");
    check_tensor(x->grad, values(SHAPE(1, 1), VALUES(36)), "dx = dy W = 12 * 3");
    Tensor *A = leaf(input("A", SHAPE(2, 2), VALUES(1, 2, 3, 4))),
           *B = leaf(input("B", SHAPE(2, 2), VALUES(5, 6, 7, 8)));
    Tensor *g = input("g", SHAPE(2, 2), VALUES(1, 1, 1, 1));
    MISTAKE(values(SHAPE(2, 2), VALUES(12, 14, 12, 14)), "B was not transposed: dA = dY B^T");
    MISTAKE(values(SHAPE(2, 2), VALUES(3, 3, 7, 7)), "A was not transposed: dB = A^T dY");
    MISTAKE(values(SHAPE(2, 2), VALUES(12, 12, 14, 14)),
            "the factors are in the wrong order: dA = dY B^T");
    MISTAKE(values(SHAPE(2, 2), VALUES(4, 6, 4, 6)),
            "the factors are in the wrong order: dB = A^T dY");
    MISTAKE(values(SHAPE(2, 2), VALUES(4, 4, 6, 6)), "A and B are swapped: dA is made from B");
    CALL(tensor_backward_from(tensor_matmul(A, B), g, false));
    check_tensor(A->grad, values(SHAPE(2, 2), VALUES(11, 15, 11, 15)),
                 "dA = dY B^T, the example of the exercise");
    check_tensor(B->grad, values(SHAPE(2, 2), VALUES(4, 4, 6, 6)),
                 "dB = A^T dY, the example of the exercise");
}

TEST(two_matrices_of_different_sizes, .points = 2, FILE_AND_EXERCISE,
     .hints = HINTS("A gradient has the shape of its tensor: that leaves one way to multiply.",
                    "dA (m, k) = dY (m, n) times B^T (n, k).",
                    "dA = tensor_matmul(dY, tensor_transpose(B, -2, -1)), dB = "
                    "tensor_matmul(tensor_transpose(A, -2, -1), dY)"))
{
    Tensor *a = leaf(draw("a", SHAPE(2, 3))), *b = leaf(draw_transposed("b", SHAPE(3, 4)));
    Tensor *g = draw("g", SHAPE(2, 4)), *one = leaf(draw("one", SHAPE(3, 3)));
    Tensor *other = leaf(draw("other", SHAPE(3, 3))), *h = draw("h", SHAPE(3, 3));
    EXPECT(Tensor *da = plain_matmul(g, plain_transpose(b, 0, 1)));
    EXPECT(Tensor *db = plain_matmul(plain_transpose(a, 0, 1), g));
    EXPECT(Tensor *of_one = plain_matmul(h, plain_transpose(other, 0, 1)));
    EXPECT(Tensor *of_other = plain_matmul(plain_transpose(one, 0, 1), h));
    MISTAKE(plain_matmul(h, other), "B was not transposed: dA = dY B^T");
    MISTAKE(plain_matmul(one, h), "A was not transposed: dB = A^T dY");
    MISTAKE(plain_matmul(plain_transpose(other, 0, 1), h),
            "the factors are in the wrong order: dA = dY B^T");
    MISTAKE(plain_matmul(h, plain_transpose(one, 0, 1)),
            "the factors are in the wrong order: dB = A^T dY; or A and B are swapped");
    MISTAKE(copy_of(of_other), "A and B are swapped: dA is made from B, dB from A");
    MISTAKE(copy_of(of_one), "A and B are swapped: dA is made from B, dB from A");
    MISTAKE_MESSAGE("inner",
                    "the product does not fit: one side has to be transposed, or the factors "
                    "are in the wrong order. dA = dY B^T, dB = A^T dY");
    MISTAKE_MESSAGE("cannot reach",
                    "the product has the wrong shape: A and B are swapped, or a transpose is "
                    "too much. dA = dY B^T, dB = A^T dY");
    CALL(tensor_backward_from(tensor_matmul(one, other), h, false));
    check_tensor(one->grad, of_one, "dA = dY B^T, also where a wrong order would fit");
    check_tensor(other->grad, of_other, "dB = A^T dY, also where a wrong order would fit");
    CALL(tensor_backward_from(tensor_matmul(a, b), g, false));
    check_tensor(a->grad, da, "dA = dY B^T");
    check_tensor(b->grad, db, "dB = A^T dY");
    Tensor *own = leaf(draw("own", SHAPE(3, 3)));
    EXPECT(Tensor *left = plain_matmul(h, plain_transpose(own, 0, 1)));
    EXPECT(Tensor *right = plain_matmul(plain_transpose(own, 0, 1), h));
    EXPECT(Tensor *sum = plain_pair(left, right, plus));
    MISTAKE(copy_of(left), "a matrix used twice has two shares, and only one share arrived");
    MISTAKE(copy_of(right), "a matrix used twice has two shares, and only one share arrived");
    CALL(tensor_backward_from(tensor_matmul(own, own), h, false));
    check_tensor(own->grad, sum, "A A: both shares go to A");
}

static Tensor *product(Tensor *const in[], void *context)
{
    (void)context;
    return tensor_matmul(in[0], in[1]);
}

TEST(batches_and_a_shared_weight, .points = 2, FILE_AND_EXERCISE,
     .hints = HINTS("Batches stand in front: count axes from the right.",
                    "A weight without batch axes is used by every example: its shares are summed.",
                    "tensor_transpose(t, -2, -1); grad_add sums over the batch by itself."))
{
    Tensor *a = leaf(draw("a", SHAPE(2, 3, 4, 5))), *w = leaf(draw("w", SHAPE(5, 2)));
    Tensor *k = leaf(draw("k", SHAPE(3, 5, 2))), *g = draw("g", SHAPE(2, 3, 4, 2));
    EXPECT(Tensor *da = plain_matmul(g, plain_transpose(w, 0, 1)));
    EXPECT(Tensor *each = plain_matmul(plain_transpose(a, -2, -1), g));
    EXPECT(Tensor *dw = summed_like(each, w));
    MISTAKE(plain_scaled(dw, 1.0 / 6),
            "the shares of the batch were averaged: they must be summed");
    MISTAKE_MESSAGE(
        "inner", "either the products are wrong (the test above says so), or the wrong axes were "
                 "swapped: the matrices are the last two axes, -2 and -1, whatever stands in "
                 "front");
    CALL(tensor_backward_from(tensor_matmul(a, w), g, false));
    check_tensor(a->grad, da, "dA = dY B^T in every batch");
    check_tensor(w->grad, dw, "a weight shared by the batch: the sum of A^T dY over it");
    a->grad = NULL;
    Tensor *small = leaf(draw("small", SHAPE(2, 1, 2, 5)));
    check_gradients(product, NULL, "both sides broadcast along batch axes", INPUTS(small, k));
}

TEST(vectors_and_constants, .points = 2, FILE_AND_EXERCISE,
     .hints = HINTS("A vector has one axis less than its matrix.",
                    "as_matrix, with_both_axes and add_matrix_share (op.h) are made for that.",
                    "add_matrix_share(c->in[0], dA, -2); add_matrix_share(c->in[1], dB, -1);"))
{
    Tensor *v = leaf(draw("v", SHAPE(3))), *w = leaf(draw("w", SHAPE(3))),
           *m = leaf(draw("m", SHAPE(2, 4, 3)));
    Tensor *n = leaf(draw("n", SHAPE(2, 3, 4))), *k = draw("k", SHAPE(3, 2)),
           *g = draw("g", SHAPE(2));
    MISTAKE_MESSAGE("outside", "a vector has no axis -2: as_matrix makes it a matrix first");
    MISTAKE_MESSAGE("inner",
                    "either the products are wrong (the tests above say so), or a vector was "
                    "made the wrong matrix: a 1-d a is one row, a 1-d b one column");
    check_gradients(product, NULL, "the gradient of v . w is w for v and v for w", INPUTS(v, w));
    check_gradients(product, NULL, "a vector on the right is a column", INPUTS(m, v));
    check_gradients(product, NULL, "a vector on the left is a row", INPUTS(v, n));
    MISTAKE_NUMBER(
        2, "a product was computed for a constant, too: skip the side that does not require a "
           "gradient");
    Tensor *vk = CALL(tensor_matmul(v, k));
    count_operations("matmul");
    CALL(tensor_backward_from(vk, g, false));
    check_at_most(operations_counted(), 1, "one side requires a gradient: one product");
    FORGET();
    MISTAKE_NUMBER(0, "a constant got a gradient: skip the side that does not require one");
    check_long(k->grad == NULL, 1, "a constant gets no gradient");
    Tensor *n2 = leaf(draw("n2", SHAPE(2, 3))), *r = draw("r", SHAPE(2)), *h = draw("h", SHAPE(3));
    Tensor *rn = CALL(tensor_matmul(r, n2));
    count_operations("matmul");
    CALL(tensor_backward_from(rn, h, false));
    MISTAKE_NUMBER(
        2, "a product was computed for a constant, too: skip the side that does not require a "
           "gradient");
    check_at_most(operations_counted(), 1, "one side requires a gradient: one product");
    FORGET();
    MISTAKE_NUMBER(0, "a constant got a gradient: skip the side that does not require one");
    check_long(r->grad == NULL, 1, "a constant on the left gets none, either");
    check_tensor(v->grad, plain_reshape(plain_matmul(k, plain_reshape(g, SHAPE(2, 1))), SHAPE(3)),
                 "dv = k g");
}

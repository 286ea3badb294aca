/* matmul_want.c - what flows back through a product of matrices, and what other products give. */
#include "want.h"

Tensor *smallest_want(double right)
{
    Tensor *want = values(SHAPE(1, 1), VALUES((real)right));
    MISTAKE(plain_scaled(want, 0.5), "y is used twice in y * y, and only one share arrived");
    arrives("->grad is NULL");
    return want;
}

/* The product a @ b, where it exists and could be taken for want. */
static void mistake_of(const Tensor *a, const Tensor *b, const Tensor *want, const char *sentence)
{
    if (a->ndim == 2 && b->ndim == 2 && a->shape[1] == b->shape[0] &&
        a->shape[0] == want->shape[0] && b->shape[1] == want->shape[1])
        MISTAKE(plain_matmul(a, b), sentence);
}

static void messages(void)
{
    MISTAKE_MESSAGE("inner dimensions differ",
                    "the product does not fit: either one side has to be transposed (the matrices "
                    "are the last two axes, -2 and -1, whatever stands in front), or the factors "
                    "are in the wrong order, or c->in holds other tensors (06.1). dA = dY B^T, "
                    "dB = A^T dY");
    MISTAKE_MESSAGE("cannot reach",
                    "the product has the wrong shape: either A and B are swapped, or a transpose "
                    "is too much, or the sum over the batch is missing. dA = dY B^T, dB = A^T dY");
    arrives("->grad is NULL");
}

Tensor *left_share_want(const Tensor *a, const Tensor *b, const Tensor *g)
{
    Tensor *bT = plain_transpose(b, -2, -1), *aT = plain_transpose(a, -2, -1);
    Tensor *want = plain_matmul(g, bT);
    mistake_of(g, b, want, "B was not transposed: dA = dY B^T");
    mistake_of(bT, g, want, "the factors are in the wrong order: dA = dY B^T");
    mistake_of(aT, g, want, "A and B are swapped: dA is made from B");
    messages();
    return want;
}

Tensor *right_share_want(const Tensor *a, const Tensor *b, const Tensor *g)
{
    Tensor *aT = plain_transpose(a, -2, -1), *bT = plain_transpose(b, -2, -1);
    Tensor *want = summed_like(plain_matmul(aT, g), b);
    mistake_of(a, g, want, "A was not transposed: dB = A^T dY");
    mistake_of(g, aT, want, "the factors are in the wrong order: dB = A^T dY");
    mistake_of(g, bT, want, "A and B are swapped: dB is made from A");
    if (a->ndim == 4)
        MISTAKE(plain_scaled(want, 1.0 / (double)(a->shape[0] * a->shape[1])),
                "the shares of the batch were averaged: they must be summed");
    return want;
}

Tensor *own_share_want(const Tensor *a, const Tensor *g)
{
    Tensor *aT = plain_transpose(a, 0, 1);
    Tensor *left = plain_matmul(g, aT), *right = plain_matmul(aT, g);
    static const char *const sentence =
        "a matrix used twice has two shares, and only one share arrived";
    MISTAKE(left, sentence);
    MISTAKE(right, sentence);
    messages();
    return plain_pair(left, right, plus);
}

void vectors_are_matrices(void)
{
    MISTAKE_MESSAGE("outside", "a vector has no axis -2: as_matrix makes it a matrix first");
    MISTAKE_MESSAGE("inner dimensions differ",
                    "either the products are wrong (the tests above say so), or a vector was made "
                    "the wrong matrix: a 1-d a is one row, a 1-d b one column");
    MISTAKE_MESSAGE("a scalar has no axis", "dy lacks the axes that vectors have lost: "
                                            "with_both_axes puts them back");
    MISTAKE_MESSAGE("tensor_squeeze",
                    "the wrong axis was dropped, or from the wrong product: a vector on the left "
                    "has no axis -2, one on the right no axis -1");
    MISTAKE_MESSAGE("cannot reach",
                    "the share of a vector is still a matrix: add_matrix_share drops "
                    "the axis that it does not have (a: -2, b: -1)");
    arrives("gradient of v is NULL");
    arrives("gradient of w is NULL");
    arrives("gradient of n is NULL");
    arrives("gradient of m is NULL");
}

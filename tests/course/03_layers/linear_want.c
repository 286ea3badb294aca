/* linear_want.c - x W + b in plain loops. */
#include "want.h"

/* The product's own words for factors that stand wrong: those of the next call. */
static void factors_stand_right(const Tensor *w)
{
    static char turned_round[40], transposed[40];
    snprintf(turned_round, sizeof turned_round, "(%ld, %ld) @", w->shape[0], w->shape[1]);
    snprintf(transposed, sizeof transposed, "@ (%ld, %ld)", w->shape[1], w->shape[0]);
    MISTAKE_MESSAGE(turned_round, "the factors have changed places: rows of x multiply W from the "
                                  "left, tensor_matmul(x, l->weight)");
    MISTAKE_MESSAGE(transposed, "W was transposed: it is (in, out) already, so that "
                                "tensor_matmul(x, l->weight) fits");
}

Tensor *linear_want(const Tensor *x, const Tensor *w, const Tensor *b)
{
    long in = w->shape[0], out = w->shape[1];
    bool vector = x->ndim == 1;
    Tensor *product = plain_matmul(vector ? plain_reshape(x, SHAPE(1, in)) : x, w);
    if (vector)
        product = plain_reshape(product, SHAPE(out));
    factors_stand_right(w);
    MISTAKE_MESSAGE("linear_forward",
                    "refused an x that fits: only the last axis counts, number x->ndim - 1, and it "
                    "must be l->weight->shape[0]");
    if (vector)
        MISTAKE_SHAPE(SHAPE(1, out), "a vector (in) gives a vector (out), without a batch axis");
    if (x->ndim == 3)
        MISTAKE_SHAPE(SHAPE(x->shape[0] * x->shape[1], out),
                      "the batch was flattened: (B, T, in) gives (B, T, out)");
    if (b == NULL) {
        static const char *const assumed =
            "a layer without bias: l->bias is NULL there; add it only if it is not";
        MISTAKE_MESSAGE("pointer that is NULL", assumed);
        MISTAKE_MESSAGE(", is NULL", assumed);
        return product;
    }
    MISTAKE(product, "the bias is missing: either forgotten, or the result of tensor_add thrown "
                     "away (y = tensor_add(y, l->bias))");
    MISTAKE(plain_pair(product, b, minus), "the bias was subtracted: it is added");
    MISTAKE(plain_pair(product, b, times), "multiplied by the bias: it is added");
    MISTAKE(plain_pair(plain_pair(product, b, plus), b, plus),
            "the bias was added twice: tensor_linear adds it already");
    return plain_pair(product, b, plus);
}

void misfits_are_refused(void)
{
    MISTAKE_MESSAGE("the message \"tensor_",
                    "the product refused it, not the layer: compare the last axis of x with "
                    "l->weight->shape[0] before you multiply");
    MISTAKE_MESSAGE("as if nothing were wrong", "the last axis of x was not compared with "
                                                "l->weight->shape[0]");
}

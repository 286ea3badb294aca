/* flops.c - 14.3 to 14.4: arithmetic of a closure, of a pass, of its gradients. */
#include "want.h"

static Tensor *wanted(Tensor *t)
{
    return leaf(t);
}

/* ---- 14.3 ------------------------------------------------------------------------------------------- */

TEST(a_small_product, .points = 1, .exercise = "14.3 flops_matmul", .file = "flops_matmul.c")
{
    Tensor *a = wanted(draw("a", SHAPE(2, 3))), *b = draw("b", SHAPE(3, 4));
    const Closure *c = tensor_closure(tensor_matmul(a, b));
    given("c", "a @ b");
    Product p = product_of(c);

    double want = EXPECT(matmul_want(&p));
    double flops = CALL(flops_matmul(c));
    check_number(flops, want, 0, "2 * 2 * 3 * 4: eight numbers, each of 3 products");
}

TEST(batches_that_broadcast, .points = 4, .exercise = "14.3 flops_matmul", .file = "flops_matmul.c")
{
    long A = draw_long("A", 2, 3), B = draw_long("B", 4, 5), m = draw_long("m", 6, 7);
    long k = draw_long("k", 8, 9), n = draw_long("n", 10, 13);
    Tensor *a = wanted(draw("a", SHAPE(A, 1, m, k))), *b = draw("b", SHAPE(B, k, n));
    const Closure *c = tensor_closure(tensor_matmul(a, b));
    given("c", "a @ b, (A, B, m, n)");
    Product p = product_of(c);

    double want = EXPECT(matmul_want(&p));
    double flops = CALL(flops_matmul(c));
    check_number(flops, want, 0, "2 k for each number of the result, in every matrix of the batch");
    Tensor *w = wanted(draw_transposed("w", SHAPE(k, n))), *y = draw("y", SHAPE(A, k));
    const Closure *d = tensor_closure(tensor_matmul(y, w));
    given("d", "y @ w");
    Product q = product_of(d);
    double want_view = EXPECT(matmul_want(&q));
    double flops_view = CALL(flops_matmul(d));
    check_number(flops_view, want_view, 0, "how w lies in memory changes nothing");
    const Closure *row = tensor_closure(tensor_matmul(draw("v", SHAPE(k)), w));
    given("row", "v @ w");
    Product s = product_of(row);
    double want_row = EXPECT(matmul_want(&s));
    double flops_row = CALL(flops_matmul(row));
    check_number(flops_row, want_row, 0, "a vector is a single row");
    Tensor large_a = *y, large_y = *d->out, *inputs[] = {&large_a, w};
    Closure large = *d; /* of such shapes; nobody reads its numbers */
    large.in = inputs, large.out = &large_y;
    large_a.shape[0] = large_y.shape[0] = 1000 * draw_long("thousands of rows", 20, 40);
    large_a.shape[1] = 1000 * draw_long("k, in thousands", 20, 40);
    given("large", "as d, with so many rows and such a k");
    Product r = product_of(&large);
    double want_large = EXPECT(matmul_want(&r));
    double flops_large = CALL(flops_matmul(&large));
    check_number(flops_large, want_large, 0, "more than an int counts: compute in double");
}

TEST(linear_layers, .points = 2, .exercise = "14.3 flops_matmul", .file = "flops_matmul.c")
{
    long B = draw_long("B", 2, 3), T = draw_long("T", 4, 5), in = draw_long("in", 6, 8);
    long out = draw_long("out", 9, 12);
    Tensor *x = draw("x", SHAPE(B, T, in)), *W = wanted(draw("W", SHAPE(in, out)));
    Tensor *bias = wanted(draw("bias", SHAPE(out)));
    const Closure *c = tensor_closure(tensor_linear(x, W, bias));
    given("c", "tensor_linear(x, W, bias)");
    Product p = product_of(c);

    double want = EXPECT(matmul_want(&p));
    double flops = CALL(flops_matmul(c));
    check_number(flops, want, 0, "2 * in for each number of the result; the bias is not counted");
    const Closure *sum = tensor_closure(tensor_add(W, W));
    given("sum", "W + W");
    check_fails(flops_matmul(sum), "the closure is of add",
                "an addition is no product: the given check says so");
}

TEST(a_tied_layer, .points = 2, .exercise = "14.3 flops_matmul", .file = "flops_matmul.c")
{
    long B = draw_long("B", 2, 3), T = draw_long("T", 4, 5), in = draw_long("in", 6, 8);
    Tensor *x = draw("x", SHAPE(B, T, in));
    Tensor *table = wanted(draw("table", SHAPE(draw_long("V", 12, 15), in)));
    const Closure *tied = tensor_closure(tensor_tied_linear(x, table));
    given("tied", "tensor_tied_linear(x, table), that is x table^T");
    Product p = product_of(tied);

    double want = EXPECT(matmul_want(&p));
    double flops = CALL(flops_matmul(tied));
    check_number(flops, want, 0, "k is the last axis of x, whichever way the table lies");
}

/* ---- 14.4 ------------------------------------------------------------------------------------------- */

/* sum(gelu(x W1 + b1) W2 + b2); costs of each closure, the last one first. */
typedef struct {
    Tensor *loss;
    GraphSizes sizes;
} Graph;

static Graph draw_mlp(bool images)
{
    long B = draw_long("B", 2, 4), in = draw_long("in", 5, 6), hid = draw_long("hidden", 7, 9);
    long out = draw_long("out", 10, 11);
    Tensor *x = draw("x", SHAPE(B, in)), *W1 = wanted(draw("W1", SHAPE(in, hid)));
    if (!images)
        wanted(x);
    Tensor *b1 = wanted(draw("b1", SHAPE(hid))), *W2 = wanted(draw("W2", SHAPE(hid, out)));
    Tensor *b2 = wanted(draw("b2", SHAPE(out)));
    Tensor *h = tensor_gelu(tensor_linear(x, W1, b1));
    Graph g = {.loss = tensor_sum(tensor_linear(h, W2, b2), ALL_AXES, false)};
    given("loss", "sum(gelu(x W1 + b1) W2 + b2)");
    double first = 2.0 * (double)(B * in * hid), second = 2.0 * (double)(B * hid * out);
    double last = (double)(B * out), numbers = (double)(B * hid);
    graph_add(&g.sizes, last, last);
    graph_add(&g.sizes, second, 2 * second);
    graph_add(&g.sizes, 9 * numbers, 9 * numbers);
    graph_add(&g.sizes, first, (images ? 1 : 2) * first);
    return g;
}

TEST(a_product_with_both_gradients, .points = 2, .exercise = "14.4 flops_gradients",
     .file = "flops_gradients.c")
{
    long m = draw_long("m", 3, 5), k = draw_long("k", 6, 8), n = draw_long("n", 9, 11);
    Tensor *a = wanted(draw("a", SHAPE(m, k))), *b = wanted(draw("b", SHAPE(k, n)));
    const Closure *c = tensor_closure(tensor_matmul(a, b));
    given("c", "a @ b");
    Product p = product_of(c);

    double want = EXPECT(gradients_want(&p));
    double flops = CALL(flops_gradients(c));
    check_number(flops, want, 0, "dA = dY B^T and dB = A^T dY: two products of the same size");
    Tensor *s = wanted(draw("s", SHAPE(m, m)));
    const Closure *square = tensor_closure(tensor_matmul(s, s));
    given("square", "s @ s");
    Product q = product_of(square);
    double want_square = EXPECT(gradients_want(&q));
    double flops_square = CALL(flops_gradients(square));
    check_number(flops_square, want_square, 0, "s is on both sides: a product for each");
}

TEST(one_gradient_or_the_bias_alone, .points = 5, .exercise = "14.4 flops_gradients",
     .file = "flops_gradients.c")
{
    long B = draw_long("B", 3, 5), in = draw_long("in", 6, 8), out = draw_long("out", 9, 11);
    Tensor *x = draw("x", SHAPE(B, in)), *W = wanted(draw("W", SHAPE(in, out)));
    Tensor *bias = wanted(draw("bias", SHAPE(out))), *fixed = draw("fixed", SHAPE(in, out));
    Tensor *h = wanted(draw("h", SHAPE(B, in)));
    const Closure *first = tensor_closure(tensor_linear(x, W, bias));
    const Closure *frozen = tensor_closure(tensor_linear(h, fixed, NULL));
    const Closure *shift = tensor_closure(tensor_linear(x, fixed, bias));
    given("first", "tensor_linear(x, W, bias), x wants no gradient");
    given("frozen", "tensor_linear(h, fixed, NULL), fixed wants no gradient");
    given("shift", "tensor_linear(x, fixed, bias), only the bias wants a gradient");
    Product p = product_of(first), q = product_of(frozen), r = product_of(shift);

    double want_first = EXPECT(gradients_want(&p));
    double of_first = CALL(flops_gradients(first));
    check_number(of_first, want_first, 0, "one product, for W; the bias' gradient is a sum");
    double want_frozen = EXPECT(gradients_want(&q));
    double of_frozen = CALL(flops_gradients(frozen));
    check_number(of_frozen, want_frozen, 0, "one product, for h");
    double want_shift = EXPECT(gradients_want(&r));
    double of_shift = CALL(flops_gradients(shift));
    check_number(of_shift, want_shift, 0, "no product at all");
}

TEST(backward_of_a_network, .points = 5, .exercise = "14.4 flops_gradients",
     .file = "flops_gradients.c")
{
    Graph images = draw_mlp(true);
    Tensor *loss = images.loss;

    double want = EXPECT(backward_want(&images.sizes));
    double flops = CALL(flops_backward(loss));
    check_number(flops, want, 0,
                 "the first layer's input is data: one product there, two in the second layer");
    Graph hidden = draw_mlp(false);
    Tensor *inner = hidden.loss;
    double want_inner = EXPECT(backward_want(&hidden.sizes));
    double flops_inner = CALL(flops_backward(inner));
    check_number(flops_inner, want_inner, 0, "where x wants a gradient: two products each");
}

/* bytes.c - 14.5: what passes between processor and memory. */
#include "want.h"

TEST(a_product_reads_two_and_writes_one, .points = 2, .exercise = "14.5 bytes_moved",
     .file = "bytes_moved.c")
{
    Tensor *a = leaf(draw("a", SHAPE(2, 3))), *b = draw("b", SHAPE(3, 4));
    const Closure *c = tensor_closure(tensor_matmul(a, b));
    given("c", "a @ b");
    Moved m = moved_of(c, false, false);

    double want = EXPECT(moved_want(&m));
    double bytes = CALL(bytes_moved(c));
    check_number(bytes, want, 0, "6 and 12 numbers read, 8 written, sizeof(real) bytes each");
}

TEST(three_inputs_and_a_broadcast, .points = 3, .exercise = "14.5 bytes_moved",
     .file = "bytes_moved.c")
{
    long B = draw_long("B", 2, 4), in = draw_long("in", 5, 7), out = draw_long("out", 8, 11);
    Tensor *x = draw("x", SHAPE(B, in)), *W = leaf(draw("W", SHAPE(in, out)));
    Tensor *bias = leaf(draw("bias", SHAPE(out))), *y = draw("y", SHAPE(B + 3, out));
    const Closure *c = tensor_closure(tensor_linear(x, W, bias));
    const Closure *d = tensor_closure(tensor_add(y, bias));
    given("c", "tensor_linear(x, W, bias)");
    given("d", "y + bias, (B + 3, out) + (out)");
    Moved m = moved_of(c, false, false), e = moved_of(d, false, false);

    double want = EXPECT(moved_want(&m));
    double bytes = CALL(bytes_moved(c));
    check_number(bytes, want, 0, "x, W and the bias are read, whether they want a gradient or not");
    double want_add = EXPECT(moved_want(&e));
    double bytes_add = CALL(bytes_moved(d));
    check_number(bytes_add, want_add, 0, "the bias is read once, whatever it is broadcast over");
    const Closure *square = tensor_closure(tensor_mul(W, W));
    given("square", "W * W");
    Moved f = moved_of(square, false, false);
    double want_square = EXPECT(moved_want(&f));
    double bytes_square = CALL(bytes_moved(square));
    check_number(bytes_square, want_square, 0, "W is named twice, and counts twice");
    Tensor many = *y, *inputs[] = {&many, bias};
    Closure large = *d; /* of such a shape; nobody reads its numbers */
    large.in = inputs, large.out = &many;
    many.shape[0] = 1000000 * draw_long("million rows", 60, 90);
    given("large", "as d, with so many rows");
    Moved g = moved_of(&large, false, false);
    double want_large = EXPECT(moved_want(&g));
    double bytes_large = CALL(bytes_moved(&large));
    check_number(bytes_large, want_large, 0, "more than an int counts: compute in double");
}

TEST(a_view_moves_nothing, .points = 3, .exercise = "14.5 bytes_moved", .file = "bytes_moved.c")
{
    Tensor *a = leaf(draw("a", SHAPE(draw_long("m", 4, 6), draw_long("n", 7, 9))));
    const Closure *c = tensor_closure(tensor_transpose(a, 0, 1)),
                  *d = tensor_closure(tensor_exp(a));
    given("c", "the transpose of a");
    given("d", "exp(a)");
    Moved m = moved_of(c, true, false), e = moved_of(d, false, false);

    double want = EXPECT(moved_want(&m));
    double bytes = CALL(bytes_moved(c));
    check_number(bytes, want, 0, "no number is read or written: op->view is set");
    double want_exp = EXPECT(moved_want(&e));
    double bytes_exp = CALL(bytes_moved(d));
    check_number(bytes_exp, want_exp, 0, "exp reads all numbers and writes as many");
    const Closure *slice = tensor_closure(tensor_slice(a, 0, 1, 3, 1));
    given("slice", "rows 1 and 2 of a");
    Moved f = moved_of(slice, true, false);
    double want_slice = EXPECT(moved_want(&f));
    double bytes_slice = CALL(bytes_moved(slice));
    check_number(bytes_slice, want_slice, 0, "a slice is a view, too, wherever it begins");
}

TEST(rows_of_a_table, .points = 3, .exercise = "14.5 bytes_moved", .file = "bytes_moved.c")
{
    long V = draw_long("V", 40, 60), C = draw_long("C", 3, 5), T = draw_long("T", 6, 9);
    Tensor *table = leaf(draw("table", SHAPE(V, C))), *logits = leaf(draw("logits", SHAPE(T, V)));
    IntTensor *ids = draw_ids("ids", SHAPE(T), 0, V - 1),
              *targets = draw_ids("targets", SHAPE(T, 1), 0, V - 1);
    const Closure *c = tensor_closure(tensor_embedding(table, ids));
    const Closure *d = tensor_closure(tensor_gather(logits, 1, targets));
    given("c", "tensor_embedding(table, ids)");
    given("d", "tensor_gather(logits, 1, targets)");
    Moved m = moved_of(c, false, true), e = moved_of(d, false, true);

    double want = EXPECT(moved_want(&m));
    double bytes = CALL(bytes_moved(c));
    check_number(bytes, want, 0, "T rows of C numbers are read, and T rows written");
    double want_gather = EXPECT(moved_want(&e));
    double bytes_gather = CALL(bytes_moved(d));
    check_number(bytes_gather, want_gather, 0, "T numbers are read, and T written");
}

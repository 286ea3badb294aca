/* products.c - 01.12 and 01.13: the shape of a matrix product, and the product. */
#include "want.h"

/* ---- 01.12 matmul_shape ------------------------------------------------------------------------------- */

TEST(product_shape_by_hand, .points = 1, .exercise = "01.12 matmul_shape", .file = "matmul_shape.c")
{
    Tensor *a = row_by_row("a", SHAPE(2, 4)), *b = row_by_row("b", SHAPE(4, 5));
    long shape[ROOM];
    unset(shape);

    Tensor *want = EXPECT(matmul_shape_want(a, b));
    int ndim = CALL(matmul_shape("tensor_matmul", a, b, shape));
    Tensor *product = shaped(2, shape);
    check_long(ndim, want->ndim, "matrix times matrix is a matrix");
    check_shape(product, SHAPE_OF(want), "(2, 4) @ (4, 5) is (2, 5)");
}

typedef struct {
    Tensor *a, *b;
    const char *rule;
} Pair;

static void check_product_shape(const Tensor *a, const Tensor *b, const char *rule)
{
    long shape[ROOM];
    given("a", "%s", shape_text(a->ndim, a->shape));
    given("b", "%s", shape_text(b->ndim, b->shape));
    unset(shape);

    Tensor *want = EXPECT(matmul_shape_want(a, b));
    int ndim = CALL(matmul_shape("tensor_matmul", a, b, shape));
    Tensor *product = shaped(ndim, shape);
    check_long(ndim, want->ndim, rule);
    check_shape(product, SHAPE_OF(want), rule);
}

TEST(product_shapes_with_batches_and_vectors, .points = 4, .exercise = "01.12 matmul_shape",
     .file = "matmul_shape.c")
{
    long n = draw_long("n", 2, 6);
    Tensor *row = row_by_row("row", SHAPE(4)), *square = row_by_row("square", SHAPE(4, 4));
    Tensor *batch = row_by_row("batch", SHAPE(7, 2, 4)), *one = row_by_row("one", SHAPE(1, 1));
    Tensor *three = row_by_row("three", SHAPE(3, 1, 2, 4)),
           *many = row_by_row("many", SHAPE(n, 4, 5));
    const Pair all[] = {
        {row_by_row("few", SHAPE(n, 2, 4)), row_by_row("three", SHAPE(3, 1, 4, 5)),
         "(n, 2, 4) @ (3, 1, 4, 5) is (3, n, 2, 5)"},
        {three, many, "(3, 1, 2, 4) @ (n, 4, 5) is (3, n, 2, 5)"},
        {row, square, "(4) @ (4, 4) is (4): a row has no axis of rows"},
        {batch, row, "(7, 2, 4) @ (4) is (7, 2): a column has no axis of columns"},
        {row, row, "(4) @ (4) is a scalar"},
        {row, many, "(4) @ (n, 4, 5) is (n, 5)"},
        {square, row_by_row("tall", SHAPE(4, 1)), "(4, 4) @ (4, 1): a column stays a matrix"},
        {one, one, "(1, 1) @ (1, 1) is (1, 1)"},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        check_product_shape(all[i].a, all[i].b, all[i].rule);
}

TEST(inner_sizes_must_agree, .points = 2, .exercise = "01.12 matmul_shape",
     .file = "matmul_shape.c")
{
    long m = draw_long("m", 2, 4), k = draw_long("k", 5, 9), n = draw_long("n", 10, 12);
    Tensor *a = row_by_row("a", SHAPE(m, k)), *b = row_by_row("b", SHAPE(n, k));
    Tensor *fits = row_by_row("fits", SHAPE(k, n));
    Tensor *row = row_by_row("row", SHAPE(m)), *square = row_by_row("square", SHAPE(m, m));
    Tensor *batch = row_by_row("batch", SHAPE(m, n, k));
    Tensor *others = row_by_row("others", SHAPE(n, k, m)),
           *alone = row_by_row("alone", SHAPE(1, k, m));
    Tensor *neither = row_by_row("neither", SHAPE(n, n, m));
    long shape[ROOM];
    unset(shape);

    const char *a_b = EXPECT(inner_sizes_are_checked(a, b));
    check_fails(matmul_shape("tensor_matmul", a, b, shape), a_b,
                "the k columns of a meet the n rows of b");
    const char *a_row = EXPECT(inner_sizes_are_checked(a, row));
    check_fails(matmul_shape("tensor_matmul", a, row, shape), a_row,
                "(m, k) @ (m): the vector has m numbers for k columns");
    const char *a_square = EXPECT(inner_sizes_are_checked(a, square));
    check_fails(matmul_shape("tensor_matmul", a, square, shape), a_square,
                "(m, k) @ (m, m): that the rows agree does not help");
    const char *row_b = EXPECT(inner_sizes_are_checked(row, b));
    check_fails(matmul_shape("tensor_matmul", row, b, shape), row_b,
                "(m) @ (n, k): the vector has m numbers for n rows");
    const char *both = EXPECT(inner_sizes_are_checked(batch, neither));
    check_fails(matmul_shape("tensor_matmul", batch, neither, shape), both,
                "(m, n, k) @ (n, n, m): batches do not fit either, but inner sizes come first");
    const char *batches = EXPECT(batches_are_checked(batch, others));
    check_fails(matmul_shape("tensor_matmul", batch, others, shape), batches,
                "batches of m and of n do not go together: matmul_check_batch");
    check_product_shape(a, fits, "(m, k) @ (k, n): k against k");
    check_product_shape(batch, alone, "(m, n, k) @ (1, k, m): a batch of 1 goes with all");
}

/* ---- 01.13 gemm_plain ------------------------------------------------------------------------------------- */

static Matrix matrix_of(const Tensor *t)
{
    return (Matrix){t->data, t->stride[0], t->stride[1]};
}

TEST(gemm_by_hand, .points = 1, .exercise = "01.13 gemm_plain", .file = "gemm_plain.c")
{
    Tensor *a = input("A", SHAPE(2, 2), VALUES(1, 2, 3, 4));
    Tensor *b = input("B", SHAPE(2, 2), VALUES(5, 6, 7, 8)), *c = output("c", SHAPE(2, 2));
    Matrix A = matrix_of(a), B = matrix_of(b);

    Tensor *want = EXPECT(gemm_want(1, a, b, 0, c));
    CALL(gemm_plain(2, 2, 2, 1, A, B, 0, c->data, 2));
    check_tensor(c, want, "c[0][0] = 1*5 + 2*7 = 19, c[0][1] = 1*6 + 2*8 = 22, ...");
}

TEST(gemm_of_any_size_and_stride, .points = 4, .exercise = "01.13 gemm_plain",
     .file = "gemm_plain.c")
{
    long m = draw_long("m", 1, 4), n = draw_long("n", 5, 7), k = draw_long("k", 2, 3);
    Tensor *a = draw("A", SHAPE(m, k)), *b = draw("B", SHAPE(k, n)), *c = output("c", SHAPE(m, n));
    Tensor *a_view = draw_transposed("A_view", SHAPE(m, k));
    Tensor *b_view = draw_transposed("B_view", SHAPE(k, n)), *wide = draw("wide", SHAPE(m, n + 2));
    Tensor *nothing = output("nothing", SHAPE(m, n));
    Matrix A = matrix_of(a), B = matrix_of(b), A_view = matrix_of(a_view),
           B_view = matrix_of(b_view);
    may_change(wide);

    Tensor *want = EXPECT(gemm_want(1, a, b, 0, c));
    CALL(gemm_plain(m, n, k, 1, A, B, 0, c->data, n));
    check_tensor(c, want, "c[i][j] = sum over p of a[i][p] * b[p][j]");
    Tensor *want_wide = EXPECT(gemm_want(1, a_view, b_view, 0, wide));
    CALL(gemm_plain(m, n, k, 1, A_view, B_view, 0, wide->data, n + 2));
    check_tensor(wide, want_wide, "transposed factors, and rows of C that are n + 2 apart");
    Tensor *want_nothing = EXPECT(blank(SHAPE(m, n)));
    CALL(gemm_plain(m, n, 0, 1, A, B, 0, nothing->data, n));
    check_tensor(nothing, want_nothing, "k = 0: the sum of nothing is 0");
}

TEST(gemm_scales_and_adds, .points = 3, .exercise = "01.13 gemm_plain", .file = "gemm_plain.c")
{
    real alpha = (real)draw_double("alpha", 1.5, 3), beta = (real)draw_double("beta", -2, -0.5);
    Tensor *a = draw("A", SHAPE(3, 4)), *b = draw("B", SHAPE(4, 2)), *c = draw("c", SHAPE(3, 2));
    Tensor *sum = draw("sum", SHAPE(3, 2)), *full_of_nan = output("full_of_nan", SHAPE(3, 2));
    Matrix A = matrix_of(a), B = matrix_of(b);
    may_change(c);
    may_change(sum);

    Tensor *want = EXPECT(gemm_want((double)alpha, a, b, (double)beta, c));
    CALL(gemm_plain(3, 2, 4, alpha, A, B, beta, c->data, 2));
    check_tensor(c, want, "alpha * sum + beta * c");
    Tensor *want_sum = EXPECT(gemm_want(1, a, b, 1, sum));
    CALL(gemm_plain(3, 2, 4, 1, A, B, 1, sum->data, 2));
    check_tensor(sum, want_sum, "alpha = beta = 1: the product is added to C");
    Tensor *want_new = EXPECT(gemm_want((double)alpha, a, b, 0, full_of_nan));
    CALL(gemm_plain(3, 2, 4, alpha, A, B, 0, full_of_nan->data, 2));
    check_tensor(full_of_nan, want_new, "beta = 0: C is written and never read, here it held NaN");
}

/* products.c - 01.14 and 01.15: the shape of a matrix product, and the product. */
#include "headers.h"

/* ---- 01.14 matmul_shape ------------------------------------------------------------------------------- */

#define ROOM 8

TEST(
    product_shape_by_hand, .points = 2, .exercise = "01.14 matmul_shape", .file = "matmul_shape.c",
    .hints = HINTS("Rows of a, columns of b; the inner size disappears.",
                   "check_inner, check_batch, then broadcast_shape of the two batches (here none).",
                   "shape[ndim++] = rows_of(a); shape[ndim++] = columns_of(b);"))
{
    Tensor a = header(SHAPE(2, 4), (long[]){4, 1}), b = header(SHAPE(4, 5), (long[]){5, 1});
    long shape[ROOM];
    given("a", "shape (2, 4)");
    given("b", "shape (4, 5)");
    EXPECT(Tensor *want = values(SHAPE(2), VALUES(2, 5)));
    MISTAKE_MESSAGE("inner dimensions differ",
                    "these two fit: the inner sizes are the columns of a and "
                    "the rows of b");
    MISTAKE_MESSAGE("cannot broadcast", "the whole shapes were broadcast: only the axes before the "
                                        "matrices are, batch_of(a) and batch_of(b)");
    MISTAKE_NUMBER(0, "the two matrix axes are missing: append rows of a and columns of b");
    MISTAKE_NUMBER(1, "one of the two matrix axes is missing");
    int ndim = CALL(matmul_shape("tensor_matmul", &a, &b, shape));
    check_long(ndim, 2, "matrix times matrix is a matrix");
    MISTAKE(values(SHAPE(2), VALUES(5, 2)), "columns first: rows of a come before columns of b");
    MISTAKE(values(SHAPE(2), VALUES(4, 4)), "the inner sizes: those are summed over and disappear");
    MISTAKE(values(SHAPE(2), VALUES(2, 4)), "this is the shape of a: the columns are those of b");
    check_tensor(numbers(2, shape), want, "(2, 4) @ (4, 5) is (2, 5)");
}

TEST(
    product_shapes_with_batches_and_vectors, .points = 3, .exercise = "01.14 matmul_shape",
    .file = "matmul_shape.c",
    .hints = HINTS(
        "The axes before the matrix broadcast like any others.",
        "A vector a has no rows in the result, a vector b no columns.",
        "if (a->ndim > 1) ... and if (b->ndim > 1) ...; the inner size of a vector b is shape[0]."))
{
    long n = draw_long("n", 2, 6);
    Tensor a = header(SHAPE(3, 1, 2, 4), (long[]){8, 8, 4, 1});
    Tensor b = header(SHAPE(n, 4, 5), (long[]){20, 5, 1});
    Tensor row = header(SHAPE(4), (long[]){1}), batch = header(SHAPE(7, 2, 4), (long[]){8, 4, 1});
    Tensor square = header(SHAPE(4, 4), (long[]){4, 1}), tall = header(SHAPE(4, 1), (long[]){1, 1});
    Tensor scalar_like = header(SHAPE(1, 1), (long[]){1, 1});
    long shape[ROOM];
    given("a", "shape (3, 1, 2, 4)");
    given("b", "shape (%ld, 4, 5)", n);
    given("row", "shape (4,)");
    given("batch", "shape (7, 2, 4)");
    given("square", "shape (4, 4)");
    given("tall", "shape (4, 1)");
    EXPECT(long right[] = {3, n, 2, 5});
    MISTAKE_MESSAGE("inner dimensions differ",
                    "these two fit; which axis of a vector is summed over?");
    check_long(CALL(matmul_shape("tensor_matmul", &a, &b, shape)), 4,
               "two batch axes and a matrix");
    check_tensor(numbers(4, shape), numbers(4, right),
                 "batches (3, 1) and (n) broadcast to (3, n)");
    MISTAKE_NUMBER(2, "a vector has no rows: that axis is missing in the result");
    check_long(CALL(matmul_shape("tensor_matmul", &row, &square, shape)), 1, "(4) @ (4, 4) is (4)");
    check_tensor(numbers(1, shape), values(SHAPE(1), VALUES(4)), "the columns of b");
    check_long(CALL(matmul_shape("tensor_matmul", &batch, &row, shape)), 2,
               "(7, 2, 4) @ (4) is (7, 2)");
    check_tensor(numbers(2, shape), values(SHAPE(2), VALUES(7, 2)), "batch, and rows of a");
    MISTAKE_NUMBER(1, "vector times vector is a scalar: no axes");
    MISTAKE_NUMBER(2, "vector times vector is a scalar: no axes");
    check_long(CALL(matmul_shape("tensor_matmul", &row, &row, shape)), 0, "(4) @ (4) is a scalar");
    check_long(CALL(matmul_shape("tensor_matmul", &row, &b, shape)), 2,
               "(4) @ (n, 4, 5) is (n, 5)");
    check_long(CALL(matmul_shape("tensor_matmul", &square, &tall, shape)), 2, "(4, 4) @ (4, 1)");
    check_tensor(numbers(2, shape), values(SHAPE(2), VALUES(4, 1)), "a column stays a matrix");
    check_long(CALL(matmul_shape("tensor_matmul", &scalar_like, &scalar_like, shape)), 2,
               "(1, 1) @ (1, 1) is (1, 1)");
}

TEST(inner_sizes_must_agree, .points = 2, .exercise = "01.14 matmul_shape",
     .file = "matmul_shape.c",
     .hints = HINTS("check_inner compares and speaks; give it the right two sizes.",
                    "The last axis of a, and of b the one before the last, or its only one.",
                    "matmul_check_inner(operation, a, b, columns_of(a), b->ndim == 1 ? b->shape[0] "
                    ": rows_of(b));"))
{
    Tensor a = header(SHAPE(2, 3), (long[]){3, 1}), b = header(SHAPE(4, 3), (long[]){3, 1});
    Tensor row = header(SHAPE(2), (long[]){1}), batch = header(SHAPE(2, 5, 3), (long[]){15, 3, 1});
    Tensor three = header(SHAPE(3, 3, 4), (long[]){12, 4, 1}),
           square = header(SHAPE(2, 2), (long[]){2, 1});
    long shape[ROOM];
    check_fails(matmul_shape("tensor_matmul", &a, &b, shape),
                "inner dimensions differ: (2, 3) @ (4, 3), 3 against 4",
                "the 3 columns of a meet the 4 rows of b");
    check_fails(matmul_shape("tensor_matmul", &a, &row, shape), "3 against 2",
                "(2, 3) @ (2): the vector has 2 numbers for 3 columns");
    check_fails(matmul_shape("tensor_matmul", &a, &square, shape), "3 against 2",
                "(2, 3) @ (2, 2): that the rows agree does not help");
    check_fails(matmul_shape("tensor_matmul", &row, &b, shape), "2 against 4",
                "(2) @ (4, 3): the vector has 2 numbers for 4 rows");
    check_fails(matmul_shape("tensor_matmul", &batch, &three, shape),
                "cannot broadcast the batch axes of (2, 5, 3) @ (3, 3, 4)",
                "batches of 2 and of 3 do not go together: check_batch");
}

/* ---- 01.15 gemm_plain ------------------------------------------------------------------------------------- */

static Matrix matrix_of(const Tensor *t)
{
    return (Matrix){t->data, t->stride[0], t->stride[1]};
}

/* One column or row more, read from behind the end. */
static Tensor *one_longer(const Tensor *t, int axis)
{
    Tensor *longer = blank(t->ndim, t->shape);
    longer->data = t->data;
    longer->shape[axis]++;
    return longer;
}

TEST(gemm_by_hand, .points = 2, .exercise = "01.15 gemm_plain", .file = "gemm_plain.c",
     .hints = HINTS("Row i of A with column j of B: multiply pairwise, add up.",
                    "Three loops: i over m, j over n, p over k.",
                    "sum += a.data[i * a.row + p * a.col] * b.data[p * b.row + j * b.col];"))
{
    Tensor *a = input("a", SHAPE(2, 2), VALUES(1, 2, 3, 4)),
           *b = input("b", SHAPE(2, 2), VALUES(5, 6, 7, 8));
    Tensor *c = output("c", SHAPE(2, 2));
    EXPECT(Tensor *want = values(SHAPE(2, 2), VALUES(19, 22, 43, 50)));
    MISTAKE(values(SHAPE(2, 2), VALUES(5, 12, 21, 32)),
            "multiplied number by number: a matrix product "
            "sums over row times column");
    MISTAKE(values(SHAPE(2, 2), VALUES(17, 23, 39, 53)),
            "rows of A met rows of B: (p, j) is row p of B");
    MISTAKE(values(SHAPE(2, 2), VALUES(23, 34, 31, 46)),
            "the factors have changed places: that is B A");
    MISTAKE(values(SHAPE(2, 2), VALUES(26, 30, 38, 44)),
            "columns of A were used: (i, p) is row i of A");
    MISTAKE(values(SHAPE(2, 2), VALUES(14, 16, 28, 32)),
            "only the last product is left: sum up with +=");
    MISTAKE(values(SHAPE(2, 2), VALUES(5, 6, 15, 18)), "only the first product: p runs up to k");
    MISTAKE(values(SHAPE(2, 2), VALUES(19, 41, 84, 134)),
            "the sum was not set back to 0 for each element of C");
    MISTAKE(plain_matmul(one_longer(a, 1), one_longer(b, 0)),
            "one product too many, of what lies behind the matrices: p < k, not p <= k");
    CALL(gemm_plain(2, 2, 2, 1, matrix_of(a), matrix_of(b), 0, c->data, 2));
    check_tensor(c, want, "c[0][0] = 1*5 + 2*7 = 19, c[0][1] = 1*6 + 2*8 = 22, ...");
}

/* alpha a @ b + beta c, written into the columns of a wider c. */
static Tensor *plain_gemm(const Tensor *a, const Tensor *b, double alpha, double beta,
                          const Tensor *c)
{
    Tensor *product = plain_matmul(a, b), *out = copy_of(c);
    for (long i = 0; i < product->shape[0]; i++)
        for (long j = 0; j < product->shape[1]; j++) {
            real *to = &out->data[i * out->shape[1] + j];
            double old = beta == 0 ? 0 : beta * (double)*to;
            *to = (real)(alpha * at(product, AT(i, j)) + old);
        }
    return out;
}

/* The same numbers, read as if neighbours in a row were neighbours in memory. */
static Tensor *without_col(const Tensor *t)
{
    Tensor *rows = blank(t->ndim, t->shape);
    rows->data = t->data;
    rows->stride[0] = t->stride[0];
    return rows;
}

/* Only the first columns of a product were written. */
static Tensor *first_columns(const Tensor *product, long columns)
{
    Tensor *t = copy_of(product);
    for (long i = 0; i < t->shape[0] * t->shape[1]; i++)
        if (i % t->shape[1] >= columns)
            t->data[i] = (real)NAN;
    return t;
}

/* The product, written into wide as if its rows were as long as those of the product. */
static Tensor *rows_too_close(const Tensor *product, const Tensor *wide)
{
    Tensor *t = copy_of(wide);
    for (long i = 0; i < product->shape[0] * product->shape[1]; i++)
        t->data[i] = product->data[i];
    return t;
}

TEST(gemm_of_any_size_and_stride, .points = 3, .exercise = "01.15 gemm_plain",
     .file = "gemm_plain.c",
     .hints = HINTS("m, n and k differ: which of them bounds which loop?",
                    "Every operand has two strides; C has c_row, and its columns are neighbours.",
                    "c[i * c_row + j]: the rows of C may lie further apart than n."))
{
    long m = draw_long("m", 1, 4), n = draw_long("n", 5, 7), k = draw_long("k", 2, 3);
    Tensor *a = draw("a", SHAPE(m, k)), *b = draw("b", SHAPE(k, n)),
           *wide = draw("wide", SHAPE(m, n + 2));
    Tensor *at_ = draw_transposed("at", SHAPE(m, k)), *bt = draw_transposed("bt", SHAPE(k, n));
    Tensor *c = output("c", SHAPE(m, n)), *nothing = output("nothing", SHAPE(m, n));
    EXPECT(Tensor *want = plain_matmul(a, b));
    MISTAKE(first_columns(want, m),
            "m and n have changed places: i runs over the m rows, j over the n columns");
    CALL(gemm_plain(m, n, k, 1, matrix_of(a), matrix_of(b), 0, c->data, n));
    check_tensor(c, want, "c[i][j] = sum over p of a[i][p] * b[p][j]");
    may_change(wide);
    EXPECT(Tensor *want_wide = plain_gemm(at_, bt, 1, 0, wide));
    MISTAKE(plain_gemm(plain_reshape(plain_transpose(at_, 0, 1), SHAPE(m, k)),
                       plain_reshape(plain_transpose(bt, 0, 1), SHAPE(k, n)), 1, 0, wide),
            "the strides were not used: element (i, p) of A is a.data[i * a.row + p * a.col]");
    MISTAKE(plain_gemm(without_col(at_), bt, 1, 0, wide),
            "a.col was ignored: element (i, p) of A is a.data[i * a.row + p * a.col]");
    MISTAKE(plain_gemm(at_, without_col(bt), 1, 0, wide),
            "b.col was ignored: element (p, j) of B is b.data[p * b.row + j * b.col]");
    MISTAKE(
        plain_gemm(without_col(at_), without_col(bt), 1, 0, wide),
        "the column strides were ignored: element (i, p) of A is a.data[i * a.row + p * a.col]");
    MISTAKE(rows_too_close(plain_matmul(at_, bt), wide),
            "rows of C are c_row apart, not n: element (i, j) is c[i * c_row + j]");
    CALL(gemm_plain(m, n, k, 1, matrix_of(at_), matrix_of(bt), 0, wide->data, n + 2));
    check_tensor(wide, want_wide, "transposed factors, and rows of C that are n + 2 apart");
    CALL(gemm_plain(m, n, 0, 1, matrix_of(a), matrix_of(b), 0, nothing->data, n));
    check_tensor(nothing, blank(SHAPE(m, n)), "k = 0: the sum of nothing is 0");
}

TEST(gemm_scales_and_adds, .points = 3, .exercise = "01.15 gemm_plain", .file = "gemm_plain.c",
     .hints = HINTS("alpha scales the product, beta scales what C held before.",
                    "beta = 0 means: do not read C at all.",
                    "*at = beta == 0 ? alpha * sum : alpha * sum + beta * *at;"))
{
    double alpha = draw_double("alpha", 1.5, 3), beta = draw_double("beta", -2, -0.5);
    Tensor *a = draw("a", SHAPE(3, 4)), *b = draw("b", SHAPE(4, 2)), *c = draw("c", SHAPE(3, 2));
    Tensor *full_of_nan = output("full_of_nan", SHAPE(3, 2)), *sum = draw("sum", SHAPE(3, 2));
    may_change(c);
    may_change(sum);
    EXPECT(Tensor *want = plain_gemm(a, b, (double)(real)alpha, (double)(real)beta, c));
    MISTAKE(plain_gemm(a, b, (double)(real)alpha, 0, c), "what C held is lost: add beta * C");
    MISTAKE(plain_gemm(a, b, (double)(real)alpha, 1, c), "C was added without beta");
    MISTAKE(plain_gemm(a, b, 1, (double)(real)beta, c),
            "alpha was forgotten: it scales the product");
    MISTAKE(plain_gemm(a, b, (double)(real)(alpha * beta), (double)(real)beta, c),
            "beta scales C, not the product");
    MISTAKE(plain_gemm(a, b, (double)(real)alpha, (double)(real)(alpha * beta), c),
            "alpha scales the product, not C");
    CALL(gemm_plain(3, 2, 4, (real)alpha, matrix_of(a), matrix_of(b), (real)beta, c->data, 2));
    check_tensor(c, want, "alpha * sum + beta * c");
    EXPECT(Tensor *want_sum = plain_gemm(a, b, 1, 1, sum));
    CALL(gemm_plain(3, 2, 4, 1, matrix_of(a), matrix_of(b), 1, sum->data, 2));
    check_tensor(sum, want_sum, "alpha = beta = 1: the product is added to C");
    EXPECT(Tensor *want_new = plain_gemm(a, b, (double)(real)alpha, 0, full_of_nan));
    MISTAKE(plain_gemm(a, b, (double)(real)alpha, NAN, full_of_nan),
            "0 * NaN is NaN: with beta = 0, C must not be read");
    CALL(gemm_plain(3, 2, 4, (real)alpha, matrix_of(a), matrix_of(b), 0, full_of_nan->data, 2));
    check_tensor(full_of_nan, want_new, "beta = 0: C is written and never read, here it held NaN");
}

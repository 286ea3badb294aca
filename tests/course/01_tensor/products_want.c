/* products_want.c - shapes of products, and products in plain loops, with the mistakes people make. */
#include "want.h"

/* ---- 01.14 matmul_shape ------------------------------------------------------------------------------- */

static long rows_of_a(const Tensor *a)
{
    return a->shape[a->ndim - 2];
}

static long last_of(const Tensor *t)
{
    return t->shape[t->ndim - 1];
}

/* The common shape of the axes before the matrices; how many they are. */
static int batch_axes(const Tensor *a, const Tensor *b, long *shape)
{
    int na = a->ndim > 2 ? a->ndim - 2 : 0, nb = b->ndim > 2 ? b->ndim - 2 : 0;
    int n = na > nb ? na : nb;
    for (int place = 0; place < n; place++) {
        long x = place < na ? a->shape[na - 1 - place] : 1,
             y = place < nb ? b->shape[nb - 1 - place] : 1;
        shape[n - 1 - place] = x == 1 ? y : x;
    }
    return n;
}

/* Two matrices: the last two sizes. */
static void wrong_matrix(int ndim, const long *shape, long rows, long columns, const char *sentence)
{
    long wrong[ROOM];
    memcpy(wrong, shape, (size_t)ndim * sizeof *shape);
    wrong[ndim - 2] = rows;
    wrong[ndim - 1] = columns;
    MISTAKE_SHAPE(SIZES(ndim, wrong), sentence);
}

static void wrong_counts(int ndim, int vectors)
{
    for (int missing = 1; missing <= 2; missing++)
        MISTAKE_NUMBER(ndim - missing,
                       "axes are missing: the result has those of the common batch, the rows of a "
                       "and the columns of b, where they have any");
    for (int more = 1; more <= vectors; more++)
        MISTAKE_NUMBER(ndim + more,
                       "a vector has no rows on the left, and no columns on the right: "
                       "that axis is missing in the result");
}

Tensor *matmul_shape_want(const Tensor *a, const Tensor *b)
{
    long shape[ROOM];
    int ndim = batch_axes(a, b, shape);
    if (a->ndim > 1)
        shape[ndim++] = rows_of_a(a);
    if (b->ndim > 1)
        shape[ndim++] = last_of(b);
    wrong_counts(ndim, (a->ndim == 1) + (b->ndim == 1));
    if (a->ndim > 1 && b->ndim > 1) {
        wrong_matrix(ndim, shape, last_of(b), rows_of_a(a),
                     "columns first: rows of a come before columns of b");
        wrong_matrix(ndim, shape, last_of(a), last_of(a),
                     "the inner sizes: those are summed over and disappear");
        wrong_matrix(ndim, shape, rows_of_a(a), last_of(a),
                     "these are rows and columns of a: the columns are those of b");
        wrong_matrix(ndim, shape, last_of(a), last_of(b),
                     "these are rows and columns of b: the rows are those of a");
    }
    MISTAKE_MESSAGE("inner dimensions differ",
                    "refused, but these two fit: the last axis of a meets the axis of b before its "
                    "last, or its only one");
    MISTAKE_MESSAGE("cannot broadcast",
                    "refused, but these two fit: only the axes before the matrices are broadcast, "
                    "batch_of(a) and batch_of(b)");
    return shaped(ndim, shape);
}

const char *inner_sizes_are_checked(const Tensor *a, const Tensor *b)
{
    MISTAKE_MESSAGE("as if nothing were wrong",
                    "nobody compared the inner sizes: matmul_check_inner(operation, a, b, ...)");
    MISTAKE_MESSAGE("inner dimensions differ",
                    "other sizes were compared: the last axis of a meets the axis of b before its "
                    "last, or its only one");
    static char text[200];
    snprintf(text, sizeof text, "inner dimensions differ: %s @ %s, %ld against %ld",
             shape_text(a->ndim, a->shape), shape_text(b->ndim, b->shape), last_of(a),
             b->shape[b->ndim > 1 ? b->ndim - 2 : 0]);
    return text;
}

const char *batches_are_checked(const Tensor *a, const Tensor *b)
{
    static char alone[100];
    snprintf(alone, sizeof alone, "cannot broadcast %s with %s", shape_text(1, a->shape),
             shape_text(1, b->shape));
    MISTAKE_MESSAGE("as if nothing were wrong",
                    "nobody compared the batches: matmul_check_batch(operation, a, b)");
    MISTAKE_MESSAGE(alone,
                    "the batches were broadcast before anybody compared them: its message knows "
                    "nothing of a product. First matmul_check_batch(operation, a, b)");
    static char text[200];
    snprintf(text, sizeof text, "cannot broadcast the batch axes of %s @ %s",
             shape_text(a->ndim, a->shape), shape_text(b->ndim, b->shape));
    return text;
}

/* ---- 01.15 gemm_plain ------------------------------------------------------------------------------------- */

/* alpha product + beta c, written into the columns of a c that may be wider. */
static Tensor *added(double alpha, const Tensor *product, double beta, const Tensor *c)
{
    Tensor *out = copy_of(c);
    for (long i = 0; i < product->shape[0]; i++)
        for (long j = 0; j < product->shape[1]; j++) {
            real *to = &out->data[i * out->shape[1] + j];
            double old = beta == 0 ? 0 : beta * (double)*to;
            *to = (real)(alpha * at(product, AT(i, j)) + old);
        }
    return out;
}

/* One column or row more, read from behind the end. */
static Tensor *one_longer(const Tensor *t, int axis)
{
    Tensor *longer = view_of(t, SHAPE_OF(t), t->stride, 0);
    longer->shape[axis]++;
    return longer;
}

/* The same numbers, read with other strides. */
static Tensor *strided(const Tensor *t, long row, long column)
{
    return view_of(t, SHAPE_OF(t), STRIDE(row, column), 0);
}

static Tensor *without_col(const Tensor *t)
{
    return strided(t, t->stride[0], 1);
}

static Tensor *without_strides(const Tensor *t)
{
    return strided(t, t->shape[1], 1);
}

/* Only the p-th products, in place of their sum. */
static Tensor *only(const Tensor *a, const Tensor *b, long p)
{
    return plain_matmul(view_of(a, SHAPE(a->shape[0], 1), a->stride, p * a->stride[1]),
                        view_of(b, SHAPE(1, b->shape[1]), b->stride, p * b->stride[0]));
}

/* Each sum begins with the one before it. */
static Tensor *running(const Tensor *product)
{
    Tensor *t = copy_of(product);
    for (long i = 1; i < t->shape[0] * t->shape[1]; i++)
        t->data[i] += t->data[i - 1];
    return t;
}

/* The product, written into c as if its rows were as long as those of the product. */
static Tensor *rows_too_close(const Tensor *product, const Tensor *c)
{
    Tensor *t = copy_of(c);
    for (long i = 0; i < product->shape[0] * product->shape[1]; i++)
        t->data[i] = product->data[i];
    return t;
}

/* Where m and n have changed places, m of the columns are written. */
static Tensor *first_columns(const Tensor *product, const Tensor *c)
{
    Tensor *t = copy_of(c);
    for (long i = 0; i < product->shape[0]; i++)
        for (long j = 0; j < product->shape[0] && j < product->shape[1]; j++)
            t->data[i * t->shape[1] + j] = (real)at(product, AT(i, j));
    return t;
}

/* m, n and k are the same, so that any index fits any axis. */
static void square_mistakes(const Tensor *a, const Tensor *b)
{
    MISTAKE(plain_pair(a, b, times),
            "multiplied number by number: a matrix product sums over row times column");
    MISTAKE(plain_matmul(a, plain_transpose(b, 0, 1)),
            "rows of A met rows of B: (p, j) is row p of B");
    MISTAKE(plain_matmul(b, a), "the factors have changed places: that is B A");
    MISTAKE(plain_matmul(plain_transpose(a, 0, 1), b),
            "columns of A were used: (i, p) is row i of A");
}

static void stride_mistakes(const Tensor *a, const Tensor *b, const Tensor *c)
{
    const Tensor *A = without_col(a), *B = without_col(b);
    MISTAKE(added(1, plain_matmul(without_strides(a), without_strides(b)), 0, c),
            "the strides were not used: element (i, p) of A is a.data[i * a.row + p * a.col]");
    MISTAKE(added(1, plain_matmul(A, b), 0, c),
            "a.col was ignored: element (i, p) of A is a.data[i * a.row + p * a.col]");
    MISTAKE(added(1, plain_matmul(a, B), 0, c),
            "b.col was ignored: element (p, j) of B is b.data[p * b.row + j * b.col]");
    MISTAKE(
        added(1, plain_matmul(A, B), 0, c),
        "the column strides were ignored: element (i, p) of A is a.data[i * a.row + p * a.col]");
}

static void scale_mistakes(double alpha, const Tensor *product, double beta, const Tensor *c)
{
    MISTAKE(added(1, product, beta, c), "alpha was forgotten: it scales the product");
    MISTAKE(added(alpha, product, 0, c), "what C held is lost: add beta * C");
    MISTAKE(added(alpha, product, 1, c), "C was added without beta");
    MISTAKE(added(alpha * beta, product, beta, c), "beta scales C, not the product");
    MISTAKE(added(alpha, product, alpha * beta, c), "alpha scales the product, not C");
    MISTAKE(added(1, product, 0, c), "only the product is there: alpha * sum + beta * C");
}

Tensor *gemm_want(double alpha, const Tensor *a, const Tensor *b, double beta, const Tensor *c)
{
    Tensor *product = plain_matmul(a, b);
    long m = a->shape[0], k = a->shape[1], n = b->shape[1];
    if (m == k && k == n)
        square_mistakes(a, b);
    MISTAKE(added(alpha, only(a, b, k - 1), beta, c),
            "only the last product is left: sum up with +=");
    MISTAKE(added(alpha, only(a, b, 0), beta, c), "only the first product: p runs up to k");
    MISTAKE(added(alpha, running(product), beta, c),
            "the sum was not set back to 0 for each element of C");
    MISTAKE(added(alpha, plain_matmul(one_longer(a, 1), one_longer(b, 0)), beta, c),
            "one product too many, of what lies behind the matrices: p < k, not p <= k");
    if (a->stride[1] != 1)
        stride_mistakes(a, b, c);
    if (c->shape[1] != n)
        MISTAKE(rows_too_close(product, c),
                "rows of C are c_row apart, not n: element (i, j) is c[i * c_row + j]");
    else if (beta == 0 && alpha == 1 && m < n)
        MISTAKE(first_columns(product, c),
                "m and n have changed places: i runs over the m rows, j over the n columns");
    if (beta != 0)
        scale_mistakes(alpha, product, beta, c);
    if (beta == 0)
        MISTAKE(added(alpha, product, NAN, c), "0 * NaN is NaN: with beta = 0, C must not be read");
    return added(alpha, product, beta, c);
}

/* test_sparse.c - compressed rows and two of four: the same matrix, and the same product. */
#include "test.h"

/* Numbers of which about so many are 0. */
static Tensor *sparse(long rows, long columns, double zeros, uint64_t seed)
{
    Rng rng = rng_seed(seed);
    Tensor *t = tensor_normal(SHAPE(rows, columns), 0, 1, &rng);
    for (long i = 0; i < rows * columns; i++)
        if (rng_uniform(&rng) < zeros)
            t->data[i] = 0;
    return t;
}

static void assert_csr_is(const Csr *c, const Tensor *w)
{
    assert_int_equal(c->row_start[0], 0);
    assert_int_equal(c->row_start[c->rows], c->count);
    long count = 0;
    for (long r = 0; r < w->shape[0]; r++) {
        int k = c->row_start[r];
        for (long j = 0; j < w->shape[1]; j++) {
            real number = tensor_get(w, AT(r, j));
            if (number == 0)
                continue;
            assert_int_equal(c->column[k], j);
            assert_true(c->value[k] == number || number != number);
            k++, count++;
        }
        assert_int_equal(k, c->row_start[r + 1]);
    }
    assert_int_equal(count, c->count);
}

static void test_rows_are_compressed(void **state)
{
    (void)state;
    Scope *scope = scope_open();
    for (long rows = 0; rows < 7; rows++)
        for (long columns = 0; columns < 9; columns += 2) {
            Tensor *w = sparse(rows, columns, 0.6, (uint64_t)(rows * 10 + columns));
            assert_csr_is(csr_from(w), w);
            Tensor *turned = tensor_transpose(w, 0, 1);
            assert_csr_is(csr_from(turned), turned);
        }
    Tensor *odd = tensor_from(SHAPE(2, 2), VALUES(NAN, 0, -0.0, INFINITY));
    assert_csr_is(csr_from(odd), odd);
    assert_int_equal(csr_bytes(csr_from(odd)), 5 * sizeof(int) + 2 * sizeof(real));
    scope_close(scope);
}

static void test_products_agree(void **state)
{
    (void)state;
    Scope *scope = scope_open();
    for (int zeros = 0; zeros <= 4; zeros++) {
        Tensor *w = sparse(13, 20, zeros / 4.0, (uint64_t)zeros), *x = sparse(1, 20, 0, 99);
        Tensor *y = tensor_zeros(SHAPE(13)),
               *dense = tensor_matmul(w, tensor_reshape(x, SHAPE(20)));
        csr_matvec(y->data, csr_from(w), x->data);
        assert_tensor_close(y, dense, 1e-5, 1e-5);
        Tensor *mask = tensor_zeros(SHAPE(20, 13)),
               *of = tensor_contiguous(tensor_transpose(w, 0, 1));
        prune_mask_2_4(mask, of);
        Tensor *half = tensor_transpose(tensor_mul(of, mask), 0, 1);
        Sparse24 *s = sparse24_from(half);
        sparse24_matvec(y->data, s, x->data);
        assert_tensor_close(y, tensor_matmul(half, tensor_reshape(x, SHAPE(20))), 1e-5, 1e-5);
        assert_int_equal(sparse24_bytes(s), 13 * 10 * sizeof(real) + 33);
    }
    scope_close(scope);
}

static void test_what_is_refused(void **state)
{
    (void)state;
    Scope *scope = scope_open();
    assert_fails_with("csr_from: w is (3,), expected a matrix", csr_from(tensor_zeros(SHAPE(3))));
    assert_fails_with("csr_new: count is -1", csr_new(1, 1, -1));
    if (LONG_MAX > INT_MAX) /* its indices are ints */
        assert_fails_with("csr_new: columns is " AS_TEXT(LARGE_SIZE) ", expected 0 to 2147483647",
                          csr_new(1, LARGE_SIZE, 1));
    assert_fails_with("sparse24_from: w is (8,)", sparse24_from(tensor_zeros(SHAPE(8))));
    assert_fails_with("sparse24_from: w is (2, 6)", sparse24_from(tensor_zeros(SHAPE(2, 6))));
    assert_fails_with("row 1 has more than two numbers that are not 0 in columns 4 to 7",
                      sparse24_from(tensor_from(
                          SHAPE(2, 8), VALUES(1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 1, 0, 2, 3))));
    scope_close(scope);
}

int main(void)
{
    const struct CMUnitTest group[] = {
        UNIT_TEST(test_rows_are_compressed),
        UNIT_TEST(test_products_agree),
        UNIT_TEST(test_what_is_refused),
    };
    return run_tests("tensor/forms/sparse", group);
}

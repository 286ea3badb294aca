/* test_compress_plan.c - forms for the layers of a network: bytes, errors, channels that leave. */
#include <math.h>
#include "compress_check.h"
#include "test.h"

static Linear *layer(long in, long out, Rng *rng)
{
    return linear_new(in, out, true, rng);
}

static void make_thin(Linear *l, Rng *rng)
{
    Tensor *a = tensor_normal(SHAPE(l->weight->shape[0], 2), 0, 1, rng),
           *b = tensor_normal(SHAPE(2, l->weight->shape[1]), 0, 1, rng);
    copy_kernel(l->weight, tensor_matmul(a, b));
}

static void make_sparse(Linear *l, Rng *rng)
{
    for (long i = 0; i < tensor_numel(l->weight); i++)
        if (rng_below(rng, 16) != 0)
            l->weight->data[i] = 0;
}

static size_t all_bytes(const StoredLayer *s, long n)
{
    size_t bytes = 0;
    for (long k = 0; k < n; k++)
        bytes += stored_bytes(&s[k]);
    return bytes;
}

/* Each finds the form that it was made in, and channels of zeros leave. */
static void test_forms_are_found(void **state)
{
    (void)state;
    Rng rng = rng_seed(3);
    Linear *l[] = {layer(30, 40, &rng), layer(40, 40, &rng), layer(40, 24, &rng)};
    make_thin(l[1], &rng);
    make_sparse(l[2], &rng);
    for (long j = 10; j < 40; j++)
        l[0]->bias->data[j] = -1000;
    Tensor *x = tensor_normal(SHAPE(50, 30), 0, 1, &rng);
    StoredLayer s[3];
    size_t whole = (size_t)(30 * 40 + 40 * 40 + 40 * 24 + 104) * sizeof(real);
    compress_plan(s, 3, l, x, whole / 5); /* not enough for two whole ones */
    assert_true(all_bytes(s, 3) <= whole / 5);
    assert_non_null(s[0].whole);
    assert_int_equal(s[0].whole->shape[1], 10);
    assert_int_equal(tensor_numel(s[0].bias), 10);
    assert_non_null(s[1].left);
    assert_int_equal(s[1].left->shape[0], 10);
    assert_true(s[1].left->shape[1] >= 2); /* bytes left over take rounding away */
    assert_non_null(s[2].sparse);
    assert_int_equal(s[2].sparse->rows, 24);
    for (int k = 0; k < 3; k++)
        module_free(&l[k]->module);
}

static void test_ties_keep_their_bytes(void **state)
{
    (void)state;
    Rng rng = rng_seed(5);
    Linear *l = layer(16, 16, &rng);
    for (long i = 0; i < 256; i++) /* no number is smaller than another, and the rank is full */
        l->weight->data[i] = rng_below(&rng, 2) == 0 ? 1 : -1;
    StoredLayer s;
    for (size_t bytes = 300; bytes < 256 * sizeof(real) + 200; bytes += 37) {
        compress_plan(&s, 1, &l, tensor_normal(SHAPE(9, 16), 0, 1, &rng), bytes);
        assert_true(stored_bytes(&s) <= bytes);
    }
    assert_non_null(s.whole);
    module_free(&l->module);
}

static void test_refusals(void **state)
{
    (void)state;
    Rng rng = rng_seed(1);
    Linear *l[] = {layer(3, 4, &rng), layer(5, 2, &rng)};
    StoredLayer s[2];
    assert_fails_with("layer 0 has 4 outputs, and layer 1 has 5 inputs",
                      compress_plan(s, 2, l, tensor_zeros(SHAPE(7, 3)), 1000));
    assert_fails_with("1 layers and rows (7, 4), expected at least 1, and (rows, in)",
                      compress_plan(s, 1, l, tensor_zeros(SHAPE(7, 4)), 1000));
    module_free(&l[0]->module);
    module_free(&l[1]->module);
}

int main(void)
{
    const struct CMUnitTest tests[] = {UNIT_TEST(test_forms_are_found),
                                       UNIT_TEST(test_ties_keep_their_bytes),
                                       UNIT_TEST(test_refusals)};
    return run_tests("nn/compress/compress_plan", tests);
}

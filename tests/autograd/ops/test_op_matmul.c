/* test_op_matmul.c - gradients of products: vectors, batches, shared weights, views. */
#include "../layouts.h"

static Tensor *matmul(Tensor *const in[], void *context)
{
    (void)context;
    return tensor_matmul(in[0], in[1]);
}

typedef struct {
    int na, nb;
    long a[4], b[4];
} Pair;

static const Pair pairs[] = {
    {2, 2, {2, 3}, {3, 4}},
    {1, 1, {3}, {3}},
    {1, 2, {3}, {3, 2}},
    {2, 1, {2, 3}, {3}},
    {1, 3, {3}, {2, 3, 2}},
    {3, 1, {2, 2, 3}, {3}},
    {3, 2, {2, 2, 3}, {3, 2}},
    {2, 3, {2, 3}, {2, 3, 2}},
    {3, 3, {2, 2, 3}, {2, 3, 2}},
    {3, 3, {1, 2, 3}, {3, 3, 2}},
    {4, 3, {3, 1, 2, 3}, {2, 3, 2}},
    {4, 4, {2, 1, 2, 2}, {1, 3, 2, 2}},
    {2, 2, {2, 0}, {0, 3}},
    {2, 2, {0, 2}, {2, 3}},
    {3, 2, {0, 2, 3}, {3, 2}},
    {3, 3, {1, 2, 3}, {0, 3, 2}},
    {2, 2, {1, 1}, {1, 1}},
    {3, 2, {3, 1, 2}, {2, 1}},
};

static void test_gradients_of_every_pair(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        Scope *scope = scope_open();
        Tensor *a = random_leaf(pairs[i].na, pairs[i].a), *b = random_leaf(pairs[i].nb, pairs[i].b);
        assert_gradcheck_layouts(matmul, NULL, a, b);
        assert_gradcheck(matmul, NULL, tensor_detach(a), b);
        assert_gradcheck(matmul, NULL, a, tensor_detach(b));
        scope_close(scope);
    }
}

/* Gradients arrive on top of what is there: beta is 1 the second time. */
static Tensor *twice(Tensor *const in[], void *context)
{
    (void)context;
    Tensor *y = tensor_matmul(in[0], in[1]);
    return tensor_add(tensor_matmul(y, in[1]), tensor_matmul(in[0], tensor_transpose(in[1], 0, 1)));
}

static Tensor *with_itself(Tensor *const in[], void *context)
{
    (void)context;
    return tensor_matmul(in[0], tensor_transpose(in[0], -2, -1));
}

static void test_gradients_of_inputs_used_again(void **state)
{
    (void)state;
    assert_gradcheck_layouts(twice, NULL, random_leaf(SHAPE(2, 2, 3)), random_leaf(SHAPE(3, 3)));
    assert_gradcheck_layouts(with_itself, NULL, random_leaf(SHAPE(2, 3, 2)));
}

static Tensor *one_head(Tensor *const in[], void *context)
{
    (void)context;
    return tensor_matmul(tensor_slice(in[0], 2, 1, 3, 1), in[1]);
}

static Tensor *repeated(Tensor *const in[], void *context)
{
    (void)context;
    return tensor_matmul(tensor_expand(in[0], SHAPE(2, 3, 2)),
                         tensor_expand(in[1], SHAPE(2, 2, 3)));
}

static void test_gradients_of_views(void **state)
{
    (void)state;
    assert_gradcheck(one_head, NULL, random_leaf(SHAPE(2, 1, 4, 3)), random_leaf(SHAPE(3, 2)));
    assert_gradcheck(repeated, NULL, random_leaf(SHAPE(3, 1)), random_leaf(SHAPE(2, 1, 3)));
}

/* dA = dY B^T and dB = A^T dY, by hand. */
static void test_values(void **state)
{
    (void)state;
    Tensor *a = tensor_requires_grad(tensor_from(SHAPE(1, 2), VALUES(1, 2)));
    Tensor *b = tensor_requires_grad(tensor_from(SHAPE(2, 2), VALUES(3, 4, 5, 6)));
    Tensor *y = tensor_matmul(a, b);
    assert_values(y, SHAPE(1, 2), VALUES(13, 16), 0);
    tensor_backward_from(y, tensor_from(SHAPE(1, 2), VALUES(1, 10)), false);
    assert_values(a->grad, SHAPE(1, 2), VALUES(43, 65), 0);
    assert_values(b->grad, SHAPE(2, 2), VALUES(1, 10, 2, 20), 0);
}

/* ---- with a bias ---- */

static Tensor *linear(Tensor *const in[], void *context)
{
    (void)context;
    return tensor_linear(in[0], in[1], in[2]);
}

static void test_every_row_of_a_linear_gets_the_bias(void **state)
{
    (void)state;
    Tensor *x = tensor_from(SHAPE(2, 2), VALUES(1, 2, 3, 4));
    Tensor *w = tensor_from(SHAPE(2, 3), VALUES(1, 2, 3, 4, 5, 6));
    Tensor *b = tensor_from(SHAPE(3), VALUES(10, 20, 30));
    assert_values(tensor_linear(x, w, b), SHAPE(2, 3), VALUES(19, 32, 45, 29, 46, 63), 0);
    assert_values(tensor_linear(x, w, NULL), SHAPE(2, 3), VALUES(9, 12, 15, 19, 26, 33), 0);
    assert_values(tensor_linear(tensor_select(x, 0, 1), w, b), SHAPE(3), VALUES(29, 46, 63), 0);
    assert_gradcheck_layouts(linear, NULL, random_leaf(SHAPE(2, 3, 2)), random_leaf(SHAPE(2, 4)),
                             random_leaf(SHAPE(4)));
    assert_fails_with("tensor_linear: the bias has shape (2,), expected (3,)",
                      tensor_linear(x, w, tensor_zeros(SHAPE(2))));
}

/* ---- a head tied to its embedding ---- */

static Tensor *tied(Tensor *const in[], void *context)
{
    (void)context;
    return tensor_tied_linear(in[0], in[1]);
}

/* The second share of x and of the table is added to what the first one left. */
static Tensor *tied_twice(Tensor *const in[], void *context)
{
    (void)context;
    Tensor *y = tensor_tied_linear(in[0], in[1]);
    return tensor_add(y, tensor_tied_linear(in[0], in[1]));
}

static void test_a_tied_head_is_the_product_with_the_transposed_table(void **state)
{
    (void)state;
    const long batch[][3] = {{1, 1, 3}, {2, 4, 3}, {0, 2, 3}};
    for (int i = 0; i < 3; i++) {
        Tensor *x = random_leaf(3, batch[i]), *table = random_leaf(SHAPE(5, 3));
        Tensor *turned = tensor_permute(random_leaf(SHAPE(3, 5)), AXES(1, 0));
        assert_tensor_close(tensor_tied_linear(x, table),
                            tensor_matmul(x, tensor_transpose(table, 0, 1)), 1e-6, 1e-6);
        assert_true(gradcheck(tied, INPUTS(x, table), NULL, NULL).ok);
        assert_true(
            gradcheck(tied, INPUTS(x, tensor_requires_grad(tensor_detach(turned))), NULL, NULL).ok);
    }
    /* As an embedding, too: the table's gradient is the sum of both uses. */
    Tensor *table = random_leaf(SHAPE(4, 2)), *twin = tensor_requires_grad(tensor_keep(table));
    const IntTensor *ids = int_tensor_from(SHAPE(1, 3), IDS(3, 0, 3));
    Tensor *seed = random_tensor(SHAPE(1, 3, 4));
    tensor_backward_from(tensor_tied_linear(tensor_embedding(table, ids), table), seed, false);
    tensor_backward_from(tensor_matmul(tensor_embedding(twin, ids), tensor_transpose(twin, 0, 1)),
                         seed, false);
    assert_tensor_close(table->grad, twin->grad, 1e-5, 1e-5);
    tensor_free(twin);
    assert_true(gradcheck(tied_twice, INPUTS(random_leaf(SHAPE(2, 3, 2)), table), NULL, NULL).ok);
    Tensor *rows = random_tensor(SHAPE(2, 3, 2));
    assert_tensor_identical(tensor_matmul_transposed(rows, table), tensor_tied_linear(rows, table));
    assert_fails_with("tensor_matmul_transposed: x has shape (3,) and the weight (4, 2), expected",
                      tensor_matmul_transposed(random_tensor(SHAPE(3)), table));
    assert_fails_with("tensor_matmul_transposed: inner dimensions differ",
                      tensor_matmul_transposed(random_tensor(SHAPE(2, 3)), table));
    assert_fails_with("tensor_tied_linear: x has shape (3,) and the table (4, 2)",
                      tensor_tied_linear(random_tensor(SHAPE(3)), table));
    assert_fails_with("tensor_tied_linear: inner dimensions differ",
                      tensor_tied_linear(random_tensor(SHAPE(2, 3)), table));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_gradients_of_every_pair),
        UNIT_TEST(test_gradients_of_inputs_used_again),
        UNIT_TEST(test_gradients_of_views),
        UNIT_TEST(test_values),
        UNIT_TEST(test_every_row_of_a_linear_gets_the_bias),
        UNIT_TEST(test_a_tied_head_is_the_product_with_the_transposed_table),
    };
    return run_tests("autograd/ops/op_matmul", tests);
}

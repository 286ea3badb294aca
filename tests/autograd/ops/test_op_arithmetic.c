/* test_op_arithmetic.c - sums, differences, products, quotients, and plain numbers. */
#include "../layouts.h"

static Tensor *add(Tensor *const in[], void *context)
{
    (void)context;
    return tensor_add(in[0], in[1]);
}

static Tensor *sub(Tensor *const in[], void *context)
{
    (void)context;
    return tensor_sub(in[0], in[1]);
}

static Tensor *mul(Tensor *const in[], void *context)
{
    (void)context;
    return tensor_mul(in[0], in[1]);
}

static Tensor *quotient(Tensor *const in[], void *context)
{
    (void)context;
    return tensor_div(in[0], in[1]);
}

static const Function functions[] = {add, sub, mul, quotient};

static void test_values(void **state)
{
    (void)state;
    Tensor *a = tensor_from(SHAPE(2, 2), VALUES(1, 2, 3, 4)),
           *b = tensor_from(SHAPE(2), VALUES(2, 4));
    assert_values(tensor_add(a, b), SHAPE(2, 2), VALUES(3, 6, 5, 8), 0);
    assert_values(tensor_sub(b, a), SHAPE(2, 2), VALUES(1, 2, -1, 0), 0);
    assert_values(tensor_mul(a, b), SHAPE(2, 2), VALUES(2, 8, 6, 16), 0);
    assert_values(tensor_div(a, b), SHAPE(2, 2), VALUES(.5, .5, 1.5, 1), 0);
    assert_values(tensor_mul_scalar(a, -2), SHAPE(2, 2), VALUES(-2, -4, -6, -8), 0);
    assert_values(tensor_add_scalar(b, 1), SHAPE(2), VALUES(3, 5), 0);
}

typedef struct {
    int na, nb;
    long a[4], b[4];
} Pair;

static const Pair pairs[] = {
    {2, 2, {3, 4}, {3, 4}},       {2, 1, {3, 4}, {4}},
    {2, 2, {3, 1}, {1, 4}},       {0, 2, {0}, {2, 3}},
    {2, 0, {2, 3}, {0}},          {3, 2, {2, 1, 3}, {4, 1}},
    {3, 1, {1, 1, 3}, {1}},       {0, 0, {0}, {0}},
    {2, 1, {0, 3}, {3}},          {2, 2, {1, 3}, {0, 3}},
    {3, 3, {2, 1, 2}, {1, 3, 1}}, {1, 1, {1}, {5}},
};

static void test_gradients_of_broadcast_pairs(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        for (int f = 0; f < 4; f++) {
            Scope *scope = scope_open();
            Tensor *a = random_leaf(pairs[i].na, pairs[i].a),
                   *b = positive_leaf(pairs[i].nb, pairs[i].b);
            assert_gradcheck_layouts(functions[f], NULL, a, b);
            assert_gradcheck(functions[f], NULL, tensor_detach(a), b);
            assert_gradcheck(functions[f], NULL, a, tensor_detach(b));
            scope_close(scope);
        }
}

static Tensor *with_itself(Tensor *const in[], void *context)
{
    Function f = *(const Function *)context;
    Tensor *turned = tensor_transpose(in[0], 0, 1);
    return f((Tensor *[]){f((Tensor *[]){in[0], in[0]}, NULL), tensor_add_scalar(turned, 3)}, NULL);
}

static void test_gradients_of_an_input_used_three_times(void **state)
{
    (void)state;
    for (int f = 0; f < 4; f++)
        assert_gradcheck(with_itself, (void *)&functions[f], positive_leaf(SHAPE(3, 3)));
}

static Tensor *scalars(Tensor *const in[], void *context)
{
    (void)context;
    return tensor_add_scalar(tensor_mul_scalar(in[0], (real)-2.5), 7);
}

static void test_gradients_with_numbers(void **state)
{
    (void)state;
    assert_gradcheck_layouts(scalars, NULL, random_leaf(SHAPE(2, 3)));
    assert_gradcheck(scalars, NULL, random_leaf(SCALAR));
    assert_gradcheck(scalars, NULL, random_leaf(SHAPE(0, 2)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_values),
        UNIT_TEST(test_gradients_of_broadcast_pairs),
        UNIT_TEST(test_gradients_of_an_input_used_three_times),
        UNIT_TEST(test_gradients_with_numbers),
    };
    return run_tests("autograd/ops/op_arithmetic", tests);
}

/* test_sub_is_right.c - the test of a subtraction accepts tensor_sub, and refuses what is none. */
#include "op.h"
#include "test.h"

static Tensor *by_a_sum(Tensor *a, Tensor *b)
{
    return tensor_add(tensor_neg(b), a);
}

static Tensor *in_doubles(Tensor *a, Tensor *b)
{
    Tensor *twice = tensor_sub(tensor_mul_scalar(a, 2), tensor_mul_scalar(b, 2));
    return tensor_mul_scalar(twice, (real)0.5);
}

static Tensor *sum(Tensor *a, Tensor *b)
{
    return tensor_add(a, b);
}

static Tensor *exchanged(Tensor *a, Tensor *b)
{
    return tensor_sub(b, a);
}

static Tensor *without_b(Tensor *a, Tensor *b)
{
    return tensor_sub(a, tensor_detach(b));
}

static Tensor *without_a(Tensor *a, Tensor *b)
{
    return tensor_sub(tensor_detach(a), b);
}

static Tensor *of_constants(Tensor *a, Tensor *b)
{
    return tensor_sub(tensor_detach(a), tensor_detach(b));
}

/* Right numbers; on the way back, 2 b is taken off and b added. */
static Tensor *wrong_sign(Tensor *a, Tensor *b)
{
    return tensor_add(tensor_sub(a, tensor_mul_scalar(tensor_detach(b), 2)), b);
}

static Tensor *itself_is_nothing(Tensor *a, Tensor *b)
{
    return a == b ? tensor_mul_scalar(a, 0) : tensor_sub(a, b);
}

static Tensor *itself_is_a_constant(Tensor *a, Tensor *b)
{
    return a == b ? tensor_sub(a, tensor_detach(a)) : tensor_sub(a, b);
}

static Tensor *as_in_memory(Tensor *a, Tensor *b)
{
    Tensor *of_memory = b;
    if (b->ndim == 2 && b->stride[0] == 1 && b->shape[1] > 1)
        of_memory = tensor_reshape(tensor_transpose(b, 0, 1), b->ndim, b->shape);
    return tensor_sub(a, of_memory);
}

static Tensor *without_rows(Tensor *a, Tensor *b)
{
    return a->ndim == b->ndim ? tensor_sub(a, b)
                              : tensor_sum(tensor_sub(a, b), 1, (int[]){0}, true);
}

static void test_right_ones(void **state)
{
    (void)state;
    assert_true(sub_is_right(tensor_sub));
    assert_true(sub_is_right(by_a_sum));
    assert_true(sub_is_right(in_doubles));
    assert_true(sub_is_right(itself_is_nothing)); /* x - x is 0 there, and back */
}

static void test_wrong_ones(void **state)
{
    (void)state;
    Tensor *(*const wrong[])(Tensor * a, Tensor * b) = {sum,
                                                        exchanged,
                                                        without_b,
                                                        without_a,
                                                        of_constants,
                                                        wrong_sign,
                                                        itself_is_a_constant,
                                                        as_in_memory,
                                                        without_rows};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(sub_is_right(wrong[i]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {UNIT_TEST(test_right_ones), UNIT_TEST(test_wrong_ones)};
    return run_tests("autograd/ops/sub_is_right", tests);
}

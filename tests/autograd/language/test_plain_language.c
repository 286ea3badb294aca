/* test_plain_language.c - the plain twins are what is linked, and go back as the fast ones do. */
#include "test.h"

static Tensor *all_three(Tensor *const in[], void *context)
{
    (void)context;
    Tensor *x = tensor_rope(tensor_rms_norm(in[0], in[1], (real)0.1), (RopeOptions){.start = 3});
    return tensor_swiglu(x);
}

static void test_twins(void **state)
{
    (void)state;
    assert_gradcheck(all_three, NULL, random_leaf(SHAPE(2, 3, 4)), random_leaf(SHAPE(4)));
    Tensor *x = random_leaf(SHAPE(2, 4));
    assert_string_not_equal(tensor_rms_norm(x, NULL, 1)->closure->op->name, "rms_norm");
    assert_string_not_equal(tensor_rope(x, (RopeOptions){0})->closure->op->name, "rope");
    assert_string_not_equal(tensor_swiglu(x)->closure->op->name, "swiglu");
}

static void test_bad_input(void **state)
{
    (void)state;
    Tensor *odd = tensor_zeros(SHAPE(2, 3));
    assert_fails_with("tensor_swiglu: x has shape (2, 3), expected (..., 2H)", tensor_swiglu(odd));
    assert_fails_with("rows of 3 numbers, which do not go into pairs",
                      tensor_rope(odd, (RopeOptions){0}));
}

int main(void)
{
    const struct CMUnitTest tests[] = {UNIT_TEST(test_twins), UNIT_TEST(test_bad_input)};
    return run_tests("autograd/language/plain_language", tests);
}

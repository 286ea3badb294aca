/* test_finite_check.c - KINDLING_CHECK=1 names the operation that made the first NaN or infinity.
 * It is read once, so this program sets it before anything else. */
#include <pthread.h>
#include "test.h"

static void test_forward(void **state)
{
    (void)state;
    Tensor *x = tensor_from(SHAPE(2), VALUES(1, 0));
    assert_fails_with(
        "KINDLING_CHECK: log made the first NaN or infinity, in a result of shape (2,)",
        tensor_log(x));
    assert_fails_with("KINDLING_CHECK: div made the first", tensor_div(x, x));
    assert_fails_with("KINDLING_CHECK: exp made the first", tensor_exp(tensor_full(SHAPE(2), 1e5)));
    tensor_add(x, x);
}

static void test_only_the_first_is_named(void **state)
{
    (void)state;
    Tensor *bad = tensor_full(SHAPE(2), (real)NAN);
    assert_true(isnan(tensor_exp(bad)->data[0])); /* its input was bad already */
    assert_true(isnan(tensor_add(bad, tensor_ones(SHAPE(2)))->data[1]));
}

static void test_infinity_on_purpose(void **state)
{
    (void)state;
    Tensor *x = random_leaf(SHAPE(2, 2)), *mask = tensor_tril(2, 2);
    Tensor *y = tensor_softmax(tensor_masked_fill(x, mask, (real)-INFINITY), -1);
    tensor_backward(tensor_sum(tensor_mul(y, y), ALL_AXES, false));
    assert_fails_with("KINDLING_CHECK: mul made the first", tensor_mul_scalar(x, (real)INFINITY));
}

static void test_backward(void **state)
{
    (void)state;
    Tensor *x = tensor_requires_grad(tensor_from(SHAPE(2), VALUES(0, 4)));
    int line = __LINE__ + 1;
    Tensor *y = tensor_sqrt(x);
    Tensor *loss = tensor_sum(tensor_mul_scalar(y, 2), ALL_AXES, false);
    assert_fails_with("KINDLING_CHECK: the backward function of sqrt at ", tensor_backward(loss));
    char place[64];
    snprintf(place, sizeof place, "test_finite_check.c:%d made", line);
    assert_non_null(strstr(last_failure, place));
    assert_non_null(strstr(last_failure, "in the gradient of input 0 of shape (2,)"));
}

/* Nothing tells of a write into ->data but the numbers themselves. */
static void test_numbers_that_moved_in_silence(void **state)
{
    (void)state;
    Tensor *x = random_leaf(SHAPE(2)), *y = tensor_exp(x), *sum = tensor_sum(y, ALL_AXES, false);
    y->data[1] += 1;
    assert_fails_with("backward: numbers that exp at ", tensor_backward(sum));
    sum = tensor_sum(tensor_exp(x), ALL_AXES, false);
    x->data[1] += 1; /* which nobody reads */
    tensor_backward(sum);
}

static void test_views_are_looked_at_where_they_look(void **state)
{
    (void)state;
    Tensor *x = tensor_from(SHAPE(2, 2), VALUES(1, (real)NAN, 2, (real)NAN));
    Tensor *good = tensor_slice(x, 1, 0, 1, 1);
    assert_fails_with("KINDLING_CHECK: log made", tensor_log(tensor_mul_scalar(good, 0)));
}

static void *infinity_in_a_thread(void *context)
{
    Scope *scope = scope_open();
    Tensor *y = tensor_log(tensor_zeros(SHAPE(1)));
    *(bool *)context = isinf(y->data[0]);
    scope_close(scope);
    return NULL;
}

/* 0 and nothing are no wish. Each thread asks once, with its first operation. */
static void test_no_wish(void **state)
{
    (void)state;
    const char *const none[] = {"0", "", NULL};
    for (int i = 0; i < 3; i++) {
        bool infinite = false;
        pthread_t thread;
        if (none[i] != NULL)
            setenv("KINDLING_CHECK", none[i], 1);
        else
            unsetenv("KINDLING_CHECK");
        assert_int_equal(pthread_create(&thread, NULL, infinity_in_a_thread, &infinite), 0);
        assert_int_equal(pthread_join(thread, NULL), 0);
        assert_true(infinite);
    }
    setenv("KINDLING_CHECK", "1", 1);
    assert_fails_with("log made", tensor_log(tensor_zeros(SHAPE(1)))); /* this one has asked */
}

int main(void)
{
    setenv("KINDLING_CHECK", "1", 1);
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_forward),
        UNIT_TEST(test_only_the_first_is_named),
        UNIT_TEST(test_infinity_on_purpose),
        UNIT_TEST(test_backward),
        UNIT_TEST(test_numbers_that_moved_in_silence),
        UNIT_TEST(test_views_are_looked_at_where_they_look),
        UNIT_TEST(test_no_wish),
    };
    return run_tests("autograd/finite_check", tests);
}

/* test_failed_walk.c - a backward function fails, and the handler jumps out of the walk. */
#include "test.h"

static bool refuse;

static void refusing_backward(Closure *c, Tensor *dy)
{
    grad_add(c->in[0], tensor_mul_scalar(dy, 7));
    if (refuse)
        fail("refused");
    grad_add(c->in[0], dy);
}

static void test_after_a_failure_other_walks_are_right(void **state)
{
    (void)state;
    static const Operation op = {.name = "refusing", .backward = refusing_backward};
    Tensor *x = random_leaf(SHAPE(3)), *y = tensor_retain_grad(tensor_mul_scalar(x, 2));
    Tensor *out = closure_record(tensor_zeros(SHAPE(3)), &op, INPUTS(y), NO_CAPTURE);
    Tensor *loss = tensor_sum(out, ALL_AXES, false);
    Scope *scope = scope_open();
    refuse = true;
    assert_fails_with("refused", tensor_backward(loss));
    scope_close(scope);
    refuse = false;
    assert_null(scope_settings()->walk);
    assert_true(grad_mode_is_on());
    tensor_zero_grad(x);
    tensor_backward(tensor_sum(tensor_mul_scalar(x, 3), ALL_AXES, false));
    assert_tensor_identical(x->grad, tensor_full(SHAPE(3), 3));
    assert_fails_with("was released", tensor_backward(loss)); /* it had got as far as that */
}

/* What a failed walk leaves is what was there before it: no gradient points into memory that has ended, a
 * retained one is that of the walk before, and recording goes on, whether or not a scope was open around. */
static void test_a_failed_walk_has_ended(void **state)
{
    (void)state;
    static const Operation op = {.name = "refusing", .backward = refusing_backward};
    Tensor *x = random_leaf(SHAPE(3)), *kept = tensor_retain_grad(tensor_mul_scalar(x, 2));
    Tensor *side = tensor_exp(kept);
    Tensor *out = closure_record(tensor_zeros(SHAPE(3)), &op, INPUTS(kept), NO_CAPTURE);
    Tensor *first = tensor_mul(side, out), *loss = tensor_sum(first, ALL_AXES, false);
    refuse = false;
    tensor_backward_from(loss, NULL, true);
    Tensor *before = kept->grad, *numbers = tensor_keep(before);
    Scope *around = scope_current();
    refuse = true;
    assert_fails_with("refused", tensor_backward(loss));
    refuse = false;
    assert_ptr_equal(scope_current(), around);
    assert_null(scope_settings()->walk);
    assert_true(grad_mode_is_on());
    assert_true(tensor_exp(x)->requires_grad);
    Tensor *passed[] = {loss, first, out, side};
    for (int i = 0; i < 4; i++)
        assert_null(passed[i]->grad);
    assert_ptr_equal(kept->grad, before);
    assert_tensor_identical(kept->grad, numbers);
    tensor_free(numbers);
}

/* A walk inside a backward function of another walk: both end. */
static void nested_backward(Closure *c, Tensor *dy)
{
    (void)dy;
    static const Operation op = {.name = "refusing", .backward = refusing_backward};
    grad_mode(true);
    Tensor *x = tensor_requires_grad(tensor_ones(SHAPE(3))), *y = tensor_exp(x);
    Tensor *inner = closure_record(tensor_ones(SHAPE(3)), &op, INPUTS(y), NO_CAPTURE);
    tensor_backward(tensor_sum(inner, ALL_AXES, false));
    grad_add(c->in[0], x->grad);
}

static void test_a_walk_in_a_walk_that_fails(void **state)
{
    (void)state;
    static const Operation op = {.name = "nested", .backward = nested_backward};
    Tensor *x = random_leaf(SHAPE(3)), *y = tensor_mul_scalar(x, 2);
    Tensor *out = closure_record(tensor_zeros(SHAPE(3)), &op, INPUTS(y), NO_CAPTURE);
    Tensor *loss = tensor_sum(out, ALL_AXES, false);
    Scope *around = scope_current();
    refuse = true;
    assert_fails_with("refused", tensor_backward(loss));
    refuse = false;
    assert_ptr_equal(scope_current(), around);
    assert_null(out->grad);
    assert_null(loss->grad);
    assert_null(scope_settings()->walk);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_after_a_failure_other_walks_are_right),
        UNIT_TEST(test_a_failed_walk_has_ended),
        UNIT_TEST(test_a_walk_in_a_walk_that_fails),
    };
    return run_tests("autograd/failed_walk", tests);
}

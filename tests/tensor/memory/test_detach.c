/* test_detach.c - scopes that left the stack: they end in any order, in any thread, and nothing is lost. */
#include <pthread.h>
#include "test.h"

static Scope *detached_with(real value, Tensor **t)
{
    Scope *scope = scope_open();
    *t = tensor_full(SHAPE(3), value);
    scope_detach(scope);
    return scope;
}

static void test_detached_scopes_end_in_any_order(void **state)
{
    Tensor *a, *b, *c;
    Scope *first = detached_with(1, &a), *second = detached_with(2, &b);
    assert_ptr_equal(scope_current(), *state);
    scope_close(first);
    Scope *third = detached_with(3, &c);
    assert_true(b->data[2] == 2);
    assert_true(c->data[2] == 3);
    scope_close(third);
    assert_true(b->data[2] == 2);
    scope_close(second);
    assert_ptr_equal(scope_current(), *state);
    assert_fails_with("scope_close: this scope is not open", scope_close(second));
}

static void test_what_is_not_innermost_stays(void **state)
{
    (void)state;
    Scope *outer = scope_open(), *inner = scope_open();
    assert_fails_with("scope_detach: this is not the innermost", scope_detach(outer));
    assert_fails_with("scope_detach", scope_detach(NULL));
    assert_ptr_equal(scope_current(), inner);
    scope_detach(inner);
    assert_fails_with("scope_detach", scope_detach(inner));
    scope_close(outer);
    scope_close(inner);
    Scope *swept = scope_open_swept();
    assert_fails_with("scope_detach", scope_detach(swept));
    scope_close(swept);
}

static void test_the_gradient_of_a_leaf_lives_with_it(void **state)
{
    (void)state;
    Tensor *x;
    Scope *leaf = detached_with(2, &x);
    tensor_requires_grad(x);
    Scope *call = scope_open();
    Tensor *loss = tensor_sum(tensor_mul(x, x), ALL_AXES, false);
    scope_detach(call);
    Scope *walk = scope_open();
    tensor_backward(loss);
    scope_close(walk);
    scope_close(call);
    assert_true(x->grad->data[0] == 4);
    assert_ptr_equal(x->grad->scope, leaf);
    scope_close(leaf);
}

static void *open_one(void *unused)
{
    (void)unused;
    Tensor *t;
    return detached_with(5, &t);
}

static void *close_one(void *scope)
{
    scope_close(scope);
    return NULL;
}

static void *in_a_thread(void *(*run)(void *), void *argument)
{
    pthread_t thread;
    void *result;
    assert_int_equal(pthread_create(&thread, NULL, run, argument), 0);
    assert_int_equal(pthread_join(thread, &result), 0);
    return result;
}

static void test_threads_that_only_close_leave_nothing_behind(void **state)
{
    (void)state;
    in_a_thread(close_one, in_a_thread(open_one, NULL));
    long alive = allocations_alive;
    for (int i = 0; i < 10; i++)
        in_a_thread(close_one, in_a_thread(open_one, NULL));
    assert_int_equal(allocations_alive, alive);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_detached_scopes_end_in_any_order),
        UNIT_TEST(test_what_is_not_innermost_stays),
        UNIT_TEST(test_the_gradient_of_a_leaf_lives_with_it),
        UNIT_TEST(test_threads_that_only_close_leave_nothing_behind),
    };
    return run_tests("tensor/memory/scope, detached", tests);
}

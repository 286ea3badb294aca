/* test_memory.c - a training step in the steady state calls malloc zero times, gradients of
 * intermediates are given back, and running out of memory anywhere leaks nothing. */
#include "test.h"

static Tensor *weight, *kept;

/* A small step: forward in two scopes, backward, a value that outlives them. */
static void step(void)
{
    Scope *outer = scope_open();
    Tensor *x = random_tensor(SHAPE(40, 30));
    Tensor *h = tensor_gelu(tensor_matmul(x, weight));
    Scope *inner = scope_open();
    Tensor *p = tensor_softmax(tensor_layer_norm(h, NULL, NULL, (real)1e-5), -1);
    Tensor *turned = tensor_transpose(p, 0, 1);
    Tensor *loss = tensor_sum(
        tensor_mul(tensor_concat(2, (Tensor *[]){turned, turned}, 0), tensor_full(SHAPE(1, 40), 2)),
        ALL_AXES, false);
    tensor_backward(tensor_add(loss, tensor_sum(tensor_slice(h, 1, 0, 10, 3), ALL_AXES, false)));
    scope_close(inner);
    axpy_kernel(weight, (real)-0.01, weight->grad);
    tensor_zero_grad(weight);
    scope_close(outer);
}

static void test_steps_do_not_allocate(void **state)
{
    (void)state;
    int threads = kindling_threads();
    kindling_set_threads(1);
    weight = tensor_requires_grad(tensor_keep(random_tensor(SHAPE(30, 50))));
    for (int i = 0; i < 5; i++)
        step();
    long before = allocation_count;
    for (int i = 0; i < 30; i++)
        step();
    assert_int_equal(allocation_count, before);
    tensor_free(weight);
    weight = NULL;
    kindling_set_threads(threads);
}

/* A chain keeps its values, but of the gradients only the one in use and the one being made. */
static void test_gradients_of_intermediates_are_recycled(void **state)
{
    (void)state;
    enum { DEPTH = 100, N = 10000 };
    Scope *scope = scope_open();
    Tensor *x = random_leaf(SHAPE(N)), *y = x;
    for (int i = 0; i < DEPTH; i++)
        y = tensor_tanh(y);
    y = tensor_sum(y, ALL_AXES, false);
    size_t forward = scope_bytes(scope);
    tensor_backward(y);
    size_t more = scope_peak(scope) - forward;
    assert_true(more >= N * sizeof(real));
    assert_true(more < 5 * N * sizeof(real));
    assert_true(scope_bytes(scope) - forward < 2 * N * sizeof(real)); /* x->grad stays */
    scope_close(scope);
}

/* A walk gives back all it took, but for the gradients that stay. */
static void test_a_walk_leaves_nothing_behind(void **state)
{
    (void)state;
    Scope *scope = scope_open();
    Tensor *x = random_leaf(SHAPE(20, 20));
    Tensor *y = tensor_retain_grad(tensor_transpose(tensor_tanh(x), 0, 1));
    Tensor *loss = tensor_sum(tensor_div(tensor_matmul(y, x), tensor_exp(y)), ALL_AXES, false);
    tensor_backward_from(loss, NULL, true);
    tensor_backward_from(x, x, true); /* a leaf: no closure has a turn */
    size_t before = scope_bytes(scope);
    for (int i = 0; i < 10; i++) {
        tensor_backward_from(loss, NULL, true);
        tensor_backward_from(x, x, true);
    }
    assert_int_equal(scope_bytes(scope), before);
    scope_close(scope);
}

/* Makes, computes, walks back, keeps and frees. */
static void program(void)
{
    weight = tensor_requires_grad(tensor_new_in(NULL, SHAPE(3, 4)));
    tensor_fill(weight, 1);
    for (int i = 0; i < 2; i++) {
        Scope *scope = scope_open();
        Tensor *x = tensor_ones(SHAPE(200, 200, 3)); /* more than the smallest chunk */
        Tensor *h = tensor_relu(tensor_matmul(tensor_transpose(x, 0, 1), weight));
        tensor_backward(tensor_mean(tensor_mul(h, h), ALL_AXES, false));
        tensor_free(kept);
        kept = NULL;
        kept = tensor_keep(tensor_select(h, 0, 0));
        scope_close(scope);
    }
    tensor_free(kept);
    kept = NULL;
}

static bool runs_with_failure(long n)
{
    jmp_buf here;
    volatile bool done = false;
    expected_failure = &here;
    fail_after(n);
    if (setjmp(here) == 0) {
        program();
        done = true;
    }
    fail_after(0);
    expected_failure = NULL;
    return done;
}

static void test_out_of_memory_everywhere(void **state)
{
    int threads = kindling_threads();
    kindling_set_threads(1);
    long n = 1;
    for (bool done = false; !done; n++) {
        kindling_release_thread();
        long before = allocations_alive;
        last_failure[0] = '\0';
        done = runs_with_failure(n);
        if (!done) {
            assert_non_null(strstr(last_failure, "out of memory"));
            assert_true(n < 200);
        }
        tensor_free(weight);
        tensor_free(kept);
        weight = kept = NULL;
        kindling_release_thread();
        assert_int_equal(allocations_alive, before);
    }
    assert_true(n > 8); /* there was something to fail */
    kindling_set_threads(threads);
    *state = scope_open();
}

/* After a failure an outer scope goes on, as if the step had not been. */
static void test_out_of_memory_and_on(void **state)
{
    kindling_release_thread();
    Scope *outer = scope_open();
    Tensor *x = random_leaf(SHAPE(10));
    Scope *scope = scope_open();
    fail_after(1);
    assert_fails_with("out of memory", tensor_exp(tensor_zeros(SHAPE(1 << 20))));
    scope_close(scope);
    assert_true(grad_mode_is_on());
    tensor_backward(tensor_sum(x, ALL_AXES, false));
    assert_tensor_identical(x->grad, tensor_ones(SHAPE(10)));
    scope_close(outer);
    *state = scope_open();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_steps_do_not_allocate),
        UNIT_TEST(test_gradients_of_intermediates_are_recycled),
        UNIT_TEST(test_a_walk_leaves_nothing_behind),
        UNIT_TEST(test_out_of_memory_everywhere),
        UNIT_TEST(test_out_of_memory_and_on),
    };
    return run_tests("autograd/memory", tests);
}

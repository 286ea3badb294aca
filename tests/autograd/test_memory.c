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
    axpy_forward(weight, (real)-0.01, weight->grad);
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

/* ---- numbers that nobody needs again ---- */

enum { MANY = 1 << 18, FEW = MANY - 1 };

static bool is_nan_everywhere(const Tensor *t)
{
    Tensor *flat = tensor_new_like(t);
    copy_forward(flat, t);
    for (long i = 0; i < tensor_numel(t); i++)
        if (!isnan(flat->data[i]))
            return false;
    return true;
}

/* y = 2 x; z = softmax(y): y may go, and the gradients stay the same, to the last bit. */
static void test_spent_numbers_go_back(void **state)
{
    (void)state;
    Tensor *start = random_tensor(SHAPE(256, MANY / 256)),
           *seed = random_tensor(SHAPE(256, MANY / 256));
    Tensor *x[2];
    for (int spent = 0; spent < 2; spent++) {
        x[spent] = tensor_requires_grad(tensor_mul_scalar(start, 1));
        Tensor *y = tensor_mul_scalar(x[spent], 2), *z = tensor_softmax(y, -1);
        size_t before = scope_bytes(scope_current());
        if (spent) {
            tensor_spent(y, z);
            assert_true(scope_bytes(scope_current()) + (MANY - 1024) * sizeof(real) < before);
        }
        tensor_backward_from(z, seed, true);
        tensor_backward_from(z, seed, false);
    }
    assert_tensor_identical(x[0]->grad, x[1]->grad);
}

static void test_a_stand_in_has_all_but_the_numbers(void **state)
{
    (void)state;
    Tensor *x = random_leaf(SHAPE(2, MANY)), *y = tensor_named(tensor_mul_scalar(x, 2), "y");
    Closure *made = y->closure;
    Tensor *z = tensor_mul_scalar(y, 3), *seed = random_tensor(SHAPE(2, MANY));
    tensor_spent(y, z);
    Tensor *stand_in = z->closure->in[0];
    assert_shape(stand_in, SHAPE(2, MANY));
    assert_true(is_nan_everywhere(stand_in));
    assert_string_equal(stand_in->name, "y");
    assert_true(stand_in->requires_grad);
    assert_ptr_equal(stand_in->closure, made);
    assert_ptr_equal(made->out, stand_in);
    assert_true(made->spent && !z->closure->spent);
    tensor_retain_grad(stand_in);
    tensor_backward_from(z, seed, false);
    assert_tensor_identical(stand_in->grad, tensor_mul_scalar(seed, 3));
    assert_tensor_identical(x->grad, tensor_mul_scalar(tensor_mul_scalar(seed, 3), 2));
}

static long count(const char *text, const char *part)
{
    long n = 0;
    for (; (text = strstr(text, part)) != NULL; text++)
        n++;
    return n;
}

/* Neither a drawing nor the data of the explorer takes a stand-in for a tensor with numbers. */
static void test_pictures_know_what_is_spent(void **state)
{
    (void)state;
    for (int spent = 0; spent < 2; spent++) {
        Tensor *y = tensor_mul_scalar(random_leaf(SHAPE(MANY)), 2), *z = tensor_mul_scalar(y, 3);
        if (spent)
            tensor_spent(y, z);
        char *text = NULL;
        size_t size = 0;
        FILE *stream = open_memstream(&text, &size);
        assert_int_equal(graph_json(stream, z, 4), 0);
        fclose(stream);
        assert_int_equal(count(text, "\"spent\":true"), spent);
        assert_int_equal(count(text, "\"bytes\":0,"), spent);
        assert_int_equal(count(text, "\"data\":[\"nan\",\"nan\",\"nan\",\"nan\"]"), spent);
        free(text);
    }
}

/* Without a graph the tensor simply ends. */
static void test_spent_numbers_go_back_where_nothing_is_recorded(void **state)
{
    (void)state;
    Tensor *x = random_leaf(SHAPE(MANY));
    Scope *scope = scope_open();
    grad_mode(false);
    Tensor *y = tensor_mul_scalar(x, 2), *z = tensor_mul_scalar(y, 3);
    size_t both = scope_bytes(scope);
    tensor_spent(y, z);
    assert_true(scope_bytes(scope) < both / 2 + 1024);
    assert_tensor_identical(z, tensor_mul_scalar(tensor_mul_scalar(x, 2), 3));
    scope_close(scope);
}

/* What is small, shared, owned, a view, or not what result was made from. */
static void test_other_numbers_stay(void **state)
{
    (void)state;
    Tensor *x = random_leaf(SHAPE(MANY)), *few = random_leaf(SHAPE(FEW));
    Tensor *owned = tensor_requires_grad(tensor_keep(x));
    Tensor *y = tensor_mul_scalar(x, 2), *z = tensor_mul_scalar(y, 3), *sum = tensor_add(x, z);
    Tensor *view = tensor_reshape(y, SHAPE(1, MANY)), *of_view = tensor_mul_scalar(view, 3);
    Tensor *little = tensor_mul_scalar(few, 2), *of_little = tensor_mul_scalar(little, 3);
    Tensor *of_owned = tensor_mul_scalar(owned, 3);
    Tensor *cases[][2] = {{y, y},           {y, sum},        {z, sum},
                          {x, of_little},   {view, of_view}, {little, of_little},
                          {owned, of_owned}};
    size_t before = scope_bytes(scope_current());
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Tensor *input = cases[i][1]->closure->in[0], copy = *cases[i][0];
        tensor_spent(cases[i][0], cases[i][1]);
        assert_ptr_equal(cases[i][1]->closure->in[0], input);
        assert_memory_equal(cases[i][0], &copy, sizeof copy);
    }
    bool was = grad_mode(false);
    Tensor *unrecorded = tensor_mul_scalar(y, 3);
    grad_mode(was);
    size_t more = scope_bytes(scope_current());
    tensor_spent(y, unrecorded); /* the graph still leads to y */
    assert_int_equal(scope_bytes(scope_current()), more);
    assert_true(more > before);
    tensor_free(owned);
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
        TEST(test_steps_do_not_allocate),
        TEST(test_gradients_of_intermediates_are_recycled),
        TEST(test_spent_numbers_go_back),
        TEST(test_a_stand_in_has_all_but_the_numbers),
        TEST(test_pictures_know_what_is_spent),
        TEST(test_spent_numbers_go_back_where_nothing_is_recorded),
        TEST(test_other_numbers_stay),
        TEST(test_out_of_memory_everywhere),
        TEST(test_out_of_memory_and_on),
    };
    return run_tests("autograd/memory", tests);
}

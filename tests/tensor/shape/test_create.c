/* test_create.c - new tensors, single elements, owned copies, and what cannot be made. */
#include "../brute.h"

static void test_filled(void **state)
{
    (void)state;
    assert_values(tensor_zeros(SHAPE(2, 2)), SHAPE(2, 2), VALUES(0, 0, 0, 0), 0);
    assert_values(tensor_ones(SHAPE(3)), SHAPE(3), VALUES(1, 1, 1), 0);
    assert_values(tensor_full(SHAPE(1, 2), (real)2.5), SHAPE(1, 2), VALUES(2.5, 2.5), 0);
    assert_values(tensor_scalar(-3), SCALAR, VALUES(-3), 0);
    assert_int_equal(tensor_numel(tensor_zeros(SHAPE(3, 0))), 0);
    assert_shape(tensor_ones(SHAPE(1, 1, 1, 1, 1, 1, 1, 2)), SHAPE(1, 1, 1, 1, 1, 1, 1, 2));
}

static void test_from_values(void **state)
{
    (void)state;
    Tensor *t = tensor_from(SHAPE(2, 3), VALUES(1, 2, 3, 4, 5, 6));
    assert_true(tensor_get(t, AT(0, 2)) == 3 && tensor_get(t, AT(1, 0)) == 4);
    assert_false(t->requires_grad);
    assert_null(t->grad);
    assert_null(t->closure);
    assert_fails_with("tensor_from: 3 values for shape (2, 2), which holds 4",
                      tensor_from(SHAPE(2, 2), VALUES(1, 2, 3)));
}

static void test_sequences(void **state)
{
    (void)state;
    assert_values(tensor_arange(0, 5, 2), SHAPE(3), VALUES(0, 2, 4), 0);
    assert_values(tensor_arange(3, 0, -1), SHAPE(3), VALUES(3, 2, 1), 0);
    assert_values(tensor_arange(0, 1, (real)0.25), SHAPE(4), VALUES(0, .25, .5, .75), 0);
    assert_shape(tensor_arange(1, 1, 1), SHAPE(0));
    assert_shape(tensor_arange(1, 0, 1), SHAPE(0));
    assert_shape(tensor_arange(0, 1, (real)0.1), SHAPE(10));
    assert_fails_with("tensor_arange: start 0, stop 1, step 0", tensor_arange(0, 1, 0));
    assert_fails_with("must be finite", tensor_arange(0, (real)INFINITY, 1));
    assert_fails_with("start inf, stop 1, step 1", tensor_arange((real)INFINITY, 1, 1));
    assert_fails_with("start 0, stop 1, step inf", tensor_arange(0, 1, (real)INFINITY));
    assert_fails_with("more numbers than memory", tensor_arange(0, (real)1e30, 1));
}

static void test_matrices(void **state)
{
    (void)state;
    assert_values(tensor_eye(2), SHAPE(2, 2), VALUES(1, 0, 0, 1), 0);
    assert_values(tensor_tril(2, 3), SHAPE(2, 3), VALUES(1, 0, 0, 1, 1, 0), 0);
    assert_values(tensor_tril(3, 2), SHAPE(3, 2), VALUES(1, 0, 1, 1, 1, 1), 0);
    assert_shape(tensor_eye(0), SHAPE(0, 0));
}

static void test_random_numbers(void **state)
{
    (void)state;
    Rng a = rng_seed(5), b = rng_seed(5);
    Tensor *u = tensor_uniform(SHAPE(100, 100), -2, 3, &a);
    double sum = 0, squares = 0;
    for (long i = 0; i < 10000; i++) {
        assert_true(u->data[i] >= -2 && u->data[i] < 3);
        sum += (double)u->data[i];
    }
    assert_close(sum / 10000, 0.5, 0.06);
    assert_tensor_identical(tensor_uniform(SHAPE(100, 100), -2, 3, &b), u);
    Tensor *n = tensor_normal(SHAPE(100, 100), 1, 2, &a);
    sum = 0;
    for (long i = 0; i < 10000; i++) {
        sum += (double)n->data[i];
        squares += (double)n->data[i] * (double)n->data[i];
    }
    assert_close(sum / 10000, 1, 0.08);
    assert_close(squares / 10000 - 1, 4, 0.25);
}

/* The difference of its ends is more than a real holds. */
static void test_random_numbers_of_every_size(void **state)
{
    (void)state;
    const real most = (real)(IS_DOUBLE ? 1.7e308 : 3.4e38);
    Rng rng = rng_seed(6);
    Tensor *u = tensor_uniform(SHAPE(10000), -most, most, &rng);
    double sum = 0;
    for (long i = 0; i < 10000; i++) {
        assert_true(u->data[i] >= -most && u->data[i] <= most);
        sum += (double)(u->data[i] / most);
    }
    assert_close(sum / 10000, 0, 0.03);
}

static void test_impossible_shapes(void **state)
{
    (void)state;
    long nine[9] = {1, 1, 1, 1, 1, 1, 1, 1, 1};
    assert_fails_with("tensor_new: 9 axes; a tensor has 0 to 8", tensor_zeros(9, nine));
    assert_fails_with("tensor_new: -1 axes", tensor_zeros(-1, nine));
    assert_fails_with("axis 1 of shape (2, -3) is negative", tensor_zeros(SHAPE(2, -3)));
    assert_fails_with("shape (" AS_TEXT(LARGE_SIZE) ", " AS_TEXT(LARGE_SIZE) ") has more elements",
                      tensor_new(SHAPE(LARGE_SIZE, LARGE_SIZE)));
    assert_fails_with("more elements", tensor_new(SHAPE(LARGE_SIZE, LARGE_SIZE, 0)));
    assert_fails_with("more elements", tensor_new(SHAPE(LONG_MAX)));
    assert_fails_with("tensor_from: 9 axes", tensor_from(9, nine, VALUES(1, 2, 3, 4)));
    assert_fails_with("tensor_from: axis 0 of shape (-2, -2) is negative",
                      tensor_from(SHAPE(-2, -2), VALUES(1, 2, 3, 4)));
    assert_fails_with(
        "tensor_from: shape (" AS_TEXT(HUGE_SIZE) ", 8) has more elements than memory",
        tensor_from(SHAPE(HUGE_SIZE, 8), 0, NULL));
    assert_fails_with("tensor_new: shape (0, " AS_TEXT(HUGE_SIZE) ", 8) has more elements",
                      tensor_zeros(SHAPE(0, HUGE_SIZE, 8)));
    assert_fails_with("int_tensor_new: shape (" AS_TEXT(HUGE_SIZE) ", 8) has more elements",
                      int_tensor_new(SHAPE(HUGE_SIZE, 8)));
    assert_fails_with("int_tensor_from: shape (" AS_TEXT(HUGE_SIZE) ", 8) has more elements",
                      int_tensor_from(SHAPE(HUGE_SIZE, 8), 0, NULL));
    assert_fails_with("int_tensor_from: 9 axes", int_tensor_from(9, nine, IDS(1)));
}

static void test_single_elements(void **state)
{
    (void)state;
    Tensor *t = tensor_from(SHAPE(2, 3), VALUES(1, 2, 3, 4, 5, 6));
    Tensor *turned = tensor_transpose(t, 0, 1);
    tensor_set(turned, AT(2, 1), 60);
    assert_true(tensor_get(t, AT(1, 2)) == 60);
    assert_true(tensor_get(tensor_scalar(7), SCALAR) == 7);
    assert_true(tensor_item(tensor_full(SHAPE(1, 1), 4)) == 4);
    assert_fails_with("tensor_get: index (2, 0) is outside shape (2, 3): axis 0 has 2 elements",
                      tensor_get(t, AT(2, 0)));
    assert_fails_with("axis 1 has 3 elements", tensor_set(t, AT(0, -1), 0));
    assert_fails_with("tensor_get: 1 indices for a tensor of shape (2, 3)", tensor_get(t, AT(0)));
    assert_fails_with("tensor_item: shape (2, 3) has 6 elements", tensor_item(t));
    assert_fails_with("tensor_item: shape (0,) has 0 elements",
                      tensor_item(tensor_zeros(SHAPE(0))));
}

static void test_fill_writes_only_the_view(void **state)
{
    (void)state;
    Tensor *t = tensor_zeros(SHAPE(3, 4));
    tensor_fill(tensor_slice(tensor_transpose(t, 0, 1), 0, 1, 4, 2), 9);
    assert_values(t, SHAPE(3, 4), VALUES(0, 9, 0, 9, 0, 9, 0, 9, 0, 9, 0, 9), 0);
    tensor_fill(t, 2);
    assert_tensor_identical(t, tensor_full(SHAPE(3, 4), 2));
}

static void test_new_like_and_view(void **state)
{
    (void)state;
    Tensor *t = tensor_named(tensor_requires_grad(numbered(SHAPE(2, 3))), "weights");
    Tensor *turned = tensor_transpose(t, 0, 1), *like = tensor_new_like(turned);
    assert_shape(like, SHAPE(3, 2));
    assert_true(tensor_is_contiguous(like));
    Tensor *view = tensor_new_view(t);
    assert_ptr_equal(view->data, t->data);
    assert_false(view->requires_grad);
    assert_null(view->name);
    assert_string_equal(t->name, "weights");
}

static void test_keep_outlives_its_scope(void **state)
{
    (void)state;
    Scope *scope = scope_open();
    Tensor *kept = tensor_keep(tensor_transpose(numbered(SHAPE(2, 3)), 0, 1));
    scope_close(scope);
    assert_null(kept->scope);
    assert_false(kept->requires_grad);
    assert_true(tensor_is_contiguous(kept));
    assert_values(kept, SHAPE(3, 2), VALUES(0, 3, 1, 4, 2, 5), 0);
    tensor_free(kept);
}

static void test_free_frees_owned_tensors_only(void **state)
{
    (void)state;
    tensor_backward(tensor_sum(random_leaf(SHAPE(2, 2)), ALL_AXES, false)); /* fetches its memory */
    long before = allocations_alive;
    Tensor *owned = tensor_requires_grad(tensor_new_in(NULL, SHAPE(2, 2)));
    assert_tensor_identical(owned, tensor_zeros(SHAPE(2, 2)));
    tensor_backward(tensor_sum(owned, ALL_AXES, false));
    assert_null(owned->grad->scope);
    tensor_free(owned);
    tensor_free(NULL);
    assert_int_equal(allocations_alive, before);
    assert_fails_with("tensor_free: this tensor of shape (2, 2) belongs to a scope",
                      tensor_free(tensor_zeros(SHAPE(2, 2))));
}

static void test_whole_numbers(void **state)
{
    (void)state;
    IntTensor *t = int_tensor_from(SHAPE(2, 2), IDS(1, -2, 3, 4));
    assert_int_equal(int_tensor_numel(t), 4);
    assert_int_equal(t->data[1], -2);
    assert_int_equal(int_tensor_new(SHAPE(3))->data[2], 0);
    assert_int_equal(int_tensor_numel(int_tensor_new(SCALAR)), 1);
    assert_fails_with("int_tensor_from: 1 values for shape (2,), which holds 2",
                      int_tensor_from(SHAPE(2), IDS(1)));
    assert_fails_with("is negative", int_tensor_new(SHAPE(-1)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_filled),
        UNIT_TEST(test_from_values),
        UNIT_TEST(test_sequences),
        UNIT_TEST(test_matrices),
        UNIT_TEST(test_random_numbers),
        UNIT_TEST(test_random_numbers_of_every_size),
        UNIT_TEST(test_impossible_shapes),
        UNIT_TEST(test_single_elements),
        UNIT_TEST(test_fill_writes_only_the_view),
        UNIT_TEST(test_new_like_and_view),
        UNIT_TEST(test_keep_outlives_its_scope),
        UNIT_TEST(test_free_frees_owned_tensors_only),
        UNIT_TEST(test_whole_numbers),
    };
    return run_tests("tensor/shape/create", tests);
}

/* test_weights.c - weights to a file and back, and files that do not fit change nothing. */
#include "scratch.h"

static const char *path(void)
{
    return scratch("a.safetensors");
}

static Module *model(uint64_t seed, long hidden)
{
    Rng rng = rng_seed(seed);
    return mlp_new(SHAPE(3, hidden, 2), ACT_RELU, &rng);
}

/* Loading must fail with a message that contains text, and leave the module as it is. */
static void refuse(Module *m, const char *text)
{
    ParameterList *list = parameters_of(m);
    Tensor *before = tensor_keep(list->tensor[0]);
    assert_int_equal(module_load(m, path()), -1);
    assert_tensor_identical(list->tensor[0], before);
    assert_error_has(text);
    assert_error_has(path());
    tensor_free(before);
    parameters_free(list);
}

static void test_weights_come_back_exactly(void **state)
{
    (void)state;
    Module *a = model(1, 5), *b = model(2, 5);
    assert_int_equal(module_save(a, path()), 0);
    assert_int_equal(module_load(b, path()), 0);
    ParameterList *x = parameters_of(a), *y = parameters_of(b);
    for (long i = 0; i < x->count; i++)
        assert_tensor_identical(y->tensor[i], x->tensor[i]);
    parameters_free(x);
    parameters_free(y);
    module_free(a);
    module_free(b);
}

static void test_a_missing_name_is_named(void **state)
{
    (void)state;
    Tensor *t = tensor_ones(SHAPE(3, 5));
    const char *names[] = {"0.weight"};
    assert_int_equal(safetensors_save(path(), 1, names, &t, 0, NULL), 0);
    Module *m = model(1, 5);
    refuse(m, "\"0.bias\" (5,) is missing; the file has 1 tensors, 4 are needed");
    module_free(m);
}

static void test_a_name_too_many_is_named(void **state)
{
    (void)state;
    Rng rng = rng_seed(1);
    Module *large = mlp_new(SHAPE(3, 5, 2, 2), ACT_RELU, &rng), *small = model(1, 5);
    assert_int_equal(module_save(large, path()), 0);
    refuse(small, "\"4.bias\" is left over");
    module_free(large);
    module_free(small);
}

static void test_a_shape_that_differs_is_named(void **state)
{
    (void)state;
    Module *a = model(1, 5), *b = model(2, 6);
    assert_int_equal(module_save(a, path()), 0);
    refuse(b, "\"0.weight\" is (3, 5), expected (3, 6)");
    Rng rng = rng_seed(1);
    Module *c = mlp_new(SHAPE(5, 3, 2), ACT_RELU, &rng); /* as many numbers, the other way round */
    const char *names[] = {"0.weight", "0.bias", "2.weight", "2.bias"};
    Tensor *wrong[] = {tensor_ones(SHAPE(3, 5)), tensor_ones(SHAPE(3)), tensor_ones(SHAPE(3, 2)),
                       tensor_ones(SHAPE(2))};
    assert_int_equal(safetensors_save(path(), 4, names, wrong, 0, NULL), 0);
    refuse(c, "\"0.weight\" is (3, 5), expected (5, 3)");
    module_free(c);
    module_free(a);
    module_free(b);
}

static void test_a_missing_file_is_an_error(void **state)
{
    (void)state;
    Module *m = model(1, 5);
    refuse(m, "");
    assert_int_equal(module_save(m, "/nonexistent/folder/file"), -1);
    module_free(m);
}

static void test_a_truncated_file_changes_nothing(void **state)
{
    (void)state;
    Module *a = model(1, 2), *b = model(2, 2);
    assert_int_equal(module_save(a, path()), 0);
    size_t size;
    char *whole = kindling_read_file(path(), &size);
    for (size_t n = 0; n < size; n++) {
        write_bytes(path(), whole, n);
        refuse(b, path());
    }
    owned_free(whole);
    module_free(a);
    module_free(b);
}

static void test_tied_weights_are_stored_once(void **state)
{
    (void)state;
    Module *m = model(1, 4), *head = module_new(sizeof *head, "Head", NULL);
    ParameterList *list = parameters_of(m);
    module_share(head, "weight", list->tensor[2]);
    module_add(m, "head", head);
    assert_int_equal(module_save(m, path()), 0);
    SafeTensors *file = safetensors_open(path());
    assert_non_null(file);
    assert_int_equal(safetensors_count(file), 4);
    safetensors_close(file);
    tensor_fill(list->tensor[2], 0);
    assert_int_equal(module_load(m, path()), 0);
    assert_true(list->tensor[2]->data[0] != 0);
    parameters_free(list);
    module_free(m);
}

static void test_nothing_leaks(void **state)
{
    (void)state;
    Module *a = model(1, 5), *b = model(2, 6);
    for (int round = 0; round < 2; round++) { /* the first brings memory to the scopes */
        long alive = allocations_alive;
        assert_int_equal(module_save(a, path()), 0);
        assert_int_equal(module_load(a, path()), 0);
        assert_int_equal(module_load(b, path()), -1);
        if (round == 1)
            assert_int_equal(allocations_alive, alive);
    }
    module_free(a);
    module_free(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_weights_come_back_exactly),
        UNIT_TEST(test_a_missing_name_is_named),
        UNIT_TEST(test_a_name_too_many_is_named),
        UNIT_TEST(test_a_shape_that_differs_is_named),
        UNIT_TEST(test_a_missing_file_is_an_error),
        UNIT_TEST(test_a_truncated_file_changes_nothing),
        UNIT_TEST(test_tied_weights_are_stored_once),
        UNIT_TEST(test_nothing_leaks),
    };
    return run_tests_in_scratch("nn/weights", tests);
}

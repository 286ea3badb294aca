/* test_moved.c - numbers that change between forward and backward: noticed where they are read, allowed elsewhere.
 * Which operation reads what is random/test_reads.c's.
 */
#include "scratch.h"
#include "test.h"

/* w of (2, 2), used by a product: the gradient of x reads it, that of w reads x. */
static Tensor *w, *x, *loss;

static void compute(void)
{
    w = tensor_named(random_leaf(SHAPE(2, 2)), "w");
    x = tensor_named(random_leaf(SHAPE(3, 2)), "x");
    loss = tensor_sum(tensor_matmul(x, w), ALL_AXES, false);
}

static void assert_noticed(const char *by)
{
    char text[100];
    snprintf(text, sizeof text, "backward: w of shape (2, 2) was written by %s at ", by);
    assert_fails_with(text, tensor_backward(loss));
    assert_non_null(strstr(last_failure, "test_moved.c"));
    assert_non_null(strstr(last_failure, " after matmul at "));
    assert_null(w->grad);
    assert_null(x->grad); /* nothing has changed */
}

static void test_every_writing_call_is_named(void **state)
{
    Rng rng = rng_seed(1);
    (void)state;
    compute();
    tensor_set(w, AT(1, 1), 5);
    assert_noticed("tensor_set");
    compute();
    tensor_fill(w, 5);
    assert_noticed("tensor_fill");
    compute();
    tensor_fill(tensor_transpose(w, 0, 1), 5); /* the same numbers, seen in another way */
    assert_noticed("tensor_fill");
    compute();
    copy_kernel(w, tensor_zeros(SHAPE(2, 2)));
    assert_noticed("copy_kernel");
    compute();
    init_uniform(w, -1, 1, &rng);
    assert_noticed("init_uniform");
    compute();
    init_normal(w, 0, 1, &rng);
    assert_noticed("init_normal");
    compute();
    tensor_written(tensor_detach(w), "my_loop");
    assert_noticed("my_loop");
}

static Optimizer *sgd(const ParameterList *list, OptimizerOptions o)
{
    o.momentum = 0;
    return sgd_new(list, o);
}

static void test_steps_between_two_walks(void **state)
{
    Optimizer *(*const make[])(const ParameterList *, OptimizerOptions) = {sgd, adam_new,
                                                                           adamw_new};
    (void)state;
    for (int i = 0; i < 3; i++) {
        compute();
        ParameterList *list = parameters_new();
        parameters_add(list, "w", w);
        Optimizer *o = make[i](list, (OptimizerOptions){.lr = .1});
        tensor_backward_from(loss, NULL, true);
        optimizer_step(o);
        assert_fails_with("w of shape (2, 2) was written by optimizer_step", tensor_backward(loss));
        optimizer_free(o);
        parameters_free(list);
    }
}

static void test_a_loaded_file(void **state)
{
    Rng rng = rng_seed(1);
    const char *path = scratch("moved.safetensors");
    Linear *l = linear_new(2, 2, false, &rng);
    (void)state;
    assert_int_equal(module_save(&l->module, path), 0);
    loss = tensor_sum(linear_forward(l, random_leaf(SHAPE(3, 2))), ALL_AXES, false);
    assert_int_equal(module_load(&l->module, path), 0);
    assert_fails_with("was written by a file that was loaded", tensor_backward(loss));
    module_free(&l->module);
}

static void test_what_is_not_read_may_change(void **state)
{
    (void)state;
    w = random_leaf(SHAPE(2));
    x = random_leaf(SHAPE(2));
    loss = tensor_sum(tensor_add(x, w), ALL_AXES, false);
    tensor_fill(w, 7);
    tensor_backward(loss);
    assert_values(w->grad, SHAPE(2), VALUES(1, 1), 0);

    Tensor *constant = tensor_full(SHAPE(2), 3); /* needs no gradient: x is not read */
    Tensor *y = tensor_sum(tensor_mul(x, constant), ALL_AXES, false);
    tensor_fill(x, 7);
    tensor_zero_grad(x);
    tensor_backward(y);
    assert_values(x->grad, SHAPE(2), VALUES(3, 3), 0);
}

static void test_numbers_written_before_count_as_they_are(void **state)
{
    (void)state;
    w = random_leaf(SHAPE(2));
    tensor_fill(w, 3);
    Tensor *y = tensor_sum(tensor_mul(w, w), ALL_AXES, false);
    tensor_backward(y);
    assert_values(w->grad, SHAPE(2), VALUES(6, 6), 0);
}

static void test_ids_and_targets(void **state)
{
    IntTensor *ids = int_tensor_from(SHAPE(2), IDS(1, 0));
    Tensor *table = random_leaf(SHAPE(3, 2)), *logits = random_leaf(SHAPE(2, 3));
    (void)state;
    Tensor *y[] = {tensor_embedding(table, ids), tensor_cross_entropy(logits, ids, -100, 0),
                   tensor_gather(logits, 0, int_tensor_from(SHAPE(1, 3), IDS(0, 1, 0))),
                   loss_cross_entropy(logits, ids, -100, 0, tensor_ones(SHAPE(3)), REDUCTION_SUM)};
    ids->data[1] = 2;
    for (int i = 0; i < 4; i++) {
        Tensor *sum = tensor_sum(y[i], ALL_AXES, false);
        if (i == 2)
            tensor_backward(sum);
        else
            assert_fails_with("backward: ids or targets that ", tensor_backward(sum));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {UNIT_TEST(test_every_writing_call_is_named),
                                       UNIT_TEST(test_steps_between_two_walks),
                                       UNIT_TEST(test_a_loaded_file),
                                       UNIT_TEST(test_what_is_not_read_may_change),
                                       UNIT_TEST(test_numbers_written_before_count_as_they_are),
                                       UNIT_TEST(test_ids_and_targets)};
    return cmocka_run_group_tests_name("autograd/moved", tests, scratch_open, scratch_close) != 0;
}

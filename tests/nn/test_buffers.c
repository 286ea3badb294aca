/* test_buffers.c - a module's tensors that are saved and not trained. */
#include "scratch.h"

/* Takes the mean off, and keeps a running one: what batch norm does, with half of its numbers. */
typedef struct {
    Module module;
    Tensor *gain, *mean, *table;
} Center;

static Tensor *forward(Module *self, Tensor *x)
{
    Center *c = (Center *)self;
    if (self->training) {
        Tensor *seen = tensor_mean(x, AXES(0), false);
        for (long i = 0; i < seen->shape[0]; i++)
            c->mean->data[i] += (real)0.5 * (seen->data[i] - c->mean->data[i]);
    }
    return tensor_mul(tensor_sub(x, c->mean), c->gain);
}

static Center *center_new(long channels)
{
    UNDO_ON_FAIL;
    Center *c = module_new(sizeof *c, "Center", forward);
    c->gain = module_parameter(&c->module, "gain", SHAPE(channels));
    c->mean = module_buffer(&c->module, "mean", BUFFER_SAVED, SHAPE(channels));
    c->table = module_buffer(&c->module, "table", BUFFER_NOT_SAVED, SHAPE(2));
    tensor_fill(c->gain, 1);
    return c;
}

/* Two of them in a row, in which the mean is mean and 10 mean. */
static Module *model_new(real mean)
{
    Center *a = center_new(3), *b = center_new(3);
    tensor_fill(a->mean, mean);
    tensor_fill(b->mean, 10 * mean);
    return sequential_new(LAYERS(&a->module, &b->module));
}

static Tensor *mean_of(Module *model, int layer)
{
    return ((Center *)model->children[layer].module)->mean;
}

static const char *path(void)
{
    return scratch("a.safetensors");
}

/* ---- training ------------------------------------------------------------------------------ */

static void test_they_move_without_a_gradient(void **state)
{
    (void)state;
    Center *c = center_new(2);
    ParameterList *parameters = parameters_of(&c->module);
    Optimizer *sgd = sgd_new(parameters, (OptimizerOptions){.lr = 0.1, .momentum = 0.9});
    assert_int_equal(parameters->count, 1);
    assert_null(parameters_find(parameters, "mean"));
    Tensor *x = tensor_from(SHAPE(2, 2), VALUES(1, 2, 3, 6));
    tensor_backward(tensor_sum(module_forward(&c->module, x), ALL_AXES, false));
    optimizer_step(sgd);
    assert_values(c->mean, SHAPE(2), VALUES(1, 2), 1e-6);
    assert_null(c->mean->grad);
    module_train(&c->module, false);
    module_forward(&c->module, x);
    assert_values(c->mean, SHAPE(2), VALUES(1, 2), 1e-6);
    optimizer_free(sgd);
    parameters_free(parameters);
    module_free(&c->module);
}

static void test_the_state_is_parameters_then_buffers(void **state)
{
    (void)state;
    Module *m = model_new(1), *top = module_new(sizeof *top, "Top", NULL);
    module_child(top, "blocks", 3, m);
    module_buffer(top, "count", BUFFER_SAVED, SCALAR);
    ParameterList *list = module_state(top);
    const char *names[] = {"blocks.3.0.gain", "blocks.3.1.gain", "count", "blocks.3.0.mean",
                           "blocks.3.1.mean"};
    assert_int_equal(list->count, 5);
    for (long i = 0; i < 5; i++)
        assert_string_equal(list->name[i], names[i]);
    parameters_free(list);
    module_free(top);
}

/* ---- files --------------------------------------------------------------------------------- */

static void test_they_come_back(void **state)
{
    (void)state;
    Module *a = model_new(2), *b = model_new(3);
    assert_int_equal(module_save(a, path()), 0);
    assert_int_equal(module_load(b, path()), 0);
    assert_values(mean_of(b, 0), SHAPE(3), VALUES(2, 2, 2), 0);
    assert_values(mean_of(b, 1), SHAPE(3), VALUES(20, 20, 20), 0);

    ParameterList *parameters = parameters_of(a);
    Optimizer *adam = adam_new(parameters, (OptimizerOptions){.lr = 0.1});
    tensor_fill(mean_of(a, 0), 5);
    assert_int_equal(checkpoint_save(path(), a, adam, &(CheckpointState){.step = 1}), 0);
    tensor_fill(mean_of(a, 0), 6);
    assert_int_equal(checkpoint_load(path(), a, adam, &(CheckpointState){.step = 0}), 0);
    assert_values(mean_of(a, 0), SHAPE(3), VALUES(5, 5, 5), 0);
    optimizer_free(adam);
    parameters_free(parameters);
    module_free(a);
    module_free(b);
}

/* A file of the model without the buffer `missing`, and with `mean` as the first one; NULL: none. */
static void write_file(const char *missing, Tensor *mean)
{
    const char *all[] = {"0.gain", "1.gain", "0.mean", "1.mean"}, *names[4];
    Tensor *tensors[4];
    long n = 0;
    for (int i = 0; i < (mean != NULL ? 4 : 2); i++) {
        if (missing != NULL && strcmp(all[i], missing) == 0)
            continue;
        names[n] = all[i];
        tensors[n++] = i == 2 ? mean : tensor_full(SHAPE(3), 7);
    }
    assert_int_equal(safetensors_save(path(), n, names, tensors, 0, NULL), 0);
}

static void refuse(Module *m, const char *text)
{
    assert_int_equal(module_load(m, path()), -1);
    assert_error_has(text);
    assert_error_has(path());
    assert_int_equal(checkpoint_load(path(), m, NULL, NULL), -1);
    assert_error_has(text);
    assert_values(mean_of(m, 0), SHAPE(3), VALUES(2, 2, 2), 0);
    ParameterList *list = parameters_of(m);
    assert_values(list->tensor[0], SHAPE(3), VALUES(1, 1, 1), 0);
    parameters_free(list);
}

static void test_one_that_is_missing_or_of_another_shape_is_named(void **state)
{
    (void)state;
    Module *m = model_new(2);
    write_file("1.mean", tensor_ones(SHAPE(3)));
    refuse(m, "\"1.mean\" (3,) is missing");
    write_file("0.mean", tensor_ones(SHAPE(3)));
    refuse(m, "\"0.mean\" (3,) is missing");
    write_file(NULL, tensor_ones(SHAPE(4)));
    refuse(m, "\"0.mean\" is (4,), expected (3,)");
    module_free(m);
}

static void test_a_file_from_before_there_were_any(void **state)
{
    (void)state;
    Module *m = model_new(2);
    write_file(NULL, NULL);
    assert_int_equal(module_load(m, path()), 0);
    assert_values(mean_of(m, 0), SHAPE(3), VALUES(2, 2, 2), 0);
    assert_values(mean_of(m, 1), SHAPE(3), VALUES(20, 20, 20), 0);
    ParameterList *list = parameters_of(m);
    assert_values(list->tensor[1], SHAPE(3), VALUES(7, 7, 7), 0);
    parameters_free(list);
    module_free(m);
}

static void test_a_model_without_them_refuses_the_file(void **state)
{
    (void)state;
    Module *m = module_new(sizeof *m, "Plain", NULL);
    module_parameter(m, "gain", SHAPE(3));
    Tensor *one = tensor_ones(SHAPE(3));
    const char *names[] = {"gain", "mean"};
    assert_int_equal(safetensors_save(path(), 2, names, (Tensor *[]){one, one}, 0, NULL), 0);
    assert_int_equal(module_load(m, path()), -1);
    assert_error_has("\"mean\" is left over");
    module_free(m);
}

/* ---- mistakes ------------------------------------------------------------------------------ */

static void test_names(void **state)
{
    (void)state;
    Center *c = center_new(2);
    static const char *const more[] = {"one", "two", "three"}; /* as many as one adds */
    for (int i = 0; i < 3; i++)
        module_buffer(&c->module, more[i], BUFFER_SAVED, SHAPE(2));
    ParameterList *list = module_state(&c->module);
    for (int i = 0; i < 3; i++)
        assert_non_null(parameters_find(list, more[i]));
    parameters_free(list);
    assert_fails_with("already has a buffer \"mean\"",
                      module_parameter(&c->module, "mean", SHAPE(2)));
    module_free(&c->module);
    Module *m = module_new(sizeof *m, "M", NULL);
    module_parameter(m, "w", SHAPE(2));
    assert_fails_with("already has a parameter \"w\"",
                      module_buffer(m, "w", BUFFER_SAVED, SHAPE(2)));
    module_buffer(m, "v", BUFFER_SAVED, SHAPE(2));
    assert_fails_with("already has a buffer \"v\"", module_buffer(m, "v", BUFFER_SAVED, SHAPE(2)));
    module_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_they_move_without_a_gradient),
        UNIT_TEST(test_the_state_is_parameters_then_buffers),
        UNIT_TEST(test_they_come_back),
        UNIT_TEST(test_one_that_is_missing_or_of_another_shape_is_named),
        UNIT_TEST(test_a_file_from_before_there_were_any),
        UNIT_TEST(test_a_model_without_them_refuses_the_file),
        UNIT_TEST(test_names),
    };
    return run_tests_in_scratch("nn/buffers", tests);
}

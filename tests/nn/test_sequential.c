/* test_sequential.c - layers in a row, and that a small one learns what a line cannot. */
#include "test.h"

static Tensor *apply(Tensor *const in[], void *module)
{
    return module_forward(module, in[0]);
}

static void test_sequential_applies_layers_in_order(void **state)
{
    (void)state;
    Rng rng = rng_seed(1);
    Linear *l = linear_new(1, 2, true, &rng);
    memcpy(l->weight->data, (real[]){1, -1}, 2 * sizeof(real));
    memcpy(l->bias->data, (real[]){-3, 2}, 2 * sizeof(real));
    Module *m = sequential_new(LAYERS(&l->module, relu_new()));
    Tensor *x = tensor_from(SHAPE(2, 1), VALUES(5, 1));
    assert_values(module_forward(m, x), SHAPE(2, 2), VALUES(2, 0, 0, 1), 0);
    module_free(m);
}

static void test_empty_sequential_is_the_identity(void **state)
{
    (void)state;
    Module *m = sequential_new(0, NULL);
    Tensor *x = tensor_ones(SHAPE(2));
    assert_ptr_equal(module_forward(m, x), x);
    module_free(m);
}

static void test_gradients_pass_through_all_layers(void **state)
{
    (void)state;
    Rng rng = rng_seed(4);
    Module *m = mlp_new(SHAPE(3, 4, 2), ACT_GELU, &rng);
    ParameterList *p = parameters_of(m);
    assert_int_equal(p->count, 4);
    assert_gradcheck(apply, m, random_leaf(SHAPE(2, 3)), p->tensor[0], p->tensor[1], p->tensor[2],
                     p->tensor[3]);
    parameters_free(p);
    module_free(m);
}

static void test_mlp_has_no_activation_at_the_end(void **state)
{
    (void)state;
    Rng rng = rng_seed(4);
    static const Activation all[] = {ACT_RELU, ACT_GELU, ACT_TANH, ACT_SIGMOID, ACT_SILU};
    static const char *const kind[] = {"ReLU", "GELU", "Tanh", "Sigmoid", "SiLU"};
    for (int i = 0; i < 5; i++) {
        Module *m = mlp_new(SHAPE(2, 3, 3, 1), all[i], &rng);
        assert_int_equal(m->n_children, 5);
        assert_string_equal(m->children[0].module->kind, "Linear");
        assert_string_equal(m->children[1].module->kind, kind[i]);
        assert_string_equal(m->children[3].module->kind, kind[i]);
        assert_string_equal(m->children[4].module->kind, "Linear");
        assert_shape(module_forward(m, tensor_ones(SHAPE(7, 2))), SHAPE(7, 1));
        module_free(m);
    }
}

static double train(Module *m, Tensor *x, Tensor *y, int steps)
{
    ParameterList *p = parameters_of(m);
    Optimizer *o = adam_new(p, (OptimizerOptions){.lr = 0.02});
    double last = INFINITY;
    for (int i = 0; i < steps; i++) {
        Scope *scope = scope_open();
        optimizer_zero_grad(o);
        Tensor *loss = tensor_mse_loss(module_forward(m, x), y);
        tensor_backward(loss);
        optimizer_step(o);
        last = (double)tensor_item(loss);
        scope_close(scope);
    }
    optimizer_free(o);
    parameters_free(p);
    return last;
}

static void test_mlp_learns_exclusive_or(void **state)
{
    (void)state;
    Rng rng = rng_seed(11);
    Tensor *x = tensor_from(SHAPE(4, 2), VALUES(0, 0, 0, 1, 1, 0, 1, 1));
    Tensor *y = tensor_from(SHAPE(4, 1), VALUES(0, 1, 1, 0));
    Module *m = mlp_new(SHAPE(2, 8, 1), ACT_TANH, &rng);
    assert_true(train(m, x, y, 400) < 0.01);
    module_free(m);
    Linear *first = linear_new(2, 8, true, &rng), *second = linear_new(8, 1, true, &rng);
    m = sequential_new(LAYERS(&first->module, relu_new(), &second->module));
    assert_true(train(m, x, y, 400) < 0.01);
    module_free(m);
    Linear *line = linear_new(2, 1, true, &rng); /* the best line is 0.5 everywhere */
    assert_close(train(&line->module, x, y, 400), 0.25, 0.01);
    module_free(&line->module);
}

static void test_mistakes_are_named(void **state)
{
    (void)state;
    Rng rng = rng_seed(1);
    Module *a = relu_new();
    Embedding *e = embedding_new(2, 2, &rng);
    assert_fails_with("layers 0 and 1 are the same ReLU", sequential_new(LAYERS(a, a)));
    assert_fails_with("layer 1, Embedding", sequential_new(LAYERS(a, &e->module)));
    assert_fails_with("layer 1 of 2 is NULL", sequential_new(LAYERS(a, NULL)));
    assert_fails_with("1 width given", mlp_new(SHAPE(3), ACT_RELU, &rng));
    assert_fails_with("width 1 is -4", mlp_new(SHAPE(3, -4), ACT_RELU, &rng));
    module_free(a);
    module_free(&e->module);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_sequential_applies_layers_in_order),
        UNIT_TEST(test_empty_sequential_is_the_identity),
        UNIT_TEST(test_gradients_pass_through_all_layers),
        UNIT_TEST(test_mlp_has_no_activation_at_the_end),
        UNIT_TEST(test_mlp_learns_exclusive_or),
        UNIT_TEST(test_mistakes_are_named),
    };
    return run_tests("nn/sequential", tests);
}

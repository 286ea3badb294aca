/* test_residual.c - a shortcut round a module, and a residual network for small pictures. */
#include "test.h"

static Tensor *apply(Tensor *const in[], void *module)
{
    return module_forward(module, in[0]);
}

static void test_residual_adds_what_it_was_given(void **state)
{
    (void)state;
    Rng rng = rng_seed(1);
    Linear *l = linear_new(2, 2, true, &rng);
    memcpy(l->weight->data, (real[]){1, 2, 3, 4}, 4 * sizeof(real));
    memcpy(l->bias->data, (real[]){-5, 6}, 2 * sizeof(real));
    Module *m = residual_new(&l->module);
    Tensor *x = tensor_from(SHAPE(1, 2), VALUES(10, -1));
    assert_values(module_forward(m, x), SHAPE(1, 2), VALUES(10 + 2, -1 + 22), 0);
    ParameterList *p = parameters_of(m);
    assert_string_equal(p->name[0], "f.weight");
    assert_string_equal(p->name[1], "f.bias");
    parameters_free(p);
    module_free(m);
}

static void test_residual_gradient_goes_both_ways(void **state)
{
    (void)state;
    Rng rng = rng_seed(2);
    Module *m = residual_new(mlp_new(SHAPE(3, 4, 3), ACT_TANH, &rng));
    ParameterList *p = parameters_of(m);
    assert_gradcheck(apply, m, random_leaf(SHAPE(2, 3)), p->tensor[0], p->tensor[1], p->tensor[2],
                     p->tensor[3]);
    parameters_free(p);
    module_free(m);
}

/* 30 layers, each of which shrinks what goes back to nearly nothing. */
static double gradient_behind(int layers, bool shortcut)
{
    Module *deep = sequential_new(0, NULL);
    for (int i = 0; i < layers; i++) {
        Rng rng = rng_seed(3);
        Linear *l = linear_new(4, 4, true, &rng);
        for (long k = 0; k < 16; k++)
            l->weight->data[k] *= (real)0.1;
        module_child(deep, NULL, i, shortcut ? residual_new(&l->module) : &l->module);
    }
    Tensor *x = random_leaf(SHAPE(1, 4));
    tensor_backward(tensor_sum(module_forward(deep, x), ALL_AXES, false));
    double most = 0;
    for (long k = 0; k < 4; k++)
        most = fmax(most, fabs((double)x->grad->data[k]));
    module_free(deep);
    return most;
}

static void test_gradient_passes_thirty_shortcuts(void **state)
{
    (void)state;
    assert_true(gradient_behind(30, false) < 1e-9);
    assert_true(gradient_behind(30, true) > 1e-2);
}

static void test_residual_of_no_examples(void **state)
{
    (void)state;
    Rng rng = rng_seed(1);
    Module *m = residual_new(&linear_new(2, 2, true, &rng)->module);
    assert_shape(module_forward(m, tensor_zeros(SHAPE(0, 2))), SHAPE(0, 2));
    module_free(m);
}

static void test_residual_messages(void **state)
{
    (void)state;
    Rng rng = rng_seed(1);
    Embedding *takes_ids = embedding_new(3, 2, &rng);
    assert_fails_with("residual_new: f is Embedding, which does not take", residual_new(&takes_ids->module));
    module_free(&takes_ids->module);
    Module *m = residual_new(&linear_new(2, 1, true, &rng)->module); /* would broadcast */
    assert_fails_with("Residual: f gives (3, 1) for x of (3, 2)", module_forward(m, tensor_ones(SHAPE(3, 2))));
    module_free(m);
}

static void test_resnet9_has_the_known_number_of_parameters(void **state)
{
    (void)state;
    Rng rng = rng_seed(1);
    Module *m = resnet9_new((Resnet9Options){.picture = {3, 32, 32}, .classes = 10, .init = &rng});
    ParameterList *p = parameters_of(m);
    assert_int_equal(parameters_numel(p), 6573130);
    assert_ptr_not_equal(parameters_find(p, "2.f.1.0.weight"), NULL);
    parameters_free(p);
    module_free(m);
}

static void test_resnet9_takes_pictures_of_any_size_from_eight(void **state)
{
    (void)state;
    Rng rng = rng_seed(1);
    static const long side[] = {8, 9, 17, 32};
    for (int i = 0; i < 4; i++) {
        Module *m = resnet9_new((Resnet9Options){
            .picture = {2, side[i], side[3 - i]}, .classes = 3, .width = 2, .init = &rng});
        assert_shape(module_forward(m, tensor_ones(SHAPE(2, 2, side[i], side[3 - i]))), SHAPE(2, 3));
        module_free(m);
    }
}

/* Squares and frames of any colour, anywhere: four classes that no single pixel tells apart. */
static void draw_shapes(Tensor *x, IntTensor *label, Rng *rng)
{
    tensor_fill(x, 0);
    for (long b = 0; b < x->shape[0]; b++) {
        long row = rng_below(rng, 8), column = rng_below(rng, 8), side = 4 + rng_below(rng, 4);
        bool red = rng_below(rng, 2), frame = rng_below(rng, 2);
        label->data[b] = 2 * red + frame;
        real *plane = x->data + (3 * b + (red ? 0 : 2)) * 256;
        for (long i = 0; i < side; i++)
            for (long j = 0; j < side; j++)
                if (!frame || i == 0 || j == 0 || i == side - 1 || j == side - 1)
                    plane[(row + i) * 16 + column + j] = 1;
    }
}

static void test_resnet9_learns(void **state)
{
    (void)state;
    Rng rng = rng_seed(5);
    Module *m = resnet9_new(
        (Resnet9Options){.picture = {3, 16, 16}, .classes = 4, .width = 4, .init = &rng});
    ParameterList *p = parameters_of(m);
    Optimizer *adam = adam_new(p, (OptimizerOptions){.lr = 1e-2});
    Tensor *x = tensor_new(SHAPE(32, 3, 16, 16));
    IntTensor *label = int_tensor_new(SHAPE(32));
    for (int step = 0; step < 40; step++) {
        Scope *scope = scope_open();
        draw_shapes(x, label, &rng);
        tensor_backward(tensor_cross_entropy(module_forward(m, x), label, NO_IGNORE_INDEX, 0));
        optimizer_step(adam);
        optimizer_zero_grad(adam);
        scope_close(scope);
    }
    draw_shapes(x, label, &rng);
    module_train(m, false);
    IntTensor *said = tensor_argmax(module_forward(m, x), 1, false);
    int right = 0;
    for (long b = 0; b < 32; b++)
        right += said->data[b] == label->data[b];
    assert_true(right >= 28); /* by chance 8 */
    optimizer_free(adam);
    parameters_free(p);
    module_free(m);
}

static void test_resnet9_messages(void **state)
{
    (void)state;
    Rng rng = rng_seed(1);
    Resnet9Options o = {.picture = {3, 7, 32}, .classes = 10, .init = &rng};
    assert_fails_with("resnet9_new: pictures are (3, 7, 32), expected", resnet9_new(o));
    o.picture[1] = 8, o.classes = 0;
    assert_fails_with("resnet9_new: 0 classes, width 0; expected", resnet9_new(o));
    o.classes = 1, o.init = NULL;
    assert_fails_with("conv2d_new: init is NULL", resnet9_new(o));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_residual_adds_what_it_was_given),
        UNIT_TEST(test_residual_gradient_goes_both_ways),
        UNIT_TEST(test_gradient_passes_thirty_shortcuts),
        UNIT_TEST(test_residual_of_no_examples),
        UNIT_TEST(test_residual_messages),
        UNIT_TEST(test_resnet9_has_the_known_number_of_parameters),
        UNIT_TEST(test_resnet9_takes_pictures_of_any_size_from_eight),
        UNIT_TEST(test_resnet9_learns),
        UNIT_TEST(test_resnet9_messages),
    };
    return run_tests("nn/residual", tests);
}

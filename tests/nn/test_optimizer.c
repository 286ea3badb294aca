/* test_optimizer.c - every optimizer against five steps of PyTorch, and gradient clipping. */
#include "optimizer_problem.h"
#include "../fixtures/optimizers.h"

/* ---- against PyTorch ---------------------------------------------------------------------- */

static void compare(Maker make, OptimizerOptions options, const double expected[5][9])
{
    Problem p = problem_new();
    options.lr = 0.05;
    Optimizer *o = make(p.list, options);
    for (int t = 0; t < 5; t++) {
        set_gradients(&p, t);
        optimizer_step(o);
        assert_true(o->step[0] == t + 1 && o->step[1] == t + 1);
        assert_weights(&p, expected[t]);
    }
    problem_free(&p, o);
}

static void test_sgd_takes_the_steps_of_torch(void **state)
{
    (void)state;
    compare(sgd_new, (OptimizerOptions){0}, sgd_steps);
    compare(sgd_new, (OptimizerOptions){.weight_decay = 0.1}, sgd_decay_steps);
    compare(sgd_new, (OptimizerOptions){.momentum = 0.9}, sgd_momentum_steps);
    compare(sgd_new, (OptimizerOptions){.momentum = 0.8, .weight_decay = 0.1},
            sgd_momentum_decay_steps);
    compare(sgd_new, (OptimizerOptions){.momentum = 0.8, .weight_decay = 0.1, .nesterov = true},
            nesterov_steps);
}

static void test_adam_takes_the_steps_of_torch(void **state)
{
    (void)state;
    compare(adam_new, (OptimizerOptions){0}, adam_steps);
    compare(adam_new, (OptimizerOptions){.weight_decay = 0.1}, adam_decay_steps);
    compare(adam_new, (OptimizerOptions){.beta1 = 0.7, .beta2 = 0.95, .eps = 1e-3},
            adam_options_steps);
    compare(adam_new, (OptimizerOptions){.beta2 = 0.5, .weight_decay = 0.1, .amsgrad = true},
            amsgrad_steps);
}

static void test_adamw_takes_the_steps_of_torch(void **state)
{
    (void)state;
    compare(adamw_new, (OptimizerOptions){.weight_decay = 0.1}, adamw_steps);
    compare(adamw_new,
            (OptimizerOptions){.beta1 = 0.9, .beta2 = 0.99, .eps = 1e-6, .weight_decay = 0.3},
            adamw_options_steps);
    compare(adamw_new, (OptimizerOptions){.beta2 = 0.5, .weight_decay = 0.3, .amsgrad = true},
            adamw_amsgrad_steps);
    compare(adamw_new, (OptimizerOptions){0}, adam_steps); /* without decay they are the same */
}

/* ---- rules -------------------------------------------------------------------------------- */

static void test_decay_can_spare_biases(void **state)
{
    (void)state;
    Problem p = problem_new();
    Optimizer *o = adamw_new(
        p.list, (OptimizerOptions){.lr = 0.05, .weight_decay = 0.1, .decay_matrices_only = true});
    set_gradients(&p, 0);
    optimizer_step(o);
    for (int i = 0; i < 6; i++)
        assert_close((double)p.weight->data[i], adamw_steps[0][i], 1e-6);
    for (int i = 0; i < 3; i++)
        assert_close((double)p.bias->data[i], adam_steps[0][6 + i], 1e-6);
    assert_true(optimizer_decay(o, 0) == 0.1 && optimizer_decay(o, 1) == 0);
    problem_free(&p, o);
}

static void test_a_parameter_without_gradient_stays(void **state)
{
    (void)state;
    Problem p = problem_new();
    Tensor *before = tensor_keep(p.bias);
    Optimizer *o = adamw_new(p.list, (OptimizerOptions){.lr = 0.1, .weight_decay = 0.5});
    grad_add(p.weight, tensor_ones(SHAPE(2, 3)));
    optimizer_step(o);
    assert_tensor_identical(p.bias, before);
    assert_true(p.weight->data[0] < (real)0.5);
    optimizer_zero_grad(o);
    assert_null(p.weight->grad);
    tensor_free(before);
    problem_free(&p, o);
}

static void test_a_parameter_without_elements_is_fine(void **state)
{
    (void)state;
    Tensor *t = tensor_requires_grad(tensor_zeros(SHAPE(0, 3)));
    ParameterList *list = parameters_new();
    parameters_add(list, "empty", t);
    grad_add(t, tensor_zeros(SHAPE(0, 3)));
    Optimizer *o = adam_new(list, (OptimizerOptions){.lr = 1});
    optimizer_step(o);
    assert_close(clip_grad_norm(list, 1), 0, 0);
    optimizer_free(o);
    parameters_free(list);
}

/* More numbers than one thread takes: every one must be updated exactly once. */
static void test_large_parameters_are_updated_in_parallel(void **state)
{
    (void)state;
    enum { N = 200003 };
    Tensor *t = tensor_requires_grad(tensor_ones(SHAPE(N)));
    grad_add(t, tensor_full(SHAPE(N), 2));
    ParameterList *list = parameters_new();
    parameters_add(list, "large", t);
    Optimizer *sgd = sgd_new(list, (OptimizerOptions){.lr = 0.25});
    optimizer_step(sgd);
    for (long i = 0; i < N; i++)
        assert_true(t->data[i] == (real)0.5);
    optimizer_free(sgd);
    Optimizer *adam = adam_new(list, (OptimizerOptions){.lr = 0.25});
    optimizer_step(adam);
    for (long i = 0; i < N; i++)
        assert_close((double)t->data[i], 0.25, 1e-6);
    optimizer_free(adam);
    parameters_free(list);
}

static void test_options_out_of_range_are_named(void **state)
{
    (void)state;
    Problem p = problem_new();
    assert_fails_with("SGD: lr is 0, expected a number above 0",
                      sgd_new(p.list, (OptimizerOptions){0}));
    assert_fails_with("Adam: lr is -1", adam_new(p.list, (OptimizerOptions){.lr = -1}));
    assert_fails_with("lr is", adam_new(p.list, (OptimizerOptions){.lr = (double)NAN}));
    assert_fails_with("SGD: momentum is 1,",
                      sgd_new(p.list, (OptimizerOptions){.lr = 1, .momentum = 1}));
    assert_fails_with("AdamW: beta1 is 1.5",
                      adamw_new(p.list, (OptimizerOptions){.lr = 1, .beta1 = 1.5}));
    assert_fails_with("AdamW: beta2 is -0.1",
                      adamw_new(p.list, (OptimizerOptions){.lr = 1, .beta2 = -0.1}));
    assert_fails_with("eps is -1", adamw_new(p.list, (OptimizerOptions){.lr = 1, .eps = -1}));
    assert_fails_with("weight_decay is -0.1",
                      adamw_new(p.list, (OptimizerOptions){.lr = 1, .weight_decay = -0.1}));
    assert_fails_with("SGD: nesterov needs a momentum above 0, got 0",
                      sgd_new(p.list, (OptimizerOptions){.lr = 1, .nesterov = true}));
    assert_fails_with("SGD: amsgrad is an option of Adam and AdamW",
                      sgd_new(p.list, (OptimizerOptions){.lr = 1, .amsgrad = true}));
    assert_fails_with("AdamW: nesterov is an option of SGD",
                      adamw_new(p.list, (OptimizerOptions){.lr = 1, .nesterov = true}));
    parameters_add(p.list, "view", tensor_transpose(tensor_ones(SHAPE(2, 3)), 0, 1));
    assert_fails_with("parameter \"view\" (3, 2) is not contiguous",
                      adamw_new(p.list, (OptimizerOptions){.lr = 1}));
    problem_free(&p, NULL);
}

static void test_free_gives_moments_back(void **state)
{
    (void)state;
    Problem p = problem_new();
    long alive = allocations_alive;
    optimizer_free(adamw_new(p.list, (OptimizerOptions){.lr = 1}));
    optimizer_free(sgd_new(p.list, (OptimizerOptions){.lr = 1, .momentum = 0.5}));
    assert_int_equal(allocations_alive, alive);
    problem_free(&p, NULL);
}

static void test_a_list_that_grows_behind_its_back_is_told(void **state)
{
    (void)state;
    Tensor *a = tensor_requires_grad(tensor_ones(SHAPE(2)));
    ParameterList *list = parameters_new();
    parameters_add(list, "a", a);
    Optimizer *adam = adam_new(list, (OptimizerOptions){.lr = 0.1});
    Rng rng = rng_seed(1);
    Module *m = &linear_new(1, 1, true, &rng)->module;
    char name[16];
    for (int i = 0; i < 40; i++) {
        snprintf(name, sizeof name, "b%d", i);
        parameters_add(list, name, tensor_ones(SHAPE(3)));
    }
    tensor_backward(tensor_sum(a, ALL_AXES, false));
    assert_fails_with("optimizer_step: Adam was made for 1 parameters, and its list has 41 now",
                      optimizer_step(adam));
    assert_values(a, SHAPE(2), VALUES(1, 1), 0);
    assert_fails_with("checkpoint_save: Adam was made for 1",
                      checkpoint_save("unused", m, adam, &(CheckpointState){.step = 0}));
    assert_fails_with("checkpoint_load: Adam was made for 1",
                      checkpoint_load("unused", m, adam, NULL));
    module_free(m);
    optimizer_free(adam);
    parameters_free(list);
    tensor_zero_grad(a);
}

static void test_room_for_state_is_limited(void **state)
{
    (void)state;
    Problem p = problem_new();
    Optimizer *o = adam_new(p.list, (OptimizerOptions){.lr = 1});
    optimizer_add_state(o, "third");
    assert_fails_with("Adam has no room for \"fourth\"", optimizer_add_state(o, "fourth"));
    problem_free(&p, o);
}

/* ---- clipping ----------------------------------------------------------------------------- */

static void test_clip_scales_all_gradients_together(void **state)
{
    (void)state;
    Problem p = problem_new();
    grad_add(p.weight, tensor_from(SHAPE(2, 3), VALUES(3, 0, 0, 0, 0, 0)));
    grad_add(p.bias, tensor_from(SHAPE(3), VALUES(0, 4, 0)));
    assert_close(clip_grad_norm(p.list, 6), 5, 1e-9);
    assert_true(p.weight->grad->data[0] == 3 && p.bias->grad->data[1] == 4);
    assert_close(clip_grad_norm(p.list, 2.5), 5, 1e-9);
    double factor = 2.5 / (5 + 1e-6);
    assert_close((double)p.weight->grad->data[0], 3 * factor, IS_DOUBLE ? 1e-15 : 1e-6);
    assert_close((double)p.bias->grad->data[1], 4 * factor, IS_DOUBLE ? 1e-15 : 1e-6);
    assert_close(clip_grad_norm(p.list, INFINITY), 2.5, 1e-5);
    assert_close(clip_grad_norm(p.list, 0), 2.5, 1e-5);
    assert_true(p.weight->grad->data[0] == 0 && p.bias->grad->data[1] == 0);
    problem_free(&p, NULL);
}

static void test_clip_leaves_gradients_whose_norm_is_not_finite(void **state)
{
    (void)state;
    Problem p = problem_new();
    grad_add(p.weight, tensor_full(SHAPE(2, 3), 100));
    grad_add(p.bias, tensor_from(SHAPE(3), VALUES(1, (real)NAN, 1)));
    assert_true(isnan(clip_grad_norm(p.list, 1)));
    assert_values(p.weight->grad, SHAPE(2, 3), VALUES(100, 100, 100, 100, 100, 100), 0);
    p.bias->grad->data[1] = (real)INFINITY;
    assert_true(isinf(clip_grad_norm(p.list, 1)));
    assert_values(p.weight->grad, SHAPE(2, 3), VALUES(100, 100, 100, 100, 100, 100), 0);
    assert_fails_with("max_norm is -1", clip_grad_norm(p.list, -1));
    problem_free(&p, NULL);
}

/* 1e30 squared is beyond float: the sum must be taken in double. */
static void test_clip_sums_in_double(void **state)
{
    (void)state;
    Problem p = problem_new();
    grad_add(p.bias, tensor_from(SHAPE(3), VALUES((real)3e30, (real)4e30, 0)));
    assert_close(clip_grad_norm(p.list, 1) / 5e30, 1, 1e-6);
    assert_close((double)p.bias->grad->data[0], 0.6, 1e-6);
    problem_free(&p, NULL);
}

/* In double even a double's square may be more than there is. */
static void test_clip_of_huge_doubles(void **state)
{
    (void)state;
    if (!IS_DOUBLE)
        skip();
    const double large = 1e200;
    Problem p = problem_new();
    grad_add(p.bias, tensor_from(SHAPE(3), VALUES((real)(3 * large), (real)(4 * large), 0)));
    assert_close(clip_grad_norm(p.list, 1) / large, 5, 1e-12);
    assert_values(p.bias->grad, SHAPE(3), VALUES((real)0.6, (real)0.8, 0), 1e-12);
    p.bias->grad->data[0] = (real)(3 * large);
    assert_close(clip_grad_norm(p.list, INFINITY) / large, 3, 1e-12);
    assert_close((double)p.bias->grad->data[0] / large, 3, 0);
    problem_free(&p, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_sgd_takes_the_steps_of_torch),
        UNIT_TEST(test_adam_takes_the_steps_of_torch),
        UNIT_TEST(test_adamw_takes_the_steps_of_torch),
        UNIT_TEST(test_decay_can_spare_biases),
        UNIT_TEST(test_a_parameter_without_gradient_stays),
        UNIT_TEST(test_a_parameter_without_elements_is_fine),
        UNIT_TEST(test_large_parameters_are_updated_in_parallel),
        UNIT_TEST(test_options_out_of_range_are_named),
        UNIT_TEST(test_free_gives_moments_back),
        UNIT_TEST(test_a_list_that_grows_behind_its_back_is_told),
        UNIT_TEST(test_room_for_state_is_limited),
        UNIT_TEST(test_clip_scales_all_gradients_together),
        UNIT_TEST(test_clip_leaves_gradients_whose_norm_is_not_finite),
        UNIT_TEST(test_clip_sums_in_double),
        UNIT_TEST(test_clip_of_huge_doubles),
    };
    return run_tests("nn/optimizer", tests);
}

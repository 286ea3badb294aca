/* test_parameter_groups.c - rates and decays of their own: against PyTorch, with schedules, on disk. */
#include "../fixtures/optimizers.h"
#include "optimizer_problem.h"
#include "scratch.h"

/* What is in the list: the weight, the bias, or both. */
static ParameterList *members(const Problem *p, bool weight, bool bias)
{
    ParameterList *list = parameters_new();
    if (weight)
        parameters_add(list, "weight", p->weight);
    if (bias)
        parameters_add(list, "bias", p->bias);
    return list;
}

static void group(Optimizer *o, ParameterList *list, double lr_scale, double decay)
{
    optimizer_group(o, list, lr_scale, decay);
    parameters_free(list);
}

/* ---- against PyTorch ---------------------------------------------------------------------- */

static void compare(Maker make, OptimizerOptions options, double lr_scale, double decay,
                    const double expected[5][9])
{
    Problem p = problem_new();
    options.lr = 0.05;
    Optimizer *o = make(p.list, options);
    group(o, members(&p, false, true), lr_scale, decay);
    for (int t = 0; t < 5; t++) {
        set_gradients(&p, t);
        optimizer_step(o);
        assert_weights(&p, expected[t]);
    }
    problem_free(&p, o);
}

static void test_groups_take_the_steps_of_torch(void **state)
{
    (void)state;
    compare(sgd_new, (OptimizerOptions){.momentum = 0.9, .weight_decay = 0.1}, 0.25, 0.7,
            grouped_sgd_steps);
    compare(adamw_new, (OptimizerOptions){.weight_decay = 0.3}, 3, 0, grouped_adamw_steps);
    /* and a group that says what the options say is none */
    compare(adam_new, (OptimizerOptions){.weight_decay = 0.1}, 1, 0.1, adam_decay_steps);
}

/* ---- rules -------------------------------------------------------------------------------- */

static void test_a_schedule_moves_all_groups(void **state)
{
    (void)state;
    Problem p = problem_new();
    Optimizer *o = sgd_new(p.list, (OptimizerOptions){.lr = 1});
    group(o, members(&p, true, false), 0.5, 0);
    o->lr = 0.125;
    assert_true(optimizer_lr(o, 0) == 0.0625 && optimizer_lr(o, 1) == 0.125);
    real w = p.weight->data[1], b = p.bias->data[1];
    grad_add(p.weight, tensor_ones(SHAPE(2, 3)));
    grad_add(p.bias, tensor_ones(SHAPE(3)));
    optimizer_step(o);
    assert_close((double)(w - p.weight->data[1]), 0.0625, 1e-7);
    assert_close((double)(b - p.bias->data[1]), 0.125, 1e-7);
    assert_true(o->lr == 0.125);
    problem_free(&p, o);
}

/* Adam steps by the rate, so that a rate of 0 freezes what is in the group. */
static void test_a_rate_of_0_stands_still(void **state)
{
    (void)state;
    Problem p = problem_new();
    Optimizer *o = adamw_new(p.list, (OptimizerOptions){.lr = 0.1, .weight_decay = 0.5});
    group(o, members(&p, true, false), 0, 0.5);
    Tensor *before = tensor_keep(p.weight);
    real bias = p.bias->data[0];
    set_gradients(&p, 0);
    optimizer_step(o);
    assert_tensor_identical(p.weight, before);
    assert_true(p.bias->data[0] != bias);
    tensor_free(before);
    problem_free(&p, o);
}

static void test_the_last_group_counts(void **state)
{
    (void)state;
    Problem p = problem_new();
    OptimizerOptions spare = {.lr = 1, .weight_decay = 0.1, .decay_matrices_only = true};
    Optimizer *o = adamw_new(p.list, spare);
    assert_true(optimizer_decay(o, 0) == 0.1 && optimizer_decay(o, 1) == 0);
    group(o, members(&p, true, true), 2, 0.3); /* decides of biases, too */
    assert_true(optimizer_decay(o, 0) == 0.3 && optimizer_decay(o, 1) == 0.3);
    group(o, members(&p, true, false), 1, 0);
    assert_true(optimizer_decay(o, 0) == 0 && optimizer_decay(o, 1) == 0.3);
    assert_true(optimizer_lr(o, 0) == 1 && optimizer_lr(o, 1) == 2);
    group(o, members(&p, false, false), 7, 7); /* nothing */
    assert_true(optimizer_lr(o, 1) == 2);
    problem_free(&p, o);
}

static void test_mistakes_change_nothing(void **state)
{
    (void)state;
    Problem p = problem_new();
    Optimizer *o = adamw_new(p.list, (OptimizerOptions){.lr = 1});
    ParameterList *mixed = members(&p, true, false);
    assert_fails_with("optimizer_group: lr_scale is -1", optimizer_group(o, mixed, -1, 0));
    assert_fails_with("optimizer_group: lr_scale is ", optimizer_group(o, mixed, (double)NAN, 0));
    assert_fails_with("optimizer_group: weight_decay is -0.5", optimizer_group(o, mixed, 1, -0.5));
    double inf = (double)INFINITY;
    assert_fails_with("optimizer_group: lr_scale is inf", optimizer_group(o, mixed, inf, 0));
    assert_fails_with("optimizer_group: weight_decay is inf", optimizer_group(o, mixed, 1, inf));
    parameters_add(mixed, "other", tensor_ones(SHAPE(2)));
    assert_fails_with("optimizer_group: \"other\" (2,) is no parameter of this AdamW",
                      optimizer_group(o, mixed, 3, 0.5));
    assert_true(optimizer_lr(o, 0) == 1 && optimizer_decay(o, 0) == 0);
    parameters_add(p.list, "more", tensor_ones(SHAPE(2)));
    assert_fails_with("optimizer_group: AdamW was made for 2 parameters",
                      optimizer_group(o, mixed, 1, 0));
    parameters_free(mixed);
    problem_free(&p, o);
}

/* ---- on disk ------------------------------------------------------------------------------ */

enum { STEPS = 6 };

typedef struct {
    Linear *model;
    ParameterList *list;
    Optimizer *optimizer;
} Run;

static Run run_new(Maker make, OptimizerOptions options)
{
    Rng rng = rng_seed(4);
    Run r = {.model = linear_new(3, 2, true, &rng)};
    r.list = parameters_of(&r.model->module);
    options.lr = 0.05;
    r.optimizer = make(r.list, options);
    ParameterList *bias = parameters_new();
    parameters_add(bias, "bias", r.model->bias);
    group(r.optimizer, bias, 2, 0.4);
    return r;
}

static void run_free(Run *r)
{
    optimizer_free(r->optimizer);
    parameters_free(r->list);
    module_free(&r->model->module);
}

static void take_steps(Run *r, int from, int to)
{
    for (int t = from; t < to; t++) {
        Tensor *x = tensor_new(SHAPE(4, 3));
        for (int i = 0; i < 12; i++)
            x->data[i] = (real)sin(1 + i + 5 * t * t);
        Tensor *y = linear_forward(r->model, x);
        optimizer_zero_grad(r->optimizer);
        tensor_backward(loss_mse(y, tensor_ones(SHAPE(4, 2)), REDUCTION_SUM));
        optimizer_step(r->optimizer);
    }
}

/* To stop, and to make all of it again, groups too, changes no bit. */
static void check_resumed(Maker make, OptimizerOptions options)
{
    const char *path = scratch("groups.safetensors");
    Run straight = run_new(make, options), first = run_new(make, options);
    take_steps(&straight, 0, STEPS);
    take_steps(&first, 0, 3);
    assert_int_equal(checkpoint_save(path, &first.model->module, first.optimizer, NULL), 0);
    Run second = run_new(make, options);
    assert_int_equal(checkpoint_load(path, &second.model->module, second.optimizer, NULL), 0);
    take_steps(&second, 3, STEPS);
    assert_tensor_identical(second.model->weight, straight.model->weight);
    assert_tensor_identical(second.model->bias, straight.model->bias);
    run_free(&straight);
    run_free(&first);
    run_free(&second);
}

static void test_a_resumed_run_goes_on(void **state)
{
    (void)state;
    check_resumed(sgd_new, (OptimizerOptions){.momentum = 0.9, .nesterov = true});
    check_resumed(adamw_new, (OptimizerOptions){.beta2 = 0.5, .amsgrad = true});
    check_resumed(adam_new, (OptimizerOptions){.weight_decay = 0.1});
}

/* Momentum's buffer means the same with and without Nesterov's step; AMSGrad's maximum is a tensor more. */
static void test_what_fits_which_optimizer(void **state)
{
    (void)state;
    const char *path = scratch("kinds.safetensors");
    Run plain = run_new(adam_new, (OptimizerOptions){0});
    Run largest = run_new(adam_new, (OptimizerOptions){.amsgrad = true});
    Module *a = &plain.model->module, *b = &largest.model->module;
    assert_int_equal(checkpoint_save(path, a, plain.optimizer, NULL), 0);
    assert_int_equal(checkpoint_load(path, b, largest.optimizer, NULL), -1);
    assert_non_null(
        strstr(kindling_error(), "optimizer.max_exp_avg_sq.weight\" (3, 2) is missing"));
    assert_int_equal(checkpoint_save(path, b, largest.optimizer, NULL), 0);
    assert_int_equal(checkpoint_load(path, a, plain.optimizer, NULL), -1);
    assert_non_null(strstr(kindling_error(), "\"optimizer.max_exp_avg_sq.bias\" is left over"));
    run_free(&plain);
    run_free(&largest);
    Run rolling = run_new(sgd_new, (OptimizerOptions){.momentum = 0.5});
    Run ahead = run_new(sgd_new, (OptimizerOptions){.momentum = 0.5, .nesterov = true});
    assert_int_equal(checkpoint_save(path, &rolling.model->module, rolling.optimizer, NULL), 0);
    assert_int_equal(checkpoint_load(path, &ahead.model->module, ahead.optimizer, NULL), 0);
    run_free(&rolling);
    run_free(&ahead);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_groups_take_the_steps_of_torch), UNIT_TEST(test_a_schedule_moves_all_groups),
        UNIT_TEST(test_a_rate_of_0_stands_still),       UNIT_TEST(test_the_last_group_counts),
        UNIT_TEST(test_mistakes_change_nothing),        UNIT_TEST(test_a_resumed_run_goes_on),
        UNIT_TEST(test_what_fits_which_optimizer),
    };
    return run_tests_in_scratch("nn/parameter_groups", tests);
}

/* test_trainer.c - the loop: it learns, looks up when due, stops at NaN, and allocates nothing. */
#include "predictor.h"

static void test_it_learns(void **state)
{
    (void)state;
    Task task;
    Trainer t = start(&task);
    t.steps = 60;
    t.clip_norm = 1;
    assert_int_equal(trainer_run(&t), 0);
    assert_int_equal(t.step, 60);
    assert_int_equal(task.optimizer->step[0], 60);
    assert_int_equal(task.draws, 60);
    assert_true(task.trained_while_drawing);
    assert_true(t.last_loss < 0.05);
    assert_true(t.last_norm > 0);
    end(&task);
}

static void test_no_allocation_in_the_steady_state(void **state)
{
    (void)state;
    Task task;
    Trainer t = start(&task);
    t.steps = 30;
    t.clip_norm = 1;
    assert_int_equal(trainer_run(&t), 0);
    assert_true(task.allocations_at[1] > task.allocations_at[0]); /* gradients, chunks */
    assert_int_equal(task.allocations_at[29] - task.allocations_at[3], 0);
    end(&task);
}

static void test_evaluation_and_improvement(void **state)
{
    (void)state;
    Task task;
    Trainer t = start(&task);
    t.evaluate = evaluate;
    t.improved = improved;
    t.steps = 10;
    t.evaluate_every = 3;
    memcpy(task.held_out, (double[]){2, 1, 1.5, 1}, 4 * sizeof(double));
    assert_int_equal(trainer_run(&t), 0);
    assert_int_equal(task.evaluations, 4); /* after 3, 6, 9 and the last step */
    assert_int_equal(task.draws_at_evaluation[0], 3);
    assert_int_equal(task.draws_at_evaluation[3], 10);
    assert_int_equal(task.improvements, 2);
    assert_int_equal(task.step_of_best, 6);
    assert_true(t.best_loss == 1);
    assert_false(task.trained_while_evaluating);
    assert_false(task.recorded_while_evaluating);
    assert_true(task.model->training && grad_mode_is_on());
    end(&task);
}

static void test_resuming_goes_on_from_its_step(void **state)
{
    (void)state;
    Task task;
    Trainer t = start(&task);
    t.evaluate = evaluate;
    t.improved = improved;
    t.step = 7;
    t.best_loss = 0.5;
    t.steps = 10;
    task.held_out[0] = 0.75;
    assert_int_equal(trainer_run(&t), 0);
    assert_int_equal(task.draws, 3);
    assert_int_equal(task.evaluations, 1);
    assert_int_equal(task.improvements, 0);
    assert_int_equal(trainer_run(&t), 0); /* nothing left to do */
    assert_int_equal(task.draws, 3);
    end(&task);
}

static void test_a_loss_that_is_nan_stops_before_the_weights(void **state)
{
    (void)state;
    Task task;
    Trainer t = start(&task);
    t.steps = 5;
    Tensor *two_steps[8];
    assert_int_equal(trainer_run(&(Trainer){.model = t.model,
                                            .optimizer = t.optimizer,
                                            .parameters = t.parameters,
                                            .context = &task,
                                            .draw = draw,
                                            .loss = loss,
                                            .steps = 2}),
                     0);
    for (long i = 0; i < task.parameters->count; i++)
        two_steps[i] = tensor_keep(task.parameters->tensor[i]);
    task.poison_at = 3;
    t.step = 2;
    Scope *here = scope_current();
    assert_int_equal(trainer_run(&t), -1);
    assert_error_has("the loss is nan in step 3");
    assert_ptr_equal(scope_current(), here);
    assert_int_equal(t.step, 2);
    for (long i = 0; i < task.parameters->count; i++) {
        assert_tensor_identical(task.parameters->tensor[i], two_steps[i]);
        tensor_free(two_steps[i]);
    }
    end(&task);
}

static Tensor *sum_of_first(void *context, const Batch *b)
{
    Task *t = context;
    (void)b;
    return tensor_sum(t->parameters->tensor[0], ALL_AXES, false);
}

static void test_each_step_begins_with_fresh_gradients(void **state)
{
    (void)state;
    Task task;
    Trainer t = start(&task);
    t.loss = sum_of_first; /* its gradient is 24 ones, whatever came before */
    t.steps = 3;
    assert_int_equal(trainer_run(&t), 0);
    assert_close(t.last_norm, sqrt(24), 1e-6);
    end(&task);
}

/* (w - x)^2 for the batches x = 1, 2, 3, ...: w is the bias of the head, one number of it. */
static void draw_number(void *context, Batch *batch)
{
    Task *t = context;
    batch->size = 1;
    batch->x = tensor_full(SHAPE(3), (real)++t->draws);
}

static Tensor *distance(void *context, const Batch *b)
{
    Tensor *d = tensor_sub(((Predictor *)((Task *)context)->model)->head->bias, b->x);
    return tensor_sum(tensor_mul(d, d), ALL_AXES, false);
}

static Tensor *mean_distance(void *context, const Batch *b)
{
    Tensor *d = tensor_sub(b->x, ((Predictor *)((Task *)context)->model)->head->bias);
    return tensor_mean(tensor_mul(d, d), ALL_AXES, false);
}

static void test_micro_batches_give_the_mean(void **state)
{
    (void)state;
    Task task;
    Trainer t = start(&task);
    Tensor *bias = ((Predictor *)t.model)->head->bias;
    tensor_fill(bias, 0);
    t.draw = draw_number;
    t.loss = distance;
    t.micro_batches = 4;
    t.steps = 1;
    assert_int_equal(trainer_run(&t), 0);
    assert_int_equal(task.draws, 4);
    assert_int_equal(task.optimizer->step[t.parameters->count - 1], 1);
    assert_close(t.last_loss, 3 * (1 + 4 + 9 + 16) / 4.0, 1e-6);
    assert_values(bias->grad, SHAPE(3), VALUES(-5, -5, -5), 1e-6); /* the mean of -2, -4, -6, -8 */
    end(&task);
}

static void test_micro_batches_allocate_nothing_either(void **state)
{
    (void)state;
    Task task;
    Trainer t = start(&task);
    t.micro_batches = 3;
    t.steps = 10;
    assert_int_equal(trainer_run(&t), 0);
    assert_int_equal(task.draws, 30);
    assert_int_equal(task.allocations_at[29] - task.allocations_at[9], 0);
    end(&task);
}

static void test_held_out_examples_are_all_counted_once(void **state)
{
    (void)state;
    Task task;
    Trainer t = start(&task);
    Tensor *x = tensor_zeros(SHAPE(5, 3));
    for (long i = 0; i < 15; i++)
        x->data[i] = (real)(i / 3); /* rows 0 0 0, 1 1 1, ... */
    tensor_fill(((Predictor *)t.model)->head->bias, 0);
    Dataset *rows = tensor_dataset_new(x, NULL, NULL);
    DataLoader *held_out = loader_new(rows, 2, false, false, 1);
    t.loss = mean_distance;
    t.held_out = held_out;
    t.improved = improved;
    t.steps = t.step = 3;
    t.best_loss = INFINITY;
    assert_int_equal(trainer_run(&t), 0); /* no steps are left: nothing is evaluated */
    assert_int_equal(task.improvements, 0);
    assert_close(trainer_evaluate(&t), (0 + 1 + 4 + 9 + 16) / 5.0, 1e-6);
    assert_close(trainer_evaluate(&t), t.best_loss, 0);
    assert_int_equal(task.improvements, 1);
    loader_free(held_out);
    dataset_free(rows);
    end(&task);
}

static long no_target(void *context, const Batch *batch)
{
    (void)context, (void)batch;
    return 0;
}

/* Where no target counts, the mean is 0, and not 0 / 0. */
static void test_no_held_out_targets(void **state)
{
    (void)state;
    Task task;
    Trainer t = start(&task);
    Dataset *rows = tensor_dataset_new(tensor_ones(SHAPE(3, 3)), NULL, NULL);
    DataLoader *held_out = loader_new(rows, 2, false, false, 1);
    t.loss = mean_distance;
    assert_true(trainer_mean_loss(&t, held_out) > 0);
    t.targets = no_target;
    assert_close(trainer_mean_loss(&t, held_out), 0, 0);
    loader_free(held_out);
    dataset_free(rows);
    end(&task);
}

static void test_held_out_examples_are_looked_at_when_due(void **state)
{
    (void)state;
    Task task;
    Trainer t = start(&task);
    DataLoader *held_out = loader_new(task.dataset, 16, false, false, 1);
    t.held_out = held_out;
    t.improved = improved;
    t.steps = 20;
    t.evaluate_every = 10;
    assert_int_equal(trainer_run(&t), 0);
    assert_int_equal(task.improvements, 2);
    assert_int_equal(task.step_of_best, 20);
    assert_true(t.best_loss > 0 && t.best_loss < 1);
    loader_free(held_out);
    end(&task);
}

/* One short run in which allocation number n fails; false: it needed fewer than n. */
static bool run_short_of_memory(long n)
{
    Task task;
    Trainer t = start(&task);
    t.steps = 2;
    Scope *scope = scope_open();
    jmp_buf here;
    volatile bool stopped = true;
    expected_failure = &here;
    if (setjmp(here) == 0) {
        fail_after(n);
        trainer_run(&t);
        stopped = false;
    }
    fail_after(0);
    expected_failure = NULL;
    scope_close(scope);
    end(&task);
    return stopped;
}

static void test_running_out_of_memory_leaks_nothing(void **state)
{
    (void)state;
    assert_false(run_short_of_memory(0));
    long alive = allocations_alive, n = 1;
    for (; run_short_of_memory(n); n++) {
        assert_non_null(strstr(last_failure, "memory"));
        assert_int_equal(allocations_alive, alive);
    }
    assert_true(n > 5); /* at least one gradient for each of the five parameters */
}

static Tensor *infinite_slope(void *context, const Batch *b)
{
    Task *t = context;
    (void)b;
    /* sqrt(0 w): finite at 0, with an infinite slope */
    return tensor_sum(tensor_sqrt(tensor_mul_scalar(t->parameters->tensor[0], 0)), ALL_AXES, false);
}

static void test_a_gradient_that_is_not_finite_stops_too(void **state)
{
    (void)state;
    Task task;
    Trainer t = start(&task);
    t.loss = infinite_slope;
    t.steps = 5;
    Tensor *before = tensor_keep(task.parameters->tensor[0]);
    assert_int_equal(trainer_run(&t), -1);
    assert_error_has("the norm of the gradients");
    assert_tensor_identical(task.parameters->tensor[0], before);
    tensor_free(before);
    end(&task);
}

static void test_what_is_missing_is_named(void **state)
{
    (void)state;
    Trainer t = {.steps = 1};
    assert_fails_with("model, optimizer, parameters, draw and loss must all be set",
                      trainer_run(&t));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_it_learns),
        UNIT_TEST(test_no_allocation_in_the_steady_state),
        UNIT_TEST(test_evaluation_and_improvement),
        UNIT_TEST(test_resuming_goes_on_from_its_step),
        UNIT_TEST(test_a_loss_that_is_nan_stops_before_the_weights),
        UNIT_TEST(test_a_gradient_that_is_not_finite_stops_too),
        UNIT_TEST(test_each_step_begins_with_fresh_gradients),
        UNIT_TEST(test_micro_batches_give_the_mean),
        UNIT_TEST(test_micro_batches_allocate_nothing_either),
        UNIT_TEST(test_held_out_examples_are_all_counted_once),
        UNIT_TEST(test_no_held_out_targets),
        UNIT_TEST(test_held_out_examples_are_looked_at_when_due),
        UNIT_TEST(test_running_out_of_memory_leaks_nothing),
        UNIT_TEST(test_what_is_missing_is_named),
    };
    return run_tests("nn/trainer", tests);
}

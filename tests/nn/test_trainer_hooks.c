/* test_trainer_hooks.c - the rate before a step, and what the caller does after it. */
#include "predictor.h"

static double halve(void *context, long step)
{
    (void)context;
    return pow(0.5, (double)step);
}

static bool note_rate(void *context, const Trainer *t)
{
    Task *task = context;
    assert_int_equal(t->step, ++task->notes);
    assert_true(t->last_loss > 0 && t->last_norm > 0);
    task->rate[task->notes - 1] = t->optimizer->lr;
    return true;
}

static void test_the_schedule_sees_step_0_first(void **state)
{
    (void)state;
    Task task;
    Trainer t = start(&task);
    t.schedule = halve;
    t.steps = 3;
    t.after_step = note_rate;
    assert_int_equal(trainer_run(&t), 0);
    assert_int_equal(task.notes, 3);
    for (long i = 0; i < 3; i++)
        assert_close(task.rate[i], pow(0.5, (double)i), 0);
    end(&task);
}

/* ---- after a step -------------------------------------------------------------------------- */

static bool until_step_3(void *context, const Trainer *t)
{
    Task *task = context;
    task->notes++;
    assert_int_equal(task->draws, t->step); /* no later step has begun */
    assert_int_equal(task->evaluations, t->step / 2);
    assert_ptr_equal(scope_current(), task->outside);
    return t->step < 3;
}

static void test_after_step_may_end_the_run(void **state)
{
    (void)state;
    Task task;
    Trainer t = start(&task);
    task.outside = scope_current();
    memcpy(task.held_out, (double[]){2, 1}, 2 * sizeof(double));
    t.after_step = until_step_3;
    t.evaluate = evaluate;
    t.evaluate_every = 2;
    t.steps = 5;
    assert_int_equal(trainer_run(&t), 0);
    assert_int_equal(task.notes, 3);
    assert_int_equal(t.step, 3);
    assert_int_equal(t.steps, 5);
    t.after_step = NULL;
    assert_int_equal(trainer_run(&t), 0); /* and may be gone on with */
    assert_int_equal(t.step, 5);
    assert_int_equal(task.notes, 3);
    end(&task);
}

/* ---- rates that would ruin the weights ------------------------------------------------------- */

static double third_rate;

static double bad_in_step_3(void *context, long step)
{
    (void)context;
    return step == 2 ? third_rate : 0.01;
}

static void check_bad_rate(double rate)
{
    Task task;
    Trainer t = start(&task);
    third_rate = rate;
    t.schedule = bad_in_step_3;
    t.after_step = note_rate;
    t.steps = 2;
    assert_int_equal(trainer_run(&t), 0);
    Tensor *before = tensor_keep(task.parameters->tensor[0]);
    t.steps = 5;
    assert_int_equal(trainer_run(&t), -1);
    assert_error_has("the learning rate is");
    assert_error_has("in step 3, expected a number of at least 0");
    assert_int_equal(t.step, 2);
    assert_int_equal(task.notes, 2);
    assert_tensor_identical(task.parameters->tensor[0], before);
    tensor_free(before);
    end(&task);
}

static void test_a_bad_rate_stops_before_the_weights(void **state)
{
    (void)state;
    check_bad_rate(NAN);
    check_bad_rate(INFINITY);
    check_bad_rate(-0.01);
}

static void test_a_rate_of_0_is_one(void **state)
{
    (void)state;
    Task task;
    Trainer t = start(&task);
    third_rate = 0;
    t.schedule = bad_in_step_3;
    t.steps = 4;
    assert_int_equal(trainer_run(&t), 0);
    end(&task);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_the_schedule_sees_step_0_first),
        UNIT_TEST(test_after_step_may_end_the_run),
        UNIT_TEST(test_a_bad_rate_stops_before_the_weights),
        UNIT_TEST(test_a_rate_of_0_is_one),
    };
    return run_tests("nn/trainer_hooks", tests);
}

/* test_training_cause.c - each mistake is found from its curves, over many seeds; and a run is what it says. */
#include "test.h"
#include "trainer.h"

static void test_every_cause_is_found(void **state)
{
    (void)state;
    static TrainingCurves c;
    for (uint64_t seed = 1; seed <= 100; seed++)
        for (int cause = 0; cause < TRAINING_CAUSES; cause++) {
            sealed_run((TrainingCause)cause, seed, &c);
            assert_int_equal(training_cause(&c), cause);
        }
}

static void test_runs_are_what_they_say(void **state)
{
    (void)state;
    static TrainingCurves fine, other;
    sealed_run(CAUSE_NONE, 5, &fine);
    sealed_run(CAUSE_NONE, 5, &other);
    assert_memory_equal(&fine, &other, sizeof fine);
    assert_true(fine.held_out[RUN_STEPS - 1] < 0.6 * fine.held_out[0]);
    assert_close(fine.rate[23] / fine.rate[0], 24, 1e-9);
    sealed_run(CAUSE_LARGE_RATE, 5, &other);
    assert_close(other.rate[23] / fine.rate[23], 30, 1e-9);
    assert_close(other.loss[0], fine.loss[0], 1e-12);
    sealed_run(CAUSE_NO_STEP, 5, &other);
    assert_true(other.held_out[0] == other.held_out[RUN_STEPS - 1]);
    assert_close(other.norm[0], fine.norm[0], 1e-12);
    sealed_run(CAUSE_SHORT, 5, &other);
    assert_true(other.rate[RUN_STEPS / 2 - 1] > 0 && other.rate[RUN_STEPS / 2] == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {UNIT_TEST(test_every_cause_is_found),
                                       UNIT_TEST(test_runs_are_what_they_say)};
    return run_tests("nn/training_cause", tests);
}

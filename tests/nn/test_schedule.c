/* test_schedule.c - learning rates against values worked out by hand. */
#include "test.h"

static void test_warm_up_rises_linearly_from_the_first_step(void **state)
{
    (void)state;
    assert_close(schedule_cosine(0, 100, 4, 0.8, 0), 0.2, 1e-12);
    assert_close(schedule_cosine(1, 100, 4, 0.8, 0), 0.4, 1e-12);
    assert_close(schedule_linear(3, 100, 4, 0.8, 0), 0.8, 1e-12);
    assert_close(schedule_step(2, 10, 0.5, 4, 0.8), 0.6, 1e-12);
}

/* get_cosine_schedule_with_warmup of HuggingFace, by the line that the header gives. */
static void test_a_warm_up_from_zero(void **state)
{
    (void)state;
    const long total = 20, warmup = 5;
    for (long step = 0; step < 25; step++) {
        double there = fmin(1, (double)(step - warmup) / (double)(total - warmup));
        double other = step < warmup ? 0.8 * (double)step / (double)warmup
                                     : 0.1 + 0.7 * 0.5 * (1 + cos(3.14159265358979323846 * there));
        double ours = schedule_cosine(step < warmup ? step - 1 : step, total, warmup, 0.8, 0.1);
        assert_close(ours, other, 1e-12);
    }
}

static void test_cosine(void **state)
{
    (void)state;
    assert_close(schedule_cosine(10, 110, 10, 1, 0.2), 1, 1e-12);
    assert_close(schedule_cosine(35, 110, 10, 1, 0.2), 0.2 + 0.4 * (1 + sqrt(0.5)), 1e-12);
    assert_close(schedule_cosine(60, 110, 10, 1, 0.2), 0.6, 1e-12);
    assert_close(schedule_cosine(110, 110, 10, 1, 0.2), 0.2, 1e-12);
    assert_close(schedule_cosine(9999, 110, 10, 1, 0.2), 0.2, 1e-12);
    assert_close(schedule_cosine(0, 10, 0, 1, 0), 1, 1e-12);
}

static void test_linear(void **state)
{
    (void)state;
    assert_close(schedule_linear(10, 110, 10, 1, 0.2), 1, 1e-12);
    assert_close(schedule_linear(35, 110, 10, 1, 0.2), 0.8, 1e-12);
    assert_close(schedule_linear(60, 110, 10, 1, 0.2), 0.6, 1e-12);
    assert_close(schedule_linear(500, 110, 10, 1, 0.2), 0.2, 1e-12);
}

static void test_step(void **state)
{
    (void)state;
    assert_close(schedule_step(0, 10, 0.5, 0, 1), 1, 1e-12);
    assert_close(schedule_step(9, 10, 0.5, 0, 1), 1, 1e-12);
    assert_close(schedule_step(10, 10, 0.5, 0, 1), 0.5, 1e-12);
    assert_close(schedule_step(39, 10, 0.5, 0, 1), 0.125, 1e-12);
    assert_close(schedule_step(14, 10, 0.5, 5, 1), 1, 1e-12);
    assert_close(schedule_step(15, 10, 0.5, 5, 1), 0.5, 1e-12);
    assert_fails_with("every is 0", schedule_step(0, 0, 0.5, 0, 1));
}

static void test_no_time_left_after_the_warm_up(void **state)
{
    (void)state;
    assert_close(schedule_cosine(5, 5, 5, 1, 0.1), 0.1, 1e-12);
    assert_close(schedule_linear(7, 5, 5, 1, 0.1), 0.1, 1e-12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_warm_up_rises_linearly_from_the_first_step),
        UNIT_TEST(test_a_warm_up_from_zero),
        UNIT_TEST(test_cosine),
        UNIT_TEST(test_linear),
        UNIT_TEST(test_step),
        UNIT_TEST(test_no_time_left_after_the_warm_up),
    };
    return run_tests("nn/schedule", tests);
}

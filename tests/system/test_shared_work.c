/* test_shared_work.c - work that threads share gives the same bits each time. `make test-threads` runs this under
 * ThreadSanitizer, which sees two threads at one number even where the result happened to be right. */
#include "steps.h"

/* Two steps of each kind, from the same start; what they made of the weights. */
static uint64_t steps_on(int threads)
{
    kindling_set_threads(threads);
    make_fixtures();
    for (int i = 0; i < 2; i++) {
        Scope *scope = scope_open();
        assert_true(step_of_images() && step_of_text() && operations());
        scope_close(scope);
    }
    uint64_t mixed = weights(net_parameters) ^ weights(gpt_parameters);
    free_fixtures();
    return mixed;
}

static void test_shared_work(void **state)
{
    (void)state;
    uint64_t first = steps_on(3);
    assert_true(steps_on(3) == first);
    assert_true(steps_on(3) == first);
    kindling_set_threads(1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_shared_work),
    };
    setenv("KINDLING_GEMM", "builtin", 1);
    return run_tests("system/shared work", tests);
}

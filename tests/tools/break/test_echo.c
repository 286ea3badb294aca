/* test_echo.c - the causal task of make break-12: learnt by a right model, so that a broken one says something. */
#include "../../../tools/break/echo.h"
#include "test.h"

static void test_a_right_model_writes_what_it_foretells(void **state)
{
    (void)state;
    kindling_set_threads(1);
    Gpt *gpt = echo_new(1);
    assert_true(echo_next_right(gpt, 1) < 0.5);
    assert_true(echo_written_right(gpt, 1) < 0.1);
    assert_int_equal(echo_train(gpt, 1), 0);
    assert_true(echo_next_right(gpt, 1) > 0.99);
    assert_true(echo_written_right(gpt, 1) > 0.97);
    assert_true(echo_cached_right(gpt, 1) > 0.97);
    module_free(&gpt->module);
}

int main(void)
{
    const struct CMUnitTest group[] = {
        UNIT_TEST(test_a_right_model_writes_what_it_foretells),
    };
    return run_tests("tools/break/echo", group);
}
